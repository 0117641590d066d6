"""The fence ``lesson-runs``: the lesson's own program really runs at build, and its words stand on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pymdownx.superfences import SuperFencesException

from site_runtime.build.cache import Cache
from site_runtime.build.catalog import Entry
from site_runtime.build.fence import Fence
from site_runtime.build.runs import Runs, render, transcripts
from site_runtime.parity.results import Session
from site_runtime.recorder import load_lesson

INPUTS = "LESSON = {'areas': []}\n"
PROGRAM = """import json, pathlib

count = pathlib.Path(__file__).with_name('count')
count.write_text(count.read_text() + 'x' if count.exists() else 'x')
gates = [{'name': 'plan', 'open': True, 'line': '<ok>'}, {'name': 'host', 'open': None, 'line': ''}]
print(json.dumps([{
    'name': 'one', 'title': {'zh': '一', 'en': 'One'}, 'commands': ['python3 x.py'], 'output': 'a<b>\\nlast\\n',
    'status': 0, 'gates': gates}]))
"""


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    folder = tmp_path / "lessons" / "walk"
    folder.mkdir(parents=True)
    (folder / "inputs.py").write_text(INPUTS)
    (folder / "transcripts.py").write_text(PROGRAM)
    return folder


def runs_of(folder: Path, tmp_path: Path) -> Runs:
    found = load_lesson(folder)
    entries = {found.name: Entry(found, folder.parent, Session("native", "3", {}))}
    return Runs(Fence(entries, {}), entries, Cache(tmp_path / "cache"))


def test_a_run_shows_its_gates_command_and_output(lesson: Path, tmp_path: Path) -> None:
    html = runs_of(lesson, tmp_path).format("lesson: walk")
    assert "a&lt;b&gt;" in html
    assert "&lt;ok&gt;" in html
    assert "python3 x.py" in html
    assert html.index('data-state="open"') < html.index('data-state="unasked"')


def test_unchanged_lessons_are_not_run_again(lesson: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    transcripts(load_lesson(lesson), cache)
    (lesson / "count").unlink()
    transcripts(load_lesson(lesson), cache)
    assert not (lesson / "count").exists()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("lesson: wlak", "walk"),
        ("lesson:", "key: value"),
        ("runs: walk", "lacks `lesson: …`"),
        ("lesson: walk\nfunction: f", "no field “function”"),
        ("lesson: walk\nruns: two", "no run “two”; nearest: one"),
    ],
)
def test_a_wrong_fence_stops_the_build(lesson: Path, tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(SuperFencesException, match=reason):
        runs_of(lesson, tmp_path).format(text)


def test_a_program_that_fails_stops_the_build(lesson: Path, tmp_path: Path) -> None:
    (lesson / "transcripts.py").write_text("raise SystemExit('it broke')")
    with pytest.raises(SuperFencesException, match="it broke"):
        runs_of(lesson, tmp_path).format("lesson: walk")


def test_a_lesson_without_runs_is_named(lesson: Path, tmp_path: Path) -> None:
    (lesson / "transcripts.py").rename(lesson / "other.py")
    with pytest.raises(SuperFencesException, match=r"transcripts\.py"):
        runs_of(lesson, tmp_path).format("lesson: walk")


@pytest.mark.parametrize(("opened", "shown"), [((True, True), "程序运行"), ((True, False), "程序未运行")])
def test_the_program_runs_only_behind_two_open_gates(opened: tuple[bool, ...], shown: str) -> None:
    gates: list[dict[str, Any]] = [
        {"name": name, "open": one, "line": ""} for name, one in zip(("plan", "host"), opened, strict=True)
    ]
    run = {"name": "x", "title": {"zh": "题"}, "commands": [], "output": "", "status": 0, "gates": gates}
    assert f">{shown}<" in render([run], "zh")
