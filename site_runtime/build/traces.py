"""Record a folder of lessons natively, in a child process. Standard library only.

The lessons' code never runs in the build's own process: a child has the fixed hash seed, and nothing of the build.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from site_runtime.build.cache import Cache, digest, tree
from site_runtime.build.errors import BuildError
from site_runtime.parity.children import answer, seconds
from site_runtime.parity.results import ParityError, Session, read_session

ROOT = Path(__file__).resolve().parents[2]
RECORDER = ROOT / "site_runtime" / "recorder"


def run_recorder(directory: Path, *words: str) -> str:
    """Return what the recorder's child process writes for the lessons in `directory`, or as `words` say.

    Raises BuildError with the recorder's own message when it does not finish, and with the input when one does not end.
    """
    command = [sys.executable, "-m", "site_runtime.recorder", "--lessons", str(directory.resolve()), *words]
    try:
        return answer(command, ROOT, seconds())
    except ParityError as error:
        raise BuildError(f"the lessons cannot be recorded: {error}") from error


def keys(directory: Path) -> list[str]:
    """Return LESSON/AREA/INPUT of every input in a folder of lessons; raise BuildError as `run_recorder` does."""
    _python, *rest = run_recorder(directory, "--list").splitlines()
    try:
        return [json.loads(line)["key"] for line in rest]
    except (ValueError, TypeError, KeyError) as error:
        raise BuildError(f"{directory}: an inputs.py writes to the process's own output; take that out") from error


def read(directory: Path, text: str) -> Session:
    """Return the session that the recorder wrote; raise BuildError when it is none."""
    try:
        return read_session(str(directory), text.split("\n"))
    except ParityError as error:
        raise BuildError(str(error)) from error


def record(directory: Path, cache: Cache) -> Session:
    """Return all recordings of the lessons in `directory`, from the cache when nothing they depend on has changed."""
    key = digest(sys.version, RECORDER, *_dependencies(directory))
    made = cache.get("traces", key, lambda folder: _write(folder, run_recorder(directory)))
    return read(directory, (made / "session.jsonl").read_text("utf-8"))


def _dependencies(directory: Path) -> list[object]:
    """Return names and contents of all that a lesson could import or read: any file but its pages."""
    files = [path for path in tree(directory) if path.suffix != ".md"]
    return [item for path in files for item in (path.relative_to(directory).as_posix(), path)]


def _write(folder: Path, text: str) -> None:
    (folder / "session.jsonl").write_text(text, "utf-8", newline="\n")
