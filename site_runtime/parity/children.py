"""Run a command that writes a session to its standard output."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from site_runtime.parity.results import ParityError, Session, read_session

TIMEOUT = 600
"""Seconds; a lesson whose inputs take longer natively is not one a reader waits for."""


def recording_environment() -> dict[str, str]:
    """Return a recording child's environment: the hash seed fixed, no other Python setting, UTF-8 as in Pyodide."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}


def run_child(name: str, command: list[str], cwd: Path) -> Session:
    """Return the session that `command` writes; raise ParityError with the end of its standard error."""
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            env=recording_environment(),
            capture_output=True,
            encoding="utf-8",
            timeout=TIMEOUT,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ParityError(f"{name}: {error}") from error
    if done.returncode:
        raise ParityError(f"{name}: {' '.join(command)} ended with {done.returncode}:\n{done.stderr[-4000:]}")
    return read_session(name, done.stdout.split("\n"))
