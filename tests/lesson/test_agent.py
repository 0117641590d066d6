"""The loop, and tools that know who is calling without being told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lesson_code.team_protocols.agent import Agent, Answer, Entry, run_loop
from lesson_code.team_protocols.models import review, scripted, stop, use
from lesson_code.team_protocols.tools import Findings, Tool, call_tool, lead_tools, reader_tools
from lesson_code.team_protocols.world import Fault, World


@pytest.fixture
def world(tmp_path: Path) -> World:
    lines: list[str] = []
    return World(tmp_path / "mailbox", tmp_path, lines.append)


def answers() -> tuple[list[Answer], Any]:
    seen: list[Answer] = []
    return seen, seen.append


def test_the_loop_asks_uses_tools_and_asks_again_until_the_model_stops() -> None:
    tools = {"double": Tool("twice", lambda number: {"is": 2 * number}, {"number": int})}
    agent = Agent("reader", scripted(use("double", number=4), stop("done")), tools, [{"role": "user", "text": "go"}])
    seen, notice = answers()
    assert run_loop(agent, notice) == "done"
    assert len(seen) == 2
    assert [entry["role"] for entry in agent.conversation] == ["user", "assistant", "tools", "assistant"]
    assert agent.conversation[2]["results"] == [{"id": "call-1", "result": {"is": 8}}]


def test_several_calls_of_one_answer_are_all_made_in_order() -> None:
    made: list[str] = []

    def note(name: str) -> dict[str, Any]:
        made.append(name)
        return {}

    calls = [{"id": str(n), "name": "note", "arguments": {"name": str(n)}} for n in range(3)]
    first: Any = {"text": "", "calls": calls}
    agent = Agent("lead", scripted(lambda conversation: first, stop("x")), {"note": Tool("", note, {"name": str})})
    run_loop(agent, lambda answer: None)
    assert made == ["0", "1", "2"]
    assert [result["id"] for result in agent.conversation[1]["results"]] == ["0", "1", "2"]


def test_a_model_that_never_stops_is_a_fault() -> None:
    def model(conversation: list[Entry]) -> Answer:
        return use("nothing")(conversation)

    with pytest.raises(Fault, match="没有停下"):
        run_loop(Agent("reader", model, {}), lambda answer: None)


def test_a_script_that_is_over_is_a_fault() -> None:
    with pytest.raises(Fault, match="剧本"):
        scripted()([])


def test_a_reviewer_without_a_plan_stops() -> None:
    assert review(True, "好")([{"role": "user", "text": "请审查"}])["calls"] == []


def test_no_tool_lets_the_model_say_who_it_is(world: World) -> None:
    tools = {**lead_tools(world), **reader_tools(world, "reader", Findings(), ())}
    assert set(tools) == {"review_plan", "submit_plan", "read_expected", "run_main"}
    said = {name for tool in tools.values() for name in tool.parameters}
    assert said == {"request_id", "approve", "feedback", "payload"}


def test_the_host_binds_the_caller(world: World) -> None:
    reader_tools(world, "reviewer", Findings(), ())["submit_plan"].run("计划")
    assert world.state["req-1"]["sender"] == "reviewer"
    lead_tools(world, "lead")["review_plan"].run("req-1", True, "好")
    assert world.state["req-1"]["reply"] is not None


@pytest.mark.parametrize(
    "arguments", [{}, {"payload": "计划", "sender": "lead"}, {"payload": "计划", "actor": "lead"}, {"text": "计划"}]
)
def test_other_arguments_are_an_error_that_goes_back_to_the_model(world: World, arguments: dict[str, str]) -> None:
    tools = reader_tools(world, "reader", Findings(), ())
    assert "payload" in call_tool(tools, "submit_plan", arguments)["error"]
    assert world.state == {}


def test_an_unknown_tool_is_an_error_that_goes_back_to_the_model() -> None:
    assert "rm" in call_tool({}, "rm", {})["error"]


def test_a_refusal_of_the_protocol_goes_back_to_the_model(world: World) -> None:
    result = call_tool(lead_tools(world), "review_plan", {"request_id": "req-9", "approve": True, "feedback": ""})
    assert result == {"error": "没有这个请求：'req-9'"}


def test_a_failing_disk_is_not_the_models_business(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*paths: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="No space"):
        call_tool(reader_tools(world, "reader", Findings(), ()), "submit_plan", {"payload": "计划"})
    assert world.state == {}


def test_a_hook_that_refuses_keeps_the_tool_from_running(world: World) -> None:
    findings = Findings()
    tools = reader_tools(world, "reader", findings, (lambda: None, lambda: "不许"))
    assert call_tool(tools, "run_main", {}) == {"status": "denied", "reason": "不许"}
    assert findings.refusal == "不许"
    assert findings.run is None
    assert list(world.workshop.iterdir()) == []


def test_run_main_takes_no_command(world: World) -> None:
    tools = reader_tools(world, "reader", Findings(), ())
    assert "error" in call_tool(tools, "run_main", {"command": "rm"})
    assert call_tool(tools, "run_main", {}) == {"output": "42", "problem": None}
