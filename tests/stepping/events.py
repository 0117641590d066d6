"""Which trace events of a program are stops that a trace shows, found without the recorder.

A program's *events* are the line and return events of its own frames, numbered from 0 as they come. Its own frames are
those of its file that are no lambda, comprehension or generator expression. A run gives the same events whatever
debugger listens, so an event's number says which stop it is.
"""

from __future__ import annotations

import gc
import io
import opcode
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

SUSPENDABLE = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR
YIELDS = ("YIELD_VALUE", "YIELD_FROM", "SEND", "RESUME")
DELEGATING = 2
"""From this argument on, a RESUME comes after a `yield from` or `await`, not a `yield`."""


class Stop(NamedTuple):
    """A stop as one sees it: the activation by its place in the order of start, and `kind` "line" or "end"."""

    activation: int
    function: str
    line: int
    kind: str


OVER = Stop(-1, "", 0, "over")
"""What follows the last stop: the program is over."""


@dataclass
class Events:
    """Numbers a run's events and its activations."""

    file: str
    activations: dict[FrameType, int] = field(default_factory=dict)
    number: int = -1

    def owns(self, frame: FrameType) -> bool:
        """Say whether a frame is one of the program's own."""
        name = frame.f_code.co_name
        return frame.f_code.co_filename == self.file and (name[0] != "<" or name == "<module>")

    def note(self, frame: FrameType, event: str) -> None:
        """Take in any event of any frame."""
        if self.owns(frame):
            self.activations.setdefault(frame, len(self.activations))
            self.number += event in ("line", "return")

    def stop(self, frame: FrameType, event: str) -> Stop:
        """Return what a line or return event shows."""
        kind = "line" if event == "line" else "end"
        return Stop(self.activations[frame], frame.f_code.co_name, frame.f_lineno, kind)


class Survey:
    """One run that listens to everything: `stops` in order, `place` of each event that is one of them, `exception`.

    `apart`: what only some CPythons announce (test_pdb.py, rule 7); no stops.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.code = compile(path.read_text("utf-8"), str(path), "exec")
        self.events = Events(str(path))
        self.stops: list[Stop] = []
        self.place: dict[int, int] = {}
        self.raised: dict[FrameType, bool] = {}
        self.closing: dict[FrameType, bool] = {}
        self.apart: list[Stop] = []
        self.exception = run(self.code, self.listening)
        self.stops.append(OVER)
        self.check()

    def listening(self, code: CodeType, names: dict[str, Any]) -> None:
        """Run code under `listen`."""
        sys.settrace(self.listen)
        try:
            exec(code, names)
        finally:
            sys.settrace(None)

    def listen(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Write down one event."""
        self.events.note(frame, event)
        if not self.events.owns(frame):
            return None
        if event == "line" or (event == "return" and self.ends(frame)):
            self.take(frame, event)
        self.raised[frame] = event == "exception" and not is_internal(arg)
        # Resumed by GeneratorExit at a `yield`, and no line since.
        self.closing[frame] = event == "call" or (self.closing.get(frame, False) and is_exit(event, arg))
        return self.listen

    def take(self, frame: FrameType, event: str) -> None:
        """Write down a stop."""
        silent = self.closing.get(frame, False) and not delegates(frame)
        if passes_on(frame) if event == "line" else silent and self.raised[frame]:
            self.apart.append(self.events.stop(frame, event))
            return
        self.place[self.events.number] = len(self.stops)
        self.stops.append(self.events.stop(frame, event))

    def ends(self, frame: FrameType) -> bool:
        """Say whether a return event is an end; otherwise the frame yields or awaits."""
        return self.raised[frame] or not (frame.f_code.co_flags & SUSPENDABLE and may_yield(frame))

    def check(self) -> None:
        """Raise AssertionError where an activation goes on after what was taken for its end."""
        last = {stop.activation: place for place, stop in enumerate(self.stops)}
        for place, stop in enumerate(self.stops):
            if stop.kind == "end" and place != last[stop.activation]:
                raise AssertionError(f"{self.path.name}: activation {stop.activation} goes on after {stop}")


def is_internal(arg: Any) -> bool:
    """Say whether an exception event only tells that an iteration is over (bdb.py, dispatch_exception)."""
    return arg[0] is StopIteration and arg[2] is None


def may_yield(frame: FrameType) -> bool:
    """Say whether a frame stands at an instruction that suspends; CPython 3.10 stays before its YIELD_FROM."""
    code, place = frame.f_code.co_code, frame.f_lasti
    following = [opcode.opname[one] for one in code[place + 2 : place + 3]]
    return opcode.opname[code[place]] in YIELDS or following == ["YIELD_FROM"]


def is_exit(event: str, arg: Any) -> bool:
    """Say whether an event tells that a generator is closed."""
    return event == "exception" and issubclass(arg[0], GeneratorExit)


def delegates(frame: FrameType) -> bool:
    """Say whether a frame waits at a `yield from` or `await`, or has been left there by an exception."""
    code, place = frame.f_code.co_code, frame.f_lasti
    near = [(opcode.opname[code[at]], code[at + 1] & 3) for at in (place, place + 2) if at < len(code)]
    return any(
        name in ("YIELD_FROM", "CLEANUP_THROW") or (name == "RESUME" and arg >= DELEGATING) for name, arg in near
    )


def passes_on(frame: FrameType) -> bool:
    """Say whether a line event only tells that an exception passes through a `yield from` or `await`."""
    return opcode.opname[frame.f_code.co_code[frame.f_lasti]] == "CLEANUP_THROW"


def run(code: CodeType, runner: Callable[[CodeType, dict[str, Any]], object]) -> str | None:
    """Run a program in a namespace of its own; return the exception that left it, by its type and text.

    Meanwhile no garbage is collected: generators left over from an earlier run would be closed in this one.
    """
    names = {"__name__": "__main__", "__builtins__": __builtins__}
    gc.disable()
    with redirect_stdout(io.StringIO()):
        try:
            runner(code, names)
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        finally:
            gc.enable()
    return None
