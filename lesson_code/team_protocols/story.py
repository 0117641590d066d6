"""故事：从提出计划到收工，再把结果如实说出来。"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lesson_code.team_protocols.agent import Agent, Model
from lesson_code.team_protocols.closing import ask_to_close
from lesson_code.team_protocols.mailbox import load_inbox
from lesson_code.team_protocols.models import lead_model, reader_model
from lesson_code.team_protocols.permission import host_hook
from lesson_code.team_protocols.plan_gate import plan_hook
from lesson_code.team_protocols.program import count_runs
from lesson_code.team_protocols.protocol import LEAD, PREFIX
from lesson_code.team_protocols.tools import Findings, lead_tools, reader_tools
from lesson_code.team_protocols.turns import deliver, receive
from lesson_code.team_protocols.world import HERE, World, one_line

READER = "reader"


@dataclass
class Practice:
    """一次练习：世界、两位成员，以及读者得知的事实。"""

    world: World
    lead: Agent
    reader: Agent
    findings: Findings


def new_practice(
    world: World,
    plan: str = "approve",
    decision: str = "deny",
    source: Path = HERE,
    models: Callable[[str], Model] | None = None,
) -> Practice:
    """备好一次练习。

    ``plan`` 是负责人的决定，``decision`` 是宿主的决定，``source`` 里是程序和预期。
    ``models`` 按名字给出别的模型；不给就用固定的替身。
    """
    findings = Findings()
    gates = (plan_hook(world, READER, findings.plans), host_hook(world, decision))
    tools = reader_tools(world, READER, findings, gates, source)
    lead = Agent(LEAD, models(LEAD) if models else lead_model(plan), lead_tools(world))
    reader = Agent(READER, models(READER) if models else reader_model(), tools)
    return Practice(world, lead, reader, findings)


def play(practice: Practice) -> None:
    """走完整个故事；每个事实由 ``world.say`` 说出。"""
    world, lead, reader = practice.world, practice.lead, practice.reader
    deliver(world, reader, "请先提出计划，再等答复。")
    deliver(world, lead, "请审查收到的计划。")
    deliver(world, reader, "请看看答复；如果可以，就运行程序并对照预期。")
    ask_to_close(world, READER)
    receive(world, LEAD)
    late = deliver(world, reader, "还有一件事。")
    world.say(f"[宿主] 再给 {READER} 一件事：{late['status']}，没有模型请求")
    say_totals(world)


def say_totals(world: World) -> None:
    """数出来的事实：模型请求、协议信、程序运行的次数。"""
    who = "、".join(f"{name} {world.asked.count(name)}" for name in (READER, LEAD))
    world.say(f"[合计] 模型请求 {len(world.asked)} 次（{who}）")
    world.say(f"[合计] 协议信 {count_letters(world)} 封")
    world.say(f"[合计] 计数文件记着程序运行了 {count_runs(world.workshop)} 次")


def count_letters(world: World) -> int:
    """所有信箱里的协议信。"""
    inboxes = [load_inbox(world.mailbox, name, world.team) for name in world.team]
    bodies = [message["body"] for inbox in inboxes for message in inbox]
    return sum(body.startswith(PREFIX) for body in bodies)


def conclusion(findings: Findings) -> tuple[str, int]:
    """最后一行和退出状态：只看宿主记下的事实，不看谁说了什么。"""
    if findings.run is None:
        return f"结果：未运行（{findings.refusal or '没有人请求运行'}）", 0
    if findings.run["problem"] is not None:
        return f"结果：故障（{findings.run['problem']}）", 1
    output, expected = findings.run["output"], findings.expected
    facts = f"输出 {one_line(output)}，预期 {one_line(expected or '')}"
    if output == expected:
        return f"结果：一致（{facts}）", 0
    return f"结果：不一致（{facts}）", 1
