"""练习：一份计划、两道门、一个真的进程。

    python3 -m lesson_code.team_protocols.practice --decision allow

读者提计划；负责人同意或拒绝；读者收到答复，请求运行；两道门都放行，程序才运行；
最后负责人请读者收工。每个事实一行，最后一行是结果。
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from lesson_code.team_protocols.place import check_mailbox, check_program
from lesson_code.team_protocols.story import conclusion, new_practice, play
from lesson_code.team_protocols.world import HERE, Fault, World


def run_practice(plan: str, decision: str, mailbox: Path | None) -> int:
    """做一次练习，打印每个事实和结果，返回退出状态。"""
    check_program(HERE)
    with tempfile.TemporaryDirectory(prefix="practice-") as place:
        folder = mailbox or Path(place, "mailbox")
        check_mailbox(folder)
        workshop = Path(place, "workshop")
        workshop.mkdir()
        kept = mailbox or "临时文件夹，结束时删除（想留下它，用 --mailbox DIR）"
        print(f"[宿主] 信箱：{kept}")
        practice = new_practice(World(folder, workshop), plan, decision)
        play(practice)
    line, status = conclusion(practice.findings)
    print(line)
    return status


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """命令的选项；写法不对时打印用法，以 2 退出。"""
    parser = argparse.ArgumentParser(
        prog="python3 -m lesson_code.team_protocols.practice",
        description="团队协议的练习：计划要负责人同意，运行要宿主许可。",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--plan",
        choices=["approve", "reject"],
        default="approve",
        help="负责人同意还是拒绝计划（默认 approve）",
    )
    parser.add_argument(
        "--decision",
        choices=["allow", "deny"],
        default="deny",
        help="宿主许可还是不许可运行（默认 deny）",
    )
    parser.add_argument(
        "--mailbox",
        type=Path,
        metavar="DIR",
        help="信箱文件夹，应当是空的（默认新的临时文件夹）",
    )
    return parser.parse_args(arguments)


def speak_utf8() -> None:
    """输出是中文：不论终端报的是什么编码，都按 UTF-8 写出。"""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """命令本身：0 是照故事走完，1 是不一致或故障，2 是用法不对。"""
    speak_utf8()
    options = parse(arguments)
    try:
        return run_practice(options.plan, options.decision, options.mailbox)
    except (Fault, ValueError) as error:
        print(f"故障：{error}", file=sys.stderr)
    except OSError as error:
        print(f"故障：系统没能读写（{error}）；信箱里只有完整的信", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
