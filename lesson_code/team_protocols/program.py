"""运行程序：只会启动固定的 ``main.py``，是一个真的 Python 进程。

没有任何参数来自模型。运行的是副本，在练习自己的文件夹里；计数文件也在那里，
一次运行记一个 ``x``，所以它说得出程序究竟运行过几次。
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TypedDict

from lesson_code.team_protocols.world import HERE, Fault

PROGRAM = "main.py"
EXPECTED = "expected.txt"
COUNTER = "counter.txt"
OUTPUT = "output.txt"
ERRORS = "errors.txt"
TIME_LIMIT = 10.0
MAX_OUTPUT = 2_000


class Run(TypedDict):
    """一次运行的结果。"""

    output: str
    """标准输出，首尾没有空白，过长的部分不读。"""
    problem: str | None
    """没有正常结束的原因；好好结束就是 ``None``。"""


def read_expected(source: Path = HERE) -> str:
    """预期的输出，首尾没有空白；文件不在或读不懂是 ``Fault``。"""
    path = source / EXPECTED
    try:
        return path.read_text("utf-8").strip()
    except FileNotFoundError:
        raise Fault(f"缺少 {EXPECTED}：请在 {PROGRAM} 旁边写下预期的输出") from None
    except UnicodeDecodeError:
        raise Fault(f"{EXPECTED} 不是 UTF-8 文字：请重新写下预期的输出") from None


def run_main(workshop: Path, source: Path = HERE, limit: float = TIME_LIMIT) -> Run:
    """把 ``source`` 里的程序复制到 ``workshop`` 并运行一次，最多 ``limit`` 秒。

    超时的进程连同它的子进程一起终止。程序不在是 ``Fault``。
    """
    try:
        shutil.copyfile(source / PROGRAM, workshop / PROGRAM)
    except FileNotFoundError:
        raise Fault(f"缺少 {PROGRAM}：没有可以运行的程序") from None
    problem = run_process(workshop, limit)
    return {"output": read_start(workshop / OUTPUT), "problem": problem}


def run_process(workshop: Path, limit: float) -> str | None:
    """运行副本，输出写进文件；返回没有正常结束的原因。

    输出不走管道：子进程留下的后代若还握着管道，等待就没有尽头。
    """
    command = [sys.executable, "-I", "-X", "utf8", PROGRAM]
    with (workshop / OUTPUT).open("wb") as out, (workshop / ERRORS).open("wb") as err:
        process = subprocess.Popen(
            command,
            cwd=workshop,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        try:
            code = process.wait(limit)
        except subprocess.TimeoutExpired:
            return f"{PROGRAM} 运行超过 {limit:g} 秒，已终止"
        finally:
            stop(process)
    return None if code == 0 else exit_problem(code, workshop / ERRORS)


def stop(process: subprocess.Popen[bytes]) -> None:
    """终止还在运行的进程和它那一组；已经结束的不动。"""
    if process.poll() is not None:
        return
    with suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


def exit_problem(code: int, errors: Path) -> str:
    """退出码不是 0 时说给人听的原因，带上错误输出的最后一行。"""
    lines = read_start(errors).splitlines()
    reason = f"：{lines[-1]}" if lines else ""
    return f"{PROGRAM} 的退出码是 {code}{reason}"


def read_start(path: Path) -> str:
    """文件开头的文字；过长的部分不读，不是 UTF-8 的字节换成记号。"""
    with path.open("rb") as file:
        return file.read(MAX_OUTPUT).decode("utf-8", "replace").strip()


def count_runs(workshop: Path) -> int:
    """计数文件里有几个 ``x``；文件不在就是一次也没有运行。"""
    path = workshop / COUNTER
    return path.read_text("utf-8").count("x") if path.exists() else 0
