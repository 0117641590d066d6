"""The page's core on what the recorder really writes: stepping, who wrote what, where two inputs part."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from site_runtime.build.node import find_node
from tests.trace.conftest import HERE, ROOT

SOURCES = ROOT / "lesson_code" / "team_protocols"


def ask(traces: dict[str, str], *question: str) -> Any:
    """Return the core's answer about some traces."""
    command = [find_node(), str(HERE / "core.mjs"), *question]
    done = subprocess.run(command, input=json.dumps(traces), capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="session")
def lesson(traces: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in traces.items() if name.startswith("team_protocols/")}


def test_every_command_holds_its_definition_on_real_traces(traces: dict[str, str]) -> None:
    whole = {name: text for name, text in traces.items() if not name.endswith((" of 1", " of 7"))}
    assert ask(whole, "stepping") > 50_000


def test_stepping_over_stays_in_the_displayed_function_and_leads_back_the_same_way(lesson: dict[str, str]) -> None:
    assert len(lesson) == 22
    for name, told in ask(lesson, "story").items():
        *inside, end = told["focus"]
        assert all(inside), name
        assert end is None, name
        assert told["back"] == told["over"][::-1], name


@pytest.mark.parametrize(
    ("name", "value"), [("match_response/approved", "approved"), ("match_response/rejected", "rejected")]
)
def test_the_write_of_a_status_is_found_with_its_line(lesson: dict[str, str], name: str, value: str) -> None:
    key = f"team_protocols/{name}"
    *_, before, write = ask({key: lesson[key]}, "story")[key]["writes"]
    assert (before["position"], before["value"]) == (0, "pending")
    line = write["ran"]["line"]
    source = (SOURCES / write["ran"]["file"]).read_text("utf-8").splitlines()
    assert source[line - 1].strip() == f'record["status"] = "{value}"'
    assert write["said"] == f"line {line}: record['status'] became {value}"


def test_a_failed_save_writes_no_request(lesson: dict[str, str]) -> None:
    key = "team_protocols/open_request/save_error"
    assert ask({key: lesson[key]}, "story")[key]["writes"] == []


@pytest.mark.parametrize(
    ("one", "other", "line", "because"),
    [
        ("match_response/approved", "match_response/forged", 'if data != record["reply"]:', "data['feedback']"),
        ("match_response/approved", "match_response/rejected", 'if data["approve"]:', "data['approve']"),
        (
            "match_response/approved",
            "match_response/duplicate",
            'if record["status"] != "pending":',
            "record['status']",
        ),
    ],
)
def test_where_two_inputs_part_and_why(lesson: dict[str, str], one: str, other: str, line: str, because: str) -> None:
    keys = [f"team_protocols/{name}" for name in (one, other)]
    told = ask({key: lesson[key] for key in keys}, "compare", *keys, str(SOURCES))
    assert told["text"] == line
    assert told["fork"]["because"][0]["label"] == because
    assert told["value"]["position"] == 0


def test_inputs_that_go_the_same_way_differ_by_value(lesson: dict[str, str]) -> None:
    keys = [f"team_protocols/reply_request/{name}" for name in ("approve", "reject")]
    told = ask({key: lesson[key] for key in keys}, "compare", *keys, str(SOURCES))
    assert told["fork"] is None
    assert [found["label"] for found in told["value"]["differences"]] == ["approve", "feedback"]


def test_a_fork_into_an_exception_names_it(lesson: dict[str, str]) -> None:
    keys = [f"team_protocols/open_request/{name}" for name in ("plan", "save_error")]
    told = ask({key: lesson[key] for key in keys}, "compare", *keys, str(SOURCES))
    assert told["text"] == "os.replace(temporary, path)"
    assert told["fork"]["b"]["error"] is not None
