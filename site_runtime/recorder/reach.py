"""Counts the snapshots of a run as hook.py writes them, and looks where somebody asked."""

from __future__ import annotations

from collections.abc import Callable, Container
from types import FrameType
from typing import Any

from site_runtime.recorder.code import Code
from site_runtime.recorder.follow import Activation, Follower, Recognise, TraceFunction
from site_runtime.recorder.limits import Limits
from site_runtime.recorder.stop import Ending, Stopped
from site_runtime.recorder.watchdog import Watchdog

Visit = Callable[["Reacher", Activation, int], None]
"""Called with the activation on top and its line, while its frame waits there."""


class Reacher(Follower):
    """Follows a run and counts: ``position`` is that of the next snapshot.

    ``visit`` is called at position ``target``, and before each line with one of the
    numbers in ``lines``.
    """

    def __init__(
        self,
        recognise: Recognise,
        limits: Limits,
        ending: Ending,
        watchdog: Watchdog,
        visit: Visit,
        target: int = -1,
        lines: Container[int] = (),
    ) -> None:
        super().__init__(recognise, ending, watchdog)
        self.limits = limits
        self.visit = visit
        self.target = target
        self.lines = lines
        self.position = 0
        self.due = watchdog.next_look(0, 0, limits.steps)
        self.hook = make_local(self)

    def row(self, code: Code) -> str:
        """Return what tells a new activation from one that is resumed."""
        return ""

    def last(self, frame: FrameType, how: str, value: Any) -> None:
        """The one snapshot in which an activation ends."""
        top = self.stack[-1]
        if self.position == self.target:
            self.visit(self, top, frame.f_lineno)
        self.push.clear()
        self.stack.pop()
        self.counted()

    def counted(self) -> None:
        """A snapshot more; at the limit on steps it was the last."""
        self.position += 1
        if self.position >= self.due:
            if self.position >= self.limits.steps:
                self.stop("steps")
            self.watchdog.look()
            self.due = self.watchdog.next_look(self.position, self.position, self.limits.steps)


def make_local(reacher: Reacher) -> TraceFunction:
    """Return the local trace function of every recorded frame; a step costs next to nothing."""
    stack, rest, lines, push = reacher.stack, reacher.rest, reacher.lines, reacher.push

    def local(frame: FrameType, event: str, arg: Any) -> Any:
        if event != "line":
            return rest(frame, event, arg)
        try:
            top, line = stack[-1], frame.f_lineno
            if top.seen:
                if top.code.is_cleanup(frame.f_lasti, line == top.line):
                    return local
                top.error = None
            top.line = line
            push.clear()
            if reacher.position == reacher.target or line in lines:
                reacher.visit(reacher, top, line)
            reacher.counted()
            return local
        except Stopped:
            raise
        except Exception as fault:
            return reacher.fail(fault)

    return local
