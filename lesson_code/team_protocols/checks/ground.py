"""检查的地基：新的世界、几样默认的动作、看得懂的失败。

失败用自己的异常，不用 ``assert``：``python3 -O`` 会把 ``assert`` 去掉。
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lesson_code.team_protocols.mailbox import Message, load_inbox
from lesson_code.team_protocols.protocol import match_response
from lesson_code.team_protocols.world import World


class CheckFailed(Exception):
    """事实和应当的不一样。"""


def equal(what: str, actual: object, expected: object) -> None:
    """``actual`` 应当等于 ``expected``，否则 ``CheckFailed``。"""
    if actual != expected:
        raise CheckFailed(f"{what}：应当是 {expected!r}，却是 {actual!r}")


def refused(what: str, call: Callable[[], object], kind: type[Exception]) -> None:
    """``call`` 应当抛出 ``kind``，否则 ``CheckFailed``。"""
    try:
        result = call()
    except kind:
        return
    raise CheckFailed(f"{what}：应当抛出 {kind.__name__}，却返回 {result!r}")


@contextmanager
def fresh_world() -> Iterator[World]:
    """一个新的世界，用完就删；不出声。"""
    with tempfile.TemporaryDirectory(prefix="check-") as place:
        workshop = Path(place, "workshop")
        workshop.mkdir()
        yield World(Path(place, "mailbox"), workshop, say=lambda line: None)


def ask(
    world: World,
    sender: str = "reader",
    target: str = "lead",
    kind: str = "plan",
    payload: str = "先读再运行",
) -> dict[str, str]:
    """提出请求；默认是读者向负责人提计划。"""
    return world.open(sender, target, kind, payload)


def answer(
    world: World,
    actor: str = "lead",
    approve: bool = True,
    feedback: str = "好",
    request_id: str = "req-1",
) -> dict[str, str]:
    """答复请求；默认是负责人同意 ``req-1``。"""
    return world.reply(request_id, actor, approve, feedback)


def match(world: World, message: Any, recipient: str = "reader") -> dict[str, str]:
    """匹配一封信；默认由读者收到。"""
    return match_response(world.state, message, recipient, world.lock)


def letters(world: World, name: str) -> list[Message]:
    """``name`` 信箱里的信。"""
    return load_inbox(world.mailbox, name, world.team)


def facts(world: World) -> tuple[object, ...]:
    """此刻的全部事实，可以和以后的比较：请求表、团队、每个文件的内容。"""
    files = {path.name: path.read_bytes() for path in world.mailbox.glob("*")}
    return repr(world.state), repr(world.team), files


def unchanged(what: str, world: World, before: tuple[object, ...]) -> None:
    """事实应当和 ``before`` 一样。"""
    equal(f"{what}之后的事实", facts(world), before)
