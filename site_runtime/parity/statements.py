"""Compare two recordings of one program statement by statement: what stays the same between minor versions.

Between minors the line events inside one statement differ (comprehensions, calls over several lines), the statements
do not. A statement is the innermost ``ast.stmt`` on a line; consecutive events of one statement in one activation
count once, and its values are those at its first event.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest

from site_runtime.parity.facts import NOTHING, Fact, end_facts, facts, place_of, unequal
from site_runtime.parity.locate import Place
from site_runtime.trace import State, positions

COUNTS = ("snapshots", "focus")
OUTSIDE = 0
"""The first line of the statement of a line that is in none."""


@dataclass(frozen=True)
class Moment:
    """A statement about to run in an activation, or (`kind` not "line") an activation's end."""

    activation: int
    statement: int
    kind: str
    state: State

    @property
    def key(self) -> tuple[int, int, str]:
        """What makes it the same moment in another trace."""
        return self.activation, self.statement, self.kind

    def values(self) -> list[Fact]:
        """Return all that the trace says here but for the exact line."""
        return [fact for fact in facts(self.state) if fact.aspect != "line"]


def first_lines(source: str) -> Mapping[int, int]:
    """Return line -> first line of the innermost statement on it; raise SyntaxError when the source is no Python.

    A decorated definition begins at its first decorator, where its events begin.
    """
    found: dict[int, int] = {}
    for node in ast.walk(ast.parse(source)):  # breadth first: an inner statement overwrites the outer one
        if isinstance(node, ast.stmt):
            first = min([node.lineno, *(item.lineno for item in getattr(node, "decorator_list", ()))])
            found |= dict.fromkeys(range(first, (node.end_lineno or node.lineno) + 1), first)
    return found


def moments(sources: Mapping[str, str], trace: str) -> Iterator[Moment]:
    """Yield the statements of a trace in order; `sources` is label -> text of every recorded file."""
    lines = {label: first_lines(text) for label, text in sources.items()}
    latest: dict[int, int] = {}
    for state in positions(trace):
        if state.kind == "end":
            continue
        top = state.stack[-1]
        statement = lines[top.file].get(state.line, OUTSIDE)
        if state.kind != "line" or latest.get(top.activation) != statement:
            yield Moment(top.activation, statement, state.kind, state)
        latest[top.activation] = statement


def compare_statements(sources: Mapping[str, str], expected: str, actual: str) -> Place | None:
    """Return the first difference of two traces in statements, values or what the run left; None when there is none.

    `sources` is label -> text of every recorded file; TraceError is raised for a text that is no trace.
    """
    for left, right in zip_longest(moments(sources, expected), moments(sources, actual)):
        place = _different(left, right)
        if place:
            return place
    return _ends(expected, actual)


def _different(left: Moment | None, right: Moment | None) -> Place | None:
    if not (left and right and left.key == right.key):
        known = left or right
        assert known is not None  # zip_longest stops when both are at their end
        return Place("statement", "step", _shown(left), _shown(right), known.state.position, place_of(known.state))
    pair = next(unequal(left.values(), right.values()), None)
    return pair and _place(*pair, left.state)


def _place(left: Fact, right: Fact, state: State) -> Place:
    return Place(left.aspect, left.name, left.value, right.value, state.position, place_of(state))


def _shown(moment: Moment | None) -> str:
    return f"{place_of(moment.state)}, {moment.kind}" if moment else NOTHING


def _ends(expected: str, actual: str) -> Place | None:
    """The numbers of snapshots are left out: they are what differs between minors."""
    left, right = ([fact for fact in end_facts(text) if fact.name not in COUNTS] for text in (expected, actual))
    pair = next(unequal(left, right), None)
    return pair and Place(pair[0].aspect, pair[0].name, pair[0].value, pair[1].value, None, "the end")
