"""Ends a program that reached a limit, also one that catches everything."""

from __future__ import annotations

import sys
from types import CodeType, FrameType
from typing import Any

_settrace, _getframe = sys.settrace, sys._getframe


class Stopped(BaseException):
    """Raised in the program to end it; raised again when the program lets go of it."""

    def __init__(self, ending: Ending) -> None:
        super().__init__("the recorded run was stopped")
        self.ending = ending

    def __del__(self) -> None:
        """CPython ends tracing when a trace function raises: a program that goes on is traced anew."""
        if self.ending.wanted:
            self.ending.insist(_getframe(1))


class Ending:
    """Whether the program must end and why, and its trace function when it has ended.

    ``outermost``: code objects of the functions that run it.
    """

    def __init__(self, *outermost: CodeType) -> None:
        self.outermost = outermost
        self.wanted = False
        self.reason: str | None = None
        self.tracing: Any = None

    def stop(self, reason: str) -> None:
        """End the program from within it."""
        self.wanted = True
        self.reason = self.reason or reason
        raise Stopped(self)

    def check(self) -> None:
        """End the program if it should have ended: an event loop can hold an exception back."""
        if self.wanted:
            raise Stopped(self)

    def insist(self, frame: FrameType | None) -> None:
        """Raise at the next line of any frame of the program."""
        while frame is not None and frame.f_code not in self.outermost:
            frame.f_trace = self.raise_again
            frame = frame.f_back
        _settrace(self.raise_again)

    def raise_again(self, frame: FrameType, event: str, arg: Any) -> None:
        """Trace function of a program that must end."""
        raise Stopped(self)
