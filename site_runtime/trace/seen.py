"""What can be seen of a state: the same however the trace was cut into chunks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from site_runtime.trace.replay import ABSENT, HeapObject, State, Value

MOMENT = ("result", "exception", "error")


def seen(state: State) -> dict[str, Any]:
    """Return the state as plain JSON data, its heap holding just what the stack, the roots and the moment reach.

    The page's reader gives the same (browser/core/canonical.js).
    """
    moment = {name: getattr(state, name) for name in MOMENT if getattr(state, name) is not ABSENT}
    starts = [value for frame in state.stack for value in frame.locals.values()]
    reached = _reached([*starts, *state.roots.values(), *moment.values()], state.heap)
    return {
        "position": state.position,
        "kind": state.kind,
        "line": state.line,
        "stack": [[f.activation, [f.file, f.function], f.line, f.locals] for f in state.stack],
        "heap": [_row(number, state.heap[number]) for number in sorted(reached)],
        "roots": state.roots,
        "lock": state.lock,
        "files": state.files,
        "output": state.output,
        **moment,
    }


def _row(number: int, found: HeapObject) -> list[Any]:
    return [number, found.kind, found.type, found.more, *found.cells]


def _reached(values: Iterable[Value], heap: dict[int, HeapObject]) -> set[int]:
    """Return the numbers of all objects that these values lead to."""
    reached: set[int] = set()
    todo = list(values)
    while todo:
        value = todo.pop()
        if not isinstance(value, list):
            continue
        number = value[0] if len(value) == 1 and isinstance(value[0], int) else None
        if number is None:
            todo += value
        elif number in heap and number not in reached:
            reached.add(number)
            todo += heap[number].cells
    return reached
