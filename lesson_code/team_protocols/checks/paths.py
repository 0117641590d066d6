"""从头走到尾：三条路，真的输出，计数文件。"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from lesson_code.team_protocols.checks.ground import equal, fresh_world
from lesson_code.team_protocols.program import COUNTER, EXPECTED, PROGRAM
from lesson_code.team_protocols.story import conclusion, count_letters, new_practice
from lesson_code.team_protocols.story import play as play_story
from lesson_code.team_protocols.world import HERE, World

ROOT = HERE.parents[1]
MODULE = "lesson_code.team_protocols.practice"

PATHS = {
    ("--decision", "allow"): "结果：一致（输出 42，预期 42）",
    ("--plan", "reject", "--decision", "allow"): "结果：未运行（计划未获批准）",
    (): "结果：未运行（宿主未许可）",
}
ASKED = ["reader"] * 2 + ["lead"] * 2 + ["reader"] * 3


def check_three_paths() -> None:
    """真的命令，三组选项：最后一行、退出状态、信，和说话的次序。"""
    for flags, last in PATHS.items():
        with tempfile.TemporaryDirectory(prefix="check-") as place:
            lines = run_command(*flags, "--mailbox", place)
            equal(f"{flags} 的最后一行", lines[-1], last)
            check_order(lines)
            written = [path.read_text("utf-8") for path in Path(place).iterdir()]
            equal("协议信", "".join(written).count("[team-protocol] "), 4)


def run_command(*flags: str) -> list[str]:
    """运行这一课的命令，应当以 0 退出；返回它打印的行。"""
    command = [sys.executable, "-m", MODULE, *flags]
    environment = {**os.environ, "PYTHONUTF8": "1"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8"
    )
    equal(f"{flags} 的退出状态和错误输出", (done.returncode, done.stderr), (0, ""))
    return done.stdout.splitlines()


def check_order(lines: list[str]) -> None:
    """每个请求：答复存好，仍是 ``pending``，然后才匹配；最后收工。"""
    for request_id in ("req-1", "req-2"):
        about = [line for line in lines if request_id in line]
        saved = position(about, "答复已存好")
        matched = position(about, "答复已匹配")
        between = [line for line in about[saved:matched] if "pending" in line]
        equal(f"{request_id} 存好与匹配之间的 pending", len(between), 1)
    equal("收工之后", "unavailable" in "".join(lines), True)


def position(lines: list[str], text: str) -> int:
    """带有 ``text`` 的那一行的位置；应当正好有一行。"""
    found = [number for number, line in enumerate(lines) if text in line]
    equal(f"“{text}”的行数", len(found), 1)
    return found[0]


def check_real_output() -> None:
    """预期是 42 就一致；改成 43，计划照样获批，程序照样运行，如实说不一致。"""
    expectations = {
        "42": ("结果：一致（输出 42，预期 42）", 0),
        "43": ("结果：不一致（输出 42，预期 43）", 1),
    }
    for expected, ending in expectations.items():
        with fresh_world() as world:
            source = changed_copy(world, expected)
            found, _ = walk(world, "approve", "allow", source)
            equal(f"预期 {expected} 的结果", found, ending)
            equal("计划", world.state["req-1"]["status"], "approved")
            equal("计数文件", (world.workshop / COUNTER).read_text(), "x")


def changed_copy(world: World, expected: str) -> Path:
    """程序原样、预期改成 ``expected`` 的一份副本。"""
    source = world.workshop.parent / "source"
    source.mkdir()
    shutil.copyfile(HERE / PROGRAM, source / PROGRAM)
    (source / EXPECTED).write_text(f"{expected}\n", "utf-8")
    return source


def walk(
    world: World, plan: str, decision: str, source: Path = HERE
) -> tuple[tuple[str, int], list[str]]:
    """走一遍故事，返回结果和请求过模型的人。"""
    practice = new_practice(world, plan, decision, source)
    play_story(practice)
    return conclusion(practice.findings), world.asked


def check_counter() -> None:
    """四种决定：只有两道门都放行才有计数文件，而且正好一个 ``x``。"""
    for plan in ("approve", "reject"):
        for decision in ("allow", "deny"):
            with fresh_world() as world:
                _, asked = walk(world, plan, decision)
                counter = world.workshop / COUNTER
                written = counter.read_text() if counter.exists() else None
                allowed = (plan, decision) == ("approve", "allow")
                equal(f"{plan}、{decision} 的计数", written, "x" if allowed else None)
                equal("模型请求", asked, ASKED)
                equal("协议信", count_letters(world), 4)
                equal("读者", world.team["reader"]["status"], "closed")
