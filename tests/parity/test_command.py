"""`lesson parity` from the outside: planted differences are named, missing runtimes are errors, JSON says it all."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from site_runtime.parity import add_arguments, run
from site_runtime.parity.native import run_native
from site_runtime.parity.pythons import find_pythons
from site_runtime.parity.results import Job, ParityError, Result, Session

ROOT = Path(__file__).parents[2]
LESSONS = Path(__file__).with_name("samples") / "lessons"
KEY = "ledger/transfer/transfer"

Plant = Callable[[Result], Result]
Change = Callable[[list[Any]], None]
"""Alters the steps of a trace's only chunk."""


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether these tests themselves run under CI must not show: there the command wants two native versions."""
    monkeypatch.delenv("CI", raising=False)


@pytest.fixture(scope="module")
def recorded() -> Session:
    """The ledger's inputs, really recorded by one native Python."""
    return run_native(Job(ROOT, LESSONS), find_pythons()[-1:])[0]


def options(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(["--lessons", str(LESSONS), *words])


def planted(session: Session, name: str, plant: Plant) -> Session:
    """Return `session` under another name, its first input altered by `plant`."""
    return Session(name, "3.14.2", {**session.results, KEY: plant(session.results[KEY])})


def compared(session: Session, plant: Plant, *words: str) -> int:
    """Run the command with two runtimes: what was recorded, and what was planted."""
    runners = {"native": lambda _job: [session], "node": lambda _job: [planted(session, "node", plant)]}
    return run(options("--runtimes", "native,node", *words), runners)


def in_steps(change: Change) -> Plant:
    """Return a plant that changes the steps of the trace's only chunk."""

    def plant(result: Result) -> Result:
        header, chunk, end = map(json.loads, result.trace.splitlines())
        change(chunk["steps"])
        lines = (json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in (header, chunk, end))
        return replace(result, trace="".join(f"{line}\n" for line in lines))

    return plant


def value(steps: list[Any]) -> None:
    """Step 7 (the first withdrawal is done): ada has 999, not 20."""
    steps[7][-1]["heap"][0][-1] = 999


def line(steps: list[Any]) -> None:
    steps[8][0] = 29


def order_of_steps(steps: list[Any]) -> None:
    """The two lines that append to the entries change places, but not what they do."""
    steps[9][0], steps[10][0] = steps[10][0], steps[9][0]


def order_of_items(steps: list[Any]) -> None:
    """The amounts come in the other order from the start."""
    amounts = next(item for item in steps[0][-1]["heap"] if item[0] == 3)
    amounts[-2:] = reversed(amounts[-2:])


def output(steps: list[Any]) -> None:
    step = next(step for step in steps if isinstance(step[-1], dict) and "out" in step[-1])
    step[-1]["out"] = "51\n"


def file(steps: list[Any]) -> None:
    step = next(step for step in steps if "ada 15" in json.dumps(step))
    step[-1]["files"][0][2] = "ada 51\nbob 15\n"


PLANTED: dict[Change, tuple[str, str, int, str, str, str]] = {
    value: ("value", "source.balance", 7, "transfers.py:27 transfer", "20", "999"),
    line: (
        "line",
        "step",
        8,
        "transfers.py:28 transfer",
        "transfers.py:28 transfer, line",
        "transfers.py:29 transfer, line",
    ),
    order_of_steps: (
        "order",
        "step",
        9,
        "transfers.py:29 transfer",
        "transfers.py:29 transfer, line",
        "transfers.py:30 transfer, line",
    ),
    order_of_items: ("order", "amounts", 0, "transfers.py:23 transfer", "[10,5]", "[5,10]"),
    output: ("output", "output", 24, "transfers.py:35 journal", '"15\\n"', '"51\\n"'),
    file: ("file", "book/day.txt", 31, "transfers.py:38 journal", '"ada 15\\nbob 15\\n"', '"ada 51\\nbob 15\\n"'),
}


@pytest.mark.parametrize("change", PLANTED, ids=lambda change: str(change.__name__))
def test_a_difference_in_a_trace_is_named(
    recorded: Session, change: Change, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compared(recorded, in_steps(change), "--json") == 1
    (found,) = json.loads(capsys.readouterr().out)["differences"]
    names = ("what", "name", "position", "line", "expected", "actual")
    assert tuple(found[name] for name in names) == PLANTED[change]
    assert (found["input"], found["reference"], found["runtime"]) == (KEY, recorded.name, "node")


def test_a_difference_is_printed_with_input_step_line_name_and_both_values(
    recorded: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compared(recorded, in_steps(value)) == 1
    width = len(recorded.name)
    expected = (
        f"{KEY}, step 7, transfers.py:27 transfer: value of source.balance differs\n"
        f"  {recorded.name}  20\n"
        f"  {'node':{width}}  999\n"
    )
    assert expected in capsys.readouterr().out


def test_other_bytes_for_the_same_states_are_a_difference(
    recorded: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    def spaced(result: Result) -> Result:
        return replace(result, trace=result.trace.replace('"trace":1', '"trace": 1'))

    assert compared(recorded, spaced, "--json") == 1
    (found,) = json.loads(capsys.readouterr().out)["differences"]
    assert (found["what"], found["name"]) == ("bytes", "line 1 of the trace, character 10")


def test_a_trace_that_is_none_is_a_difference(recorded: Session, capsys: pytest.CaptureFixture[str]) -> None:
    assert compared(recorded, lambda result: replace(result, trace="{}\n"), "--json") == 1
    (found,) = json.loads(capsys.readouterr().out)["differences"]
    assert (found["what"], found["expected"]) == ("format", "a readable trace")


@pytest.mark.parametrize(
    ("change", "what", "name"),
    [
        ({"output": "15 \n"}, "output", "output"),
        ({"files": {}}, "file", "book/day.txt"),
        ({"exception": "ValueError: no"}, "exception", "exception"),
    ],
)
def test_a_debug_run_that_leaves_something_else_is_a_difference(
    recorded: Session, change: dict[str, Any], what: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def plant(result: Result) -> Result:
        return replace(result, debug=replace(result.debug, **change))

    assert compared(recorded, plant, "--json") == 1
    (found,) = json.loads(capsys.readouterr().out)["differences"]
    assert (found["what"], found["name"]) == (what, name)
    assert (found["reference"], found["runtime"]) == ("node run", "node debug")


def test_an_input_that_one_runtime_lacks_is_a_difference(recorded: Session, capsys: pytest.CaptureFixture[str]) -> None:
    less = Session("node", "3.14.2", {KEY: recorded.results[KEY]})
    runners = {"native": lambda _job: [recorded], "node": lambda _job: [less]}
    assert run(options("--runtimes", "native,node", "--json"), runners) == 1
    report = json.loads(capsys.readouterr().out)
    assert [found["what"] for found in report["differences"]] == ["missing"]
    assert report["compared"] == 1


def test_equal_recordings_are_reported_in_numbers(recorded: Session, capsys: pytest.CaptureFixture[str]) -> None:
    assert compared(recorded, lambda result: result, "--json") == 0
    assert json.loads(capsys.readouterr().out) == {
        "inputs": 2,
        "snapshots": {"focus": 29, "all": 60},
        "runtimes": [{"name": recorded.name, "python": recorded.python}, {"name": "node", "python": "3.14.2"}],
        "compared": 2,
        "differences": [],
    }


def test_a_runtime_that_is_missing_is_an_error(recorded: Session, capsys: pytest.CaptureFixture[str]) -> None:
    def missing(_job: Job) -> list[Session]:
        raise ParityError("node: there is no node on PATH. Install it")

    runners = {"native": lambda _job: [recorded], "node": missing}
    assert run(options("--runtimes", "native,node"), runners) == 2
    assert "node: there is no node on PATH. Install it" in capsys.readouterr().err


def test_a_runtime_nobody_knows_is_an_error_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(options("--runtimes", "native,opera")) == 2
    assert "'opera'; choose of native, node, chromium, firefox, webkit" in capsys.readouterr().err


@pytest.mark.parametrize(("words", "ci", "status"), [((), "", 0), (("--strict",), "", 2), ((), "true", 2)])
def test_one_native_version_is_too_few_in_ci(
    recorded: Session,
    words: tuple[str, ...],
    ci: str,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CI", ci)
    assert run(options("--runtimes", "native", *words), {"native": lambda _job: [recorded]}) == status
    assert ("LESSON_PYTHONS" in capsys.readouterr().err) is (status == 2)


def test_nothing_to_compare_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(options("--runtimes", "native"), {"native": lambda _job: [Session("native 3.12", "3.12.1", {})]}) == 2
    assert "no input" in capsys.readouterr().err


def test_a_recording_that_was_cut_short_says_why(recorded: Session, capsys: pytest.CaptureFixture[str]) -> None:
    def cut(result: Result) -> Result:
        header, chunk, end = map(json.loads, result.trace.splitlines())
        chunk["steps"] = [*chunk["steps"][:7], [0]]
        end["end"]["stopped"] = "recorder"
        return replace(result, trace="".join(f"{json.dumps(line)}\n" for line in (header, chunk, end)))

    assert compared(recorded, cut, "--json") == 1
    (found,) = json.loads(capsys.readouterr().out)["differences"]
    assert (found["what"], found["position"]) == ("line", 7)
    assert found["actual"] == 'the end, end (recording stopped: "recorder")'


def again(steps: list[Any]) -> None:
    """One more event of the statement that has just run: what another minor may do."""
    steps.insert(8, [27])


@pytest.mark.parametrize(
    ("words", "python", "status"),
    [((), "3.14.2", 1), (("--by", "statements"), "3.14.2", 0), (("--by", "statements"), None, 1)],
)
def test_statements_decide_where_that_is_asked_for_and_only_between_minors(
    recorded: Session, words: tuple[str, ...], python: str | None, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    other = replace(planted(recorded, "node", in_steps(again)), python=python or recorded.python)
    runners = {"native": lambda _job: [recorded], "node": lambda _job: [other]}
    assert run(options("--runtimes", "native,node", "--json", *words), runners) == status
    assert bool(json.loads(capsys.readouterr().out)["differences"]) is bool(status)


def test_statements_do_not_hide_a_value(recorded: Session, capsys: pytest.CaptureFixture[str]) -> None:
    assert compared(recorded, in_steps(value), "--by", "statements", "--json") == 1
    (found,) = json.loads(capsys.readouterr().out)["differences"]
    assert (found["what"], found["name"], found["expected"], found["actual"]) == (
        "value",
        "source.balance",
        "20",
        "999",
    )
