"""The page's reader on a trace of more than 100,000 steps, under node: reading it, and each way to move in it.

A move counts with all that a view then asks for: the state, what changed, the output, the sentence about the step.
``python -m site_runtime.bench.player FILE`` records the program into FILE.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from site_runtime.bench.timings import Figure
from site_runtime.build.node import find_node
from site_runtime.recorder import record_program

PROGRAM = Path(__file__).with_name("long_program.py")
READER = Path(__file__).with_name("player.mjs")
FRAME = 16.0
"""Milliseconds in which a step has to be painted."""


def figures(_lessons: Path) -> list[Figure]:
    """Measure; raises RuntimeError when a child fails and BuildError without node."""
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace.jsonl"
        _child(sys.executable, "-m", "site_runtime.bench.player", str(trace))
        times: dict[str, Any] = json.loads(_child(find_node(), str(READER), str(trace)))
    detail = f"{times['positions']} positions, {times['parse']:.0f} ms"
    found = [Figure("player: reading against JSON.parse", times["parse"] / times["json"], "times", None, detail)]
    for name, milliseconds in times["p95s"].items():
        detail = f"{milliseconds:.2f} ms"
        found.append(Figure(f"player: {name}, p95", milliseconds / FRAME, "frames", 1.0, detail))
    return found


def _child(*command: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=environment, check=False)
    if done.returncode:
        raise RuntimeError(f"the benchmark of the player failed: {done.stderr.strip()}")
    return done.stdout


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(record_program(PROGRAM.read_text("utf-8"), "long_program.py").text, "utf-8")
