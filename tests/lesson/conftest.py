"""What every test of the lesson's functions starts from."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from lesson_code.team_protocols.protocol import State
from lesson_code.team_protocols.team import Member, create_team


class WatchedLock:
    """A re-entrant lock that counts how often it was taken from the outside."""

    def __init__(self) -> None:
        self.depth = 0
        self.sections = 0
        self._lock = threading.RLock()

    def __enter__(self) -> WatchedLock:
        self._lock.acquire()
        self.depth += 1
        self.sections += self.depth == 1
        return self

    def __exit__(self, *error: object) -> None:
        self.depth -= 1
        self._lock.release()


@pytest.fixture
def lock() -> WatchedLock:
    return WatchedLock()


@pytest.fixture
def team() -> dict[str, Member]:
    return create_team()


@pytest.fixture
def state() -> State:
    return {}


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A mailbox folder that nobody has made yet."""
    return tmp_path / "mailbox"


@pytest.fixture
def broken_replace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every save fails at its last step."""

    def fail(*paths: Any) -> None:
        raise OSError("injected")

    monkeypatch.setattr("os.replace", fail)
