"""真的运行记录：把练习的每条路真的走一遍，留下它打印的每一行。

    python3 -m lesson_code.team_protocols.transcripts

打印一个 JSON 列表，供网页的构建使用；构建也可以直接调用 ``practice_transcripts``。
记录里没有时间、地址和临时名字，所以同样的源码总得到同样的记录。
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TypedDict

from lesson_code.team_protocols.practice import speak_utf8
from lesson_code.team_protocols.program import EXPECTED
from lesson_code.team_protocols.world import HERE

MODULE = "lesson_code.team_protocols.practice"
EXPECTED_PATH = f"lesson_code/team_protocols/{EXPECTED}"


class Gate(TypedDict):
    """一道门在这条路上的样子。"""

    name: str
    """``plan`` 是团队的同意，``host`` 是宿主的许可。"""
    open: bool | None
    """放行、拦下；没有问到就是 ``None``。"""
    line: str
    """输出里说到它的那一行；没有问到就是空的。"""


class Transcript(TypedDict):
    """一条路的运行记录。"""

    name: str
    title: dict[str, str]
    """``zh`` 和 ``en`` 的标题。"""
    commands: list[str]
    """在仓库根目录里依次输入的命令。"""
    output: str
    """最后一条命令的标准输出，一行一个事实。"""
    status: int
    """它的退出状态。"""
    gates: list[Gate]


GATES = {"plan": "[计划门]", "host": "[宿主门]"}

PATHS: list[tuple[str, dict[str, str], str, list[str]]] = [
    (
        "allowed",
        {"zh": "两道门都放行", "en": "Both gates let it through"},
        "",
        ["--decision", "allow"],
    ),
    (
        "rejected",
        {"zh": "计划未获批准", "en": "The plan is declined"},
        "",
        ["--plan", "reject", "--decision", "allow"],
    ),
    (
        "denied",
        {"zh": "宿主未许可", "en": "The host does not permit it"},
        "",
        [],
    ),
    (
        "mismatch",
        {"zh": "预期改成 43", "en": "The expectation is changed to 43"},
        "43",
        ["--decision", "allow"],
    ),
]


def practice_transcripts() -> list[Transcript]:
    """每条路的运行记录，由真的命令在一份副本里走出来。

    改动预期的那条路只改副本。命令没有打印结果，是 ``RuntimeError``。
    """
    return [transcript(*path) for path in PATHS]


def transcript(
    name: str, title: dict[str, str], expected: str, flags: list[str]
) -> Transcript:
    """走一条路；``expected`` 不空就先改预期。"""
    with tempfile.TemporaryDirectory(prefix="transcript-") as place:
        copy_lesson(Path(place))
        if expected:
            Path(place, EXPECTED_PATH).write_text(f"{expected}\n", "utf-8")
        done = run(Path(place), flags)
    if not done.stdout:
        raise RuntimeError(f"练习没有打印结果（{name}）：{done.stderr}")
    edit = [f"echo {expected} > {EXPECTED_PATH}"] if expected else []
    return {
        "name": name,
        "title": title,
        "commands": [*edit, " ".join(["python3", "-m", MODULE, *flags])],
        "output": done.stdout,
        "status": done.returncode,
        "gates": [gate(name, done.stdout.splitlines()) for name in GATES],
    }


def copy_lesson(place: Path) -> None:
    """把这一课复制到 ``place``，和仓库里一样的位置。"""
    target = place / "lesson_code" / HERE.name
    shutil.copytree(HERE, target, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copyfile(HERE.parent / "__init__.py", target.parent / "__init__.py")


def run(place: Path, flags: list[str]) -> subprocess.CompletedProcess[str]:
    """在 ``place`` 里运行练习的命令。"""
    command = [sys.executable, "-m", MODULE, *flags]
    environment = {**os.environ, "PYTHONPATH": str(place), "PYTHONUTF8": "1"}
    return subprocess.run(
        command, cwd=place, env=environment, capture_output=True, encoding="utf-8"
    )


def gate(name: str, lines: list[str]) -> Gate:
    """一道门的样子，从输出里读出来。"""
    said = [line for line in lines if line.startswith(GATES[name])]
    if not said:
        return {"name": name, "open": None, "line": ""}
    return {"name": name, "open": said[-1].endswith("放行"), "line": said[-1]}


if __name__ == "__main__":
    speak_utf8()
    print(json.dumps(practice_transcripts(), ensure_ascii=False, indent=2))
