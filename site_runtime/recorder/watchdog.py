"""Ends a run that takes too long or too much memory: a look at both, every so many events.

The clock is the machine's own, taken here at import: the run's (world.py) stands still.
What no event announces (one endless call into C) is not seen; whoever started the process
ends it then.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Container
from types import FrameType
from typing import Any

from site_runtime.recorder.limits import Limits
from site_runtime.recorder.stop import Ending
from site_runtime.recorder.writer import AT_ONCE

EVENTS = 128
"""Events between two looks."""

_clock = time.monotonic
_settrace, _gettrace = sys.settrace, sys.gettrace


class Watchdog:
    """Looks at the limits on seconds and memory; asleep when there are none.

    ``own``: names of the files of the program, whose lines are events; of other code only
    calls are. ``told``: whether somebody waits for the tail of a recording.
    """

    def __init__(self, limits: Limits, ending: Ending, own: Container[str], told: bool = False) -> None:
        self.limits = limits
        self.own = own
        self.reached: Callable[[str], None] = ending.stop
        self.awake = limits.seconds is not None or limits.used is not None
        self.busy = self.awake or told
        self.left = EVENTS
        self.now = _clock()
        self.latest = float("inf") if limits.seconds is None else self.now + limits.seconds

    def look(self) -> None:
        """End the program through ``reached`` when a limit is."""
        if not self.busy:
            return
        self.left = EVENTS
        self.now = _clock()
        if self.now > self.latest:
            self.reached("seconds")
        if self.limits.used is not None and self.limits.used() > self.limits.memory:
            self.reached("memory")

    def next_look(self, count: int, position: int, due: int) -> int:
        """Return at which number of steps, at most ``due``, a recording at ``count`` looks next."""
        if not self.busy:
            return due
        return min(due, count + (1 if position < AT_ONCE else EVENTS // 2))

    # Trace functions of code that is not recorded.

    def other(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Global trace function: an event, and whether the frame's lines are events."""
        self.count()
        name = frame.f_code.co_filename
        return self.line if type(name) is str and name in self.own else None

    def line(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Local trace function."""
        self.count()
        return self.line

    def count(self) -> None:
        """One event more."""
        self.left -= 1
        if self.left <= 0:
            self.look()

    # A program that is not recorded, or not yet.

    def start(self) -> None:
        """Watch what runs from now on, unless asleep; the program does not see it."""
        if self.awake:
            self.traced = self.other
            sys.settrace, sys.gettrace = self.own_settrace, self.own_gettrace
            _settrace(self.traced)

    def own_settrace(self, function: Any) -> None:
        """``sys.settrace`` as the program sees it: its own tracing ends the watch."""
        if function is not None:
            sys.settrace, sys.gettrace = _settrace, _gettrace
            _settrace(function)

    def own_gettrace(self) -> Any:
        """``sys.gettrace`` as the program sees it."""
        found = _gettrace()
        return None if found is self.traced else found

    def rest(self) -> None:
        """Watch no longer."""
        if self.awake:
            sys.settrace, sys.gettrace = _settrace, _gettrace
            _settrace(None)
