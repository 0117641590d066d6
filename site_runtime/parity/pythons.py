"""The native CPythons to compare: every minor from 3.10 to 3.14 that is found and answers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

MINORS = ((3, 10), (3, 11), (3, 12), (3, 13), (3, 14))
# Whatever the environment holds must not change how a candidate answers.
QUESTION = "import platform, sys; v = sys.version_info; print(platform.python_implementation(), *v[:3], v.releaselevel)"


@dataclass(frozen=True)
class Python:
    """An interpreter that answered: its command, and its version as (major, minor, micro)."""

    path: str
    version: tuple[int, int, int]

    @property
    def minor(self) -> tuple[int, int]:
        """Its feature version, such as (3, 12)."""
        return self.version[:2]

    @property
    def text(self) -> str:
        """Its whole version, such as "3.12.1"."""
        return ".".join(map(str, self.version))


def _on_path(environ: Mapping[str, str]) -> Iterator[str]:
    names = [f"python{major}.{minor}" for major, minor in MINORS] + ["python3"]
    for name in names:
        found = shutil.which(name, path=environ.get("PATH"))
        if found:
            yield found


def _version_of(folder: Path) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", folder.name)))


def _under_pyenv(environ: Mapping[str, str]) -> Iterator[str]:
    roots = [environ.get("PYENV_ROOT"), os.path.join(environ.get("HOME", ""), ".pyenv")]
    for root in filter(None, roots):
        versions = Path(root, "versions").glob("3.*")
        for folder in sorted(versions, key=_version_of, reverse=True):
            yield str(folder / "bin" / "python3")


def candidates(environ: Mapping[str, str]) -> Iterator[str]:
    """Yield commands that may be a CPython, the user's own choice (LESSON_PYTHONS) first, each once."""
    listed = filter(None, environ.get("LESSON_PYTHONS", "").split(os.pathsep))
    everything = [*listed, *_on_path(environ), *_under_pyenv(environ), sys.executable]
    yield from dict.fromkeys(everything)


def ask(path: str) -> Python | None:
    """Return the interpreter at `path`; None when it does not answer (as pyenv's shims) or is no released CPython."""
    try:
        command = [path, "-I", "-c", QUESTION]
        answer = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True).stdout
        name, major, minor, micro, level = answer.split()
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return Python(path, (int(major), int(minor), int(micro))) if (name, level) == ("CPython", "final") else None


def find_pythons(environ: Mapping[str, str] = os.environ) -> list[Python]:
    """Return one interpreter a minor, oldest first; the first candidate that answers stands for its minor."""
    found: dict[tuple[int, int], Python] = {}
    for python in filter(None, map(ask, candidates(environ))):
        if python.minor in MINORS:
            found.setdefault(python.minor, python)
    return [found[minor] for minor in sorted(found)]
