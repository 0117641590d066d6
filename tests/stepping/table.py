"""pdb's answers beside the page's, by the rules at the head of test_pdb.py."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

COMMANDS = {"step": "into", "next": "over", "return": "out", "until": "until", "up, next": "toCaller"}
"""pdb's commands and the page's."""

Answers = dict[int, tuple[int, list[int]]]
"""Start -> stop, and the generators waited for (session.py, Answer)."""


@dataclass(frozen=True)
class Table:
    """One program on one CPython: pdb's stops and answers, and the page's."""

    name: str
    stops: list[list[Any]]
    apart: list[list[Any]]
    pdb: dict[str, Answers]
    outer: list[Answers]
    ours: dict[str, Any]

    @cached_property
    def ends(self) -> dict[int, int]:
        """The place of each activation's end."""
        return {stop[0]: place for place, stop in enumerate(self.stops) if stop[3] == "end"}

    def told(self, command: str, start: int) -> int:
        """Return where pdb's answers say that a command leads (rules 4 and 5)."""
        stop, bound = self.pdb[command][start]
        if not bound:
            return stop
        waits = command == "until" and self.stops[start][3] == "line"
        found = {stop, *self.ends_of(bound, start), *(() if waits else self.outwards(start))}
        return start if waits and min(found) == len(self.stops) - 1 else min(found)

    def outwards(self, start: int) -> Iterator[int]:
        """Yield pdb's answers from the frames that wait, each with the ends that it passed over."""
        for level in self.outer:
            if start in level:
                stop, bound = level[start]
                yield from (stop, *self.ends_of(bound, start))

    def ends_of(self, activations: list[int], start: int) -> list[int]:
        """Return the places after `start` at which these activations end."""
        return [self.ends[one] for one in activations if self.ends.get(one, -1) > start]

    def differences(self, ours: Mapping[str, list[int]]) -> list[str]:
        """Return a line for each start and command where the page's commands lead elsewhere than pdb."""
        return [
            f"{self.name}: {command} from {self.at(start)}: pdb stops at {self.at(place)}, "
            f"{COMMANDS[command]} at {self.at(ours[COMMANDS[command]][start])}"
            for command, answers in self.pdb.items()
            if COMMANDS[command] in ours
            for start in answers
            if (place := self.told(command, start)) != ours[COMMANDS[command]][start]
        ]

    def at(self, place: int) -> str:
        """Return a stop in words."""
        activation, function, line, kind = self.stops[place]
        return f"{place} ({kind} {line} of {function}, activation {activation})"


def by_start(answers: list[list[Any]]) -> Answers:
    """Return what the child wrote as a look-up."""
    return {start: (stop, bound) for start, stop, bound in answers}


def table(name: str, told: dict[str, Any], ours: dict[str, Any]) -> Table:
    """Return the table from a line of child.py and one of ours.mjs."""
    outer = [by_start(level) for level in told["outer"]]
    pdb = {command: by_start(answers) for command, answers in told["answers"].items()} | {"up, next": outer[0]}
    return Table(name, told["stops"], told["apart"], pdb, outer, ours)
