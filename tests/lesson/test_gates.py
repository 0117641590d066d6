"""Two gates before run_main, and neither opens the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lesson_code.team_protocols.hooks import Hook, first_refusal
from lesson_code.team_protocols.permission import host_hook
from lesson_code.team_protocols.plan_gate import plan_gate, plan_hook
from lesson_code.team_protocols.world import World


@pytest.fixture
def world(tmp_path: Path) -> World:
    lines: list[str] = []
    return World(tmp_path / "mailbox", tmp_path, lines.append)


def record(kind: str = "plan", sender: str = "reader", status: str = "approved") -> Any:
    return {"kind": kind, "sender": sender, "target": "lead", "status": status, "reply": None}


def test_an_approved_plan_of_ones_own_passes(lock: Any) -> None:
    assert plan_gate({"req-1": record()}, "req-1", "reader", lock)
    assert lock.sections == 1


@pytest.mark.parametrize(
    "other",
    [
        record(sender="reviewer"),
        record(status="pending"),
        record(status="rejected"),
        record(kind="shutdown"),
        {**record(status="pending"), "reply": {"approve": True}},
    ],
)
def test_nothing_else_passes(lock: Any, other: Any) -> None:
    assert not plan_gate({"req-1": other}, "req-1", "reader", lock)


@pytest.mark.parametrize("plan_id", ["req-2", "", None, 1, ["req-1"]])
def test_an_id_that_is_not_there_does_not_pass(lock: Any, plan_id: Any) -> None:
    assert not plan_gate({"req-1": record()}, plan_id, "reader", lock)


def test_an_older_approval_does_not_stand_in_for_the_current_plan(world: World) -> None:
    plans = ["req-1"]
    hook = plan_hook(world, "reader", plans)
    world.state = {"req-1": record(), "req-2": record(status="pending")}
    assert hook() is None
    plans.append("req-2")
    assert hook() == "计划未获批准"
    plans.clear()
    assert hook() == "计划未获批准"


@pytest.mark.parametrize("decision", ["deny", "", "ALLOW", "yes", "approve"])
def test_the_host_permits_only_by_saying_allow(world: World, decision: str) -> None:
    assert host_hook(world, "allow")() is None
    assert host_hook(world, decision)() == "宿主未许可"
    assert host_hook(world)() == "宿主未许可"


def test_the_first_refusal_ends_the_asking() -> None:
    asked: list[str] = []

    def gate(name: str, reason: str | None) -> Hook:
        def hook() -> str | None:
            asked.append(name)
            return reason

        return hook

    assert first_refusal([gate("a", None), gate("b", "不"), gate("c", None)]) == "不"
    assert asked == ["a", "b"]
    assert first_refusal([]) is None
