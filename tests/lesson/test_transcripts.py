"""The transcripts that the page shows are what the real command prints."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from lesson_code.team_protocols.transcripts import Transcript, practice_transcripts
from lesson_code.team_protocols.world import HERE

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def transcripts() -> dict[str, Transcript]:
    return {each["name"]: each for each in practice_transcripts()}


def test_the_paths_and_how_they_end(transcripts: dict[str, Transcript]) -> None:
    endings = {name: (each["output"].splitlines()[-1], each["status"]) for name, each in transcripts.items()}
    assert endings == {
        "allowed": ("结果：一致（输出 42，预期 42）", 0),
        "rejected": ("结果：未运行（计划未获批准）", 0),
        "denied": ("结果：未运行（宿主未许可）", 0),
        "mismatch": ("结果：不一致（输出 42，预期 43）", 1),
    }


def test_the_gates_are_read_from_the_output(transcripts: dict[str, Transcript]) -> None:
    opened = {name: [gate["open"] for gate in each["gates"]] for name, each in transcripts.items()}
    assert opened == {
        "allowed": [True, True],
        "rejected": [False, None],
        "denied": [True, False],
        "mismatch": [True, True],
    }
    for each in transcripts.values():
        for gate in each["gates"]:
            assert (gate["line"] in each["output"].splitlines()) is (gate["open"] is not None)


@pytest.mark.parametrize("name", ["allowed", "rejected", "denied"])
def test_typing_the_command_prints_the_transcript(name: str, transcripts: dict[str, Transcript]) -> None:
    (command,) = transcripts[name]["commands"]
    python, *rest = shlex.split(command)
    assert python == "python3"
    environment = {**os.environ, "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, *rest], cwd=ROOT, env=environment, capture_output=True, encoding="utf-8")
    assert done.stdout == transcripts[name]["output"]


def test_the_changed_expectation_changes_only_the_copy(transcripts: dict[str, Transcript]) -> None:
    assert transcripts["mismatch"]["commands"][0] == "echo 43 > lesson_code/team_protocols/expected.txt"
    assert (HERE / "expected.txt").read_text() == "42\n"


def test_the_command_prints_them_as_json(transcripts: dict[str, Transcript]) -> None:
    line = [sys.executable, "-m", "lesson_code.team_protocols.transcripts"]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert json.loads(done.stdout) == list(transcripts.values())


def test_nothing_in_them_belongs_to_this_machine(transcripts: dict[str, Transcript]) -> None:
    for each in transcripts.values():
        assert not {str(ROOT), "/tmp", str(Path.home())} & set(each["output"].split())
        assert "/" not in each["output"]
