"""The mutable objects of a run: their ids, what they hold, and what changed.

An object gets the next id when it is first met and is held to the end, so an id
never means two objects. Its content is a flat row of items (format: docs/
trace-format.md, "Object kinds"); a change is one splice of that row. Items are
compared by identity alone, never with ``==``, which could run user code.
"""

from __future__ import annotations

import builtins
import collections
import errno
import types
from collections import deque
from collections.abc import Callable, Iterable
from itertools import islice
from operator import is_
from typing import Any

from site_runtime.recorder import safe
from site_runtime.recorder.limits import Limits
from site_runtime.recorder.values import Values, text_of

Content = tuple[list[Any], int]
Read = Callable[[Any], Content]
Rows = list[tuple[int, str]]
"""Number of an object and its row in a step's ``heap``."""

_PAIRED = ("dict", "instance", "class", "exception")
"""Kinds whose cells alternate key and value."""

_BUILTINS = vars(builtins)
"""It stands in every namespace that ``exec`` fills; versions and runtimes differ in it."""
_HIDDEN = {
    "_abc_impl",
    "_is_protocol",
    "_is_runtime_protocol",
    "_fields",
    "_field_defaults",
}
_METHODS = (
    types.FunctionType,
    classmethod,
    staticmethod,
    property,
    types.MemberDescriptorType,
    types.GetSetDescriptorType,
)


class Entry:
    """One object: its number, how to read it, and its content when last read."""

    __slots__ = (
        "cells",
        "chunk",
        "epoch",
        "items",
        "kids",
        "kind",
        "more",
        "name",
        "number",
        "obj",
        "read",
    )

    def __init__(self, number: int, obj: Any, kind: str, name: str, read: Read):
        self.number = number
        self.obj = obj
        self.kind = kind
        self.name = name
        self.read = read
        self.items: list[Any] = []
        self.cells: list[str] = []
        self.kids: list[tuple[Entry, ...]] = []
        self.more = 0
        self.epoch = 0
        self.chunk = -1

    def whole(self) -> str:
        """Return the ``heap`` row that gives the whole content."""
        head = f'[{self.number},"{self.kind}",{self.name},{self.more}'
        return ",".join([head, *self.cells]) + "]"

    def empty(self) -> bool:
        """Drop the content but for its size; say whether there was any."""
        dotted = self.kind.endswith(".")
        count = len(self.cells) - dotted
        self.more += count // 2 if self.kind.rstrip(".") in _PAIRED else count
        self.items, self.cells, self.kids = ([None], ["null"], [()]) if dotted else ([], [], [])
        return count > 0


