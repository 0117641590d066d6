"""A program of a little over 100,000 steps with all that makes a trace hard to read: it is recorded, not imported.

Calls, recursion, generators that a line drives alone, exceptions caught and passed on, many objects, growing strings.
"""

from __future__ import annotations

from collections.abc import Iterator


class Account:
    """Something with attributes that change."""

    def __init__(self, owner: str) -> None:
        """Open an empty account."""
        self.owner = owner
        self.balance = 0
        self.history: list[int] = []

    def put(self, amount: int) -> None:
        """Add an amount, which must not be negative."""
        if amount % 7 == 0:
            raise ValueError(amount)
        self.balance += amount
        self.history.append(amount)
        if len(self.history) > 60:
            self.history.clear()


def numbers(count: int) -> Iterator[int]:
    """Yield the first numbers."""
    for number in range(count):  # noqa: UP028, as a loop of its own it is a step each time
        yield number


def depth(level: int) -> int:
    """Count down by calling itself."""
    if level == 0:
        return 0
    return 1 + depth(level - 1)


def work(rounds: int) -> dict[str, Account]:
    """Do a little of everything, round by round."""
    accounts: dict[str, Account] = {}
    report = ""
    for turn in range(rounds):
        name = f"owner-{turn % 40}"
        account = accounts.setdefault(name, Account(name))
        try:
            account.put(turn)
        except ValueError as error:
            report = f"{report[-200:]}{error}"
        total = sum(numbers(4))
        for number in numbers(3):
            total += number
        if turn % 25 == 0:
            depth(120)
            print(turn, total, len(report))
    return accounts


work(2200)
