"""一次练习里大家共有的东西，和怎样把事实说出来。"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from lesson_code.team_protocols.mailbox import Lock
from lesson_code.team_protocols.protocol import State, open_request, reply_request
from lesson_code.team_protocols.team import Member, create_team

HERE = Path(__file__).parent


class Fault(Exception):
    """练习做不下去的原因，是写给人看的一句话。"""


@dataclass
class World:
    """请求表、团队、信箱、锁，以及程序运行的地方；每次练习都是新的。"""

    mailbox: Path
    """信箱所在的文件夹。"""
    workshop: Path
    """程序的副本和计数文件所在的文件夹。"""
    say: Callable[[str], None] = print
    """说出一个事实，一次一行。"""
    state: State = field(default_factory=dict)
    team: dict[str, Member] = field(default_factory=create_team)
    lock: Lock = field(default_factory=threading.RLock)
    asked: list[str] = field(default_factory=list)
    """每次模型请求是谁发出的，按先后排列。"""

    def open(self, sender: str, target: str, kind: str, payload: str) -> dict[str, str]:
        """在这个世界里提出请求，见 ``open_request``。"""
        place = (self.state, self.team, self.mailbox)
        return open_request(*place, sender, target, kind, payload, self.lock)

    def reply(
        self, request_id: str, actor: str, approve: bool, feedback: str
    ) -> dict[str, str]:
        """在这个世界里答复请求，见 ``reply_request``。"""
        place = (self.state, self.team, self.mailbox)
        return reply_request(*place, request_id, actor, approve, feedback, self.lock)


def one_line(text: str) -> str:
    """放进一行里给人看的样子：空白并成一个空格，太长就截断。"""
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:60]}……"
