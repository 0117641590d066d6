"""数得出来的事实：网页上的数字从这里来，没有一个是手写的。

    python3 -m lesson_code.team_protocols.facts

打印一个 JSON 对象。模型请求和协议信的数目，取自真的走过的那条两道门都放行的路。
"""

from __future__ import annotations

import json
import re
from typing import Any

from lesson_code.team_protocols.team import ROLES
from lesson_code.team_protocols.transcripts import PATHS, transcript
from lesson_code.team_protocols.verify_practice import GROUPS

COUNTED = {
    "requests": r"模型请求 (\d+) 次",
    "reader_requests": r"reader (\d+)",
    "lead_requests": r"lead (\d+)",
    "letters": r"协议信 (\d+) 封",
    "program_runs": r"程序运行了 (\d+) 次",
}


def counted(output: str) -> dict[str, int]:
    """练习自己打印的合计。少了哪一项，是 ``ValueError``。"""
    totals = "\n".join(
        line for line in output.splitlines() if line.startswith("[合计]")
    )
    return {name: number(pattern, totals) for name, pattern in COUNTED.items()}


def number(pattern: str, text: str) -> int:
    """``pattern`` 括住的那个数。"""
    match = re.search(pattern, text)
    if match is None:
        raise ValueError(f"练习没有打印这一项：{pattern}")
    return int(match.group(1))


def facts() -> dict[str, Any]:
    """成员、检查的组数，以及走一条路所用的请求和信。"""
    allowed = transcript(*PATHS[0])
    return {"members": len(ROLES), "checks": len(GROUPS), **counted(allowed["output"])}


if __name__ == "__main__":
    print(json.dumps(facts()))
