"""Find the first place where two traces say different things, and name it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import zip_longest

from site_runtime.parity.facts import Fact, end_facts, facts, place_of, unequal
from site_runtime.trace import State, positions

READABLE = "a readable trace"


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
    left, right = _read(expected), _read(actual)
    if isinstance(left, str) or isinstance(right, str):
        said = [found if isinstance(found, str) else READABLE for found in (left, right)]
        return Place("format", "trace", said[0], said[1])
    place = _by_state(left, right) or _by_end(expected, actual) or _by_bytes(expected, actual)
    return replace(place, expected=place.expected + _stop(expected), actual=place.actual + _stop(actual))


def _read(text: str) -> list[State] | str:
    """Return every position of a trace, or what is wrong with it."""
    try:
        list(end_facts(text))
        return list(positions(text))
    except (ValueError, KeyError, TypeError) as error:
        return f"{type(error).__name__}: {error}"


def _by_state(expected: list[State], actual: list[State]) -> Place | None:
    for left, right in zip_longest(expected, actual):
        if left is None or right is None:
            return _length(expected, actual, left or right)
        pair = next(unequal(list(facts(left)), list(facts(right))), None)
        if pair:
            return _named(expected, actual, left, *pair)
    return None


def _length(expected: list[State], actual: list[State], first: State) -> Place:
    return Place("length", "steps", str(len(expected)), str(len(actual)), first.position, place_of(first))


def _named(expected: list[State], actual: list[State], state: State, left: Fact, right: Fact) -> Place:
    swapped = left.aspect == "line" and _same_steps(expected[state.position :], actual[state.position :])
    moved = left.items != right.items and Counter(left.items) == Counter(right.items)
    what = "order" if swapped or moved else left.aspect
    return Place(what, left.name, left.value, right.value, state.position, place_of(state))


def _same_steps(expected: list[State], actual: list[State]) -> bool:
    """Say whether both take the same steps, whatever their order."""
    return Counter(map(place_of, expected)) == Counter(map(place_of, actual))


def _by_end(expected: str, actual: str) -> Place | None:
    left, right = next(unequal(list(end_facts(expected)), list(end_facts(actual))), (None, None))
    return Place(left.aspect, left.name, left.value, right.value, None, "the end") if left and right else None


def _stop(trace: str) -> str:
    """A recording that was cut short says why; that tells more than where."""
    reason = next(fact.value for fact in end_facts(trace) if fact.name == "stopped")
    return "" if reason == "null" else f" (recording stopped: {reason})"


def _by_bytes(expected: str, actual: str) -> Place:
    """The same states in other bytes: chunks cut elsewhere, another spelling, other numbers for the same objects."""
    lines = zip_longest(expected.split("\n"), actual.split("\n"), fillvalue="")
    number, (left, right) = next((n, pair) for n, pair in enumerate(lines, 1) if pair[0] != pair[1])
    column = next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
    start = max(column - 20, 0)
    name = f"line {number} of the trace, character {column + 1}"
    return Place("bytes", name, left[start : column + 60], right[start : column + 60])
