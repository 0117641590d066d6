"""Each teaching input, run as a file of its own in an empty folder, shows what the table says."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lesson_code.team_protocols.inputs import LESSON
from lesson_code.team_protocols.mailbox import MAX_BYTES, MAX_MESSAGES

ROOT = Path(__file__).parents[2]
AREAS: list[dict[str, Any]] = LESSON["areas"]  # type: ignore[assignment]
INPUTS = {f"{area['name']}/{one['name']}": one for area in AREAS for one in area["inputs"]}

# After the run the facts are written where the test can read them.
REPORT = """
import json as _json
with open("facts.json", "w", encoding="utf-8") as _file:
    _json.dump({"state": state, "team": team}, _file)
"""

Facts = dict[str, Any]
Check = Callable[[Facts], bool]


def status(facts: Facts, request_id: str = "req-1") -> Any:
    return facts["state"][request_id]["status"]


def reply(facts: Facts) -> Any:
    return facts["state"]["req-1"]["reply"]


def letters(facts: Facts) -> dict[str, int]:
    return {name: text.count("\n") for name, text in facts["mailbox"].items()}


def no_request(facts: Facts) -> bool:
    return facts["state"] == {} and letters(facts) == {}


def opened(recipient: str) -> Check:
    return lambda facts: (status(facts), reply(facts), letters(facts)) == ("pending", None, {recipient: 1})


def replied(approve: bool) -> Check:
    def check(facts: Facts) -> bool:
        saved = reply(facts)["approve"] is approve
        return saved and status(facts) == "pending" and letters(facts) == {"lead": 1, "reader": 1}

    return check


def decided(expected: str) -> Check:
    return lambda facts: status(facts) == expected and letters(facts) == {"lead": 1, "reader": 1}


def ok(request_id: str, status: str, **more: str) -> dict[str, str]:
    return {"request_id": request_id, "status": status, **more}


def ignored(reason: str) -> dict[str, str]:
    return {"status": "ignored", "reason": reason}


# What is observed: a result, or the beginning of the error; then the facts afterwards.
TABLE: dict[str, tuple[dict[str, str] | str, Check]] = {
    "open_request/plan": (ok("req-1", "pending"), opened("lead")),
    "open_request/shutdown": (ok("req-1", "pending"), opened("reader")),
    "open_request/direction": ("方向不对", no_request),
    "open_request/pending": ("req-1 还没有结论", opened("lead")),
    "open_request/limit": (
        "请求名额已满",
        lambda facts: [status(facts, f"req-{n}") for n in range(1, 5)] == ["rejected"] * 4 and len(facts["state"]) == 4,
    ),
    "open_request/save_error": ("教学注入", no_request),
    "reply_request/approve": (ok("req-1", "queued", receipt="reader-1"), replied(True)),
    "reply_request/reject": (ok("req-1", "queued", receipt="reader-1"), replied(False)),
    "reply_request/wrong_role": ("req-1 应由 lead 答复", opened("lead")),
    "reply_request/busy": (
        ok("req-1", "deferred"),
        lambda facts: opened("reader")(facts) and facts["team"]["reader"]["status"] == "running",
    ),
    "reply_request/closed": (
        ok("req-1", "queued", receipt="lead-1"),
        lambda facts: replied(True)(facts) and facts["team"]["reader"]["status"] == "closed",
    ),
    "reply_request/duplicate": (ok("req-1", "already_sent"), replied(True)),
    "reply_request/conflict": ("req-1 已有另一份答复", replied(True)),
    "reply_request/save_error": ("教学注入", opened("lead")),
    "match_response/approved": (ok("req-1", "approved"), decided("approved")),
    "match_response/rejected": (ok("req-1", "rejected"), decided("rejected")),
    "match_response/wrong_type": (ignored("id_or_type"), decided("pending")),
    "match_response/wrong_role": (ignored("role_or_recipient"), decided("pending")),
    "match_response/unknown": (ignored("id_or_type"), decided("pending")),
    "match_response/invalid": (ignored("invalid_response"), decided("pending")),
    "match_response/forged": (ignored("not_saved_reply"), decided("pending")),
    "match_response/duplicate": (ok("req-1", "duplicate"), decided("approved")),
}


def run(folder: Path, source: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    command = [sys.executable, "-W", "error", "-c", source]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)


def facts_of(folder: Path) -> Facts:
    facts: Facts = json.loads((folder / "facts.json").read_text("utf-8"))
    facts["mailbox"] = {path.stem: path.read_text("utf-8") for path in (folder / "mailbox").glob("*")}
    return facts


def test_these_are_the_inputs_in_this_order() -> None:
    assert list(INPUTS) == list(TABLE)
    assert [len(area["inputs"]) for area in AREAS] == [6, 8, 8]


@pytest.mark.parametrize("name", TABLE)
def test_an_input_shows_what_the_table_says(name: str, tmp_path: Path) -> None:
    expected, check = TABLE[name]
    one = INPUTS[name]
    done = run(tmp_path, one["prepare"] + "\n" + one["call"] + REPORT)
    assert done.stderr == ""
    (line,) = done.stdout.splitlines()
    result = ast.literal_eval(line)
    if isinstance(expected, dict):
        assert result == expected
    else:
        assert list(result) == ["error"]
        assert result["error"].startswith(expected)
    assert check(facts_of(tmp_path))


def test_each_area_shows_a_function_that_exists_and_watches_the_same() -> None:
    tree = ast.parse((ROOT / "lesson_code/team_protocols/protocol.py").read_text("utf-8"))
    functions = {f"protocol.py:{node.name}" for node in tree.body if isinstance(node, ast.FunctionDef)}
    for area in AREAS:
        assert area["function"] in functions
        limits = area["watch"]["folders"][0]["limits"]
        assert limits == {"lines": MAX_MESSAGES, "bytes": MAX_BYTES}


def test_everything_has_a_title_in_both_languages() -> None:
    for named in (LESSON, *AREAS, *INPUTS.values()):
        title: Any = named["title"]
        assert any("\u4e00" <= letter <= "\u9fff" for letter in title["zh"])
        assert title["en"].isascii()


@pytest.mark.parametrize("name", INPUTS)
def test_an_input_reads_well(name: str) -> None:
    """Short lines, a newline at the end, nothing imported in vain, the injection declared."""
    prepare, call = INPUTS[name]["prepare"], INPUTS[name]["call"]
    assert max(len(line) for line in (prepare + call).splitlines()) <= 88
    assert prepare.endswith("\n")
    assert call.endswith("\n")
    imported = [
        alias.name for node in ast.walk(ast.parse(prepare)) if isinstance(node, ast.ImportFrom) for alias in node.names
    ]
    assert all((prepare + call).count(f"{each}(") for each in imported)
    assert ("os.replace" in prepare) == ("教学注入" in prepare) == name.endswith("save_error")
