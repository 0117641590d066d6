"""Check a trace: each line by its shape, and all lines against each other by applying them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import zip_longest
from typing import Any

from site_runtime.trace.canonical import is_spelled, spelled
from site_runtime.trace.replay import State, TraceError, positions
from site_runtime.trace.seen import seen
from site_runtime.trace.shape import EXTRA, PAIRED, VERSION, is_chunk, is_end, is_header, is_key, is_step


def validate(text: str, sources: Mapping[str, str] | None = None) -> None:
    """Raise TraceError, with line or position and reason, unless ``text`` is a whole trace of version 1.

    Checked are the shape and the one spelling of each line, that each step fits the state before it, that a key is
    what the steps before it lead to, and that the end tells what the positions show. Of a file whose text is among
    ``sources``, by its label, that it is the one that was recorded, and that no line lies beyond it.
    """
    lines = text.split("\n")
    if lines.pop() != "":
        raise TraceError(f"line {len(lines) + 1}: the last line has no line end")
    for number, line in enumerate(lines, 1):
        for problem in _line(line, number, len(lines)):
            raise TraceError(f"line {number}: {problem}")
    states = list(positions(text))
    for state in states:
        for problem in _state(state):
            raise TraceError(f"position {state.position}: {problem}")
    _keys_agree(text, states)
    for problem in _beyond(states, lines[1:-1], sources) if sources else ():
        raise TraceError(problem)
    for problem in _end(states, json.loads(lines[-1])["end"]):
        raise TraceError(f"line {len(lines)}: {problem}")


def _line(line: str, number: int, count: int) -> Iterator[str]:
    try:
        found = json.loads(line)
    except json.JSONDecodeError as error:
        yield f"no JSON ({error})"
        return
    if number == 1:
        yield from _header(found)
    elif number == count:
        yield from () if is_end(found) else ("is no end",)
    elif not is_chunk(found):
        yield _why_no_chunk(found)
    if not is_spelled(line, found):
        yield "is not spelled as a trace is: spaces, escapes or a key twice"


def _header(found: Any) -> Iterator[str]:
    if isinstance(found, dict) and "trace" in found and found["trace"] != VERSION:
        yield f"version {found['trace']!r} of the format; this reads version {VERSION}"
    if not is_header(found):
        yield "is no header"


def _why_no_chunk(found: Any) -> str:
    """Return the smallest part that has no known shape."""
    if not isinstance(found, dict):
        return "is no object"
    for step in found.get("steps", ()):
        if not is_step(step):
            return f"is no chunk: the step {spelled(step)[:200]} has no known shape (its parts: {', '.join(EXTRA)})"
    if found.get("key") is not None and not is_key(found["key"]):
        return "is no chunk: its key has no known shape"
    return f"is no chunk: it has the keys {', '.join(found)}, or tables of no known shape"


def _state(state: State) -> Iterator[str]:
    """Yield what is impossible at one position."""
    if (state.kind == "end") == bool(state.stack):
        yield "the end position has a stack" if state.stack else "there is no activation"
    for number, found in state.heap.items():
        cells = len(found.cells) - found.kind.endswith(".")
        if cells < 0 or (found.kind.removesuffix(".") in PAIRED and cells % 2):
            yield f"object {number}, a {found.kind}, has {len(found.cells)} cells"


def _beyond(states: list[State], chunks: list[str], sources: Mapping[str, str]) -> Iterator[str]:
    """Yield what does not fit the files' texts."""
    for label, checksum in (row for chunk in chunks for row in json.loads(chunk)["files"]):
        if label in sources and sha256(sources[label].encode()).hexdigest() != checksum:
            yield f"{label}: the text is not the one that was recorded"
    lengths = {label: lines_in(text) for label, text in sources.items()}
    for state in states:
        for frame in state.stack[-1:]:
            if frame.line > lengths.get(frame.file, frame.line):
                yield f"position {state.position}: line {frame.line} of {frame.file}, which has {lengths[frame.file]}"


def lines_in(text: str) -> int:
    """Return how many lines a source has, as Python counts: the end of one may be LF, CR LF or CR."""
    return len(re.findall("\r\n|\r|\n", text)) + (not text.endswith(("\r", "\n")))


def _keys_agree(text: str, states: list[State]) -> None:
    """Raise unless reading from the keys shows the same at each position."""
    for left, right in zip_longest(states, positions(text, from_keys=True)):
        one, other = seen(left), seen(right)
        for part in one:
            if one[part] != other.get(part):
                raise TraceError(
                    f"position {left.position}: {part} is another from the chunk's key than from the start"
                )


def _end(states: list[State], end: dict[str, Any]) -> Iterator[str]:
    last = states[-1]
    kinds = [state.kind for state in states]
    if kinds.count("end") != 1 or last.kind != "end":
        yield "the positions do not lead to one end position"
    shown = {
        "snapshots": last.position,
        "focus": sum(bool(state.stack and state.stack[-1].focus) for state in states),
        "output": last.output,
        "files": _files(last),
    }
    for name, value in shown.items():
        if end[name] != value:
            yield f"{name} is {end[name]!r}, the positions show {value!r}"


def _files(state: State) -> list[list[Any]]:
    rows = sorted(state.files.items())
    return [[path, 0, text] if isinstance(text, str) else [path, "bytes", text["bytes"]] for path, text in rows]
