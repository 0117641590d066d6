"""Takes the snapshots of a run as a recording does, keeps none, and looks where somebody asked.

It is the recorder's own hook, so that positions mean the same, down to what the recorder holds and
for how long: an unfinished generator ends where the last reference to it goes.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from types import FrameType
from typing import Any

from site_runtime.recorder.follow import Activation, TraceFunction
from site_runtime.recorder.heap import Heap
from site_runtime.recorder.hook import Tracer
from site_runtime.recorder.limits import Limits
from site_runtime.recorder.program import Program, Recogniser, own_module
from site_runtime.recorder.stop import Ending, Stopped
from site_runtime.recorder.watch import Watch
from site_runtime.recorder.watchdog import Watchdog
from site_runtime.recorder.world import Output, World, relative_to
from site_runtime.recorder.writer import Writer

Visit = Callable[["Reacher", Activation, int], None]
"""Called with the activation on top and its line, while its frame waits there."""


class Reacher(Tracer):
    """Follows a run; ``position`` is that of the snapshot just taken.

    ``visit`` is called at position ``target``, and before each line with one of the
    numbers in ``lines``.
    """

    def __init__(
        self,
        program: Program,
        around: World,
        output: Output,
        limits: Limits,
        ending: Ending,
        watchdog: Watchdog,
        visit: Visit,
        target: int = -1,
        lines: Container[int] = (),
    ) -> None:
        recognise = Recogniser(program)
        heap = Heap(limits, own_module(program), relative_to(around.base))
        watch = Watch(program.objects, (), None, around.namespace)
        writer = Writer(lambda line: None)
        super().__init__(recognise, recognise.digest, heap, watch, output, writer, limits, ending, watchdog)
        self.visit = visit
        self.target = target
        self.lines = lines
        self.position = 0
        self.hook = make_visiting(self, self.hook)

    def look(self, frame: FrameType, event: str, before: int, top: Activation) -> None:
        """Visit, if an event has made the snapshot of a position that is asked for."""
        if self.writer.position == before:
            return
        self.position = before
        if before == self.target or (event == "line" and frame.f_lineno in self.lines):
            try:
                self.visit(self, top, frame.f_lineno)
            except Exception as fault:
                self.fail(fault)


def make_visiting(reacher: Reacher, take: TraceFunction) -> TraceFunction:
    """Return the local trace function: ``take`` takes the snapshot, then it is looked at.

    The step that reaches a limit is visited, too. What an activation returns has left the
    stack by then.
    """
    stack, writer, look = reacher.stack, reacher.writer, reacher.look

    def local(frame: FrameType, event: str, arg: Any) -> Any:
        before, top = writer.position, stack[-1] if stack else None
        try:
            goes_on = take(frame, event, arg) is not None
        except Stopped:
            if top is not None:
                look(frame, event, before, top)
            raise
        if top is not None:
            look(frame, event, before, top)
        return local if goes_on else None

    return local
