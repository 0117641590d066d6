"""What the pages propose to change does what they say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lesson_code.team_protocols import protocol
from site_runtime.recorder import load_lessons

ROOT = Path(__file__).resolve().parents[2]
LESSON = load_lessons(ROOT / "lesson_code")["team_protocols"]
SAVE = "        receipt = send_message(directory, team, sender, target, body, lock)\n        state[request_id]"
EARLY = '        state[request_id] = {"status": "pending"}\n'
COMPARE = '        if data != record["reply"]:\n            return ignored("not_saved_reply")\n'


def outcome(area: str, name: str, monkeypatch: pytest.MonkeyPatch, call: str = "") -> dict[str, Any]:
    """Run an input with the protocol as it now is; return the request table."""
    given = LESSON.areas[area].inputs[name]
    names: dict[str, Any] = {}
    with monkeypatch.context() as patch:
        patch.setattr("os.replace", __import__("os").replace)  # put back whatever the preparation injects
        exec(given.prepare, names)
        exec(call or given.call, names)
    state: dict[str, Any] = names["state"]
    return state


@pytest.fixture
def edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Exchange a part of protocol.py for the test's time, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    source = LESSON.sources["protocol.py"]

    def edit(before: str, after: str) -> None:
        assert source.count(before) == 1
        copy: dict[str, Any] = dict(vars(protocol))
        exec(compile(source.replace(before, after), "protocol.py", "exec"), copy)
        for name in ("open_request", "match_response"):
            monkeypatch.setattr(protocol, name, copy[name])

    return edit


def test_registered_before_it_is_saved_a_request_stays_that_nobody_received(
    edited: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert outcome("open_request", "save_error", monkeypatch) == {}
    edited(SAVE, EARLY + SAVE)
    assert outcome("open_request", "save_error", monkeypatch) == {"req-1": {"status": "pending"}}


def test_without_the_comparison_a_forged_reply_decides(edited: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    edited(COMPARE, "")
    assert outcome("match_response", "forged", monkeypatch)["req-1"]["status"] == "approved"


def test_one_is_no_agreement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    call = LESSON.areas["reply_request"].inputs["approve"].call
    state = outcome("reply_request", "approve", monkeypatch, call.replace("True", "1"))
    assert "approve 应当是 True 或 False" in capsys.readouterr().out
    assert state["req-1"]["reply"] is None


def test_the_pages_propose_these() -> None:
    for page in ("docs/team-protocols/index.md", "docs/en/team-protocols/index.md"):
        text = (ROOT / page).read_text("utf-8")
        assert EARLY.strip() in text
        assert '`record["reply"]`' in text
