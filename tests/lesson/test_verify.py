"""The checks that come with the lesson: they pass, and each group fails when what it guards is broken."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lesson_code.team_protocols.checks.ground import CheckFailed
from lesson_code.team_protocols.verify_practice import GROUPS, verify

ROOT = Path(__file__).parents[2]
MODULE = "lesson_code.team_protocols.verify_practice"

ONE_GROUP = f"""
import sys
from {MODULE} import GROUPS, verify
sys.exit(verify([GROUPS[int(sys.argv[1])]]))
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    line = [sys.executable, *arguments]
    return subprocess.run(line, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=120)


@pytest.mark.parametrize("options", [[], ["-O"]])
def test_all_groups_pass_also_without_assertions(options: list[str]) -> None:
    done = run(ROOT, *options, "-m", MODULE)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [*(f"通过  {title}" for title, _ in GROUPS), "11 组检查全部通过"]


def test_a_failure_is_named_counted_and_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise CheckFailed("应当是 1，却是 2")

    def crash() -> None:
        raise KeyError("x")

    assert verify([("好的", lambda: None), ("坏的", fail), ("坏透的", crash)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "通过  好的"
    assert lines[1] == "失败  坏的：应当是 1，却是 2"
    assert lines[2] == "失败  坏透的：没有料到的异常"
    assert lines[-1] == "3 组检查：1 组通过，2 组失败"


# For each group: what is broken, by which text in place of which, in which file.
BROKEN: list[tuple[str, str, str, str]] = [
    ("三条路从头走到尾", "tools.py", '    world.say(f"[请求表]', '    str(f"[请求表]'),
    ("三条路从头走到尾", "permission.py", 'decision == "allow"', "True"),
    ("真的输出，如实的不一致", "story.py", "if output == expected:", "if True:"),
    ("真的输出，如实的不一致", "program.py", "process.wait(limit)", "process.wait(limit) or 1"),
    ("保存失败，什么都不变", "mailbox.py", "os.unlink(temporary)", "pass"),
    (
        "保存失败，什么都不变",
        "protocol.py",
        "        body = encode_protocol(response)\n",
        '        record["reply"] = response\n        body = encode_protocol(response)\n',
    ),
    ("编号、类型、角色不对", "protocol.py", 'return message["sender"] == record["target"]', "return True"),
    ("编号、类型、角色不对", "protocol.py", 'if data != record["reply"]:', "if False:"),
    ("重复与相反的决定", "protocol.py", 'if record["reply"] is not None:', "if False:"),
    ("重复与相反的决定", "protocol.py", 'return {"request_id": data["request_id"], "status": "duplicate"}', "pass"),
    (
        "许多线程同时答复",
        "protocol.py",
        "    with lock:\n        record = find_record",
        "    if lock:\n        record = find_record",
    ),
    ("回合卡住时请求收工", "protocol.py", 'if closing and team[actor]["active"]:', "if False:"),
    ("回合卡住时请求收工", "turns.py", "        confirm_closing(world, agent.name)\n", ""),
    ("坏掉的信", "inbox.py", "    except ValueError as error:", "    except KeyError as error:"),
    ("坏掉的信", "inbox.py", 'if message["id"] not in seen', "if True"),
    ("名额与待定的上限", "protocol.py", "MAX_REQUESTS = 4", "MAX_REQUESTS = 5"),
    ("名额与待定的上限", "protocol.py", "        check_not_pending(state, kind, sender, target)\n", ""),
    ("已关闭的成员", "protocol.py", 'if team[subject]["status"] == "closed":', "if False:"),
    ("已关闭的成员", "turns.py", 'if member["status"] == "closed":', "if False:"),
    ("计数文件", "plan_gate.py", 'and record["status"] == "approved"', ""),
    ("计数文件", "main.py", 'file.write("x")', 'file.write("xx")'),
]


def test_every_group_is_broken_at_least_once() -> None:
    assert {title for title, *_ in BROKEN} == {title for title, _ in GROUPS}


@pytest.mark.parametrize(("title", "name", "old", "new"), BROKEN)
def test_a_group_fails_when_what_it_guards_is_broken(title: str, name: str, old: str, new: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "lesson_code", tmp_path / "lesson_code", ignore=shutil.ignore_patterns("__pycache__"))
    path = tmp_path / "lesson_code/team_protocols" / name
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")
    number = next(n for n, (each, _) in enumerate(GROUPS) if each == title)
    done = run(tmp_path, "-c", ONE_GROUP, str(number))
    assert done.returncode == 1
    assert done.stdout.startswith(f"失败  {title}：")
