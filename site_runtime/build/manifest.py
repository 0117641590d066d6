"""What the page's modules are told about one area: sources, inputs, where the traces and the runtime lie."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from site_runtime.build.assets import trace_path
from site_runtime.build.catalog import Entry
from site_runtime.build.code import function_lines
from site_runtime.build.form import form
from site_runtime.parity.results import Result
from site_runtime.recorder import Area, breakable_lines


def manifest(entry: Entry, area: Area, inputs: Sequence[str], base: str, runtime: Mapping[str, str]) -> dict[str, Any]:
    """Return the manifest of an area as JSON data.

    `base` leads from the page to the site's ``assets/lesson/``; every other path is relative to that. ``shipped`` holds
    the whole trace of the first input, so that the page steps before anything is fetched.
    """
    results = {name: entry.result(area, name) for name in inputs}
    first = inputs[0]
    return {
        "lesson": entry.lesson.name,
        "area": area.name,
        "function": area.function,
        "file": area.file,
        "title": area.title,
        "watch": area.watch,
        "form": form(area, str(entry.lesson.folder / "inputs.py")),
        "span": _span(entry, area),
        "python": entry.session.python,
        "base": base,
        "runtime": {**runtime, "lessons": entry.directory.name},
        "sources": [_source(entry, label) for label in recorded_files(area, results.values())],
        "inputs": [_input(entry, area, name, result) for name, result in results.items()],
        "shipped": {first: results[first].trace},
    }


def recorded_files(area: Area, results: Any) -> list[str]:
    """Return the labels of all files with a recorded frame in these results, the displayed function's first."""
    found = {area.file: None}
    for result in results:
        for line in filter(None, result.trace.split("\n")):
            found |= {label: None for label, _sha256 in json.loads(line).get("files", ())}
    return list(found)


def _span(entry: Entry, area: Area) -> list[int]:
    """Return the first and the last line of the displayed function, decorators included."""
    lines = function_lines(entry.lesson.sources[area.file], area.function)
    return [lines.start, lines.stop - 1]


def _source(entry: Entry, label: str) -> dict[str, Any]:
    text = entry.lesson.sources[label]
    return {"label": label, "text": text, "lines": breakable_lines(text, label)}


def _input(entry: Entry, area: Area, name: str, result: Result) -> dict[str, Any]:
    given = area.inputs[name]
    data = result.trace.encode()
    return {
        "name": name,
        "title": given.title,
        "prepare": given.prepare,
        "call": given.call,
        "trace": trace_path(entry.lesson.name, area.name, name),
        "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data),
        "snapshots": result.snapshots,
        "focus": result.focus,
    }
