"""替身模型：固定的几步，不连网络。每被请求一次，就走一步。

替身照着剧本做，不讲道理：计划被拒绝了，读者照样请求运行。拦住它的是门，
不是它的好心。
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from lesson_code.team_protocols.agent import Answer, Entry, Model
from lesson_code.team_protocols.world import Fault

Step = Callable[[list[Entry]], Answer]
"""剧本的一步：看完对话，给出回答。"""

REQUEST_ID = re.compile(r"req-\d+")


def scripted(*steps: Step) -> Model:
    """依次走 ``steps`` 的替身；走完以后再被请求是 ``Fault``。"""
    remaining = iter(steps)

    def model(conversation: list[Entry]) -> Answer:
        step = next(remaining, None)
        if step is None:
            raise Fault("替身模型的剧本已经走完，不该再请求它")
        return step(conversation)

    return model


def use(name: str, **arguments: Any) -> Step:
    """用一个工具。"""
    return lambda conversation: {
        "text": "",
        "calls": [
            {"id": f"call-{len(conversation)}", "name": name, "arguments": arguments}
        ],
    }


def stop(text: str) -> Step:
    """说一句话，然后停下。"""
    return lambda conversation: {"text": text, "calls": []}


def review(approve: bool, feedback: str) -> Step:
    """审查来信里提到的最后一个请求。"""

    def step(conversation: list[Entry]) -> Answer:
        mentioned = REQUEST_ID.findall(conversation[-1]["text"])
        if not mentioned:
            return stop("没有收到要审查的计划")(conversation)
        arguments = {"approve": approve, "feedback": feedback}
        chosen = use("review_plan", request_id=mentioned[-1], **arguments)
        return chosen(conversation)

    return step


def reader_model() -> Model:
    """读者：先提计划，停下等答复；再读预期，请求运行，报告。"""
    return scripted(
        use("submit_plan", payload="先读预期的输出，再把 main.py 运行一次"),
        stop("计划交了，等负责人答复"),
        use("read_expected"),
        use("run_main"),
        stop("事情做到这里，由宿主报告结果"),
    )


def lead_model(decision: str) -> Model:
    """负责人：``decision`` 是 ``approve`` 就同意，否则拒绝，然后停下。"""
    approve = decision == "approve"
    feedback = "可以，只运行一次" if approve else "先不运行，请补充理由"
    return scripted(review(approve, feedback), stop("审查完了"))
