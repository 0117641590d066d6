"""One wheel with the recorder and the lessons, holding the very bytes of their sources.

The worker installs it, so what runs in a browser is what was recorded here. Layout: ``site_runtime/recorder/…`` and
each folder of lessons under its own name. Built by hatchling from a staged tree; the sources are only read.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from site_runtime.build.cache import Cache, digest, tree
from site_runtime.build.errors import BuildError

ROOT = Path(__file__).resolve().parents[2]
NAME = "lessons"
EPOCH = "315532800"
"""1980-01-01, the first time a zip can hold: the wheel tells what it is made from, never when."""

PYPROJECT = """\
[build-system]
requires = ["hatchling=={hatchling}"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "{version}"
requires-python = ">=3.10"

[tool.hatch.build.targets.wheel]
ignore-vcs = true
only-include = {folders}
"""


def contents(directories: Sequence[Path]) -> dict[str, Path]:
    """Return path in the wheel -> source file; raise BuildError when two folders of lessons share a name."""
    files = {"site_runtime/__init__.py": ROOT / "site_runtime" / "__init__.py"}
    files |= _below(ROOT / "site_runtime" / "recorder", "site_runtime/recorder")
    for directory in directories:
        if any(path.startswith(f"{directory.name}/") for path in files):
            raise BuildError(f"{directory}: another folder in the wheel is called “{directory.name}”; rename this one")
        files |= {path: file for path, file in _below(directory, directory.name).items() if _ships(file, directory)}
    return files


def _below(folder: Path, prefix: str) -> dict[str, Path]:
    return {f"{prefix}/{path.relative_to(folder).as_posix()}": path for path in tree(folder)}


def _ships(file: Path, directory: Path) -> bool:
    """Tell whether a file of a folder of lessons is needed to run them: its modules, and all of a lesson but pages."""
    parts = file.relative_to(directory).parts
    if len(parts) == 1:
        return file.suffix == ".py"
    return (directory / parts[0] / "inputs.py").is_file() and parts[1] != "pages"


def build_wheel(directories: Sequence[Path], cache: Cache) -> Path:
    """Return the wheel for these folders of lessons; the same sources give the same bytes and the same file name.

    Raises BuildError with the backend's output when it fails.
    """
    files = contents(directories)
    parts = [item for path, file in sorted(files.items()) for item in (path, file)]
    key = digest(PYPROJECT, EPOCH, version("hatchling"), *parts)
    made = cache.get("wheel", key, lambda folder: _build(files, key, folder))
    return next(made.glob("*.whl"))


def _build(files: dict[str, Path], key: str, folder: Path) -> None:
    stage = folder / "stage"
    _stage(files, key, stage)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(stage)]
    env = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"the lessons' wheel cannot be built:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    shutil.rmtree(stage)


def _stage(files: dict[str, Path], key: str, stage: Path) -> None:
    for path, file in files.items():
        (stage / path).parent.mkdir(parents=True, exist_ok=True)
        (stage / path).write_bytes(file.read_bytes())
    text = PYPROJECT.format(
        hatchling=version("hatchling"), name=NAME, version=_version(key), folders=json.dumps(list(_tops(files)))
    )
    (stage / "pyproject.toml").write_text(text, "utf-8")


def _version(key: str) -> str:
    """Return a version made from the content, so that a browser's cache never answers with an older wheel."""
    return f"0.{int(key[:8], 16)}"


def _tops(files: dict[str, Path]) -> Iterator[str]:
    yield from dict.fromkeys(path.split("/")[0] for path in files)
