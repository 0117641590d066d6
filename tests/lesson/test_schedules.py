"""Two replies to one request, driven line by line through every schedule with at most two preemptions."""

from __future__ import annotations

import copy
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lesson_code.team_protocols.mailbox import load_inbox
from lesson_code.team_protocols.protocol import open_request, read_protocol, reply_request
from lesson_code.team_protocols.team import create_team
from lesson_code.team_protocols.world import HERE
from tests.lesson.scheduler import NoLock, Schedule, Stuck, TurnLock, Turns, every_schedule

MOST = 2


class TwoReplies:
    """One request, two threads that reply to it: the same reply, or the opposite one."""

    def __init__(self, box: Path, second: bool, locked: bool) -> None:
        self.box, self.second, self.locked = box, second, locked
        self.state: Any = {}
        open_request(self.state, create_team(), box, "reader", "lead", "plan", "计划", NoLock())
        self.start = copy.deepcopy(self.state)
        self.results: list[str] = ["", ""]

    def run(self, schedule: Schedule) -> int:
        (self.box / "reader.jsonl").unlink(missing_ok=True)
        self.state = copy.deepcopy(self.start)
        self.results = ["", ""]
        turns = Turns(schedule, str(HERE))
        lock = TurnLock(turns) if self.locked else NoLock()
        turns.play(self.replying(0, True, lock), self.replying(1, self.second, lock))
        return turns.preemptions

    def replying(self, number: int, approve: bool, lock: Any) -> Callable[[], None]:
        team = create_team()

        def reply() -> None:
            try:
                result = reply_request(self.state, team, self.box, "req-1", "lead", approve, "好", lock)
                self.results[number] = result["status"]
            except ValueError:
                self.results[number] = "refused"

        return reply

    def violation(self) -> str | None:
        """What is wrong after the run; nothing when exactly one reply is saved, and it is the one that is kept."""
        other = "already_sent" if self.second else "refused"
        if sorted(self.results) != sorted(["queued", other]):
            return f"results {self.results}"
        inbox = load_inbox(self.box, "reader", create_team())
        record = self.state["req-1"]
        if [read_protocol(message) for message in inbox] != [record["reply"]]:
            return f"{len(inbox)} letters, kept {record['reply']}"
        if record["reply"]["approve"] != (self.second if self.results[1] == "queued" else True):
            return "the kept reply is not the one that was queued"
        return None if record["status"] == "pending" else f"status {record['status']}"


@pytest.fixture
def no_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of runs: nothing here depends on the disk itself."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


@pytest.mark.usefixtures("no_sync")
@pytest.mark.parametrize("second", [True, False], ids=["the same reply", "the opposite reply"])
def test_every_schedule_saves_exactly_one_reply(second: bool, box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replies = TwoReplies(box, second, locked=True)
    found: dict[Schedule, str] = {}
    schedules: list[Schedule] = []
    for schedule in every_schedule(MOST, replies.run):
        schedules.append(schedule)
        problem = replies.violation()
        if problem is not None:
            found[schedule] = problem
    assert found == {}
    assert {len(schedule) - 1 for schedule in schedules} == {0, 1, 2}
    assert len(set(schedules)) == len(schedules)
    with capsys.disabled():
        print(f"\n{len(schedules)} schedules with at most {MOST} preemptions, each saved exactly one reply ", end="")


@pytest.mark.usefixtures("no_sync")
@pytest.mark.parametrize("second", [True, False], ids=["the same reply", "the opposite reply"])
def test_without_the_lock_a_schedule_breaks_it(second: bool, box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replies = TwoReplies(box, second, locked=False)
    tried: list[Schedule] = []
    for schedule in every_schedule(MOST, replies.run):
        tried.append(schedule)
        if replies.violation() is not None:
            break
    problem = replies.violation()
    assert problem is not None
    assert len(tried[-1]) > 1
    with capsys.disabled():
        print(f"\nwithout the lock, of {len(tried)} schedules the last, {tried[-1]}, breaks it: {problem} ", end="")


# The scheduler itself

STEPS = """
def steps(name, seen):
    seen.append(name)
    seen.append(name)
    seen.append(name)


def locked(name, seen, lock):
    with lock:
        seen.append(name)
        seen.append(name)
"""


def sample() -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(STEPS, "sample/steps.py", "exec"), names)
    return names


def orders(most: int, works: Callable[[list[str], Turns], list[Callable[[], object]]]) -> list[str]:
    seen: list[str] = []

    def run(schedule: Schedule) -> int:
        seen.clear()
        turns = Turns(schedule, "sample/")
        turns.play(*works(seen, turns))
        return turns.preemptions

    return ["".join(seen) for _ in every_schedule(most, run)]


@pytest.mark.parametrize(
    ("most", "expected"),
    [
        (0, ["aaabbb", "bbbaaa"]),
        (1, ["aaabbb", "abbbaa", "aabbba", "bbbaaa", "baaabb", "bbaaab"]),
    ],
)
def test_every_order_with_so_many_preemptions_is_reached_once(most: int, expected: list[str]) -> None:
    steps = sample()["steps"]
    assert orders(most, lambda seen, turns: [lambda: steps("a", seen), lambda: steps("b", seen)]) == expected


def test_with_many_preemptions_every_order_there_is_is_reached() -> None:
    steps = sample()["steps"]
    found = orders(5, lambda seen, turns: [lambda: steps("a", seen), lambda: steps("b", seen)])
    assert len(found) == len(set(found)) == 20


def test_what_the_lock_holds_together_stays_together_and_the_waiting_one_is_no_choice() -> None:
    locked = sample()["locked"]

    def works(seen: list[str], turns: Turns) -> list[Callable[[], object]]:
        lock = TurnLock(turns)
        return [lambda: locked("a", seen, lock), lambda: locked("b", seen, lock)]

    assert set(orders(2, works)) == {"aabb", "bbaa"}


def test_a_thread_that_does_not_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.lesson.scheduler.PATIENCE", 0.1)
    released = threading.Event()
    with pytest.raises(Stuck):
        Turns((0,), "sample/").play(lambda: released.wait(60), lambda: None)
    released.set()
