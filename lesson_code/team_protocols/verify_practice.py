"""这一课自带的检查，只用标准库：

    python3 -m lesson_code.team_protocols.verify_practice

每组一行，最后一行是总数；全部通过以 0 退出，否则以 1 退出。
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Sequence

from lesson_code.team_protocols.checks.ground import CheckFailed
from lesson_code.team_protocols.checks.paths import (
    check_counter,
    check_real_output,
    check_three_paths,
)
from lesson_code.team_protocols.checks.reading import check_broken_letters
from lesson_code.team_protocols.checks.refusals import (
    check_closed_members,
    check_limits,
    check_repeated_decisions,
    check_save_failures,
    check_wrong_identity,
)
from lesson_code.team_protocols.checks.threads import (
    check_closing_while_busy,
    check_concurrent_replies,
)
from lesson_code.team_protocols.practice import speak_utf8

Group = tuple[str, Callable[[], None]]

GROUPS: list[Group] = [
    ("三条路从头走到尾", check_three_paths),
    ("真的输出，如实的不一致", check_real_output),
    ("保存失败，什么都不变", check_save_failures),
    ("编号、类型、角色不对", check_wrong_identity),
    ("重复与相反的决定", check_repeated_decisions),
    ("许多线程同时答复", check_concurrent_replies),
    ("回合卡住时请求收工", check_closing_while_busy),
    ("坏掉的信", check_broken_letters),
    ("名额与待定的上限", check_limits),
    ("已关闭的成员", check_closed_members),
    ("计数文件", check_counter),
]


def passes(title: str, check: Callable[[], None]) -> bool:
    """运行一组检查，打印一行；没有通过时说明原因。"""
    try:
        check()
    except CheckFailed as error:
        print(f"失败  {title}：{error}")
        return False
    except Exception:
        print(f"失败  {title}：没有料到的异常\n{traceback.format_exc()}")
        return False
    print(f"通过  {title}")
    return True


def verify(groups: Sequence[Group]) -> int:
    """运行每一组，打印总数，返回退出状态。"""
    passed = sum([passes(title, check) for title, check in groups])
    if passed == len(groups):
        print(f"{len(groups)} 组检查全部通过")
        return 0
    print(f"{len(groups)} 组检查：{passed} 组通过，{len(groups) - passed} 组失败")
    return 1


if __name__ == "__main__":
    speak_utf8()
    sys.exit(verify(GROUPS))
