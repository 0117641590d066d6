"""Native CPython: the recorder in a child process of each interpreter that is found."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from site_runtime.parity.children import run_child, seconds
from site_runtime.parity.pythons import Python, find_pythons
from site_runtime.parity.results import Job, ParityError, Session

HELP = """native: no CPython from 3.10 to 3.14 was found and answered. Install some (apt-get install python3,
pyenv install 3.13, uv python install 3.13), on PATH or under a pyenv, or name them in LESSON_PYTHONS (paths,
separated as PATH is)."""


def record_with(python: Python, job: Job) -> Session:
    """Return what `python` records of the job's inputs; raise ParityError when it does not finish."""
    command = [python.path, "-m", "site_runtime.recorder", "--lessons", str(job.lessons)]
    session = run_child(f"native {python.minor[0]}.{python.minor[1]}", command, job.root, seconds())
    return replace(session, where=f" ({python.path})")


def run_native(job: Job, pythons: Iterable[Python] | None = None) -> list[Session]:
    """Return one session an interpreter, oldest first; raise ParityError when there is none."""
    chosen = find_pythons() if pythons is None else list(pythons)
    if not chosen:
        raise ParityError(HELP)
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        return list(pool.map(lambda python: record_with(python, job), chosen))
