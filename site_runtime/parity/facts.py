"""Everything that a trace says at one position, as facts: a readable name and a readable value each.

Two positions say the same exactly when their facts are equal, in order. Objects are named by the way they are reached
(``state["req-1"]["status"]``), so that a difference is named as a reader would name it, and an alias is a fact of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from site_runtime.trace import Frame, HeapObject, State

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
        yield Fact("value", name, f"{found.kind} {found.type}, {found.more} more")
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
        for key, value in zip(keys, values):
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
