"""The recorder on this machine's own CPython, in a child process with a fixed hash seed.

``python -m site_runtime.bench.native loops DIR`` prints area -> seconds, snapshots, size as one JSON object;
``… lessons DIR`` prints one such row for all inputs of any folder of lessons together.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from site_runtime.bench.timings import Figure, in_turn, recorder_figures
from site_runtime.build.traces import run_recorder
from site_runtime.recorder import Lesson, load_lessons, record_input, run_input

LESSONS = Path(__file__).with_name("lessons")
RUNS = ("empty", "plain", "traced", "debugger")
ROUNDS = 5


def figures(lessons: Path) -> list[Figure]:
    """Measure the loops, and all inputs in the folder `lessons`; raises RuntimeError when a child fails.

    First the inputs are recorded as everywhere else: that tells in words what is wrong with one.
    """
    run_recorder(lessons)
    found: list[Figure] = []
    for area, row in _child("loops", LESSONS).items():
        found += recorder_figures("native", area, row["seconds"], row["snapshots"], row["size"])
    return found + lesson_figures(_child("lessons", lessons))


def _child(what: str, folder: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "site_runtime.bench.native", what, str(folder)]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        raise RuntimeError(f"the native benchmark failed: {done.stderr.strip()}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def lesson_figures(row: dict[str, Any]) -> list[Figure]:
    """Return the figures for all inputs of a folder of lessons; short runs are mostly set-up."""
    seconds, snapshots = row["seconds"], row["snapshots"]
    detail = f"{row['inputs']} inputs, {seconds['record'] * 1000:.0f} ms"
    return [
        Figure("lessons: recording against running", seconds["record"] / seconds["run"], "times", None, detail),
        Figure("lessons: traces", row["size"] / snapshots, "bytes a step", None, f"{snapshots} snapshots"),
    ]


def timed(work: Callable[[], object]) -> Callable[[], float]:
    """Return a function that does `work` and returns the seconds it took."""

    def measure() -> float:
        start = perf_counter()
        work()
        return perf_counter() - start

    return measure


def measure(lesson: Lesson, area: str) -> dict[str, Any]:
    """Return seconds by way, and snapshots and size of the recording, of one area."""
    recording = record_input(lesson, area, "plain")
    ways = {name: timed(lambda name=name: run_input(lesson, area, name)) for name in RUNS}  # type: ignore[misc]
    ways["record"] = timed(lambda: record_input(lesson, area, "plain"))
    return {
        "seconds": in_turn(ways, ROUNDS),
        "snapshots": recording.snapshots,
        "size": len(recording.text.encode()),
    }


def measure_all(lessons: dict[str, Lesson]) -> dict[str, Any]:
    """Return seconds of running and of recording all inputs once, and what the traces hold together."""
    keys = [
        (lesson, area.name, name)
        for lesson in lessons.values()
        for area in lesson.areas.values()
        for name in area.inputs
    ]
    recordings = [record_input(*key) for key in keys]
    ways = {
        "run": timed(lambda: [run_input(*key) for key in keys]),
        "record": timed(lambda: [record_input(*key) for key in keys]),
    }
    return {
        "inputs": len(keys),
        "seconds": in_turn(ways, ROUNDS),
        "snapshots": sum(recording.snapshots for recording in recordings),
        "size": sum(len(recording.text.encode()) for recording in recordings),
    }


def main(what: str, folder: str) -> dict[str, Any]:
    """Return what the child process prints."""
    lessons = load_lessons(Path(folder))
    if what == "lessons":
        return measure_all(lessons)
    return {area: measure(lessons["loops"], area) for area in lessons["loops"].areas}


if __name__ == "__main__":
    print(json.dumps(main(*sys.argv[1:])))
