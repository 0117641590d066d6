"""What a name leads to at one position of a trace, as Python data.

A path is ``name.step.step``: a watched object or a variable of the displayed function, then keys, attributes or
indices. ``function:name`` means a variable of another function on the stack. A path with a slash is a file's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from site_runtime.trace import ABSENT, Frame, HeapObject, State

PAIRED = ("dict", "instance", "class", "exception")
DEEPEST = 6


def look(state: State, path: str) -> Any:
    """Return the value at `path`, or ABSENT where there is none."""
    if "/" in path:
        content = state.files.get(path, ABSENT)
        return content.splitlines() if isinstance(content, str) else content
    name, *steps = path.split(".")
    value = _named(state, name)
    for step in steps:
        value = _inside(state, value, step)
    return ABSENT if value is ABSENT else plain(state, value)


def plain(state: State, value: Any, depth: int = 0) -> Any:
    """Return a trace's value as Python data; what has no literal is a text that describes it."""
    if not isinstance(value, list):
        return value
    found = _object(state, value)
    if found is None:
        return tuple(plain(state, item, depth) for item in value[2:]) if value[0] == "tuple" else str(value[1:])
    if depth > DEEPEST:
        return "…"
    cells = [plain(state, cell, depth + 1) for cell in found.cells]
    if _is_paired(found):
        return dict(zip(map(_hashable, cells[::2]), cells[1::2], strict=True))
    return cells


def frame_of(state: State, function: str | None) -> Frame | None:
    """Return the innermost frame of a function, or of the displayed one."""
    frames = (f for f in reversed(state.stack) if (f.focus if function is None else f.function == function))
    return next(frames, None)


def _named(state: State, name: str) -> Any:
    function, colon, variable = name.rpartition(":")
    if not colon and name in state.roots:
        return state.roots[name]
    frame = frame_of(state, function or None)
    return ABSENT if frame is None else frame.locals.get(variable, ABSENT)


def _inside(state: State, value: Any, step: str) -> Any:
    found = None if value is ABSENT else _object(state, value)
    if found is None:
        return ABSENT
    if _is_paired(found):
        return next((cell for key, cell in _pairs(found) if str(plain(state, key)) == step), ABSENT)
    inside = step.isdecimal() and int(step) < len(found.cells)
    return found.cells[int(step)] if inside else ABSENT


def _object(state: State, value: Any) -> HeapObject | None:
    is_reference = isinstance(value, list) and len(value) == 1 and isinstance(value[0], int)
    return state.heap.get(value[0]) if is_reference else None


def _is_paired(found: HeapObject) -> bool:
    return found.kind in PAIRED


def _pairs(found: HeapObject) -> Iterator[tuple[Any, Any]]:
    return zip(found.cells[::2], found.cells[1::2], strict=True)


def _hashable(key: Any) -> Any:
    return key if isinstance(key, str | int | tuple | None) else str(key)
