"""Every position of a trace as a full state, by applying one step after the other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Literal

Value = Any
"""A value as it stands in the trace: None, bool, int, str, or a list whose head tells."""

UNBOUND = ["-"]
"""In a pair: the name has no value any more."""


class TraceError(ValueError):
    """A trace that cannot be read; the message begins with its line."""


class _Absent(Enum):
    ABSENT = "absent"


ABSENT: Literal[_Absent.ABSENT] = _Absent.ABSENT
"""No value at all, where None would be Python's ``None``."""


@dataclass
class Frame:
    """One activation on the stack; ``locals`` in the order in which they were first told."""

    activation: int
    file: str
    function: str
    first: int
    focus: bool
    line: int = 0
    locals: dict[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class HeapObject:
    """One object: ``cells`` as in the trace, ``more`` items that are not shown. Never changed, only replaced."""

    kind: str
    type: str
    more: int
    cells: list[Value]


@dataclass
class State:
    """One position. ``stack`` has the outermost frame first; ``kind`` is "line", "returned", "raised" or "end".

    ``result``, ``exception`` and ``error`` are the step's ``ret``, ``exc`` and ``err``, or ABSENT; a file that is no
    UTF-8 text is ``{"bytes": literal}``.
    """

    position: int
    kind: str
    line: int
    stack: list[Frame]
    heap: dict[int, HeapObject]
    roots: dict[str, Value]
    lock: int | None
    files: dict[str, str | dict[str, str]]
    output: str
    result: Value = ABSENT
    exception: Value = ABSENT
    error: Value = ABSENT


def positions(text: str, from_keys: bool = False) -> Iterator[State]:
    """Yield every position in order; raises TraceError where a line is no JSON or does not fit the ones before.

    With ``from_keys`` each chunk starts from its key and not from what the steps before it led to; the states that can
    be seen are the same. A yielded state stays as it is; its values must not be changed.
    """
    lines = text.split("\n")
    if lines.pop() != "" or len(lines) < 3:
        raise TraceError(f"line {len(lines) + 1}: a header, a chunk and an end are needed, each with a line end")
    replay = Replay(_read(lines[0], 1, "trace")["roots"])
    for number, line in enumerate(lines[1:-1], 2):
        chunk = _read(line, number, "steps")
        try:
            yield from replay.chunk(chunk, from_keys)
        except (KeyError, IndexError, TypeError, ValueError, StopIteration) as error:
            raise TraceError(f"line {number}: step {replay.position} does not fit ({error!r})") from error


def _read(line: str, number: int, key: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except json.JSONDecodeError as error:
        raise TraceError(f"line {number}: no JSON ({error})") from error
    if not isinstance(found, dict) or key not in found:
        raise TraceError(f"line {number}: has no {key!r}")
    return found


class Replay:
    """The state so far and the tables; each method applies what the format's key of that name says."""

    def __init__(self, roots: list[str]) -> None:
        self.position = 0
        self.names: list[str] = []
        self.files: list[str] = []
        self.codes: list[list[Any]] = []
        self.frames: dict[int, Frame] = {}
        self.suspended: set[int] = set()
        self.root_names = roots
        self.now = State(-1, "", 0, [], {}, {}, None, {}, "")

    def chunk(self, chunk: dict[str, Any], from_keys: bool) -> Iterator[State]:
        """Yield the chunk's positions."""
        if chunk["at"] != self.position:
            raise ValueError(f"a chunk at {chunk['at']} where {self.position} is next")
        self.names += chunk["names"]
        self.files += [file for file, _ in chunk["files"]]
        self.codes += chunk["codes"]
        for index, step in enumerate(chunk["steps"]):
            self.step(step)
            if index == 0 and from_keys and chunk["key"] is not None:
                self.key(chunk["key"])
            yield self.copy()
            self.position += 1

    def copy(self) -> State:
        """Return the state so that later steps do not change it."""
        now = self.now
        stack = [replace(frame, locals=dict(frame.locals)) for frame in now.stack]
        return replace(now, stack=stack, heap=dict(now.heap), roots=dict(now.roots), files=dict(now.files))

    def step(self, step: list[Any]) -> None:
        """Move to the next position."""
        now = self.now
        if now.kind in ("returned", "raised"):
            now.stack.pop()
        line, *pairs = step
        extra = pairs.pop() if len(pairs) % 2 else {}
        self.extra(extra)
        now.position, now.line, now.kind = self.position, line, "line" if line else "end"
        if line:
            now.stack[-1].line = line
            _bind(now.stack[-1].locals, self.names, pairs)
        for activation, *others in extra.get("up", ()):
            other = next(frame for frame in now.stack if frame.activation == activation)
            _bind(other.locals, self.names, others)
        now.output += extra.get("out", "")
        now.result, now.exception = extra.get("ret", ABSENT), extra.get("exc", ABSENT)
        now.error = extra.get("err", ABSENT)
        if "ret" in extra or "exc" in extra:
            now.kind = "returned" if "ret" in extra else "raised"

    def extra(self, extra: dict[str, Any]) -> None:
        """Apply what stands apart from the variables of the activation on top."""
        now = self.now
        for _ in range(extra.get("pop", 0)):
            self.suspended.add(now.stack.pop().activation)
        for pushed in extra.get("push", ()):
            now.stack.append(self.entered(pushed))
        for row in extra.get("heap", ()):
            self.object(row)
        _bind(now.roots, self.root_names, extra.get("roots", []))
        now.lock = extra.get("lock", now.lock)
        for row in extra.get("files", ()):
            self.file(row)

    def entered(self, pushed: int | list[int]) -> Frame:
        """Return the frame of a suspended activation, or of a new one."""
        if isinstance(pushed, int):
            if pushed not in self.suspended:
                raise ValueError(f"activation {pushed} enters the stack and was not suspended")
            self.suspended.remove(pushed)
            return self.frames[pushed]
        return self.frame(len(self.frames), pushed[0])

    def frame(self, activation: int, code: int) -> Frame:
        """Enter a new activation."""
        file, function, first, focus = self.codes[code]
        found = self.frames[activation] = Frame(activation, self.files[file], function, first, focus)
        return found

    def object(self, row: list[Any]) -> None:
        """Apply a whole content or a splice of cells."""
        number, second, third, more, *cells = row
        if isinstance(second, str):
            self.now.heap[number] = HeapObject(second, third, more, cells)
        else:
            found = self.now.heap[number]
            if second + third > len(found.cells):
                raise ValueError(f"object {number} loses cells that it does not have")
            kept = [*found.cells[:second], *cells, *found.cells[second + third :]]
            self.now.heap[number] = HeapObject(found.kind, found.type, more, kept)

    def file(self, row: list[Any]) -> None:
        """Apply one row of ``files``."""
        path, *content = row
        files = self.now.files
        if not content:
            del files[path]
        elif content[0] == "bytes":
            files[path] = {"bytes": content[1]}
        elif content[0] == 0:
            files[path] = content[1]
        else:
            before = files[path]
            if not isinstance(before, str) or len(before) != content[0]:
                raise ValueError(f"{path} is appended to and has another length")
            files[path] = before + content[1]

    def key(self, key: dict[str, Any]) -> None:
        """Take the state of a key in place of the one that the steps led to."""
        now = self.now
        self.suspended = set()
        for activation, code, line, *pairs in key["acts"]:
            frame = self.frame(activation, code)
            frame.line = line
            _bind(frame.locals, self.names, pairs)
            self.suspended.add(activation)
        now.stack = [self.frames[activation] for activation in key["stack"]]
        self.suspended -= set(key["stack"])
        now.heap = {}
        for row in key["heap"]:
            self.object(row)
        now.roots = {name: value for name, value in zip(self.root_names, key["roots"], strict=True) if value != UNBOUND}
        now.lock = key["lock"]
        now.files = {}
        for row in key["files"]:
            self.file(row)


def _bind(variables: dict[str, Value], names: list[str], pairs: list[Any]) -> None:
    """Apply index, value, index, value …; an index is one into ``names``."""
    for index, value in zip(pairs[::2], pairs[1::2], strict=True):
        name = names[index]
        if value == UNBOUND:
            del variables[name]
        elif isinstance(value, list) and value[0] == "+":
            variables[name] = _longer(variables[name], value[1])
        else:
            variables[name] = value


def _longer(before: Value, text: str) -> str:
    if not isinstance(before, str):
        raise ValueError("a text is appended to what is no string")
    return before + text
