"""The lesson's command: its four endings, its order, and every fault with a clear way out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lesson_code.team_protocols import practice
from lesson_code.team_protocols.world import HERE

ROOT = Path(__file__).parents[2]
MODULE = "lesson_code.team_protocols.practice"
Done = subprocess.CompletedProcess[str]

ALLOWED = ["--decision", "allow"]
REJECTED = ["--plan", "reject", "--decision", "allow"]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A copy of the lesson that a test may change."""
    target = tmp_path / "clone"
    shutil.copytree(ROOT / "lesson_code", target / "lesson_code", ignore=shutil.ignore_patterns("__pycache__"))
    return target


def command(*flags: object, root: Path = ROOT, **more: str) -> Done:
    environment = {**os.environ, "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", **more}
    line = [sys.executable, "-m", MODULE, *map(str, flags)]
    return subprocess.run(line, cwd=root, env=environment, capture_output=True, encoding="utf-8")


def last(done: Done) -> str:
    return done.stdout.splitlines()[-1]


PATHS = {
    "allowed": (ALLOWED, 1, "结果：一致（输出 42，预期 42）"),
    "rejected": (REJECTED, 0, "结果：未运行（计划未获批准）"),
    "denied": ([], 0, "结果：未运行（宿主未许可）"),
    "both": (["--plan", "reject"], 0, "结果：未运行（计划未获批准）"),
}


@pytest.mark.parametrize(("flags", "runs", "ending"), PATHS.values(), ids=PATHS)
def test_a_path_from_end_to_end(flags: list[str], runs: int, ending: str, tmp_path: Path) -> None:
    done = command(*flags, "--mailbox", tmp_path / "box")
    assert (done.returncode, done.stderr, last(done)) == (0, "", ending)
    lines = done.stdout.splitlines()
    asked = [line.split("]")[0][1:] for line in lines if "次模型请求" in line]
    assert asked == ["reader"] * 2 + ["lead"] * 2 + ["reader"] * 3
    for request_id in ("req-1", "req-2"):
        about = [line for line in lines if request_id in line]
        saved, matched = (next(n for n, line in enumerate(about) if word in line) for word in ("已存好", "已匹配"))
        assert ["pending" in line for line in about[saved : matched + 1]] == [False, True, False]
    assert f"程序运行了 {runs} 次" in lines[-2]
    assert "unavailable" in lines[-5]
    written = {path.name: path.read_text("utf-8") for path in (tmp_path / "box").iterdir()}
    assert {name: text.count("[team-protocol] ") for name, text in written.items()} == {
        "lead.jsonl": 2,
        "reader.jsonl": 2,
    }


def test_an_expectation_of_43_is_honestly_not_met(clone: Path) -> None:
    (clone / "lesson_code/team_protocols/expected.txt").write_text("43\n")
    done = command(*ALLOWED, root=clone)
    assert (done.returncode, last(done)) == (1, "结果：不一致（输出 42，预期 43）")
    assert "答复已匹配：req-1 → approved" in done.stdout
    assert "程序运行了 1 次" in done.stdout


@pytest.mark.parametrize("flags", [["--plan", "maybe"], ["--decision"], ["--dec", "allow"], ["more"], ["--mailbox"]])
def test_wrong_usage_is_2_and_nothing_happens(flags: list[str]) -> None:
    done = command(*flags)
    assert (done.returncode, done.stdout) == (2, "")
    assert "usage: python3 -m lesson_code.team_protocols.practice" in done.stderr


def test_help_is_0() -> None:
    done = command("--help")
    assert done.returncode == 0
    assert "宿主许可" in done.stdout


