"""Check a trace: each line against the JSON Schema's rules that matter, and all lines against each other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from site_runtime.trace.replay import ABSENT, State, TraceError, positions

HEADER = ("trace", "program", "focus", "roots", "lock", "folders", "limits")
CHUNK = ("at", "files", "codes", "names", "key", "steps")
END = ("snapshots", "focus", "output", "files", "exception", "stopped")
EXTRA = ("pop", "push", "up", "heap", "roots", "lock", "files", "out", "err", "ret", "exc")
VERSION = 1


def validate(text: str) -> None:
    """Raise TraceError, with line and reason, unless ``text`` is a whole trace of version 1 in its canonical form."""
    lines = text.split("\n")[:-1]
    for number, line in enumerate(lines, 1):
        for problem in _line(line, number, len(lines)):
            raise TraceError(f"line {number}: {problem}")
    last = None
    focus = 0
    for last in positions(text):
        for problem in _dangling(last):
            raise TraceError(f"position {last.position}: {problem}")
        focus += bool(last.stack and last.stack[-1].focus)
    for problem in _ending(last, focus, json.loads(lines[-1])["end"]):
        raise TraceError(f"line {len(lines)}: {problem}")


def _line(line: str, number: int, count: int) -> Iterator[str]:
    try:
        found = json.loads(line)
    except json.JSONDecodeError as error:
        yield f"no JSON ({error})"
        return
    if not isinstance(found, dict):
        yield "is no object"
    elif number == 1:
        yield from _header(found)
    elif number == count:
        yield from _keys(found, ("end",))
        yield from _keys(found.get("end", {}), END)
    else:
        yield from _keys(found, CHUNK)
        yield from _steps(found.get("steps", []))


def _header(header: dict[str, Any]) -> Iterator[str]:
    if header.get("trace") != VERSION:
        yield f"version {header.get('trace')!r}; this reads version {VERSION}"
    yield from _keys(header, HEADER)


def _keys(found: dict[str, Any], wanted: tuple[str, ...]) -> Iterator[str]:
    if tuple(found) != wanted:
        yield f"has the keys {list(found)} and not {list(wanted)}"


def _steps(steps: list[Any]) -> Iterator[str]:
    for step in steps:
        if not isinstance(step, list) or not step or not isinstance(step[0], int):
            yield f"{step!r} is no step"
        elif isinstance(step[-1], dict):
            order = [EXTRA.index(key) if key in EXTRA else -1 for key in step[-1]]
            if not order or -1 in order or order != sorted(order):
                yield f"{list(step[-1])} are not the keys of a step in their order"


def _dangling(state: State) -> Iterator[str]:
    """Yield a stack that does not fit the kind of position."""
    if state.kind == "end" and state.stack:
        yield "the end position has a stack"
    if state.kind != "end" and not state.stack:
        yield "there is no activation"


def _ending(last: State | None, focus: int, end: dict[str, Any]) -> Iterator[str]:
    if last is None or last.kind != "end":
        yield "the last position is no end position"
        return
    if end["snapshots"] != last.position:
        yield f"tells {end['snapshots']} snapshots where there are {last.position}"
    if end["focus"] != focus:
        yield f"tells {end['focus']} snapshots of the displayed function where there are {focus}"
    if end["stopped"] is None and last.result is not ABSENT:
        yield "the end position returns something"
