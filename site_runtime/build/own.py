"""What a lesson's own modules print, made at build in a process of its own and kept while nothing changes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from site_runtime.build.cache import Cache, digest
from site_runtime.build.errors import BuildError
from site_runtime.parity.children import LONGER, seconds
from site_runtime.recorder import Lesson

RESULT = "printed.txt"


def printed(lesson: Lesson, name: str, cache: Cache) -> Any:
    """Return the JSON that ``python -m PACKAGE.name`` prints; raise BuildError when it fails or prints none."""
    try:
        return json.loads(output(lesson, name, cache))
    except ValueError as error:
        raise BuildError(f"{lesson.package}.{name} prints no JSON: {error}") from error


def output(lesson: Lesson, name: str, cache: Cache) -> str:
    """Return what ``python -m PACKAGE.name`` prints, run anew when a file of the lesson or this Python changed.

    Raises BuildError with the end of its own message when it fails.
    """
    key = digest(lesson.folder, sys.version)
    made = cache.get(f"output-{name}", key, lambda folder: _run(lesson, name, folder / RESULT))
    return (made / RESULT).read_text("utf-8")


def _run(lesson: Lesson, name: str, target: Path) -> None:
    module = f"{lesson.package}.{name}"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", module]
    try:
        done = subprocess.run(
            command, cwd=lesson.root, env=environment, capture_output=True, text=True, check=False, timeout=seconds()
        )
    except subprocess.TimeoutExpired as error:
        raise BuildError(
            f"python -m {module} does not end within {error.timeout:g} s; {LONGER} gives it more"
        ) from error
    if done.returncode:
        raise BuildError(f"python -m {module} ended with {done.returncode}: {done.stderr.strip()[-1000:]}")
    target.write_text(done.stdout, "utf-8")
