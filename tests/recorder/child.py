"""Record programs in this interpreter and print what came out, one JSON object a line (as the recorder's own child).

``python child.py JOB`` where JOB is JSON: {"programs": {name: source}, "ways": ["again", "always", "run"]}. The standard
library and the recorder only: it runs on every CPython from 3.10 on and in Pyodide.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Iterator
from typing import Any

from site_runtime.recorder import Recording, Run, record_program, run_program
from site_runtime.recorder.limits import Limits


def left(run: Run) -> dict[str, Any]:
    """Return what a run left behind."""
    return {"output": run.output, "files": run.files, "exception": run.exception}


def record(name: str, source: str, **how: Any) -> Recording:
    """Record one program with the job's own limits, if it has any."""
    return record_program(source, f"{name}.py", **how)


def answer(name: str, source: str, ways: list[str], limits: Limits) -> dict[str, Any]:
    """Return the recording of one program, and those of the other ways only where they are not the same."""
    first = record(name, source, limits=limits)
    found: dict[str, Any] = {
        "name": name,
        "trace": first.text,
        "debug": left(first),
        "snapshots": first.snapshots,
        "stopped": first.stopped,
    }
    if "again" in ways:
        found["again"] = other(first, record(name, source, limits=limits))
    if "always" in ways:
        found["always"] = other(first, record(name, source, limits=limits, always=True))
    if "run" in ways:
        found["run"] = left(run_program(source, f"{name}.py", limits))
    return found


def other(first: Recording, second: Recording) -> str | None:
    """Return the second trace when it is another one."""
    return None if first.text == second.text else second.text


def answers(job: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the Python's version, then an answer a program."""
    yield {"python": platform.python_version()}
    limits = Limits(**job.get("limits", {}))
    for name, source in job["programs"].items():
        yield answer(name, source, job["ways"], limits)


def main(job: dict[str, Any]) -> None:
    """Print the answers; what programs print goes elsewhere."""
    out = sys.stdout
    for one in answers(job):
        print(json.dumps(one), file=out, flush=True)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        main(json.load(file))
