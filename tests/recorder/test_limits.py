"""Limits are exact, they end any program, and what was recorded until then is a valid trace."""

from __future__ import annotations

import json
from typing import Any

import pytest

from site_runtime.trace import positions, validate
from tests.recorder.conftest import Ask

ENDLESS = {
    "quiet": "while True:\n    x = 1\n",
    "one line": "while True: pass\n",
    "calls": "def f(n):\n    return n\nwhile True:\n    f(1)\n",
    "objects": "x = []\nwhile True:\n    x.append([x])\n",
    "generator": "def g():\n    while True:\n        yield 1\nfor x in g():\n    pass\n",
    "swallows all": "x = 0\nwhile True:\n    try:\n        x += 1\n    except BaseException:\n        pass\n",
    "swallows in a function": (
        "def f():\n    while True:\n        try:\n            while True:\n                x = 1\n"
        "        except BaseException as error:\n            y = 2\n        finally:\n            z = 3\nf()\n"
    ),
    "suppresses": "import contextlib\nwhile True:\n    with contextlib.suppress(BaseException):\n        x = 1\n",
    "tasks": (
        "import asyncio\nasync def tick():\n    while True:\n        await asyncio.sleep(1)\n"
        "async def main():\n    asyncio.create_task(tick())\n    await tick()\nasyncio.run(main())\n"
    ),
    "stubborn task": (
        "import asyncio\nasync def tick():\n    while True:\n        try:\n            await asyncio.sleep(1)\n"
        "        except BaseException:\n            pass\nasyncio.run(tick())\n"
    ),
}


def end(trace: str) -> dict[str, Any]:
    """Return what the last line of a trace tells."""
    found: dict[str, Any] = json.loads(trace.rstrip("\n").rpartition("\n")[2])["end"]
    return found


@pytest.mark.parametrize("steps", [1, 2, 50, 1023, 1024, 1025, 1300])
@pytest.mark.parametrize("program", ENDLESS)
def test_recording_stops_after_exactly_so_many_snapshots(recorder: Ask, program: str, steps: int) -> None:
    answer = recorder(ENDLESS[program], limits={"steps": steps})
    assert (answer["snapshots"], answer["stopped"]) == (steps, "steps")
    assert answer["debug"]["exception"] is None
    assert len(list(positions(answer["trace"]))) == steps + 1
    validate(answer["trace"])


def test_an_end_of_an_activation_counts_as_well(recorder: Ask) -> None:
    source = "def f(n):\n    if n:\n        f(n - 1)\nf(9)\nprint('never')\n"
    for steps in range(1, 33):
        answer = recorder(source, limits={"steps": steps})
        assert (answer["snapshots"], answer["debug"]["output"]) == (steps, ""), steps
        validate(answer["trace"])


def test_a_program_that_ends_in_time_is_not_stopped(recorder: Ask) -> None:
    whole = recorder("x = 1\ny = 2\n")
    assert recorder("x = 1\ny = 2\n", limits={"steps": whole["snapshots"] + 1})["stopped"] is None


@pytest.mark.parametrize(
    "program", ["while True: print(1)", "while True:\n try:\n  print(1)\n except BaseException: pass"]
)
def test_output_ends_run_and_recording_at_the_same_character(recorder: Ask, program: str) -> None:
    answer = recorder(program + "\n", ways=["run"], limits={"output": 101})
    assert answer["stopped"] == "output"
    assert answer["debug"]["output"] == "1\n" * 50 + "1"
    assert answer["run"] == answer["debug"]
    assert end(answer["trace"])["output"] == answer["debug"]["output"]
    validate(answer["trace"])


@pytest.mark.parametrize(
    "program",
    [
        "def f(n):\n    return f(n + 1)\nf(0)\n",
        "def f(n):\n    return [f(x) for x in n]\nn = []\nn.append(n)\nf(n)\n",
        "f = lambda n: f(n + 1)\nf(0)\n",
        "class A:\n    def __repr__(self):\n        return repr(self)\nrepr(A())\n",
        "def g(n):\n    yield from g(n + 1)\nlist(g(0))\n",
    ],
)
def test_endless_recursion_is_the_programs_own_error(recorder: Ask, program: str) -> None:
    answer = recorder(program, ways=["run"])
    assert answer["stopped"] == "depth"
    assert answer["debug"]["exception"].startswith("RecursionError")
    assert answer["run"] == answer["debug"]


def test_a_caught_recursion_goes_on(recorder: Ask) -> None:
    source = "def f(n):\n    return f(n + 1)\ntry:\n    f(0)\nexcept RecursionError:\n    print('deep')\nprint('on')\n"
    answer = recorder(source, ways=["run"])
    assert (answer["stopped"], answer["debug"]["output"]) == ("depth", "deep\non\n")
    assert answer["run"] == answer["debug"]


def test_recursion_within_the_limit_is_recorded_whole(recorder: Ask) -> None:
    source = "def f(n):\n    return n and f(n - 1)\nf(700)\n"
    answer = recorder(source)
    assert answer["stopped"] is None
    assert max(len(state.stack) for state in positions(answer["trace"])) == 702


SHRINKING = """
class Node:
    def __init__(self, value, rest):
        self.value = value
        self.rest = rest
chain, every = None, []
for n in range(12):
    chain = Node([n], chain)
    every.append(chain)
for n in (3, 0, 9):
    every[n].value[0] = 'changed'
    chain = every[n]
    n = 0
    while n < 4:
        fresh = [n, [n], {}]
        n = n + 1
"""


@pytest.mark.parametrize("chunk", [1, 7, 1024])
@pytest.mark.parametrize("objects", [1, 2, 5, 11, 30, 100])
def test_what_is_beyond_the_limit_on_objects_is_never_out_of_date(recorder: Ask, objects: int, chunk: int) -> None:
    answer = recorder(SHRINKING, ways=["always"], limits={"objects": objects}, chunk=chunk)
    whole = recorder(SHRINKING)
    assert answer["always"] is None
    validate(answer["trace"])
    for state, full in zip(positions(answer["trace"]), positions(whole["trace"]), strict=True):
        shown = [number for number in state.heap if state.heap[number].cells and number in full.heap]
        for number in shown:
            if number in _reached(state.heap, state.stack):
                assert state.heap[number].cells == full.heap[number].cells, (state.position, number)


def _reached(heap: Any, stack: Any) -> set[int]:
    """Return the objects that one can get to from the stack."""
    waiting: list[Any] = [value for frame in stack for value in frame.locals.values()]
    found: set[int] = set()
    while waiting:
        value = waiting.pop()
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], int):
            if value[0] not in found and value[0] in heap:
                found.add(value[0])
                waiting += heap[value[0]].cells
        elif isinstance(value, list):
            waiting += value
    return found
