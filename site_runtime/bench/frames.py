"""Frames in a trace that Chromium wrote: which main-thread tasks hold a mark, and how long they took."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

FRAME = 16.0
"""Milliseconds in which a step has to be painted."""

Event = dict[str, Any]


@dataclass(frozen=True)
class Frames:
    """Milliseconds of each frame: of the thread's own work, and on the clock."""

    work: Sequence[float]
    clock: Sequence[float]

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


def percentile(values: Sequence[float], share: float) -> float:
    """Return the least value that at least this share of all values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def frames_of(events: list[Event], mark: str) -> Frames:
    """Return the frames with this mark in them; RuntimeError when there is none."""
    tasks = _tasks(events, mark)
    return Frames([task["tdur"] / 1000 for task in tasks], [task["dur"] / 1000 for task in tasks])


def _tasks(events: list[Event], mark: str) -> list[Event]:
    """Return the outermost task around each such mark."""
    marks = [event for event in events if event["name"] == mark and "blink.user_timing" in event["cat"]]
    if not marks:
        raise RuntimeError(f"Chromium's trace has no {mark!r}: the page made no step")
    thread = (marks[0]["pid"], marks[0]["tid"])
    runs = [event for event in events if event["name"] == "RunTask" and (event["pid"], event["tid"]) == thread]
    runs = sorted((event for event in runs if "tdur" in event), key=lambda event: event["ts"])
    starts = [event["ts"] for event in runs]
    found = [runs[place - 1] for event in marks if (place := bisect_right(starts, event["ts"]))]
    return [
        task for task, event in zip(found, marks, strict=True) if task["ts"] <= event["ts"] <= task["ts"] + task["dur"]
    ]
