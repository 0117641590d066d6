"""Statements, not lines: what is the same in two minors stays the same, what is not is named."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_runtime.parity.children import recording_environment
from site_runtime.parity.pythons import find_pythons
from site_runtime.parity.statements import compare_statements, first_lines, moments
from site_runtime.recorder import record_program

ROOT = Path(__file__).parents[2]

SOURCE = """\
def area(width, height):
    return (
        width
        * height
    )


total = 0
for side in (2, 3):
    total += area(
        side,
        side,
    )
print(total)
"""
SOURCES = {"program.py": SOURCE}


def test_a_line_belongs_to_the_innermost_statement_on_it() -> None:
    source = "@first\n@second\ndef f():\n    if a:\n        b(\n            c,\n        )\n    else:\n        d\n"
    found = first_lines(source)
    assert [found[line] for line in range(1, 10)] == [1, 1, 1, 4, 5, 5, 5, 4, 9]


def test_several_events_of_one_statement_count_once_in_each_activation() -> None:
    trace = record_program(SOURCE).text
    found = [(moment.activation, moment.statement, moment.kind) for moment in moments(SOURCES, trace)]
    once = [(0, 9, "line"), (0, 10, "line")]
    calls = [[(call, 2, "line"), (call, 2, "returned")] for call in (1, 2)]
    start = [(0, 1, "line"), (0, 8, "line")]
    assert found == [*start, *once, *calls[0], *once, *calls[1], (0, 9, "line"), (0, 14, "line"), (0, 14, "returned")]


def changed(change: Callable[[list[Any], dict[str, Any]], None]) -> tuple[str, str]:
    """Return the trace of SOURCE, and one whose steps and end `change` has altered."""
    text = record_program(SOURCE).text
    header, chunk, end = map(json.loads, text.splitlines())
    change(chunk["steps"], end["end"])
    return text, "".join(f"{json.dumps(line)}\n" for line in (header, chunk, end))


def test_events_inside_a_statement_may_differ() -> None:
    def twice(steps: list[Any], _end: dict[str, Any]) -> None:
        first = next(index for index, step in enumerate(steps) if step[0] == 10)
        steps.insert(first + 1, [11])

    assert compare_statements(SOURCES, *changed(twice)) is None


def test_a_statement_that_is_not_the_same_is_named() -> None:
    def elsewhere(steps: list[Any], _end: dict[str, Any]) -> None:
        steps[1][0] = 14

    place = compare_statements(SOURCES, *changed(elsewhere))
    assert place is not None
    assert (place.what, place.position) == ("statement", 1)
    assert (place.expected, place.actual) == ("program.py:8 <module>, line", "program.py:14 <module>, line")


def test_a_value_at_a_statements_first_event_is_named() -> None:
    def more(steps: list[Any], _end: dict[str, Any]) -> None:
        step = next(step for step in steps if step[0] == 9)
        step[step.index(0)] = 1

    place = compare_statements(SOURCES, *changed(more))
    assert place is not None
    assert (place.what, place.name, place.expected, place.actual) == ("value", "total", "0", "1")
    assert place.line == "program.py:9 <module>"


def test_what_the_run_left_is_compared_and_the_number_of_snapshots_is_not() -> None:
    def other(_steps: list[Any], end: dict[str, Any]) -> None:
        end["snapshots"] += 1
        end["output"] = "31\n"

    place = compare_statements(SOURCES, *changed(other))
    assert place is not None
    assert (place.what, place.expected, place.actual) == ("output", '"13\\n"', '"31\\n"')


TRICKY = """\
def squares(numbers):
    return [
        number
        * number
        for number in numbers
        if number
    ]


class Door:
    def __enter__(self):
        return self

    def __exit__(self, *what):
        return True


with Door() as door:
    found = {
        key: value
        for key, value in zip(
            "ab",
            squares([0, 1, 2]),
        )
    }
    print(
        found["a"],
        found["c"],
    )
print(found)
"""
RECORD = (
    "import sys; from site_runtime.recorder import record_program; print(record_program(sys.stdin.read()).text, end='')"
)


def recorded_by(path: str) -> str:
    done = subprocess.run(
        [path, "-c", RECORD],
        cwd=ROOT,
        env=recording_environment(),
        input=TRICKY,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


def test_every_minor_takes_the_same_statements_through_comprehensions_and_with() -> None:
    traces = {python.text: recorded_by(python.path) for python in find_pythons()}
    assert len(traces) >= 2, "two native Pythons are needed; `lesson parity` says how to get them"
    first, *others = traces.values()
    assert [compare_statements({"program.py": TRICKY}, first, other) for other in others] == [None] * len(others)
    if len({*traces.values()}) == 1:
        pytest.fail("the program is not tricky: all traces are the same bytes")
