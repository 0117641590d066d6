"""A question's answer is what the same expression gives as a line of a copy of the program, hit there."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.ask.choosing import Asked, chosen
from tests.recorder.random_programs import programs
from tests.recorder.runtimes import PROGRAMS, PYODIDES, Answer, ask, natives

NATIVES = [f"native 3.{minor}" for minor in range(10, 15)]
WANTED = {**dict.fromkeys(NATIVES, 200), **dict.fromkeys(PYODIDES, 40)}
PROGRAMS_EACH = 40
NOT_KEPT = "its value is not kept here"
LEFT_OUT = (
    "39_determinism",
    "40_files",
    "41_own_tracing",
    "52_hostile_namespace",
    "65_exec_and_eval",
    "67_recursion_limit",
    "68_swallows_everything",
    "69_frames",
    "71_many_steps",
    "72_many_objects",
)
"""Programs that look at their own frames, builtins, folder or lines, or are long."""


@cache
def random_sources() -> dict[str, str]:
    """Return the same random programs each time."""
    found: dict[str, str] = {}

    @settings(
        max_examples=50, phases=[Phase.generate], derandomize=True, deadline=None, suppress_health_check=[*HealthCheck]
    )
    @given(programs)
    def collect(source: str) -> None:
        found[f"random_{len(found)}.py"] = source

    collect()
    return found


def sources() -> dict[str, str]:
    corpus = {f"{name}.py": text for name, text in PROGRAMS.items() if name not in LEFT_OUT}
    return {**corpus, **random_sources()}


def questions(runtime: str, wanted: int) -> list[Asked]:
    """Return so many questions about that runtime's own recordings."""
    dice = Random(f"questions for {runtime}")
    texts = sources()
    order = dice.sample(sorted(texts), PROGRAMS_EACH)
    recorded = ask(runtime, [{"name": name, "source": texts[name]} for name in order]).answers
    each = -(-2 * wanted // len(order))
    found = [
        one
        for name, answer in zip(order, recorded, strict=True)
        for one in chosen(texts[name], name, answer["trace"], each, dice)
    ]
    return dice.sample(found, min(wanted, len(found)))


def same(asked: Asked, answer: Answer) -> str | None:
    """Return what is wrong with an answer, or None."""
    got, expected = answer["asked"], answer["inserted"]
    if expected is None:
        return "the copy never came there"
    if got["diverged"] or got["stopped"]:
        return f"no answer: {got}"
    found = got["answers"][0]
    if found["error"] and NOT_KEPT in found["error"]["message"]:
        return None
    keys = ("text", "type", "error")
    pair = [{key: one[key] for key in keys} for one in (found, expected)]
    return None if pair[0] == pair[1] else f"asked {pair[0]}\ninserted {pair[1]}"


@pytest.mark.parametrize("runtime", [*NATIVES, *PYODIDES])
def test_the_answer_is_what_the_expression_gives_as_a_line_of_the_program(runtime: str) -> None:
    if runtime not in PYODIDES and runtime not in natives():
        pytest.skip(f"{runtime}: no such CPython is found here (PATH, pyenv, LESSON_PYTHONS)")
    wanted = WANTED[runtime]
    asked = questions(runtime, wanted)
    assert len(asked) == wanted
    answers = ask(runtime, [one.request() for one in asked]).answers
    wrong = [
        f"{one.name}, {one.question}, hit {one.hit}:\n{reason}"
        for one, answer in zip(asked, answers, strict=True)
        if (reason := same(one, answer)) is not None
    ]
    assert not wrong, f"{len(wrong)} of {wanted}:\n" + "\n\n".join(wrong)
    values = sum(not answer["asked"]["answers"][0]["error"] for answer in answers)
    assert values > wanted / 3, "nearly all raise: that shows little"
