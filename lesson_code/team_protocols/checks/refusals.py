"""该拒绝的都拒绝，而且什么都没改。"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from lesson_code.team_protocols.checks.ground import (
    answer,
    ask,
    equal,
    facts,
    fresh_world,
    letters,
    match,
    refused,
    unchanged,
)
from lesson_code.team_protocols.mailbox import send_message
from lesson_code.team_protocols.models import scripted
from lesson_code.team_protocols.protocol import encode_protocol, read_protocol
from lesson_code.team_protocols.story import new_practice
from lesson_code.team_protocols.turns import deliver
from lesson_code.team_protocols.world import World


def stays(
    what: str,
    world: World,
    call: Callable[[], object],
    kind: type[Exception] = ValueError,
) -> None:
    """``call`` 应当被拒绝，事实应当一样没变。"""
    before = facts(world)
    refused(what, call, kind)
    unchanged(what, world, before)


@contextmanager
def broken(step: str) -> Iterator[None]:
    """``os`` 的一个函数总是失败，用完恢复。"""
    kept = getattr(os, step)

    def fail(*arguments: object) -> None:
        raise OSError(f"检查注入：os.{step} 失败")

    setattr(os, step, fail)
    try:
        yield
    finally:
        setattr(os, step, kept)


def check_save_failures() -> None:
    """落盘或换名失败：没有凭空的请求和答复，谁也没关，之后还能再来。"""
    for step in ("fsync", "replace"):
        with fresh_world() as world:
            world.mailbox.mkdir()
            with broken(step):
                stays(f"提出时 {step} 失败", world, lambda: ask(world), OSError)
            ask(world, "lead", "reader", "shutdown")
            with broken(step):
                closing = answer_closing(world)
                stays(f"答复时 {step} 失败", world, closing, OSError)
            equal("再答复一次", closing()["status"], "queued")
            equal("成员", world.team["reader"]["status"], "closed")


def answer_closing(world: World) -> Callable[[], dict[str, str]]:
    """读者同意收工，等着被调用。"""
    return lambda: answer(world, "reader")


def check_wrong_identity() -> None:
    """编号、类型、角色错一样都不算数；只有原样的那封信才算。"""
    with fresh_world() as world:
        ask(world)
        stays("旁观者答复", world, lambda: answer(world, "reviewer"))
        stays("没有的编号", world, lambda: answer(world, request_id="req-404"))
        answer(world)
        (message,) = letters(world, "reader")
        for change, reason in WRONG_CONTENT:
            ignored(world, changed(message, **change), reason)
        ignored(world, {**message, "sender": "reviewer"}, "role_or_recipient")
        ignored(world, {**message, "recipient": "lead"}, "role_or_recipient")
        equal("原样的信", match(world, message)["status"], "approved")


WRONG_CONTENT: list[tuple[dict[str, Any], str]] = [
    ({"request_id": "req-404"}, "id_or_type"),
    ({"type": "shutdown_response"}, "id_or_type"),
    ({"approve": "true"}, "invalid_response"),
    ({"feedback": "从未存过"}, "not_saved_reply"),
]


def changed(message: Any, **change: Any) -> dict[str, Any]:
    """同一个信封，内容改了一处。"""
    data = read_protocol(message) or {}
    return {**message, "body": encode_protocol({**data, **change})}


def ignored(world: World, message: Any, reason: str) -> None:
    """这封信应当不算数，事实应当一样没变。"""
    before = facts(world)
    expected = {"status": "ignored", "reason": reason}
    equal(f"改过的信（{reason}）", match(world, message), expected)
    unchanged(f"改过的信（{reason}）", world, before)


def check_repeated_decisions() -> None:
    """同样的答复只寄一次，相反的答复被拒绝；同一封信只下一次结论。"""
    with fresh_world() as world:
        ask(world)
        answer(world)
        before = facts(world)
        equal("同样的答复", answer(world)["status"], "already_sent")
        unchanged("同样的答复", world, before)
        stays("相反的答复", world, lambda: answer(world, approve=False))
        (message,) = letters(world, "reader")
        equal("第一次匹配", match(world, message)["status"], "approved")
        equal("第二次匹配", match(world, message)["status"], "duplicate")
        stays("定了以后改口", world, lambda: answer(world, feedback="另一句"))


def check_limits() -> None:
    """同样的请求一次只能有一个待定；名额有限，被拒绝的也占着。"""
    with fresh_world() as world:
        for number in range(1, 5):
            equal("编号", ask(world)["request_id"], f"req-{number}")
            stays("重复的请求", world, lambda: ask(world))
            answer(world, approve=False, request_id=f"req-{number}")
            match(world, letters(world, "reader")[-1])
            equal("结论", world.state[f"req-{number}"]["status"], "rejected")
        stays("第五个请求", world, lambda: ask(world))


def check_closed_members() -> None:
    """已关闭的成员：不能再提计划或被请收工，叫不起来；普通的信还能收。"""
    with fresh_world() as world:
        ask(world, "lead", "reader", "shutdown")
        answer(world, "reader")
        match(world, letters(world, "lead")[0], "lead")
        stays("再提计划", world, lambda: ask(world))
        stays("再请收工", world, lambda: ask(world, "lead", "reader", "shutdown"))
        practice = new_practice(world, models=lambda name: scripted())
        before = facts(world)
        late = deliver(world, practice.reader, "还有一件事")
        equal("再给一件事", (late, world.asked), ({"status": "unavailable"}, []))
        unchanged("再给一件事", world, before)
        body, lock = "辛苦了", world.lock
        send_message(world.mailbox, world.team, "lead", "reader", body, lock)
        equal("普通的信", letters(world, "reader")[-1]["body"], body)
