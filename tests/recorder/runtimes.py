"""Every runtime that the corpus is recorded in, each as one child process."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from site_runtime.parity.children import recording_environment
from site_runtime.parity.node import find_node, find_pyodide
from site_runtime.parity.pythons import find_pythons

ROOT = Path(__file__).parents[2]
HARNESS = Path(__file__).with_name("pyodide.mjs")
PROGRAMS = {path.stem: path.read_text(encoding="utf-8") for path in sorted((HARNESS.parent / "programs").glob("*.py"))}
PYODIDES = {"pyodide 3.13": "pyodide-0.29", "pyodide 3.14": "pyodide"}
"""Runtime's name -> npm package."""
PATIENCE = 240

Answer = dict[str, Any]


@dataclass(frozen=True)
class Session:
    """What one runtime answered: its Python's version, and an answer a request."""

    python: str
    answers: list[Answer]


@cache
def natives() -> dict[str, str]:
    """Return name -> interpreter of every native CPython that is found."""
    return {f"native {python.minor[0]}.{python.minor[1]}": python.path for python in find_pythons()}


def command(runtime: str) -> list[str]:
    """Return the command that starts the child in a runtime."""
    if runtime in PYODIDES:
        return [find_node(), str(HARNESS), str(find_pyodide(ROOT, PYODIDES[runtime])), str(ROOT)]
    return [natives()[runtime], "-m", "tests.recorder.child"]


def ask(runtime: str, requests: Iterable[dict[str, Any]], seed: str = "0") -> Session:
    """Return the answers of a fresh child, an assertion fails when it gives fewer than asked for."""
    lines = [json.dumps(request) for request in requests]
    done = subprocess.run(
        command(runtime),
        cwd=ROOT,
        env={**recording_environment(), "PYTHONHASHSEED": seed},
        input="\n".join(lines) + "\n",
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    first, *answers = [json.loads(line) for line in done.stdout.split("\n") if line]
    assert len(answers) == len(lines), f"{runtime} gave {len(answers)} of {len(lines)} answers:\n{done.stderr[-2000:]}"
    return Session(first["python"], answers)
