"""The shape of a trace's lines, each by itself: docs/trace-format.md as predicates.

Every function says whether what it is given has the shape that its name tells. What a line refers to is checked by
applying it (replay.py, validate.py). docs/trace-format.schema.json says the same in JSON Schema, as far as it can.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

VERSION = 1
SAFE = 2**53 - 1
DEEPEST = 16
"""Levels of immutable values within each other: the recorder's limit, and what can stand around it."""

HEADER = ("trace", "program", "focus", "roots", "lock", "folders", "limits")
CHUNK = ("at", "files", "codes", "names", "key", "steps")
EXTRA = ("pop", "push", "up", "heap", "roots", "lock", "files", "out", "err", "ret", "exc")
KEY = ("stack", "acts", "heap", "roots", "lock", "files")
END = ("snapshots", "focus", "output", "files", "exception", "stopped")
STOPPED = (None, "steps", "seconds", "output", "memory", "depth", "tracing", "recorder", "stopped", "died")
PAIRED = ("dict", "instance", "class", "exception")
KINDS = (*PAIRED, "list", "deque", "set", "bytearray")

Shape = Callable[[Any], bool]


def is_text(value: Any) -> bool:
    """A string."""
    return isinstance(value, str)


def is_count(value: Any) -> bool:
    """An integer from 0 on."""
    return type(value) is int and 0 <= value <= SAFE


def list_of(shape: Shape) -> Shape:
    """A list whose items all have that shape."""
    return lambda value: isinstance(value, list) and all(map(shape, value))


def some_of(shape: Shape) -> Shape:
    """A list of at least one, whose items all have that shape."""
    return lambda value: bool(value) and list_of(shape)(value)


def row_of(*shapes: Shape) -> Shape:
    """A list with exactly these items."""
    return lambda value: (
        isinstance(value, list)
        and len(value) == len(shapes)
        and all(shape(item) for shape, item in zip(shapes, value, strict=True))
    )


def either(*shapes: Shape) -> Shape:
    """Any of these shapes."""
    return lambda value: any(shape(value) for shape in shapes)


def exactly(*values: Any) -> Shape:
    """One of these values; 1 is not True."""
    return lambda value: any(type(value) is type(one) and value == one for one in values)


def object_with(keys: Sequence[str], shapes: Sequence[Shape], optional: bool = False) -> Shape:
    """An object with these keys in this order; with ``optional`` any of them may be missing, but not all."""

    def fits(value: Any) -> bool:
        if not isinstance(value, dict) or not value:
            return False
        if any(key not in keys for key in value) or not (optional or len(value) == len(keys)):
            return False
        places = [keys.index(key) for key in value]
        in_order = all(a < b for a, b in pairwise(places))
        return in_order and all(shapes[place](value[key]) for place, key in zip(places, value, strict=True))

    return fits


# Values.


def is_value(value: Any, depth: int = 0) -> bool:
    """A Python value. A head this version does not know, followed by one text, is one, too."""
    if value is None or isinstance(value, (bool, str)):
        return True
    if type(value) is int:
        return -SAFE <= value <= SAFE
    if not isinstance(value, list) or not value or depth > DEEPEST:
        return False
    head = value[0]
    if type(head) is int:
        return head > 0 and len(value) == 1
    shape = _HEADS.get(head, _TEXT) if isinstance(head, str) else None
    return shape is not None and shape(value[1:], depth + 1)


def _values(items: list[Any], depth: int) -> bool:
    return all(is_value(item, depth) for item in items)


def _fields(items: list[Any], depth: int) -> bool:
    return len(items) % 2 == 0 and all(map(is_text, items[::2])) and _values(items[1::2], depth)


def _row(*shapes: Shape) -> Callable[[list[Any], int], bool]:
    fits = row_of(*shapes)
    return lambda items, depth: fits(items)


def _int(items: list[Any], depth: int) -> bool:
    return row_of(is_text)(items) or row_of(exactly(""), is_count)(items)


def _container(items: list[Any], depth: int) -> bool:
    return bool(items) and is_count(items[0]) and _values(items[1:], depth)


def _named(items: list[Any], depth: int) -> bool:
    return len(items) > 1 and is_text(items[0]) and is_count(items[1]) and _fields(items[2:], depth)


def _three(items: list[Any], depth: int) -> bool:
    return len(items) == 3 and _values(items, depth)


def _wrapped(items: list[Any], depth: int) -> bool:
    return len(items) == 2 and is_text(items[0]) and is_value(items[1], depth)


