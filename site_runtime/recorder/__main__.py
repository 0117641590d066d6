"""Child process: record inputs of lessons and print one JSON object a line.

``python -m site_runtime.recorder --lessons DIR [--select LESSON/AREA/INPUT]… [--list]``
First line ``{"python": version}``, then one object an input with its trace, and what
its run and its debug run left; with ``--list`` its key alone. Before each thing that
runs a lesson's code stands ``{"at": …}``, so that whoever reads knows what did not end,
and last ``{"error": …}`` when a lesson cannot be used. Started with PYTHONHASHSEED=0.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
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
from site_runtime.recorder.blame import blame
from site_runtime.recorder.lesson import INPUTS
from site_runtime.recorder.program import PREPARE

Tell = Callable[[dict[str, Any]], None]
Key = tuple[Lesson, str, str]


def keys(lessons: dict[str, Lesson]) -> Iterator[Key]:
    """Yield (lesson, area, input) of every input."""
    for lesson in lessons.values():
        for area in lesson.areas.values():
            for name in area.inputs:
                yield lesson, area.name, name


def record_one(lesson: Lesson, area: str, name: str) -> dict[str, Any]:
    """Return the object that is printed for one input; LessonError when its preparation fails."""
    try:
        recording = record_input(lesson, area, name)
        run = run_input(lesson, area, name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        reason = blame(error, PREPARE, lesson.input(area, name).prepare)
        raise LessonError(f"{place(lesson, area, name)}: its preparation ends with {reason}") from error
    return {
        "key": key(lesson, area, name),
        "trace": recording.text,
        "run": _left(run),
        "debug": _left(recording),
        "snapshots": recording.snapshots,
        "focus": recording.focus,
        "stopped": recording.stopped,
        "missing": recording.missing,
    }


def key(lesson: Lesson, area: str, name: str) -> str:
    """Return the name of an input among all lessons."""
    return f"{lesson.name}/{area}/{name}"


def place(lesson: Lesson, area: str, name: str) -> str:
    """Return where an author finds an input."""
    return f"{lesson.folder / INPUTS}, area {area!r}, input {name!r}"


def _left(run: Run) -> dict[str, Any]:
    return {"output": run.output, "files": run.files, "exception": run.exception}


def write(options: argparse.Namespace, tell: Tell) -> None:
    """Hand over what was asked for, object by object; raise LessonError when a lesson cannot be used."""
    with redirect_stdout(sys.stderr):
        lessons = load_lessons(options.lessons, lambda path: tell({"at": path}))
    for lesson, area, name in keys(lessons):
        if options.list:
            tell({"key": key(lesson, area, name)})
        elif not options.select or key(lesson, area, name) in options.select:
            tell({"at": place(lesson, area, name)})
            tell(record_one(lesson, area, name))


def main(arguments: list[str] | None = None) -> int:
    """Print the recordings; exit status 2 when a lesson cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m site_runtime.recorder")
    parser.add_argument("--lessons", type=Path, required=True)
    parser.add_argument("--select", action="append", default=[])
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args(arguments)
    out = sys.stdout

    def tell(found: dict[str, Any]) -> None:
        print(json.dumps(found, ensure_ascii=False), file=out, flush=True)

    tell({"python": platform.python_version()})
    try:
        write(options, tell)
    except LessonError as error:
        tell({"error": str(error)})
        return 2
    tell({"at": None})
    return 0


if __name__ == "__main__":
    sys.exit(main())
