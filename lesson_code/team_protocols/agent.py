"""代理循环：请求模型，运行它要的工具，把结果交回去，直到它停下。

循环不知道谁在扮演模型：替身、真的服务，都只是一个函数。
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict

from lesson_code.team_protocols.tools import Tool, call_tool
from lesson_code.team_protocols.world import Fault

MAX_STEPS = 8


class Call(TypedDict):
    """模型要用的一个工具。"""

    id: str
    name: str
    arguments: dict[str, Any]


class Answer(TypedDict):
    """模型的一次回答；没有 ``calls`` 就是停下了。"""

    text: str
    calls: list[Call]


Entry = dict[str, Any]
"""对话的一段：``user`` 的 ``text``，``assistant`` 的回答，``tools`` 的 ``results``。"""

Model = Callable[[list[Entry]], Answer]
"""看完整段对话，给出一次回答。"""


@dataclass
class Agent:
    """一位成员的模型、工具和对话。"""

    name: str
    model: Model
    tools: Mapping[str, Tool]
    conversation: list[Entry] = field(default_factory=list)


def run_loop(agent: Agent, notice: Callable[[Answer], None]) -> str:
    """从现有的对话开始，一直到模型停下，返回它最后的话。

    每次回答都先交给 ``notice``。模型一直不停是 ``Fault``。
    """
    for _ in range(MAX_STEPS):
        answer = agent.model(agent.conversation)
        notice(answer)
        agent.conversation.append({"role": "assistant", **answer})
        if not answer["calls"]:
            return answer["text"]
        results = [call_result(agent.tools, call) for call in answer["calls"]]
        agent.conversation.append({"role": "tools", "results": results})
    raise Fault(f"{agent.name} 的模型连续 {MAX_STEPS} 次都没有停下")


def call_result(tools: Mapping[str, Tool], call: Call) -> dict[str, Any]:
    """运行一个工具，结果带上这次调用的编号。"""
    result = call_tool(tools, call["name"], call["arguments"])
    return {"id": call["id"], "result": result}
