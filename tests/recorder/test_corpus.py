"""The corpus in every runtime: the same bytes within a minor version, the same statements, values and output across."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from site_runtime.parity.statements import compare_statements
from site_runtime.trace import positions, validate
from tests.recorder.runtimes import PROGRAMS, PYODIDES, Session, ask, natives

WAYS = ["again", "always", "run"]
REFERENCE = "native 3.13"
RUNTIMES = [*natives(), *PYODIDES]
SAME_MINOR = {"pyodide 3.13": "native 3.13", "pyodide 3.14": "native 3.14"}

LANGUAGE = {
    "03_slots": "3.13 says more in the text of an AttributeError",
    "04_dataclasses": "from 3.14 an annotation without a value is no statement that runs",
    "05_named_tuples": "from 3.14 an annotation without a value is no statement that runs",
    "15_nested_exceptions": "3.14 warns of return and break in finally",
    "18_match": "from 3.14 an annotation without a value is no statement that runs",
    "20_comprehension_scopes": "from 3.12 a comprehension's variable covers the frame's of the same name (PEP 709)",
    "51_class_bodies": "the compiler's own names in a class body, here counted by the program itself",
    "52_hostile_namespace": "the compiler's own names in a class body, here stored by the program's own namespace",
    "55_del": "3.11 says more in the text of an UnboundLocalError",
    "70_simulation": "from 3.14 an annotation without a value is no statement that runs",
}
"""Programs that differ between minor versions because the language does, each with the reason."""


@pytest.fixture(scope="session")
def sessions() -> dict[str, Session]:
    """Record the whole corpus once in every runtime."""
    requests = [{"name": name, "source": source, "ways": WAYS} for name, source in PROGRAMS.items()]
    with ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda runtime: ask(runtime, requests), RUNTIMES)
        return dict(zip(RUNTIMES, found, strict=True))


def answer(sessions: dict[str, Session], runtime: str, name: str) -> dict[str, Any]:
    return sessions[runtime].answers[list(PROGRAMS).index(name)]


def difference(sessions: dict[str, Session], runtime: str, name: str) -> str | None:
    """Return where a program's statements, values or output differ from the reference's, or None."""
    expected, actual = answer(sessions, REFERENCE, name), answer(sessions, runtime, name)
    if expected["debug"] != actual["debug"]:
        return f"left {actual['debug']} and not {expected['debug']}"
    if expected["trace"] == actual["trace"]:
        return None
    place = compare_statements({name: PROGRAMS[name]}, expected["trace"], actual["trace"])
    return None if place is None else str(place)


def test_the_corpus_is_large_enough() -> None:
    assert len(PROGRAMS) >= 60
    assert len(natives()) >= 2


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_second_recording_has_the_same_bytes(sessions: dict[str, Session], runtime: str) -> None:
    changed = [name for name in PROGRAMS if answer(sessions, runtime, name)["again"] is not None]
    assert changed == []


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_quiet_lines_hide_nothing(sessions: dict[str, Session], runtime: str) -> None:
    """Looking at every object after every line gives the same bytes."""
    changed = [name for name in PROGRAMS if answer(sessions, runtime, name)["always"] is not None]
    assert changed == []


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_recording_changes_nothing(sessions: dict[str, Session], runtime: str) -> None:
    """A plain run leaves the same output, files and exception, unless the recorder's limits ended the recorded one."""
    found = {name: answer(sessions, runtime, name) for name in PROGRAMS}
    assert [name for name, one in found.items() if one["run"] != one["debug"]] == []


@pytest.mark.parametrize("runtime", SAME_MINOR)
def test_pyodide_gives_the_bytes_of_native_cpython_of_its_minor(sessions: dict[str, Session], runtime: str) -> None:
    native = SAME_MINOR[runtime]
    if native not in sessions:
        pytest.skip(f"no native CPython {native.split()[1]} is found on this machine to compare {runtime} with")
    names = list(PROGRAMS)
    changed = [n for n in names if answer(sessions, runtime, n)["trace"] != answer(sessions, native, n)["trace"]]
    assert changed == []


@pytest.mark.parametrize("runtime", [name for name in RUNTIMES if name != REFERENCE])
def test_statements_values_and_output_are_the_same_across_minors(sessions: dict[str, Session], runtime: str) -> None:
    found = {name: difference(sessions, runtime, name) for name in PROGRAMS if name not in LANGUAGE}
    assert {name: place for name, place in found.items() if place is not None} == {}


def test_every_exception_from_that_is_needed(sessions: dict[str, Session]) -> None:
    """A program stands in the table only while it really differs somewhere."""
    needed = {name for name in LANGUAGE for runtime in sessions if difference(sessions, runtime, name) is not None}
    assert needed == set(LANGUAGE)


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_trace_is_valid(sessions: dict[str, Session], name: str) -> None:
    trace = answer(sessions, REFERENCE, name)["trace"]
    validate(trace)
    assert sum(1 for _ in positions(trace)) == answer(sessions, REFERENCE, name)["snapshots"] + 1


def test_most_programs_are_recorded_to_their_end(sessions: dict[str, Session]) -> None:
    stopped = {name: answer(sessions, REFERENCE, name)["stopped"] for name in PROGRAMS}
    assert {name for name, reason in stopped.items() if reason is not None} == set(STOPPED)


STOPPED = ("41_own_tracing", "67_recursion_limit")
