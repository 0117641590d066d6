"""What a runtime gives back for each input, as `python -m site_runtime.recorder` writes it: one JSON object a line.

The first line is ``{"python": "3.12.1"}``; the page's probe sends the same objects.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class ParityError(RuntimeError):
    """A runtime that was asked for is missing or did not finish; the message says what to do."""


@dataclass(frozen=True)
class Job:
    """What to record: every input of the lessons in a folder, with the code of the project at `root`."""

    root: Path
    lessons: Path


@dataclass(frozen=True)
class Outcome:
    """What one run leaves behind: standard output, the watched files by path, the exception that left it."""

    output: str
    files: dict[str, str]
    exception: str | None


@dataclass(frozen=True)
class Result:
    """One input in one runtime: its trace, the outcome of the plain run and that of the recorded one.

    `stopped` is why the recording ended before the program, or None; `missing` is what was to be watched and never was
    there.
    """

    key: str
    trace: str
    run: Outcome
    debug: Outcome
    snapshots: int
    focus: int
    stopped: str | None = None
    missing: tuple[str, ...] = ()


@dataclass(frozen=True)
class Session:
    """All inputs in one runtime. `name` is unique in a report, as "native 3.12"; `where` tells people which it is."""

    name: str
    python: str
    results: dict[str, Result]
    where: str = ""

    @property
    def minor(self) -> str:
        """Its feature version, such as "3.12"."""
        return self.python.rpartition(".")[0]


def _outcome(data: dict[str, Any]) -> Outcome:
    return Outcome(data["output"], dict(data["files"]), data["exception"])


def _result(data: dict[str, Any]) -> Result:
    run, debug = _outcome(data["run"]), _outcome(data["debug"])
    doubts = data.get("stopped"), tuple(data.get("missing", ()))
    return Result(data["key"], data["trace"], run, debug, data["snapshots"], data["focus"], *doubts)


def session_of(name: str, objects: Iterable[dict[str, Any]]) -> Session:
    """Return the session that `objects` tell, the Python first; raise ParityError when they tell none."""
    try:
        head, *rest = objects
        return Session(name, head["python"], {result.key: result for result in map(_result, rest)})
    except (ValueError, KeyError, TypeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise ParityError(f"{name}: its answer is not what the recorder writes ({reason})") from error


def read_session(name: str, lines: Iterable[str]) -> Session:
    """Return the session in `lines`, one JSON object each; raise ParityError as session_of does."""
    return session_of(name, (json.loads(line) for line in lines if line.strip()))
