"""``python -m tests.recorder.child``: answers requests for recordings, a line of JSON for a line of JSON.

Imports the standard library and the recorder only: it runs on every CPython from 3.10 on and in Pyodide. Its first line
is ``{"python": version}``. What a program prints goes to the recorder, never here.
"""

from __future__ import annotations

import json
import platform
import sys
from importlib import import_module
from typing import Any

from site_runtime.recorder import Limits, Run, record_program, run_program, writer

CHUNK_STEPS = writer.CHUNK_STEPS


def left(run: Run) -> dict[str, Any]:
    """Return what a run left behind."""
    return {"output": run.output, "files": run.files, "exception": run.exception}


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Return the recording of ``source``, and what the other ``ways`` gave.

    Ways: "again" and "always" give the trace's text, None when it is the same; "run" gives what a plain run leaves.
    ``limits`` and ``chunk`` (steps) are optional.
    """
    source, name, ways = request["source"], request["name"], request.get("ways", ())
    limits = Limits(**request.get("limits", {}))
    writer.CHUNK_STEPS = request.get("chunk", CHUNK_STEPS)
    first = record_program(source, name, limits=limits)
    found = {"trace": first.text, "debug": left(first), "snapshots": first.snapshots, "stopped": first.stopped}
    if "again" in ways:
        found["again"] = _other(first.text, record_program(source, name, limits=limits).text)
    if "always" in ways:
        found["always"] = _other(first.text, record_program(source, name, limits=limits, always=True).text)
    if "run" in ways:
        found["run"] = left(run_program(source, name, limits))
    return found


def _other(first: str, second: str) -> str | None:
    return None if first == second else second


def answer_line(line: str) -> str:
    """Return the answer to one line; a request with a ``module`` is answered by that one's ``answer``."""
    request = json.loads(line)
    module = request.pop("module", __name__)
    return json.dumps(import_module(module).answer(request))


def first_line() -> str:
    """Return the line that says which Python answers."""
    return json.dumps({"python": platform.python_version()})


def main() -> None:
    """Answer the lines of standard input."""
    requests, out = sys.stdin, sys.stdout
    print(first_line(), file=out, flush=True)
    for line in requests:
        print(answer_line(line), file=out, flush=True)


if __name__ == "__main__":
    main()
