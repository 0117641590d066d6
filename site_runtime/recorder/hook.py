"""The trace function: turns the events of ``sys.settrace`` into steps.

Contract: docs/recorder.md. Format of a step: docs/trace-format.md.

Invariants
- What an event belongs to is told by follow.py.
- What a step tells is taken over (``values``, ``items``, ``push`` …) before the step is
  written; ``unsaid`` keeps what belongs to the stack, in case writing it fails.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import FrameType
from typing import Any

from site_runtime.recorder import safe
from site_runtime.recorder.code import COMPILER_NAMES, INPLACE, QUIET, READS_ITEM, UNKNOWN, Code
from site_runtime.recorder.follow import Activation, Follower, Recognise, TraceFunction, is_any
from site_runtime.recorder.heap import Entry, Heap
from site_runtime.recorder.limits import Limits
from site_runtime.recorder.stop import Ending, Stopped
from site_runtime.recorder.values import UNBOUND, text_of
from site_runtime.recorder.watch import Files, Watch, file_rows, read_folders
from site_runtime.recorder.watchdog import Watchdog
from site_runtime.recorder.writer import Writer

_exc_info = sys.exc_info

_MISSING = object()
_PLAIN = (int, str, bool, float, type(None), bytes, complex)
_PROTOCOL = (StopIteration, StopAsyncIteration, GeneratorExit)
"""Raised to end an iteration; versions differ in whether they announce it."""

SMALL = 2**53
"""Integers below it are written by ``str`` (docs/trace-format.md, "Values")."""

GROWN = 32
"""A string this long that grew at its end is told by what was appended."""


class Tracer(Follower):
    """Records one run: ``start``, the program, ``finish``.

    ``digest`` gives the SHA-256 of a source by its label; with ``careful`` everything is
    looked at after every line.
    """

    def __init__(
        self,
        recognise: Recognise,
        digest: Callable[[str], str],
        heap: Heap,
        watch: Watch,
        output: Any,
        writer: Writer,
        limits: Limits,
        ending: Ending,
        watchdog: Watchdog,
        careful: bool = False,
    ) -> None:
        super().__init__(recognise, ending, watchdog)
        self.digest = digest
        self.heap = heap
        self.watch = watch
        self.output = output
        self.writer = writer
        self.limits = limits
        self.always = careful
        self.unsaid = (-1, 0, self.push)
        self.due = writer.room(limits.steps)
        self.room = self.sooner()
        self.opening = False
        self.runner: Activation | None = None
        self.roots: list[Any] = [_MISSING] * len(watch.objects)
        self.root_texts: list[str] = ["null"] * len(watch.objects)
        self.root_refs: list[tuple[Entry, ...]] = [()] * len(watch.objects)
        self.lock = "null"
        self.files: Files = {}
        self.focus = 0
        self.hook = make_local(self)
        self.watching = bool(watch.objects or watch.folders or watch.lock)

    def finish(self) -> None:
        """End, after the program has: add the end position."""
        self.over()
        self.loud = True
        if self.stopped not in ("recorder", "tracing"):
            self.guarded_end()
        else:
            self.writer.add(self.step("0", self.bare_extras()))
        self.writer.flush()

    def guarded_end(self) -> None:
        """Add the end position; if even that fails, a bare one."""
        try:
            self.writer.add(self.step("0", self.extras([])))
        except Exception as fault:
            self.stopped, self.fault = "recorder", fault
            self.take_back()
            self.writer.add(self.step("0", self.bare_extras()))

    def bare_extras(self) -> list[str]:
        """The stack's own changes and output only: reads no object."""
        extras = self.stack_extras()
        self.add_output(extras)
        return extras

    def row(self, code: Code) -> str:
        """Return what a step's ``push`` holds for a new activation."""
        return f"[{self.writer.code(code, self.digest(code.file))}]"

    def take_back(self) -> None:
        """Keep what the step that could not be written would have told of the stack."""
        position, pop, push = self.unsaid
        if position == self.writer.position:
            self.pop, self.push = pop, push

    # Steps.

    def told(self, direct: list[Entry], top: Activation) -> str:
        """Return the extras of a line's step; called unless there can be none."""
        if self.loud or self.is_loud(top):
            extras = self.extras(direct) if self.opening or self.anything() else []
        else:
            extras = self.found(direct)
        self.loud = self.heap.full or self.always
        if self.opening:
            self.opening = False
            self.writer.begin(self.key())
            self.due = self.writer.room(self.limits.steps)
            self.room = self.sooner()
        return f",{{{','.join(extras)}}}" if extras else ""

    def crowded(self) -> None:
        """There was room for so many steps: a look at the limits, more room, a new chunk, or the end."""
        if self.writer.position >= self.limits.steps:
            self.stop("steps")
        if self.writer.size > self.limits.trace:
            self.stop("memory")
        self.watchdog.look()
        self.writer.tell_tail(self.watchdog.now)
        if len(self.writer.steps) >= self.due:
            if self.writer.full():
                self.opening = self.loud = True
                return
            self.due = self.writer.room(self.limits.steps)
        self.room = self.sooner()

    def sooner(self) -> int:
        """Return at how many steps of this chunk the limits are looked at next."""
        return self.watchdog.next_look(len(self.writer.steps), self.writer.position, self.due)

    def anything(self) -> bool:
        """Say whether ``extras`` could find something at all."""
        return bool(
            self.push
            or self.heap.entries
            or self.watching
            or self.output.fresh
            or self.sharing
            or self.pop
            or self.stack[-1].error
        )

    def last(self, frame: FrameType, how: str, value: Any) -> None:
        """The one snapshot in which an activation ends."""
        top = self.stack[-1]
        direct: list[Entry] = []
        changed = self.variables(top, direct)
        text, refs = self.heap.encode(value)
        extras = self.extras([*direct, *refs])
        extras.append(f'"{how}":{text}')
        self.writer.add(self.step(f"{frame.f_lineno}{changed}", extras))
        self.stack.pop()
        self.sharing -= top.code.shared
        self.runner = self.stack[-1] if self.stack else None
        if top.code.focus:
            self.focus += 1
        if len(self.writer.steps) >= self.room:
            self.crowded()

    def step(self, head: str, extras: list[str]) -> str:
        """Return one step from its numbers and its extras."""
        return f"[{head},{{{','.join(extras)}}}]" if extras else f"[{head}]"

    def is_loud(self, top: Activation) -> bool:
        """Say whether the line that ran since the last step may have changed objects."""
        if self.kind == READS_ITEM:
            return self.heap.hidden_defaults
        if self.kind != INPLACE:
            return self.kind != QUIET
        written = map(top.values.get, top.written or ())
        return any(type(value) not in _PLAIN for value in written)

    # Variables.

    def variables(self, activation: Activation, direct: list[Entry]) -> str:
        """Take over changed variables; return them as step text.

        The objects that they refer to are added to ``direct``.
        """
        code = activation.code
        current = body_variables(activation.namespace) if code.body else activation.frame.f_locals
        hidden = code.hidden.get(activation.frame.f_lasti, ()) if code.hidden else ()
        values = activation.values
        changed = [
            pair for pair in current.items() if type(pair[0]) is str and values.get(pair[0], _MISSING) is not pair[1]
        ]
        if changed:
            changed = code.arranged([pair for pair in changed if pair[0] not in hidden])
        text = "".join([self.assign(activation, *pair, direct) for pair in changed])
        if len(current) != len(values):
            text += self.vanished(activation, current, hidden)
        return text

    def assign(self, activation: Activation, name: str, value: Any, direct: list[Entry]) -> str:
        """Take over one variable; return ``,name,value``, or nothing if not shown."""
        before = activation.values.get(name)
        activation.values[name] = value
        if activation.code.body and name in COMPILER_NAMES:
            return ""
        text, refs = self.heap.encode(value)
        if refs:
            activation.refs[name] = refs
            direct += refs
        elif activation.refs:
            activation.refs.pop(name, None)
        known = activation.texts.get(name)
        if known == text:
            return ""
        activation.texts[name] = text
        if type(value) is str and type(before) is str and len(before) >= GROWN:
            text = self.grown(known, text)
        return f",{self.writer.name(name)},{text}"

    def grown(self, before: str | None, text: str) -> str:
        """Return ``["+", …]`` when one JSON string continues another."""
        if before and text[0] == '"' == before[0] and text.startswith(before[:-1]):
            return f'["+","{text[len(before) - 1 :]}]'
        return text

    def vanished(self, activation: Activation, current: Any, hidden: Iterable[str]) -> str:
        """Take over names that are unbound now; return them as step text."""
        present = {name for name in current if type(name) is str}.union(hidden)
        gone = [name for name in activation.values if name not in present]
        text = ""
        for name in gone:
            del activation.values[name]
            activation.refs.pop(name, None)
            if activation.texts.pop(name, None) is not None:
                text += f",{self.writer.name(name)},{UNBOUND}"
        return text

    # What else a step tells.

    def extras(self, direct: list[Entry]) -> list[str]:
        """Look at everything; return the extras of a step, in the format's order."""
        extras = self.stack_extras()
        self.add_others(extras, direct)
        roots = self.changed_roots()
        error, refs = self.handled()
        if self.heap.entries:
            rows = self.heap.walk([*direct, *refs], self.reachable())
            if rows:
                extras.append(f'"heap":[{",".join(rows)}]')
        if roots:
            extras.append(f'"roots":[{",".join(roots)}]')
        if self.watching:
            self.add_watched(extras)
        self.add_output(extras)
        return extras + error

    def found(self, direct: list[Entry]) -> list[str]:
        """Extras after a quiet line: what newly assigned variables refer to."""
        rows = self.heap.look(direct, self.reachable())
        return [f'"heap":[{",".join(rows)}]'] if rows else []

    def reachable(self) -> Iterator[Entry]:
        """The objects that the stack (top first) and the roots refer to directly."""
        for activation in reversed(self.stack):
            for refs in activation.refs.values():
                yield from refs
        for refs in self.root_refs:
            yield from refs

    def stack_extras(self) -> list[str]:
        """``pop`` and ``push`` since the last step."""
        extras = []
        if self.pop:
            extras.append(f'"pop":{self.pop}')
        if self.push:
            extras.append(f'"push":[{",".join(self.push)}]')
        self.unsaid = self.writer.position, self.pop, self.push
        self.pop, self.push = 0, []
        return extras

    def add_others(self, extras: list[str], direct: list[Entry]) -> None:
        """``up``: variables of other activations that may change while they wait."""
        rows = []
        for activation in self.stack[:-1]:
            if activation.code.shared:
                text = self.variables(activation, direct)
                if text:
                    rows.append(f"[{activation.number}{text}]")
        if rows:
            extras.append(f'"up":[{",".join(rows)}]')

    def changed_roots(self) -> list[str]:
        """Rebound watched names, as index, value, index, value …"""
        changed: list[str] = []
        for index, name in enumerate(self.watch.objects):
            value = self.watch.namespace.get(name)
            if value is not self.roots[index]:
                self.roots[index] = value
                text, self.root_refs[index] = self.heap.encode(value)
                self.root_texts[index] = text
                changed += (str(index), text)
        return changed

    def add_watched(self, extras: list[str]) -> None:
        """``lock`` and ``files``."""
        if self.watch.lock:
            lock = self.lock_holder() if self.watch.lock_held() else "null"
            if lock != self.lock:
                extras.append(f'"lock":{lock}')
                self.lock = lock
        if self.watch.folders:
            files = read_folders(self.watch.folders)
            if files != self.files:
                extras.append(f'"files":[{",".join(file_rows(self.files, files))}]')
                self.files = files

    def lock_holder(self) -> str:
        """The activation that took the lock: the one whose line ran since last seen."""
        if self.lock != "null":
            return self.lock
        return "-1" if self.runner is None else str(self.runner.number)

    def add_output(self, extras: list[str]) -> None:
        """``out``: what was printed since the last step."""
        text = self.output.take()
        if text:
            extras.append(f'"out":{text_of(text)}')

    def handled(self) -> tuple[list[str], tuple[Entry, ...]]:
        """``err``: an exception that this activation is handling now."""
        error = self.stack[-1].error if self.stack else None
        if error is None:
            return [], ()
        self.stack[-1].error = None
        if is_any(error, _PROTOCOL):
            return [], ()
        text, refs = self.heap.encode(error)
        return [f'"err":{text}'], refs

    # Keys.

    def key(self) -> str:
        """Return the full state at this position; a walk must just have been made."""
        activations = [*self.stack, *self.suspended.values()]
        activations.sort(key=lambda activation: activation.number)
        return (
            f'{{"stack":[{",".join(str(a.number) for a in self.stack)}],'
            f'"acts":[{",".join(map(self.key_row, activations))}],'
            f'"heap":[{",".join(self.heap.open_chunk())}],'
            f'"roots":[{",".join(self.root_texts)}],'
            f'"lock":{self.lock},'
            f'"files":[{",".join(file_rows({}, self.files))}]}}'
        )

    def key_row(self, activation: Activation) -> str:
        """Return one activation with all its variables."""
        cells = [str(activation.number), str(activation.code.index)]
        cells.append(str(activation.line))
        for name, text in activation.texts.items():
            cells += (self.writer.name(name), text)
        return f"[{','.join(cells)}]"


