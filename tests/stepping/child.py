"""`python -m tests.stepping.child PROGRAM…`: one JSON line a program, its trace and pdb's answers on this CPython."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from site_runtime.recorder import record_program
from tests.stepping.events import Survey
from tests.stepping.session import Command, answers, outer_answers


def main(paths: list[str]) -> None:
    """Write the lines."""
    for path in map(Path, paths):
        survey = Survey(path)
        recording = record_program(path.read_text("utf-8"), path.name)
        if recording.stopped or recording.exception != survey.exception:
            raise AssertionError(f"{path.name}: recording stopped: {recording.stopped}; {recording.exception}")
        line = {
            "program": path.name,
            "trace": recording.text,
            "stops": survey.stops,
            "apart": survey.apart,
            "answers": {name: answers(survey, Command(name)) for name in ("step", "next", "return", "until")},
            "outer": list(outer_answers(survey)),
        }
        sys.stdout.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