def test_an_ascii_terminal_still_gets_the_output() -> None:
    done = command(*ALLOWED, PYTHONUTF8="0", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert (done.returncode, last(done)) == (0, "结果：一致（输出 42，预期 42）")


def test_the_practice_leaves_nothing_behind(tmp_path: Path) -> None:
    command(*ALLOWED, TMPDIR=str(tmp_path))
    assert list(tmp_path.iterdir()) == []


# Faults


def faulty(done: Done, *reasons: str) -> None:
    """Status 1, one line of error that says what is wrong and no traceback."""
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("故障：")
    assert all(reason in line for reason in reasons), line


def not_empty(box: Path) -> None:
    box.mkdir()
    (box / "lead.jsonl").write_text("precious")


def a_link(box: Path) -> None:
    box.with_name("real").mkdir()
    box.symlink_to("real")


def a_dangling_link(box: Path) -> None:
    box.symlink_to("nothing")


def a_file(box: Path) -> None:
    box.write_text("precious")


def under_a_file(box: Path) -> None:
    box.parent.rmdir()
    box.parent.write_text("precious")


UNFIT: dict[str, tuple[Callable[[Path], None], str]] = {
    "not empty": (not_empty, "不是空的：请另给一个空文件夹"),
    "a link": (a_link, "是符号链接：请给出真的文件夹"),
    "a dangling link": (a_dangling_link, "是符号链接"),
    "a file": (a_file, "不是文件夹"),
    "under a file": (under_a_file, "建不了"),
}


def snapshot(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text() if path.is_file() else "" for path in sorted(folder.rglob("*"))
    }


@pytest.mark.parametrize(("make", "reason"), UNFIT.values(), ids=UNFIT)
def test_a_folder_that_will_not_do_is_named_and_left_alone(
    tmp_path: Path, make: Callable[[Path], None], reason: str
) -> None:
    box = tmp_path / "place" / "box"
    box.parent.mkdir()
    make(box)
    before = snapshot(tmp_path)
    done = command(*ALLOWED, "--mailbox", box)
    faulty(done, str(box), reason)
    assert done.stdout == ""
    assert snapshot(tmp_path) == before


def test_a_link_with_a_slash_is_a_link_too(tmp_path: Path) -> None:
    a_link(tmp_path / "box")
    faulty(command(*ALLOWED, "--mailbox", f"{tmp_path / 'box'}/"), "符号链接")


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that every user of this machine may reach; pytest's own are for its user alone."""
    with tempfile.TemporaryDirectory() as place:
        os.chmod(place, 0o755)
        yield Path(place)


# Root may write everywhere, so a command that was started by root goes on as nobody once it is loaded.
AS_NOBODY = f"""
import locale, os, sys
from {MODULE} import main
if os.geteuid() == 0:
    os.setuid(65534)
sys.exit(main(sys.argv[1:]))
"""


def test_a_folder_that_cannot_be_written_is_named(public: Path) -> None:
    shutil.copytree(ROOT / "lesson_code", public / "lesson_code", ignore=shutil.ignore_patterns("__pycache__"))
    box = public / "box"
    box.mkdir()
    box.chmod(0o555)
    for folder, reason in ((box, "不能写：请另给一个能写的文件夹"), (box / "inner", "建不了")):
        line = [sys.executable, "-X", "utf8", "-c", AS_NOBODY, *ALLOWED, "--mailbox", str(folder)]
        done = subprocess.run(line, cwd=public, capture_output=True, encoding="utf-8")
        faulty(done, str(folder), reason)
        assert done.stdout == ""
    assert list(box.iterdir()) == []


def test_a_full_disk_is_a_fault_and_whole_letters_stay_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The disk is full from the second save on: the reply cannot be saved."""
    replace, saves = os.replace, []

    def full(source: str, target: str) -> None:
        saves.append(target)
        if len(saves) > 1:
            raise OSError(28, "No space left on device", target)
        replace(source, target)

    monkeypatch.setattr(os, "replace", full)
    box = tmp_path / "box"
    assert practice.main([*ALLOWED, "--mailbox", str(box)]) == 1
    output, error = capsys.readouterr()
    assert error.startswith("故障：系统没能读写")
    assert "No space left" in error
    assert "已存好" not in output
    assert [path.name for path in box.iterdir()] == ["lead.jsonl"]
    assert (box / "lead.jsonl").read_text("utf-8").count("\n") == 1


def change(clone: Path, name: str, text: str | None) -> None:
    path = clone / "lesson_code/team_protocols" / name
    path.unlink()
    if text is not None:
        path.write_text(text, "utf-8")


@pytest.mark.parametrize("name", ["expected.txt", "main.py"])
def test_a_missing_file_is_named_before_anything_is_written(clone: Path, tmp_path: Path, name: str) -> None:
    change(clone, name, None)
    done = command(*ALLOWED, "--mailbox", tmp_path / "box", root=clone)
    faulty(done, f"缺少 {name}")
    assert done.stdout == ""
    assert not (tmp_path / "box").exists()


def test_a_program_that_prints_something_else_is_a_mismatch(clone: Path) -> None:
    change(clone, "main.py", "print('四十二')")
    done = command(*ALLOWED, root=clone)
    assert (done.returncode, last(done)) == (1, "结果：不一致（输出 四十二，预期 42）")


def test_a_program_that_exits_with_another_status_is_a_fault_though_it_printed_42(clone: Path) -> None:
    change(clone, "main.py", "print(42)\nraise SystemExit(5)")
    done = command(*ALLOWED, root=clone)
    assert (done.returncode, last(done)) == (1, "结果：故障（main.py 的退出码是 5）")
    assert "unavailable" in done.stdout


def test_a_program_that_hangs_is_a_fault_and_the_story_still_ends(clone: Path) -> None:
    change(clone, "main.py", "while True: pass")
    path = clone / "lesson_code/team_protocols/program.py"
    path.write_text(path.read_text("utf-8").replace("TIME_LIMIT = 10.0", "TIME_LIMIT = 0.5"), "utf-8")
    done = command(*ALLOWED, root=clone)
    assert (done.returncode, last(done)) == (1, "结果：故障（main.py 运行超过 0.5 秒，已终止）")
    assert "unavailable" in done.stdout


def test_a_mailbox_that_is_damaged_meanwhile_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    box = tmp_path / "box"
    replace = os.replace

    def torn(source: str, target: str) -> None:
        replace(source, target)
        Path(target).write_bytes(Path(target).read_bytes()[:-9])

    monkeypatch.setattr(os, "replace", torn)
    assert practice.main([*ALLOWED, "--mailbox", str(box)]) == 1
    assert "最后一行不完整" in capsys.readouterr().err


def test_the_lesson_folder_holds_the_program_and_its_expectation() -> None:
    assert (HERE / "main.py").is_file()
    assert (HERE / "expected.txt").read_text() == "42\n"
