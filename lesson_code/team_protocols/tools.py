"""工具：模型能做的事，由宿主绑定好了是谁在做。

每个工具都是一个闭包，成员的名字在绑定时就定了。模型的参数里没有寄件人，
也没有“我是谁”，所以它冒充不了别人，也换不了计划的编号。
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lesson_code.team_protocols.hooks import Hook, first_refusal
from lesson_code.team_protocols.program import Run, read_expected, run_main
from lesson_code.team_protocols.protocol import LEAD
from lesson_code.team_protocols.world import HERE, World, one_line


@dataclass(frozen=True)
class Tool:
    """一个工具：做什么，要哪些参数，运行之前要问谁。"""

    about: str
    run: Callable[..., dict[str, Any]]
    parameters: Mapping[str, type] = field(default_factory=dict)
    before: tuple[Hook, ...] = ()


@dataclass
class Findings:
    """读者在工作中得知的事实；由宿主记下，不由模型转述。"""

    plans: list[str] = field(default_factory=list)
    """提出过的计划，最后一个是当前的。"""
    expected: str | None = None
    run: Run | None = None
    refusal: str | None = None
    """最近一次请求运行时，是哪道门拦下的。"""


def call_tool(
    tools: Mapping[str, Tool], name: str, arguments: Mapping[str, Any]
) -> dict[str, Any]:
    """运行名为 ``name`` 的工具并返回结果。

    没有这个工具、参数不合、钩子拦下或协议拒绝，都作为结果交还模型；
    系统故障（``OSError``、``Fault``）不是模型该处理的，原样抛出。
    """
    tool = tools.get(name)
    if tool is None:
        return {"error": f"没有这个工具：{one_line(name)}"}
    if arguments.keys() != tool.parameters.keys():
        return {
            "error": f"{name} 的参数应当正好是：{'、'.join(tool.parameters) or '无'}"
        }
    reason = first_refusal(tool.before)
    if reason is not None:
        return {"status": "denied", "reason": reason}
    try:
        return tool.run(**arguments)
    except ValueError as error:
        return {"error": str(error)}


def lead_tools(world: World, actor: str = LEAD) -> dict[str, Tool]:
    """负责人的工具：审查计划。"""

    def review_plan(request_id: str, approve: bool, feedback: str) -> dict[str, Any]:
        result = world.reply(request_id, actor, approve, feedback)
        say_saved(world, actor, result)
        return dict(result)

    parameters = {"request_id": str, "approve": bool, "feedback": str}
    return {"review_plan": Tool("同意或拒绝一份计划", review_plan, parameters)}


def reader_tools(
    world: World,
    actor: str,
    findings: Findings,
    before: tuple[Hook, ...],
    source: Path = HERE,
) -> dict[str, Tool]:
    """读者的工具：提出计划，读预期，运行程序；``before`` 是运行前的两道门。"""

    def submit_plan(payload: str) -> dict[str, Any]:
        result = world.open(actor, LEAD, "plan", payload)
        findings.plans.append(result["request_id"])
        world.say(f"[{actor}] 计划已提出：{result['request_id']}，{result['status']}")
        return dict(result)

    def expected() -> dict[str, Any]:
        findings.expected = read_expected(source)
        world.say(f"[{actor}] 预期的输出：{one_line(findings.expected)}")
        return {"expected": findings.expected}

    def gates() -> str | None:
        findings.refusal = first_refusal(before)
        return findings.refusal

    def run() -> dict[str, Any]:
        findings.run = run_main(world.workshop, source)
        world.say(f"[运行] {findings.run['problem'] or 'main.py 正常结束'}")
        world.say(f"[运行] main.py 的输出：{one_line(findings.run['output'])}")
        return dict(findings.run)

    return {
        "submit_plan": Tool("向负责人提出计划", submit_plan, {"payload": str}),
        "read_expected": Tool("读出预期的输出", expected),
        "run_main": Tool("运行 main.py", run, before=(gates,)),
    }


def say_saved(world: World, actor: str, result: Mapping[str, str]) -> None:
    """答复存好了，就说收据，再说请求此刻的状态：还没有匹配，所以没有结论。"""
    request_id = result["request_id"]
    if result["status"] != "queued":
        world.say(f"[{actor}] {request_id} 的答复：{result['status']}")
        return
    world.say(f"[{actor}] 答复已存好：{request_id}，收据 {result['receipt']}")
    with world.lock:
        status = world.state[request_id]["status"]
    world.say(f"[请求表] {request_id} 仍是 {status}：答复存好了，还没有匹配")
