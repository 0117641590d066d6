"""Find a CPython that is new enough to hold the project's environment.

A name on PATH proves nothing (pyenv's shims stand there and fail): a candidate counts only after it has answered.
"""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

OLDEST = (3, 12)
NAMES = ("python3.14", "python3.13", "python3.12", "python3", "python")
# A Debian Python without its venv package answers, and then cannot make an environment.
QUESTION = (
    "import sys, platform, venv, ensurepip;"
    "print(platform.python_implementation(), '.'.join(map(str, sys.version_info[:3])), sys.base_prefix)"
)


@dataclass(frozen=True)
class Interpreter:
    """An interpreter that answered: the command's path and the version it gave."""

    path: str
    version: tuple[int, ...]


def candidates(env: Mapping[str, str]) -> Iterator[str]:
    """Yield paths that may be a CPython: LESSON_PYTHONS first, then PATH, then the versions of pyenv."""
    yield from filter(None, env.get("LESSON_PYTHONS", "").split(os.pathsep))
    for name in NAMES:
        found = shutil.which(name, path=env.get("PATH"))
        if found:
            yield found
    roots = [env.get("PYENV_ROOT", ""), os.path.join(env.get("HOME", ""), ".pyenv")]
    for root in filter(None, roots):
        yield from sorted(glob.glob(os.path.join(root, "versions", "*", "bin", "python3")))


def ask(path: str) -> Interpreter | None:
    """Return the interpreter at `path`, or None when it does not answer as a CPython that can make environments."""
    try:
        answer = subprocess.run([path, "-c", QUESTION], capture_output=True, text=True, timeout=20, check=True).stdout
        name, version, _prefix = answer.split(maxsplit=2)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return Interpreter(path, tuple(map(int, version.split(".")))) if name == "CPython" else None


def newest(env: Mapping[str, str], oldest: tuple[int, ...] = OLDEST) -> Interpreter | None:
    """Return the newest interpreter from `oldest` on that answers, or None; the first found wins among equals."""
    unique = dict.fromkeys(str(Path(path)) for path in candidates(env))
    found = [interpreter for interpreter in map(ask, unique) if interpreter and interpreter.version >= oldest]
    return max(found, key=lambda interpreter: interpreter.version, default=None)
