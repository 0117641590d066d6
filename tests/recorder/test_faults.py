"""What goes wrong within the recorder, or takes its trace function away, never reaches the program."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from site_runtime.recorder import Recording, record_program, run_program
from site_runtime.recorder.heap import Heap
from site_runtime.recorder.hook import Tracer
from site_runtime.recorder.stop import Ending
from site_runtime.recorder.values import Values
from site_runtime.recorder.writer import Writer
from site_runtime.trace import positions, validate
from tests.recorder.conftest import Ask

PROGRAM = """
def numbers(n):
    while n:
        yield [n]
        n -= 1
def work(items):
    total = 0
    for item in numbers(3):
        items.append(item)
        total += len(items)
    try:
        raise KeyError(total)
    except KeyError as error:
        print(error.args)
    return total
print(work([]))
"""


def failing(real: Callable[..., Any], after: int, error: type[BaseException]) -> Callable[..., Any]:
    """Return a function that does what the real one does, and from some call on raises."""
    calls = 0

    def broken(*args: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > after:
            raise error("planted")
        return real(*args, **named)

    return broken


# But for the two functions of which the last, bare step is made.
PLACES: list[tuple[type, str]] = [
    (Values, "encode"),
    (Heap, "refresh"),
    (Heap, "splice"),
    (Heap, "read"),
    (Tracer, "enter"),
    (Tracer, "leaves"),
    (Tracer, "last"),
    (Tracer, "told"),
    (Tracer, "extras"),
    (Tracer, "handled"),
    (Tracer, "variables"),
    (Tracer, "code_of"),
    (Writer, "name"),
]


@pytest.mark.parametrize("after", [0, 1, 3, 8])
@pytest.mark.parametrize(("place", "name"), PLACES, ids=[f"{place.__name__}.{name}" for place, name in PLACES])
@pytest.mark.parametrize("error", [ValueError, RecursionError, MemoryError])
def test_a_fault_ends_the_recording_and_not_the_program(
    monkeypatch: pytest.MonkeyPatch, place: type, name: str, error: type[Exception], after: int
) -> None:
    expected = run_program(PROGRAM)
    monkeypatch.setattr(place, name, failing(getattr(place, name), after, error))
    before = sys.gettrace()
    found = record_program(PROGRAM)
    assert sys.gettrace() is before
    assert (found.output, found.exception) == (expected.output, expected.exception)
    assert found.stopped in ("recorder", "depth", None)
    assert_readable(found)


def assert_readable(found: Recording) -> None:
    """What was recorded until then fits together."""
    states = list(positions(found.text))
    assert len(states) == found.snapshots + 1
    assert (states[-1].stack, states[-1].output) == ([], found.output)
    if found.stopped is None:
        validate(found.text)


def test_a_planted_fault_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Heap, "refresh", failing(Heap.refresh, 2, ValueError))
    assert record_program(PROGRAM).stopped == "recorder"


# A trace function of the program's own.

SPY = """
import sys
def spy(frame, event, arg):
    seen.append((event, frame.f_code.co_name, frame.f_lineno))
    return spy
def f():
    x = 1
    return x
seen = []
"""


@pytest.mark.parametrize(
    "rest",
    [
        "sys.settrace(spy)\nf()\nsys.settrace(None)\nf()\n",
        "def g():\n    sys.settrace(spy)\n    f()\ng()\nf()\n",
        "def g():\n    yield 1\n    yield 2\ng = g()\nnext(g)\nsys.settrace(spy)\nnext(g)\nsys.settrace(None)\n",
        "sys.settrace(spy)\nprint(sys.gettrace() is spy)\nf()\n",
        "import bdb\nclass B(bdb.Bdb):\n    def user_line(self, frame):\n        print(1)\nB().runcall(f)\n",
    ],
)
def test_a_program_that_traces_itself_sees_the_same_and_ends_the_recording(recorder: Ask, rest: str) -> None:
    answer = recorder(SPY + rest + "print(seen)\n", ways=["run", "again"])
    assert answer["run"] == answer["debug"]
    assert (answer["stopped"], answer["again"]) == ("tracing", None)
    validate(answer["trace"])


def test_a_program_that_only_looks_or_switches_tracing_off_is_recorded_whole(recorder: Ask) -> None:
    source = "import sys\nprint(sys.gettrace())\nsys.settrace(None)\nx = 1\nprint(sys.gettrace())\n"
    answer = recorder(source, ways=["run"])
    assert (answer["stopped"], answer["debug"]["output"]) == (None, "None\nNone\n")
    assert answer["run"] == answer["debug"]


def test_a_profile_function_of_the_programs_own_sees_the_same(recorder: Ask) -> None:
    source = (
        SPY + "sys.setprofile(lambda frame, event, arg: seen.append(event))\nf()\nsys.setprofile(None)\nprint(seen)\n"
    )
    answer = recorder(source, ways=["run"])
    assert answer["run"] == answer["debug"]
    assert answer["stopped"] is None


def test_ending_is_over_when_the_program_is() -> None:
    ending = Ending(test_ending_is_over_when_the_program_is.__code__)
    ending.check()
    before = sys.gettrace()
    record_program(
        "while True:\n    try:\n        x = 1\n    except BaseException as e:\n        kept = e\n        break\n"
    )
    assert sys.gettrace() is before
