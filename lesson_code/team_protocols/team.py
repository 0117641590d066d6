"""团队：谁在场，各自处于什么状态。"""

from __future__ import annotations

from typing import Literal, TypedDict

from lesson_code.team_protocols.mailbox import Message

ROLES = {
    "lead": "负责人：审查计划，安排收工",
    "reader": "读者：读程序，先提计划，再请求运行",
    "reviewer": "旁观的审查者：能写信，不能替别人答复",
}


class Member(TypedDict):
    """一位成员的记录。"""

    role: str
    """中文的职责说明。"""
    history: list[Message]
    """已经读进来的信，按先后排列。"""
    active: bool
    """是否正在进行一个回合。"""
    status: Literal["idle", "running", "closed"]
    """空闲、运行中，或已关闭。"""
    turns: int
    """已经完成的回合数。"""


def create_team() -> dict[str, Member]:
    """建立一支新团队：``lead``、``reader`` 和 ``reviewer``，都空闲。

    返回名字到记录的字典。每次调用都是全新的记录，互不共享。
    """
    team = {}
    for name, role in ROLES.items():
        team[name] = Member(role=role, history=[], active=False, status="idle", turns=0)
    return team
