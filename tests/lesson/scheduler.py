"""Two threads, of which exactly one runs; who runs next is decided before each line, never by the system.

A schedule says who begins, and then for each preemption how many lines run before it, counted from the
preemption before. Only lines at which the other thread could run count. A thread that ends or finds the lock
taken hands over without a preemption. So the schedules with at most n preemptions are all tuples whose
numbers are small enough to be reached, and every one of them can be tried.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

PATIENCE = 60.0

Schedule = tuple[int, ...]
Work = Callable[[], object]


class Stuck(Exception):
    """Nobody can go on."""


class Turns:
    """Hands the baton between two threads as one schedule says. Lines of files under ``folder`` count."""

    def __init__(self, schedule: Schedule, folder: str) -> None:
        self.first, *self.budgets = schedule
        self.folder = folder
        self.batons = [threading.Semaphore(0), threading.Semaphore(0)]
        self.finished = [False, False]
        self.waiting = [False, False]
        self.running = self.first
        self.lines = 0
        self.preemptions = 0

    def play(self, *works: Work) -> None:
        """Runs both pieces of work to their ends."""
        threads = [threading.Thread(target=self.perform, args=pair, daemon=True) for pair in enumerate(works)]
        for thread in threads:
            thread.start()
        self.batons[self.first].release()
        for thread in threads:
            thread.join(PATIENCE)
        if not all(self.finished):
            raise Stuck("a thread did not end")

    def perform(self, number: int, work: Work) -> None:
        self.batons[number].acquire(timeout=PATIENCE)
        sys.settrace(self.trace)
        try:
            work()
        finally:
            sys.settrace(None)
            self.finished[number] = True
            self.running = 1 - number
            self.batons[self.running].release()

    def hand_over(self) -> None:
        """The running thread waits until it is given the baton back."""
        number = self.running
        self.running = 1 - number
        self.batons[self.running].release()
        if not self.batons[number].acquire(timeout=PATIENCE):
            raise Stuck("nobody handed over")

    def trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(self.folder):
            return None
        if event == "line":
            self.before_line()
        return self.trace

    def before_line(self) -> None:
        other = 1 - self.running
        if self.finished[other] or self.waiting[other]:
            return
        if self.preemptions < len(self.budgets) and self.lines == self.budgets[self.preemptions]:
            self.preemptions += 1
            self.lines = 0
            self.hand_over()
        self.lines += 1


class TurnLock:
    """A re-entrant lock for threads that take turns: who finds it taken hands over until it is free."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.owner: int | None = None
        self.depth = 0

    def __enter__(self) -> TurnLock:
        number = self.turns.running
        while self.owner not in (None, number):
            self.turns.waiting[number] = True
            self.turns.hand_over()
        self.turns.waiting[number] = False
        self.owner = number
        self.depth += 1
        return self

    def __exit__(self, *error: object) -> None:
        self.depth -= 1
        if self.depth == 0:
            self.owner = None
            self.turns.waiting = [False, False]


class NoLock:
    """Holds nobody back."""

    def __enter__(self) -> NoLock:
        return self

    def __exit__(self, *error: object) -> None:
        return None


def every_schedule(most: int, run: Callable[[Schedule], int]) -> Iterator[Schedule]:
    """Runs and yields every schedule with at most ``most`` preemptions.

    ``run`` plays one schedule and returns how many of its preemptions took place. Numbers start at 1: a
    preemption after no line at all would be another way to write a schedule with fewer.
    """
    for first in (0, 1):
        yield from extensions((first,), most, run)


def extensions(schedule: Schedule, most: int, run: Callable[[Schedule], int]) -> Iterator[Schedule]:
    """``schedule`` and all that go on from it; nothing when its last preemption does not take place."""
    wanted = len(schedule) - 1
    if run(schedule) < wanted:
        return
    yield schedule
    lines, more = 1, wanted < most
    while more:
        longer = extensions((*schedule, lines), most, run)
        more = next(longer, None) is not None
        if more:
            yield (*schedule, lines)
            yield from longer
        lines += 1