def make_local(tracer: Tracer) -> TraceFunction:  # noqa: C901 - see below
    """Return the local trace function of every recorded frame.

    A line event runs for each line of the program, so its common case stands here in
    one piece (a function call a line would cost a third more): a quiet line that
    assigned a few variables.
    """
    stack, steps, rest = tracer.stack, tracer.writer.steps, tracer.rest
    index, assign, variables = tracer.writer.names, tracer.assign, tracer.variables

    def local(frame: FrameType, event: str, arg: Any) -> Any:  # noqa: C901
        if event != "line":
            return rest(frame, event, arg)
        try:
            top = stack[-1]
            line = frame.f_lineno
            if top.seen:
                if top.code.is_cleanup(frame.f_lasti, line == top.line):
                    return local
                top.handling = top.error or _exc_info()[1]
            top.line = line
            direct: list[Entry] = []
            text = ""
            if tracer.loud or top.written is None:
                text = variables(top, direct)
            elif top.written:
                current = frame.f_locals if top.namespace is None else top.namespace
                values, texts = top.values, top.texts
                for name in top.written:
                    value = current.get(name, tracer)
                    if values.get(name, tracer) is value:
                        continue
                    if type(value) is int and name in texts and name not in top.refs:
                        values[name] = value
                        shown = str(value) if -SMALL < value < SMALL else encode(value)
                        if texts[name] != shown:
                            texts[name] = shown
                            text += f",{index[name]},{shown}"
                    elif value is not tracer:
                        text += assign(top, name, value, direct)
            if tracer.kind or tracer.loud or direct:
                text += tracer.told(direct, top)
            tracer.kind, top.written = top.plans.get(line, unknown)
            tracer.runner = top
            if top.focus:
                tracer.focus += 1
            steps.append(f"[{line}{text}]")
            if len(steps) >= tracer.room:
                tracer.crowded()
            return local
        except Stopped:
            raise
        except Exception as fault:
            return tracer.fail(fault)

    encode, unknown = tracer.heap.values.integer, UNKNOWN
    return local


def body_variables(found: Any) -> Mapping[str, Any]:
    """Return the variables in the namespace of a body, read by dict's own methods.

    That of a class body may be of any class; nothing is known of one that is no dict.
    """
    if type(found) is dict:
        return found
    return dict(dict.items(found)) if safe.is_kind(type(found), dict) else {}
