"""Follows a run through its activations: which one each event of ``sys.settrace`` is for.

What comes of an event is the subclass's affair: hook.py writes steps, reach.py counts them.

Invariants
- The activation on top of ``stack`` is the one whose frame the event is for: frames
  that are not recorded get no local trace function but the watchdog's, and a generator
  leaves the stack when it yields.
- ``loud`` is true when anything but quiet lines (code.py) ran since the last snapshot.
- ``push`` and ``pop`` tell how the stack changed since the last snapshot.
- Nothing raised here reaches the program: ``fail`` ends the following instead. The
  one exception is ``Stopped``, which ends a program that reached a limit.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

from site_runtime.recorder import safe
from site_runtime.recorder.code import LOUD, Code
from site_runtime.recorder.heap import Entry
from site_runtime.recorder.stop import Ending
from site_runtime.recorder.watchdog import Watchdog

TraceFunction = Callable[[FrameType, str, Any], Any]
Recognise = Callable[[CodeType], "Code | None"]

_settrace, _gettrace = sys.settrace, sys.gettrace
_recursion_limit, _exc_info, _getframe = sys.getrecursionlimit, sys.exc_info, sys._getframe

DEPTH_MOST = 800
"""Frames of the program on top of each other that are recorded: the same everywhere …"""
DEPTH_RESERVE = 120
"""… unless fewer than these would be left of CPython's limit, for the recorder itself."""

_ENDED = (StopIteration, StopAsyncIteration)


class Activation:
    """One call of a recorded function, and its variables as last told.

    ``error``: raised here since the last snapshot. ``handling``: being handled at the last line; an exception that
    is raised again (a bare ``raise``, the end of a ``finally`` or ``with``) leaves without an event of its own.
    """

    __slots__ = (
        "code",
        "depth",
        "error",
        "focus",
        "frame",
        "handling",
        "line",
        "namespace",
        "number",
        "passed",
        "plans",
        "refs",
        "seen",
        "texts",
        "values",
        "written",
    )

    def __init__(self, number: int, code: Code, frame: FrameType) -> None:
        self.number = number
        self.code = code
        self.focus = code.focus
        self.plans = code.plans
        self.written: tuple[str, ...] | None = None
        self.frame = frame
        self.namespace = body_namespace(frame) if code.body else None
        self.depth = 0
        self.line = 0
        self.error: BaseException | None = None
        self.seen = False
        self.handling: BaseException | None = None
        self.passed = False
        self.values: dict[str, Any] = {}
        self.texts: dict[str, str] = {}
        self.refs: dict[str, tuple[Entry, ...]] = {}


