"""`python -m tests.trace.child STEPS PROGRAM…`: record programs in chunks of about STEPS steps, one JSON line each."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from site_runtime.recorder import record_program, writer
from site_runtime.recorder.limits import Limits

MOST_STEPS = 400
"""A chunk a step means a full state a step: recording ends here, which a reader has to bear with as well."""


def main(steps: str, *programs: str) -> None:
    """Write the lines; what programs print goes elsewhere."""
    out = sys.stdout
    writer.CHUNK_STEPS = int(steps)
    for path in map(Path, programs):
        recording = record_program(path.read_text("utf-8"), path.name, limits=Limits(steps=MOST_STEPS))
        print(json.dumps({"name": path.stem, "trace": recording.text}), file=out, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
