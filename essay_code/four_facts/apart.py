"""分开写：四个事实，四个字段，各自在自己的时刻写下。"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Letter = dict[str, Any]
Box = list[Letter]
Record = dict[str, Any]
Save = Callable[[Box, Letter], None]


def carry_through(
    record: Record, box: Box, reply: Letter, host: dict[str, bool], save: Save
) -> str:
    """把一份答复从写下走到运行，返回停在哪里。

    每一步只写自己刚刚知道的那一个事实；不知道，就停下，后面的字段不动。
    """
    save(box, reply)
    record["saved"] = reply
    letter = box[-1]
    if letter != record["saved"]:
        return "收到的不是存下的那一封"
    record["matched"] = True
    record["agreed"] = letter["approve"]
    if not record["agreed"]:
        return "计划没有获批"
    record["permitted"] = host["allow"]
    if not record["permitted"]:
        return "宿主没有许可"
    return "运行"
