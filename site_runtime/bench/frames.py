"""Frames in a trace that Chromium wrote: which main-thread tasks hold a mark, and how long they took."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any

FRAME = 16.0
"""Milliseconds in which a step has to be painted."""

TASK = "ThreadControllerImpl::RunTask"
"""What the category ``toplevel`` calls a task."""

Event = dict[str, Any]


@dataclass(frozen=True)
class Spread:
    """Milliseconds, one for each frame."""

    milliseconds: Sequence[float]

    @property
    def median(self) -> float:
        """The median."""
        return median(self.milliseconds)

    @property
    def p95(self) -> float:
        """What 95 of 100 frames stay within."""
        return percentile(self.milliseconds, 0.95)


@dataclass(frozen=True)
class Frames:
    """What frames took: of the thread's own work, and on the clock.

    ``later`` is the work of the busiest frame from there until the next mark, with what was done before that frame.
    """

    work: Spread
    clock: Spread
    later: Spread


def percentile(values: Sequence[float], share: float) -> float:
    """Return the least value that at least this share of all values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def frames_of(events: list[Event], mark: str) -> Frames:
    """Return the frames with this mark in them; the last mark only ends the frame before. RuntimeError with too few."""
    thread = next(((event["pid"], event["tid"]) for event in events if event["name"] == mark), None)
    tasks = _tasks(events, thread)
    steps = _places(events, mark, tasks)
    if len(steps) < 2:
        raise RuntimeError(f"Chromium's trace has no {mark!r}: the page made no step")
    frames = sorted({*steps, *_places(events, "frame", tasks)})
    work = {end: sum(task["tdur"] for task in tasks[start + 1 : end + 1]) for start, end in pairwise(frames)}
    later = [max(work[place] for place in frames if one < place < other) for one, other in pairwise(steps)]
    return Frames(
        Spread([tasks[step]["tdur"] / 1000 for step in steps[:-1]]),
        Spread([tasks[step]["dur"] / 1000 for step in steps[:-1]]),
        Spread([microseconds / 1000 for microseconds in later]),
    )


def _places(events: list[Event], mark: str, tasks: list[Event]) -> list[int]:
    """Return the places of the tasks that hold such a mark, in order."""
    starts = [task["ts"] for task in tasks]
    marks = [event["ts"] for event in events if event["name"] == mark and "blink.user_timing" in event["cat"]]
    return sorted(bisect_right(starts, moment) - 1 for moment in marks)


def _tasks(events: list[Event], thread: tuple[int, int] | None) -> list[Event]:
    """Return a thread's outermost tasks in order."""
    runs = [event for event in events if event["name"] == TASK and (event["pid"], event["tid"]) == thread]
    return sorted((event for event in runs if "tdur" in event), key=lambda event: event["ts"])
