"""Find the first place where two traces say different things, and name it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from site_runtime.parity.facts import Fact, facts, place_of, shown
from site_runtime.trace import State, TraceError, positions

NOTHING = "(nothing)"


@dataclass(frozen=True)
class Place:
    """Where and how two traces differ; see Difference for the words."""

    what: str
    name: str
    expected: str
    actual: str
    position: int | None = None
    line: str | None = None


def locate(expected: str, actual: str) -> Place:
    """Return the first difference of two traces whose texts are not equal."""
    try:
        states = _by_state(list(positions(expected)), list(positions(actual)))
        return states or _by_end(expected, actual) or _by_bytes(expected, actual)
    except TraceError as error:
        return Place("format", "trace", "a readable trace", str(error))


def _by_state(expected: list[State], actual: list[State]) -> Place | None:
    for left, right in zip_longest(expected, actual):
        if left is None or right is None:
            return _length(expected, actual, left or right)
        pair = next(_unequal(list(facts(left)), list(facts(right))), None)
        if pair:
            return _named(expected, actual, left, *pair)
    return None


def _length(expected: list[State], actual: list[State], first: State) -> Place:
    return Place("length", "steps", str(len(expected)), str(len(actual)), first.position, place_of(first))


def _unequal(left: list[Fact], right: list[Fact]) -> Iterator[tuple[Fact, Fact]]:
    """Yield the facts of one name that differ, in the order of `left`, then those that only `right` has."""
    theirs = {(fact.aspect, fact.name): fact for fact in right}
    for fact in left:
        other = theirs.pop((fact.aspect, fact.name), Fact(fact.aspect, fact.name, NOTHING))
        if other != fact:
            yield fact, other
    for fact in theirs.values():
        yield Fact(fact.aspect, fact.name, NOTHING), fact


def _named(expected: list[State], actual: list[State], state: State, left: Fact, right: Fact) -> Place:
    swapped = left.aspect == "line" and _same_steps(expected[state.position :], actual[state.position :])
    moved = left.items != right.items and Counter(left.items) == Counter(right.items)
    what = "order" if swapped or moved else left.aspect
    return Place(what, left.name, left.value, right.value, state.position, place_of(state))


def _same_steps(expected: list[State], actual: list[State]) -> bool:
    """Say whether both take the same steps, whatever their order."""
    return Counter(map(place_of, expected)) == Counter(map(place_of, actual))


def _end(text: str) -> list[Fact]:
    """The facts of a trace's last line: what the whole run left."""
    end: dict[str, Any] = json.loads(text.rstrip("\n").rpartition("\n")[2])["end"]
    files = [Fact("file", file[0], shown(file[1:])) for file in end.pop("files")]
    return [Fact(name if name in ("output", "exception") else "value", name, shown(end[name])) for name in end] + files


def _by_end(expected: str, actual: str) -> Place | None:
    left, right = next(_unequal(_end(expected), _end(actual)), (None, None))
    return Place(left.aspect, left.name, left.value, right.value, None, "the end") if left and right else None


def _by_bytes(expected: str, actual: str) -> Place:
    """The same states in other bytes: chunks cut elsewhere, another spelling, other numbers for the same objects."""
    lines = zip_longest(expected.split("\n"), actual.split("\n"), fillvalue="")
    number, (left, right) = next((n, pair) for n, pair in enumerate(lines, 1) if pair[0] != pair[1])
    column = next((i for i, (a, b) in enumerate(zip(left, right)) if a != b), min(len(left), len(right)))
    start = max(column - 20, 0)
    name = f"line {number} of the trace, character {column + 1}"
    return Place("bytes", name, left[start : column + 60], right[start : column + 60])
