"""Child process: record inputs of lessons and print one JSON object a line.

``python -m site_runtime.recorder --lessons DIR [--select LESSON/AREA/INPUT]…``
First line ``{"python": version}``, then one object an input with its trace, and what
its run and its debug run left. Started with PYTHONHASHSEED=0.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from site_runtime.recorder import (
    Lesson,
    LessonError,
    Run,
    load_lessons,
    record_input,
    run_input,
)

Key = tuple[Lesson, str, str]


def keys(lessons: dict[str, Lesson]) -> Iterator[Key]:
    """Yield (lesson, area, input) of every input."""
    for lesson in lessons.values():
        for area in lesson.areas.values():
            for name in area.inputs:
                yield lesson, area.name, name


def record_one(lesson: Lesson, area: str, name: str) -> dict[str, Any]:
    """Return the object that is printed for one input."""
    recording = record_input(lesson, area, name)
    return {
        "key": f"{lesson.name}/{area}/{name}",
        "trace": recording.text,
        "run": _left(run_input(lesson, area, name)),
        "debug": _left(recording),
        "snapshots": recording.snapshots,
        "focus": recording.focus,
        "stopped": recording.stopped,
    }


def _left(run: Run) -> dict[str, Any]:
    return {"output": run.output, "files": run.files, "exception": run.exception}


def main(arguments: list[str] | None = None) -> int:
    """Print the recordings; exit status 2 when a lesson cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m site_runtime.recorder")
    parser.add_argument("--lessons", type=Path, required=True)
    parser.add_argument("--select", action="append", default=[])
    options = parser.parse_args(arguments)
    out = sys.stdout
    print(json.dumps({"python": platform.python_version()}), file=out, flush=True)
    try:
        for lesson, area, name in keys(load_lessons(options.lessons)):
            if options.select and f"{lesson.name}/{area}/{name}" not in options.select:
                continue
            found = json.dumps(record_one(lesson, area, name), ensure_ascii=False)
            print(found, file=out, flush=True)
    except LessonError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
