"""Every program of the corpus, in every runtime: the same trace wherever the contract says so (docs/recorder.md)."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from site_runtime.parity.statements import compare_statements
from site_runtime.trace import validate
from tests.recorder.conftest import Corpus
from tests.recorder.exempt import CHANGED, reason
from tests.recorder.runtimes import PROGRAMS, PYODIDES, ROOT, Answer, natives

NATIVES = [f"native 3.{minor}" for minor in range(10, 15)]
RUNTIMES = [*NATIVES, *PYODIDES]
STOPPED = {"41_own_tracing": "tracing", "67_recursion_limit": "depth"}
SCHEMA = Draft202012Validator(json.loads((ROOT / "docs" / "trace-format.schema.json").read_text(encoding="utf-8")))

each_program = pytest.mark.parametrize("program", PROGRAMS)
each_runtime = pytest.mark.parametrize("runtime", RUNTIMES)


def shown_difference(one: str, other: str) -> str:
    """Return the place where two texts part, for a message."""
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"at character {at}:\n{one[max(0, at - 150) : at + 150]}\n{other[max(0, at - 150) : at + 150]}"


def assert_same(one: str, other: str) -> None:
    assert one == other, shown_difference(one, other)


def test_the_corpus_has_the_size_that_was_asked_for() -> None:
    assert len(PROGRAMS) >= 64


def test_there_are_natives_to_compare() -> None:
    assert len(natives()) >= 2, "two minors of native CPython are needed: install some, or name them in LESSON_PYTHONS"


@each_runtime
@each_program
def test_a_second_recording_in_one_process_is_the_same(corpus: Corpus, runtime: str, program: str) -> None:
    answer = corpus.of(runtime)[program]
    assert answer["again"] is None, shown_difference(answer["trace"], answer["again"])


@each_runtime
@each_program
def test_looking_at_everything_after_each_line_gives_the_same(corpus: Corpus, runtime: str, program: str) -> None:
    answer = corpus.of(runtime)[program]
    assert answer["always"] is None, shown_difference(answer["trace"], answer["always"])


@each_runtime
@each_program
def test_debugging_leaves_what_running_leaves(corpus: Corpus, runtime: str, program: str) -> None:
    answer = corpus.of(runtime)[program]
    assert answer["run"] == answer["debug"]
    assert "user code ran" not in answer["debug"]["output"]


@each_runtime
@each_program
def test_a_recording_ends_with_the_program(corpus: Corpus, runtime: str, program: str) -> None:
    assert corpus.of(runtime)[program]["stopped"] == STOPPED.get(program)


@each_program
def test_another_hash_seed_gives_the_same(corpus: Corpus, program: str) -> None:
    newest = max(natives(), key=NATIVES.index)
    other: Answer = dict(zip(PROGRAMS, corpus.other_seed.result().answers, strict=True))[program]
    assert_same(corpus.of(newest)[program]["trace"], other["trace"])


@pytest.mark.parametrize(("native", "pyodide"), [("native 3.13", "pyodide 3.13"), ("native 3.14", "pyodide 3.14")])
@each_program
def test_pyodide_gives_the_bytes_of_its_minor(corpus: Corpus, native: str, pyodide: str, program: str) -> None:
    assert_same(corpus.of(native)[program]["trace"], corpus.of(pyodide)[program]["trace"])


def reference() -> str:
    """The newest native up to 3.13: all others are held to it."""
    return max((name for name in natives() if name in NATIVES[:4]), key=NATIVES.index)


@each_runtime
@each_program
def test_statements_values_and_output_are_the_same_on_every_minor(corpus: Corpus, runtime: str, program: str) -> None:
    left, right = corpus.of(reference())[program], corpus.of(runtime)[program]
    if left["trace"] == right["trace"]:
        return
    place = compare_statements({f"{program}.py": PROGRAMS[program]}, left["trace"], right["trace"])
    why = reason(program, reference(), runtime)
    if why is None:
        assert place is None, f"{place} (if the language changed, say so in exempt.py)"
        assert left["debug"] == right["debug"]
    else:
        assert place is not None, f"exempt.py says {why!r}, but the statements are the same"


def test_only_programs_of_the_corpus_are_exempt() -> None:
    assert CHANGED.keys() <= PROGRAMS.keys()


@each_program
def test_traces_are_valid(corpus: Corpus, program: str) -> None:
    texts = {corpus.of(runtime)[program]["trace"] for runtime in (reference(), "pyodide 3.14")}
    for text in texts:
        validate(text)
        for line in text.rstrip("\n").split("\n"):
            SCHEMA.validate(json.loads(line))
