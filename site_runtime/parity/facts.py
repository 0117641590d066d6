"""Everything that a trace says at one position, as facts: a readable name and a readable value each.

Two positions say the same exactly when their facts are equal, in order. Objects are named by the way they are
reached (``state["req-1"]["status"]``), so that a difference is named as a reader would name it, and an alias is a fact
of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from site_runtime.trace import ABSENT, HeapObject, State

NOTHING = "(nothing)"
"""How an absent fact shows."""

PAIRED = ("dict", "instance", "class", "exception")
"""Object kinds whose cells alternate name (or key) and value."""


@dataclass(frozen=True)
class Fact:
    """`aspect` is what a difference here is a difference in; `items` are a container's, in its order."""

    aspect: str
    name: str
    value: str
    items: tuple[str, ...] = ()


def shown(value: Any) -> str:
    """Return a trace's value as it stands in the trace."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class _Walk:
    """Names objects by the first way that reaches them."""

    def __init__(self, heap: dict[int, HeapObject]) -> None:
        self.heap = heap
        self.names: dict[int, str] = {}

    def of(self, name: str, value: Any) -> Iterator[Fact]:
        """Yield the facts about a value and whatever it leads to."""
        if not isinstance(value, list):
            yield Fact("value", name, shown(value))
        elif len(value) == 1 and isinstance(value[0], int):
            yield from self._reference(name, value[0])
        else:
            yield from self._immutable(name, value)

    def _reference(self, name: str, number: int) -> Iterator[Fact]:
        if number in self.names:
            yield Fact("value", name, f"the same object as {self.names[number]}")
        elif number not in self.heap:
            yield Fact("value", name, "an object beyond the limit")
        else:
            self.names[number] = name
            yield from self._object(name, self.heap[number])

    def _object(self, name: str, found: HeapObject) -> Iterator[Fact]:
        yield Fact("value", f"kind of {name}", f"{found.kind} {found.type}, {found.more} more")
        cells = list(found.cells)
        if found.kind.endswith("."):
            yield from self.of(f"{name}.__dict__", cells.pop(0))
        if found.kind.rstrip(".") in PAIRED:
            yield from self._pairs(name, found.kind, cells)
        else:
            yield from self._items(name, cells)

    def _pairs(self, name: str, kind: str, cells: list[Any]) -> Iterator[Fact]:
        keys, values = cells[::2], cells[1::2]
        yield Fact("value", name, shown(keys), tuple(map(shown, keys)))
        for key, value in zip(keys, values, strict=False):
            way = f"[{shown(key)}]" if kind.startswith("dict") else f".{key}"
            yield from self.of(name + way, value)

    def _items(self, name: str, cells: list[Any]) -> Iterator[Fact]:
        plain = [cell if not isinstance(cell, list) else "…" for cell in cells]
        yield Fact("value", name, shown(plain), tuple(map(shown, plain)))
        for index, cell in enumerate(cells):
            yield from self.of(f"{name}[{index}]", cell)

    def _immutable(self, name: str, value: list[Any]) -> Iterator[Fact]:
        yield Fact("value", name, shown([part for part in value if not isinstance(part, list)]))
        for index, part in enumerate(value):
            if isinstance(part, list):
                yield from self.of(f"{name}[{index - 2 if value[0] in ('tuple', 'frozenset') else index}]", part)


def place_of(state: State) -> str:
    """Return where a position stands, such as "protocol.py:41 open_request"."""
    if state.kind == "end":
        return "the end"
    top = state.stack[-1]
    return f"{top.file}:{state.line} {top.function}"


def facts(state: State) -> Iterator[Fact]:
    """Yield the facts of a position, what tells most first: where it stands, its variables, then all the rest."""
    yield Fact("line", "step", f"{place_of(state)}, {state.kind}")
    yield Fact("line", "stack", " > ".join(f"{frame.function} #{frame.activation}" for frame in state.stack))
    walk = _Walk(state.heap)
    for frame in reversed(state.stack):
        prefix = "" if frame is state.stack[-1] else f"{frame.function} #{frame.activation}: "
        for name in sorted(frame.locals):
            yield from walk.of(prefix + name, frame.locals[name])
    for name, value in state.roots.items():
        yield from walk.of(f"watched {name}", value)
    for name in ("result", "exception", "error"):
        yield from _ending(walk, name, state)
    yield Fact("value", "the lock", shown(state.lock))
    yield Fact("output", "output", shown(state.output))
    for path in sorted(state.files):
        yield Fact("file", path, shown(state.files[path]))


def _ending(walk: _Walk, name: str, state: State) -> Iterator[Fact]:
    if getattr(state, name) is not ABSENT:
        yield from walk.of(f"the {name}", getattr(state, name))


def end_facts(trace: str) -> Iterator[Fact]:
    """Yield the facts of a trace's last line: what the whole run left, and how many snapshots there are."""
    end = json.loads(trace.rstrip("\n").rpartition("\n")[2])["end"]
    for name in ("output", "exception"):
        yield Fact(name, name, shown(end[name]))
    for path, *content in end["files"]:
        yield Fact("file", path, shown(content))
    for name in ("stopped", "snapshots", "focus"):
        yield Fact("value", name, shown(end[name]))


def unequal(left: list[Fact], right: list[Fact]) -> Iterator[tuple[Fact, Fact]]:
    """Yield the facts of one name that differ, in the order of `left`, then those that only `right` has."""
    theirs = {(fact.aspect, fact.name): fact for fact in right}
    for fact in left:
        other = theirs.pop((fact.aspect, fact.name), Fact(fact.aspect, fact.name, NOTHING))
        if other != fact:
            yield fact, other
    for fact in theirs.values():
        yield Fact(fact.aspect, fact.name, NOTHING), fact
