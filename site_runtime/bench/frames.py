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

Event = dict[str, Any]


@dataclass(frozen=True)
class Frames:
    """Milliseconds of each frame: of the thread's own work, and on the clock.

    ``later`` is the work of the busiest frame from there until the next mark, with what was done before that frame.
    """

    work: Sequence[float]
    clock: Sequence[float]
    later: Sequence[float]

    @property
    def median(self) -> float:
        """The median of the work."""
        return median(self.work)

    @property
    def p95(self) -> float:
        """The work that 95 of 100 frames stay within."""
        return percentile(self.work, 0.95)

    @property
    def clock_median(self) -> float:
        """The median on the clock."""
        return median(self.clock)

    @property
    def clock_p95(self) -> float:
        """What 95 of 100 frames stay within on the clock."""
        return percentile(self.clock, 0.95)

    @property
    def later_median(self) -> float:
        """The median of the work that follows."""
        return median(self.later)

    @property
    def later_p95(self) -> float:
        """What 95 of 100 stay within of the work that follows."""
        return percentile(self.later, 0.95)


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
        [tasks[step]["tdur"] / 1000 for step in steps[:-1]],
        [tasks[step]["dur"] / 1000 for step in steps[:-1]],
        [microseconds / 1000 for microseconds in later],
    )


def _places(events: list[Event], mark: str, tasks: list[Event]) -> list[int]:
    """Return the places of the tasks that hold such a mark, in order."""
    starts = [task["ts"] for task in tasks]
    marks = [event["ts"] for event in events if event["name"] == mark and "blink.user_timing" in event["cat"]]
    return sorted(bisect_right(starts, moment) - 1 for moment in marks)


def _tasks(events: list[Event], thread: tuple[int, int] | None) -> list[Event]:
    """Return a thread's outermost tasks in order."""
    runs = [event for event in events if event["name"] == "RunTask" and (event["pid"], event["tid"]) == thread]
    return sorted((event for event in runs if "tdur" in event), key=lambda event: event["ts"])