class Follower:
    """Follows one run: ``start``, the program, ``finish``.

    The subclass sets ``hook``, the local trace function of recorded frames, and says in
    ``last`` what the end of an activation is, in ``row`` what a new one is told as.
    """

    hook: TraceFunction

    def __init__(self, recognise: Recognise, ending: Ending, watchdog: Watchdog) -> None:
        self.recognise = recognise
        self.ending = ending
        self.watchdog = watchdog
        self.codes: dict[int, tuple[CodeType, Code | None]] = {}
        self.stack: list[Activation] = []
        self.suspended: dict[FrameType, Activation] = {}
        self.started = 0
        self.pop = 0
        self.push: list[str] = []
        self.sharing = 0
        self.loud = True
        self.kind = LOUD
        self.stopped: str | None = None
        self.fault: BaseException | None = None
        self.traced = self.call
        self.other = watchdog.other if watchdog.awake else None
        watchdog.reached = self.stop

    def last(self, frame: FrameType, how: str, value: Any) -> None:
        """The one snapshot in which an activation ends; the subclass takes it off the stack."""
        raise NotImplementedError

    def row(self, code: Code) -> str:
        """Return what ``push`` holds for a new activation."""
        raise NotImplementedError

    def take_back(self) -> None:
        """Keep what the step that could not be written would have told of the stack."""

    # Start and finish.

    def start(self) -> None:
        """Begin: the next call of a recorded function is the first activation.

        The world (world.py) puts back what is replaced here.
        """
        base = self.depth_of(_getframe())
        self.depth_limit = min(base + DEPTH_MOST, _recursion_limit() - DEPTH_RESERVE)
        sys.settrace, sys.gettrace = self.own_settrace, self.own_gettrace
        _settrace(self.traced)

    def own_settrace(self, function: Any) -> None:
        """``sys.settrace`` as the program sees it: its own tracing ends the recording."""
        if function is None and self.stopped is None:
            return
        if self.stopped is None:
            self.give_up("tracing")
        # From here on the program's function would see these frames, too.
        sys.settrace, sys.gettrace = _settrace, _gettrace
        _settrace(function)

    def own_gettrace(self) -> Any:
        """``sys.gettrace`` as the program sees it."""
        found = _gettrace()
        return None if found in (self.traced, self.other) else found

    def over(self) -> None:
        """The program has ended: give the trace function back.

        CPython ends tracing by itself when there is no room to call the trace function.
        """
        sys.settrace, sys.gettrace = _settrace, _gettrace
        self.watchdog.reached = self.ending.stop
        last, self.ending.tracing = self.ending.tracing, None
        if last is not self.traced and self.stopped is None:
            self.stopped = self.ending.reason or "depth"
        while self.stack:
            self.leave()

    # The trace functions.

    def call(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Global trace function: a Python function is entered or resumed."""
        self.loud = True
        try:
            code = self.code_of(frame.f_code)
            if code is None:
                return self.other and self.other(frame, event, arg)
            depth = self.depth_of(frame)
            if depth >= self.depth_limit:
                return self.give_up("depth")
            self.enter(code, frame, depth)
            return self.hook
        except Exception as fault:
            return self.fail(fault)

    def rest(self, frame: FrameType, event: str, arg: Any) -> Any:
        """All events of a recorded frame but ``line``."""
        try:
            if event == "return":
                self.leaves(frame, arg)
            elif event == "exception":
                self.loud = True
                self.stack[-1].error = arg[1]
                self.stack[-1].seen = True
            return self.hook
        except Exception as fault:
            return self.fail(fault)

    def fail(self, fault: Exception) -> None:
        """End the following because of the recorder's own fault, not the program."""
        self.fault = fault
        self.give_up("depth" if isinstance(fault, RecursionError) else "recorder")
        self.take_back()

    def give_up(self, reason: str) -> None:
        """Stop following; the program runs on, and the watchdog watches on unless the program traces itself."""
        self.stopped = reason
        watching = self.other if reason in ("depth", "recorder") else None
        _settrace(watching)
        for activation in [*self.stack, *self.suspended.values()]:
            activation.frame.f_trace = watching and self.watchdog.line

    def stop(self, reason: str) -> None:
        """Stop following and the program."""
        self.give_up(reason)
        self.ending.stop(reason)

    # Activations.

    def code_of(self, code: CodeType) -> Code | None:
        """Return the recorded code object, or None; by identity, never by content."""
        known = self.codes.get(id(code))
        if known is None:
            known = self.codes[id(code)] = code, self.recognise(code)
        return known[1]

    def depth_of(self, frame: FrameType) -> int:
        """Count the frames down to this one, from the activation on top, whose depth is known."""
        depth, outer = 1, frame.f_back
        top = self.stack[-1] if self.stack else None
        if top is not None and top.frame is frame:
            return top.depth
        base = None if top is None else top.frame
        while outer is not base and outer is not None:
            depth += 1
            outer = outer.f_back
        return depth if top is None else depth + top.depth

    def enter(self, code: Code, frame: FrameType, depth: int) -> None:
        """Put a new or resumed activation on the stack."""
        self.kind = LOUD
        if self.stack and self.stack[-1].frame is frame:
            self.stack[-1].passed = False
        elif frame in self.suspended:
            self.resume(frame, depth)
        else:
            activation = Activation(self.started, code, frame)
            self.started += 1
            self.put(activation, self.row(code), depth)

    def resume(self, frame: FrameType, depth: int) -> None:
        """Put a suspended activation back, on top of those that it is resumed through.

        ``throw`` reaches the innermost of generators that delegate to each other at
        once. Those between wait on the stack, but get a call event only after it has
        ended, and none when it yields (CPython, ``_gen_throw``): they are ``passed``.
        """
        base = self.stack[-1].frame if self.stack else None
        outer: FrameType | None = frame
        found = []
        while outer is not None and outer is not base:
            if outer in self.suspended:
                found.append((self.suspended.pop(outer), depth))
                found[-1][0].passed = outer is not frame
            outer, depth = outer.f_back, depth - 1
        for activation, own_depth in reversed(found):
            self.put(activation, str(activation.number), own_depth)

    def put(self, activation: Activation, row: str, depth: int) -> None:
        """Put an activation on the stack; ``row`` tells of it in a step's ``push``."""
        self.push.append(row)
        activation.depth = depth
        self.stack.append(activation)
        self.sharing += activation.code.shared

    def suspend(self) -> None:
        """Take a generator that yields off the stack, and those it was resumed past."""
        passed = True
        while passed:
            top = self.stack[-1]
            top.error = None
            self.suspended[top.frame] = top
            self.leave()
            passed = bool(self.stack) and self.stack[-1].passed

    def leaves(self, frame: FrameType, arg: Any) -> None:
        """A return event: the activation returns, suspends, or an exception leaves."""
        self.loud = True
        self.kind = LOUD
        top = self.stack[-1]
        if top.code.ends_by_return(frame.f_lasti):
            self.last(frame, "ret", arg)
        elif top.code.may_suspend(frame.f_lasti) and not self.leaving(top, frame.f_lasti):
            self.suspend()
        else:
            error = top.error or top.handling or _exc_info()[1]
            top.error = None
            self.last(frame, "exc", error)

    def leaving(self, activation: Activation, instruction: int) -> bool:
        """Say whether an exception thrown in at a ``yield`` is what ends it there.

        An ended iteration on the same line may be announced too, and is none. Nor is the
        end of a generator that is closed or dropped at a ``yield`` and has no line left to
        run: 3.13 says nothing of it, but of one that waits for another it does.
        """
        error = activation.error
        if error is None or is_any(error, _ENDED):
            return False
        closed = is_any(error, (GeneratorExit,)) and self.push[-1:] == [str(activation.number)]
        return not closed or activation.code.delegates(instruction)

    def leave(self) -> None:
        """Take the top activation off the stack without an end snapshot."""
        self.sharing -= self.stack.pop().code.shared
        if self.push:
            self.push.pop()
        else:
            self.pop += 1


def is_any(error: BaseException, kinds: tuple[type, ...]) -> bool:
    """Say whether an exception is of one of these kinds; ``isinstance`` could ask the exception."""
    return any(safe.is_kind(type(error), kind) for kind in kinds)


def body_namespace(frame: FrameType) -> Any:
    """Return what holds the variables of a module or class body, as its frame begins.

    Later its ``f_locals`` are not to be touched: while a comprehension runs in the
    body, 3.12 spoils the program's variables by it, and 3.13 shows only the
    comprehension's.
    """
    return frame.f_globals if frame.f_code.co_name == "<module>" else frame.f_locals
