"""Turns and closing: a closed member is not woken, a busy one is closed when it is idle again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lesson_code.team_protocols.agent import Agent
from lesson_code.team_protocols.closing import ask_to_close, confirm_closing
from lesson_code.team_protocols.mailbox import load_inbox, save_inbox, send_message
from lesson_code.team_protocols.models import scripted, stop, use
from lesson_code.team_protocols.tools import Tool
from lesson_code.team_protocols.turns import deliver, receive
from lesson_code.team_protocols.world import Fault, World


@pytest.fixture
def world(tmp_path: Path) -> World:
    lines: list[str] = []
    return World(tmp_path / "mailbox", tmp_path, lines.append)


def said(world: World) -> list[str]:
    lines: Any = world.say
    return list(lines.__self__)


def status(world: World) -> str:
    return world.state["req-1"]["status"]


def test_a_turn_reads_works_and_ends_idle(world: World) -> None:
    send_message(world.mailbox, world.team, "lead", "reader", "你好", world.lock)
    seen: list[Any] = []

    def look() -> dict[str, Any]:
        seen.append((world.team["reader"]["status"], world.team["reader"]["active"]))
        return {}

    agent = Agent("reader", scripted(use("look"), stop("好了")), {"look": Tool("", look)})
    assert deliver(world, agent, "看看") == {"status": "done", "text": "好了"}
    assert seen == [("running", True)]
    member = world.team["reader"]
    assert (member["status"], member["active"], member["turns"]) == ("idle", False, 1)
    assert agent.conversation[0]["text"] == "lead 来信（reader-1）：你好\n看看"
    assert world.asked == ["reader", "reader"]


def test_a_closed_member_is_unavailable_and_nothing_is_called(world: World) -> None:
    ask_to_close(world, "reader")
    assert world.team["reader"]["status"] == "closed"
    before = repr(world)
    assert deliver(world, Agent("reader", scripted(), {}), "再来") == {"status": "unavailable"}
    assert repr(world) == before


def test_a_busy_member_is_left_alone(world: World) -> None:
    inner: list[Any] = []
    agent = Agent("reader", scripted(use("again"), stop("")), {})

    def again() -> dict[str, Any]:
        inner.append(deliver(world, agent, "x"))
        return {}

    agent.tools = {"again": Tool("", again)}
    deliver(world, agent, "看看")
    assert inner == [{"status": "busy"}]
    assert world.team["reader"]["turns"] == 1


def test_a_close_asked_during_a_turn_is_deferred_and_done_at_its_end(world: World) -> None:
    def close() -> dict[str, Any]:
        result = ask_to_close(world, "reader")
        assert world.state["req-1"]["reply"] is None
        assert world.team["reader"]["status"] == "running"
        return dict(result)

    agent = Agent("reader", scripted(use("close"), stop("")), {"close": Tool("", close)})
    deliver(world, agent, "看看")
    assert world.team["reader"]["status"] == "closed"
    assert status(world) == "pending"
    order = [line for line in said(world) if "req-1" in line]
    assert ["deferred" in line for line in order] == [False, True, False, False]
    receive(world, "lead")
    assert status(world) == "approved"


def test_a_turn_that_fails_ends_idle_too_and_a_deferred_close_is_done(world: World) -> None:
    agent = Agent("reader", scripted(use("close")), {"close": Tool("", lambda: dict(ask_to_close(world, "reader")))})
    with pytest.raises(Fault, match="剧本"):
        deliver(world, agent, "看看")
    member = world.team["reader"]
    assert (member["status"], member["active"], member["turns"]) == ("closed", False, 1)


def test_closing_is_confirmed_once(world: World) -> None:
    assert confirm_closing(world, "reader") is None
    ask_to_close(world, "reader")
    assert confirm_closing(world, "reader") is None
    assert len(load_inbox(world.mailbox, "lead", world.team)) == 1


def test_pending_is_said_between_saved_and_matched(world: World) -> None:
    ask_to_close(world, "reader")
    receive(world, "lead")
    about = [line for line in said(world) if "req-1" in line]
    assert "答复已存好" in about[-3]
    assert "pending" in about[-2]
    assert "答复已匹配" in about[-1]


def test_a_close_that_cannot_be_answered_now_waits_for_the_next_idle_moment(world: World) -> None:
    """Lead's mailbox is full: the turn itself is done, and the request stays."""
    for _ in range(8):
        send_message(world.mailbox, world.team, "reviewer", "lead", "x", world.lock)
    ask_to_close(world, "reader")
    assert "req-1 还不能答复：lead 的信箱已满" in said(world)[-1]
    agent = Agent("reader", scripted(stop("好了"), stop("好了")), {})
    assert deliver(world, agent, "看看")["status"] == "done"
    assert (world.team["reader"]["status"], world.team["reader"]["turns"]) == ("idle", 1)
    save_inbox(world.mailbox, "lead", [])
    deliver(world, agent, "看看")
    assert world.team["reader"]["status"] == "closed"
