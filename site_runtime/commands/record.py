"""``lesson record``: what native CPython observes for each input. Standard library only."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

from site_runtime.build.doubts import doubts
from site_runtime.build.errors import BuildError, unknown
from site_runtime.build.traces import keys, read, run_recorder
from site_runtime.commands.folders import OWN, add_lessons
from site_runtime.parity.children import LONGER, SECONDS
from site_runtime.parity.results import Result

COLUMNS = ("input", "snapshots", "bytes", "observed")
LINES, WIDTH = 40, 400
"""What is printed of one output: so many lines, and so many characters of each."""
TIME = f"An input, or an inputs.py, may take {SECONDS:g} s, or what {LONGER} says."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.epilog = TIME
    parser.add_argument("select", nargs="?", metavar="LESSON[/AREA[/INPUT]]", help="only these inputs (default: all)")
    add_lessons(parser, "record the lessons in DIR instead of the project's own (may be repeated)")
    parser.add_argument("--json", action="store_true", help="print one object with python and a list of records")


def chosen(select: str | None, known: list[str]) -> list[str]:
    """Return the known keys that `select` names; raise BuildError with the nearest names when it names none."""
    if not known:
        raise BuildError("none of the lessons has an input: each inputs.py has 'areas': []; give at least one area")
    found = [key for key in known if select is None or f"{key}/".startswith(f"{select.rstrip('/')}/")]
    if not found:
        depth = str(select).rstrip("/").count("/") + 1
        valid = dict.fromkeys("/".join(key.split("/")[:depth]) for key in known)
        raise BuildError(unknown("recorded input", str(select), valid))
    return found


def run(options: argparse.Namespace) -> int:
    """Record and print; return 0, or 2 when there is no such input, or 1 when there is none at all."""
    directories = options.lessons or [OWN]
    known = {directory: keys(directory) for directory in directories}
    try:
        wanted = chosen(options.select, [key for found in known.values() for key in found])
    except BuildError as error:
        print(f"lesson record: {error}", file=sys.stderr)
        return 2 if options.select else 1
    parts = {folder: [key for key in found if key in wanted] for folder, found in known.items()}
    sessions = [read(folder, run_recorder(folder, *selecting(part))) for folder, part in parts.items() if part]
    results = [result for session in sessions for result in session.results.values()]
    print(as_json(sessions[0].python, results) if options.json else "\n".join(as_table(results)))
    for doubt in doubts(results):
        print(f"lesson record: {doubt}", file=sys.stderr)
    return 0


def selecting(inputs: list[str]) -> list[str]:
    """Return the recorder's options that choose these inputs."""
    return [word for key in inputs for word in ("--select", key)]


def as_json(python: str, results: list[Result]) -> str:
    """Return one JSON object: ``python`` and ``records``, each with its whole trace."""
    return json.dumps({"python": python, "records": list(map(_record, results))}, ensure_ascii=False, indent=1)


def _record(result: Result) -> dict[str, Any]:
    lesson, area, name = result.key.split("/")
    return {
        "lesson": lesson,
        "area": area,
        "input": name,
        "snapshots": result.snapshots,
        "focus": result.focus,
        "bytes": len(result.trace.encode()),
        "output": result.run.output,
        "exception": result.run.exception,
        "stopped": result.stopped,
        "trace": result.trace,
    }


def shown(output: str) -> list[str]:
    """Return the lines of an output, or its beginning and how much more there is."""
    lines = output.splitlines()
    first = [f"{line[:WIDTH]}…" if len(line) > WIDTH else line for line in lines[:LINES]]
    cut = len(lines) > LINES or first != lines[:LINES]
    return [*first, f"(cut here: {len(output):,} characters in {len(lines):,} lines; --json has all)"] if cut else first


def as_table(results: list[Result]) -> Iterator[str]:
    """Yield the lines of a table with one row an input; the output's lines stand one below the other.

    Of a long output the beginning is shown, and how much more there is.
    """
    rows = [COLUMNS]
    for result in results:
        first, *rest = shown(result.run.output or result.run.exception or "(nothing)")
        rows.append((result.key, str(result.snapshots), str(len(result.trace.encode())), first))
        rows += [("", "", "", line) for line in rest]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for name, snapshots, size, text in rows:
        yield f"{name:{widths[0]}}  {snapshots:>{widths[1]}}  {size:>{widths[2]}}  {text}".rstrip()
