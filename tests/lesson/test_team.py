from __future__ import annotations

import re

from lesson_code.team_protocols.team import create_team


def test_a_new_team_is_idle_and_empty() -> None:
    team = create_team()
    assert list(team) == ["lead", "reader", "reviewer"]
    for member in team.values():
        assert set(member) == {"role", "history", "active", "status", "turns"}
        assert re.search("[\u4e00-\u9fff]", member["role"])
        assert member["history"] == []
        assert member["active"] is False
        assert member["status"] == "idle"
        assert member["turns"] == 0


def test_two_teams_share_nothing() -> None:
    one, other = create_team(), create_team()
    one["lead"]["history"].append({"id": "lead-1", "sender": "lead", "recipient": "lead", "body": "x"})
    one["reader"]["status"] = "closed"
    assert other == create_team()
