"""Reading: responses are matched first, then every letter goes into the reader's own history."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lesson_code.team_protocols.inbox import consume_responses
from lesson_code.team_protocols.mailbox import load_inbox, send_message
from lesson_code.team_protocols.protocol import match_response, open_request, reply_request


@pytest.fixture
def mail(state: Any, team: Any, box: Path, lock: Any) -> None:
    """For the reader: a broken letter, an ordinary one, and the saved reply to its plan."""
    send_message(box, team, "reviewer", "reader", "[team-protocol] {", lock)
    send_message(box, team, "reviewer", "reader", "你好", lock)
    open_request(state, team, box, "reader", "lead", "plan", "计划", lock)
    reply_request(state, team, box, "req-1", "lead", True, "好", lock)


@pytest.mark.usefixtures("mail")
def test_every_letter_is_matched_and_kept_as_text(state: Any, team: Any, box: Path, lock: Any) -> None:
    log = (box / "reader.jsonl").read_bytes()
    broken, ordinary, reply = consume_responses(state, team, box, "reader", lock)
    assert broken["id"] == "reader-1"
    assert broken["status"] == "ignored"
    assert broken["reason"].startswith("unreadable")
    assert ordinary == {"id": "reader-2", "status": "ignored", "reason": "ordinary_message"}
    assert reply == {"id": "reader-3", "request_id": "req-1", "status": "approved"}
    assert team["reader"]["history"] == load_inbox(box, "reader", team)
    assert (box / "reader.jsonl").read_bytes() == log
    assert team["lead"]["history"] == []


@pytest.mark.usefixtures("mail")
def test_consuming_again_changes_nothing_and_new_letters_are_read_alone(
    state: Any, team: Any, box: Path, lock: Any
) -> None:
    consume_responses(state, team, box, "reader", lock)
    assert consume_responses(state, team, box, "reader", lock) == []
    assert len(team["reader"]["history"]) == 3
    send_message(box, team, "lead", "reader", "再见", lock)
    assert [result["id"] for result in consume_responses(state, team, box, "reader", lock)] == ["reader-4"]
    assert [message["id"] for message in team["reader"]["history"]] == [f"reader-{n}" for n in range(1, 5)]


@pytest.mark.usefixtures("mail")
def test_matching_comes_before_the_history(
    state: Any, team: Any, box: Path, lock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lengths: list[int] = []

    def noted(*arguments: Any) -> Any:
        lengths.append(len(team["reader"]["history"]))
        return match_response(*arguments)

    monkeypatch.setattr("lesson_code.team_protocols.inbox.match_response", noted)
    consume_responses(state, team, box, "reader", lock)
    assert lengths == [0, 0, 0]


@pytest.mark.usefixtures("mail")
def test_a_damaged_mailbox_is_not_read_at_all(state: Any, team: Any, box: Path, lock: Any) -> None:
    with (box / "reader.jsonl").open("a") as file:
        file.write("{}\n")
    with pytest.raises(ValueError, match="第 4 行"):
        consume_responses(state, team, box, "reader", lock)
    assert team["reader"]["history"] == []
    assert state["req-1"]["status"] == "pending"


def test_a_request_in_the_inbox_is_only_text(state: Any, team: Any, box: Path, lock: Any) -> None:
    open_request(state, team, box, "reader", "lead", "plan", "计划", lock)
    assert consume_responses(state, team, box, "lead", lock) == [
        {"id": "lead-1", "status": "ignored", "reason": "invalid_response"}
    ]
    assert len(team["lead"]["history"]) == 1


@pytest.mark.usefixtures("mail")
def test_reading_is_one_critical_section(state: Any, team: Any, box: Path, lock: Any) -> None:
    lock.sections = 0
    consume_responses(state, team, box, "reader", lock)
    assert lock.sections == 1