class Heap:
    """Knows every object met; ``walk`` reads those reachable and says what changed."""

    def __init__(
        self,
        limits: Limits,
        own_module: Callable[[object], bool],
        relative: Callable[[str], str],
    ) -> None:
        self.limits = limits
        self.values = Values(limits, self.ref, own_module, relative)
        self.entries: dict[int, Entry] = {}
        self.found: list[Entry] = []
        self.kinds: dict[int, tuple[str, str, Read]] = {}
        self.epoch = 0
        self.chunk = 0
        self.queue: list[Entry] = []
        self.beyond: list[Entry] = []
        self.visited = 0
        self.full = False
        self.hidden_defaults = False

    # Encoding, with the objects that a value refers to.

    def encode(self, value: Any) -> tuple[str, tuple[Entry, ...]]:
        """Return the value's text and the entries that it refers to directly."""
        self.found = []
        text = self.values.encode(value)
        return text, tuple(self.found)

    def ref(self, obj: Any) -> str:
        """Return ``[id]``, giving the object an id when it has none yet."""
        entry = self.entries.get(id(obj))
        if entry is None:
            if obj is _BUILTINS:
                return '["module","builtins"]'
            entry = self.entries[id(obj)] = self.new(obj)
        self.found.append(entry)
        return f"[{entry.number}]"

    def new(self, obj: Any) -> Entry:
        """Make the entry of an object that is met for the first time."""
        known = self.kinds.get(id(type(obj)))
        if known is None:
            known = self.kinds[id(type(obj))] = self.describe(type(obj))
        kind, name, read = known
        if kind == "class":
            name = text_of(safe.type_qualname(obj))
        return Entry(len(self.entries) + 1, obj, kind, name, read)

    def describe(self, cls: type) -> tuple[str, str, Read]:
        """Return kind, name and reader for the direct instances of ``cls``."""
        kind, read = self.reader(cls)
        if safe.is_kind(cls, collections.defaultdict):
            self.hidden_defaults = True
        return kind, text_of(safe.type_qualname(cls)), read

    # Reading. One rule a kind of type, the first that fits.

    def reader(self, cls: type) -> tuple[str, Read]:
        """Return the kind and the reader for direct instances of ``cls``."""
        for base, kind, read in self.readers():
            if cls is base:
                return kind, read
            if safe.is_kind(cls, base):
                return self.subclass(kind, read)
        return "instance", self.instance

    def readers(self) -> Iterable[tuple[type, str, Read]]:
        """The built-in kinds, a derived one before its base."""
        yield type, "class", self.class_attributes
        yield BaseException, "exception", self.exception
        yield list, "list", self.sequence(list)
        yield deque, "deque", self.sequence(deque)
        yield collections.OrderedDict, "dict", self.ordered
        yield collections.defaultdict, "dict", self.mapping
        yield collections.Counter, "dict", self.mapping
        yield dict, "dict", self.mapping
        yield set, "set", self.members
        yield bytearray, "bytearray", self.buffer

    def subclass(self, kind: str, read: Read) -> tuple[str, Read]:
        """A subclass of a container carries its own attributes as a first cell."""
        if kind in ("class", "exception"):
            return kind, read

        def with_attributes(obj: Any) -> Content:
            items, more = read(obj)
            return [safe.attributes(obj), *items], more

        return f"{kind}.", with_attributes

    def sequence(self, base: Any) -> Read:
        """Reader of a list or deque: its first items."""
        iterate, size = base.__iter__, base.__len__

        def read(obj: Any) -> Content:
            items = [*islice(iterate(obj), self.limits.items)]
            return items, size(obj) - len(items)

        return read

    def mapping(self, obj: Any) -> Content:
        """Read a dict: key, value, key, value …"""
        shown = islice(dict.items(obj), self.limits.items)
        items = [part for pair in shown for part in pair]
        return items, dict.__len__(obj) - len(items) // 2

    def ordered(self, obj: Any) -> Content:
        """Read an OrderedDict, whose order is not the underlying dict's.

        That order is kept by the keys' hashes: it is left unread when any of them
        would run a program's code.
        """
        if not all(map(_hashes_alone, dict.__iter__(obj))):
            return self.mapping(obj)
        keys = [*islice(collections.OrderedDict.__iter__(obj), self.limits.items)]
        items = [part for key in keys for part in (key, dict.__getitem__(obj, key))]
        return items, dict.__len__(obj) - len(keys)

    def members(self, obj: Any) -> Content:
        """Read a set in its fixed order."""
        ordered = self.values.in_order(set.__iter__(obj), set.__len__(obj))
        items = [member for _, member in ordered[: self.limits.items]]
        return items, set.__len__(obj) - len(items)

    def buffer(self, obj: Any) -> Content:
        """Read a bytearray: one cell with its bytes."""
        return [bytes(bytearray.__getitem__(obj, slice(None)))], 0

    def instance(self, obj: Any) -> Content:
        """Read an instance: its stored attributes, then its slots."""
        stored = safe.attributes(obj)
        items, more = ([], 0) if stored is None else self.mapping(stored)
        return items + safe.slot_values(obj), more

    def exception(self, obj: Any) -> Content:
        """Read an exception: its args, an OSError's errno by name, its attributes."""
        items, more = self.instance(obj)
        if safe.is_kind(type(obj), OSError) and type(safe.os_errno(obj)) is int:
            shown = ["errno", errno.errorcode.get(safe.os_errno(obj)), "filename"]
            return [*shown, safe.os_filename(obj), *items], more
        return ["args", safe.exception_args(obj), *items], more

    def class_attributes(self, obj: Any) -> Content:
        """Read a class: its data attributes, without what the compiler added."""
        items: list[Any] = []
        for name, value in safe.type_vars(obj).items():
            if type(name) is not str or name in _HIDDEN:
                continue
            if not (_is_special(name) or safe.is_one_of(type(value), _METHODS)):
                items += (name, value)
        shown = 2 * self.limits.items
        return items[:shown], (len(items) - len(items[:shown])) // 2

    # Walking.

    def walk(self, first: Iterable[Entry], then: Iterable[Entry]) -> list[str]:
        """Read all in reach: what ``first`` leads to, nearest first, then the same of ``then``.

        Returns the ``heap`` rows. At most ``limits.objects`` are read; ``full`` then says
        that something was left out, and what is just beyond shows no content.
        """
        rows: Rows = []
        self.read_all(first, then, rows)
        return _texts(rows)

    def look(self, first: list[Entry], then: Iterable[Entry]) -> list[str]:
        """Read what ``first`` leads to, in addition to what was read: nothing else has changed.

        Only the count can be too high by what is no longer in reach, so all are read
        again before anything is left out.
        """
        rows: Rows = []
        self.begin()
        self.read(first, rows)
        if self.full:
            self.read_all(first, then, rows)
        return _texts(rows)

    def read_all(self, first: Iterable[Entry], then: Iterable[Entry], rows: Rows) -> None:
        """Read all in reach, counting anew."""
        self.visited = 0
        self.full = False
        self.begin()
        self.read(first, rows)
        self.read(then, rows)
        if self.full:
            self.fade(rows)

    def begin(self) -> None:
        """Begin a walk: no entry has been seen."""
        self.epoch += 1
        self.queue = []
        self.beyond = []

    def read(self, starts: Iterable[Entry], rows: Rows) -> None:
        """Read what ``starts`` lead to, in the order of their distance."""
        queue: list[Entry] = []
        self.enter(starts, queue)
        for entry in queue:
            row = self.refresh(entry)
            if row is not None:
                rows.append((entry.number, row))
            for kids in entry.kids:
                if kids:
                    self.enter(kids, queue)
        self.queue += queue

    def enter(self, entries: Iterable[Entry], queue: list[Entry]) -> None:
        """Put entries not yet seen in this walk on the queue, up to the limit."""
        for entry in entries:
            if entry.epoch == self.epoch:
                continue
            if self.visited >= self.limits.objects:
                self.full = True
                self.beyond.append(entry)
                continue
            entry.epoch = self.epoch
            self.visited += 1
            queue.append(entry)

    def fade(self, rows: Rows) -> None:
        """Take the content off objects beyond the limit that were told of: it may be out of date."""
        self.beyond = [*{entry.number: entry for entry in self.beyond if entry.chunk >= 0}.values()]
        for entry in self.beyond:
            if entry.empty() or entry.chunk != self.chunk:
                entry.chunk = self.chunk
                rows.append((entry.number, entry.whole()))

    def refresh(self, entry: Entry) -> str | None:
        """Read one object again; return its row when the reader must be told."""
        items, more = entry.read(entry.obj)
        old = entry.items
        row = None
        if more != entry.more or len(items) != len(old) or not all(map(is_, items, old)):
            row = self.splice(entry, items, more)
        if entry.chunk == self.chunk:
            return row
        entry.chunk = self.chunk
        return entry.whole()

    def splice(self, entry: Entry, items: list[Any], more: int) -> str | None:
        """Take over new items; return the row that turns the old cells into theirs."""
        start, stop_old, stop_new = _differing(entry.items, items, is_)
        cells: list[str] = []
        kids: list[tuple[Entry, ...]] = []
        for item in items[start:stop_new]:
            text, refs = self.encode(item)
            cells.append(text)
            kids.append(refs)
        replaced = entry.cells[start:stop_old]
        entry.cells[start:stop_old] = cells
        entry.kids[start:stop_old] = kids
        entry.items = items
        same_more, entry.more = more == entry.more, more
        first, last_old, last_new = _differing(replaced, cells, str.__eq__)
        if same_more and first == last_old == last_new:
            return None
        head = f"[{entry.number},{start + first},{last_old - first},{more}"
        return ",".join([head, *cells[first:last_new]]) + "]"

    def open_chunk(self) -> list[str]:
        """Start a chunk: return the whole rows of all that the last walk met, by id.

        What they do not hold is given whole again when it is next reached.
        """
        self.chunk += 1
        shown = sorted([*self.queue, *self.beyond], key=_number)
        for entry in shown:
            entry.chunk = self.chunk
        return [entry.whole() for entry in shown]


def _number(entry: Entry) -> int:
    return entry.number


def _texts(rows: Rows) -> list[str]:
    rows.sort()
    return [row for _, row in rows]


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


_ATOMS = (str, int, float, bool, bytes, type(None))


def _hashes_alone(key: Any) -> bool:
    """Say whether hashing and comparing a key surely runs no code of the program."""
    if type(key) is tuple:
        return all(map(_hashes_alone, key))
    return safe.is_one_of(type(key), _ATOMS)


def _differing(old: list[Any], new: list[Any], same: Callable[[Any, Any], bool]) -> tuple[int, int, int]:
    """Return (start, end in old, end in new) of the part that differs."""
    shorter = min(len(old), len(new))
    start = 0
    while start < shorter and same(old[start], new[start]):
        start += 1
    tail = 0
    while tail < shorter - start and same(old[-1 - tail], new[-1 - tail]):
        tail += 1
    return start, len(old) - tail, len(new) - tail