def _bytes(items: list[Any], depth: int) -> bool:
    return row_of(is_text)(items) or row_of(is_text, is_count)(items)


_TEXT = _row(is_text)
_HEADS: dict[str, Callable[[list[Any], int], bool]] = {
    "int": _int,
    "str": _row(is_text, is_count),
    "bytes": _bytes,
    "tuple": _container,
    "frozenset": _container,
    "named": _named,
    "range": _three,
    "slice": _three,
    "enum": _wrapped,
    "sub": _wrapped,
    "shown": _row(is_text, is_text),
    "deep": _row(),
    "-": lambda items, depth: False,
    "+": lambda items, depth: False,
}


# Steps.


def is_binding(value: Any) -> bool:
    """What a name gets: a value, nothing any more, or a longer string."""
    return is_value(value) or value == ["-"] or row_of(exactly("+"), is_text)(value)


def are_pairs(items: list[Any]) -> bool:
    """Index, binding, index, binding …"""
    return len(items) % 2 == 0 and all(map(is_count, items[::2])) and all(map(is_binding, items[1::2]))


def is_whole(row: Any) -> bool:
    """An object's whole content: number, kind, type, more, cells."""
    if not isinstance(row, list) or len(row) < 4:
        return False
    number, kind, name, more, *cells = row
    known = is_text(kind) and kind.removesuffix(".") in KINDS
    return known and is_count(number) and number > 0 and is_text(name) and is_count(more) and _values(cells, 0)


def is_splice(row: Any) -> bool:
    """A change of an object's cells: number, start, deleted, more, cells."""
    return isinstance(row, list) and len(row) >= 4 and all(map(is_count, row[:4])) and _values(row[4:], 0)


def is_file(row: Any) -> bool:
    """A file's whole content."""
    return row_of(is_text, exactly(0, "bytes"), is_text)(row)


def is_file_change(row: Any) -> bool:
    """A file that is gone, changed, or another."""
    return row_of(is_text)(row) or row_of(is_text, either(is_count, exactly("bytes")), is_text)(row)


def is_other(row: Any) -> bool:
    """Changed variables of another activation."""
    return isinstance(row, list) and len(row) > 1 and is_count(row[0]) and are_pairs(row[1:])


is_lock = either(exactly(None, -1), is_count)

_is_extra = object_with(
    EXTRA,
    (
        lambda value: is_count(value) and value > 0,
        some_of(either(is_count, row_of(is_count))),
        some_of(is_other),
        some_of(either(is_whole, is_splice)),
        lambda value: isinstance(value, list) and bool(value) and are_pairs(value),
        is_lock,
        some_of(is_file_change),
        lambda value: is_text(value) and value != "",
        is_value,
        is_value,
        is_value,
    ),
    optional=True,
)


def is_step(step: Any) -> bool:
    """A line, changed variables, and whatever else changed."""
    if not isinstance(step, list) or not step or not is_count(step[0]):
        return False
    rest = step[1:]
    extra = rest.pop() if rest and isinstance(rest[-1], dict) else None
    ends_once = extra is None or not ("ret" in extra and "exc" in extra)
    return are_pairs(rest) and ends_once and (extra is None or _is_extra(extra))


# Lines.


def _is_act(row: Any) -> bool:
    if not isinstance(row, list) or len(row) < 3 or not all(map(is_count, row[:3])):
        return False
    return are_pairs(row[3:]) and all(map(is_value, row[4::2]))


is_key = object_with(
    KEY,
    (
        list_of(is_count),
        list_of(_is_act),
        list_of(is_whole),
        list_of(either(is_value, exactly(["-"]))),
        is_lock,
        list_of(is_file),
    ),
)

is_header = object_with(
    HEADER,
    (
        exactly(VERSION),
        is_text,
        either(exactly(None), row_of(is_text, is_text)),
        list_of(is_text),
        either(exactly(None), is_text),
        list_of(is_text),
        object_with(("steps", "items", "text", "objects"), (is_count,) * 4),
    ),
)

is_chunk = object_with(
    CHUNK,
    (
        is_count,
        list_of(row_of(is_text, is_text)),
        list_of(row_of(is_count, is_text, is_count, exactly(True, False))),
        list_of(is_text),
        either(exactly(None), is_key),
        some_of(is_step),
    ),
)

is_end = object_with(
    ("end",),
    (
        object_with(
            END,
            (
                is_count,
                is_count,
                is_text,
                list_of(is_file),
                either(exactly(None), row_of(is_text, is_text)),
                exactly(*STOPPED),
            ),
        ),
    ),
)
