"""Traces of every sort: the lesson's inputs, general programs in chunks of all sizes, and random ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from site_runtime.build.node import find_node

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
MOST_CHARACTERS = 400_000
"""Longer traces are checked elsewhere, for speed: here every position is compared in full."""


def lines_of(*command: str) -> list[dict[str, str]]:
    """Return the JSON lines that a command writes."""
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.split("\n")[:-1]]


@pytest.fixture(scope="session")
def traces() -> dict[str, str]:
    """Trace by name."""
    lesson = lines_of(sys.executable, "-m", "site_runtime.recorder", "--lessons", "lesson_code")
    found = {line["key"]: line["trace"] for line in lesson if "key" in line}
    folders = (ROOT / "tests" / area / "programs" for area in ("recorder", "stepping"))
    programs = [str(path) for folder in folders for path in sorted(folder.glob("*.py"))]
    for steps in ("1", "7", "1024"):
        recorded = lines_of(sys.executable, "-m", "tests.trace.child", steps, *programs)
        found |= {f"{line['name']} in chunks of {steps}": line["trace"] for line in recorded}
    found |= {line["name"]: line["trace"] for line in lines_of(find_node(), str(HERE / "random_traces.mjs"))}
    return {name: text for name, text in found.items() if len(text) < MOST_CHARACTERS}
