"""Run a command that writes a session to its standard output, object by object (site_runtime/recorder/__main__.py)."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from site_runtime.parity.results import ParityError, Session, read_session

TIMEOUT = 600
"""Seconds; a lesson whose inputs take longer in Pyodide is not one a reader waits for."""
SECONDS = 120.0
"""Seconds that one input, or one inputs.py, may take natively."""
LONGER = "LESSON_SECONDS"


def seconds(environ: Mapping[str, str] = os.environ) -> float:
    """Return how long one input may take: LESSON_SECONDS, else the default; raise ParityError for no such number."""
    given = environ.get(LONGER, "")
    try:
        found = float(given or SECONDS)
    except ValueError:
        found = 0.0
    if not 0 < found <= threading.TIMEOUT_MAX:
        raise ParityError(f"{LONGER} is {given!r}; it must be a number of seconds above 0")
    return found


def recording_environment() -> dict[str, str]:
    """Return a recording child's environment: the hash seed fixed, no other Python setting, UTF-8 as in Pyodide."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}


def run_child(name: str, command: list[str], cwd: Path, patience: float) -> Session:
    """Return the session that `command` writes; raise ParityError as `answer` does, and when it writes none."""
    try:
        text = answer(command, cwd, patience)
    except (ParityError, OSError) as error:
        raise ParityError(f"{name}: {error}") from error
    return read_session(name, text.split("\n"))


def answer(command: Sequence[str], cwd: Path, patience: float) -> str:
    """Return the lines that a recording child writes, without those that only tell how far it is.

    Raises ParityError with the child's own reason; or with what it was at when it ended too early or when nothing was
    heard of it for `patience` seconds.
    """
    with tempfile.TemporaryFile() as errors, _started(command, cwd, errors) as child:
        kept, at = _read(_lines(child, patience), patience)
        status = child.wait()
        if status or at is not None:
            errors.seek(0)
            raise ParityError(f"{at or 'after the last input'}: {_ended(status)}{_tail(errors.read())}")
    return "".join(kept)


def _read(lines: Iterator[str | None], patience: float) -> tuple[list[str], str | None]:
    """Return the lines that hold results, and what the child was at when it wrote no more."""
    kept: list[str] = []
    at: str | None = "before the first lesson"
    for line in lines:
        if line is None:
            raise ParityError(
                f"{at or 'after the last input'}: it does not end: nothing was heard for {patience:g} s. "
                f"Make it shorter, or give it longer: {LONGER}=600"
            )
        if line.startswith('{"error": '):
            raise ParityError(json.loads(line)["error"])
        if line.startswith('{"at": '):
            at = json.loads(line)["at"]
        else:
            kept.append(line)
    return kept, at


@contextmanager
def _started(command: Sequence[str], cwd: Path, errors: IO[bytes]) -> Iterator[subprocess.Popen[str]]:
    """Start a child that does not outlive the block."""
    child = subprocess.Popen(
        command, cwd=cwd, env=recording_environment(), stdout=subprocess.PIPE, stderr=errors, encoding="utf-8"
    )
    try:
        yield child
    finally:
        child.kill()
        child.wait()


def _lines(child: subprocess.Popen[str], patience: float) -> Iterator[str | None]:
    """Yield the child's lines as they come; None, once, when none came for `patience` seconds."""
    heard: queue.Queue[str | None] = queue.Queue()
    assert child.stdout is not None
    threading.Thread(target=_listen, args=(child.stdout, heard), daemon=True).start()
    try:
        while (line := heard.get(timeout=patience)) is not None:
            yield line
    except queue.Empty:
        yield None


def _listen(pipe: IO[str], heard: queue.Queue[str | None]) -> None:
    with pipe:
        for line in pipe:
            heard.put(line)
    heard.put(None)


def _ended(status: int) -> str:
    if status < 0:
        return f"the process was ended here by {signal.Signals(-status).name} (a crash, or too little memory)"
    return f"the process ended here with status {status}, before its time (os._exit?)"


def _tail(errors: bytes) -> str:
    told = errors.decode(errors="replace").strip()
    return f":\n{told[-4000:]}" if told else ""
