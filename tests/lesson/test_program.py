"""One fixed program, one real process: whatever it does, the practice goes on and says so."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from lesson_code.team_protocols.program import count_runs, read_expected, run_main
from lesson_code.team_protocols.world import HERE, Fault


def program(folder: Path, text: str) -> Path:
    source = folder / "source"
    source.mkdir()
    (source / "main.py").write_text(text, "utf-8")
    return source


@pytest.fixture
def workshop(tmp_path: Path) -> Path:
    made = tmp_path / "workshop"
    made.mkdir()
    return made


def test_the_program_prints_42_and_counts_itself(workshop: Path) -> None:
    assert count_runs(workshop) == 0
    assert not (workshop / "counter.txt").exists()
    assert run_main(workshop) == {"output": "42", "problem": None}
    assert (workshop / "counter.txt").read_text() == "x"
    run_main(workshop)
    assert (workshop / "counter.txt").read_text() == "xx"
    assert count_runs(workshop) == 2


def test_a_copy_runs_and_the_lesson_folder_stays_as_it_is(workshop: Path) -> None:
    before = sorted(os.listdir(HERE))
    run_main(workshop)
    assert sorted(os.listdir(HERE)) == before
    assert (workshop / "main.py").read_bytes() == (HERE / "main.py").read_bytes()


def test_other_output_is_reported_as_it_is(tmp_path: Path, workshop: Path) -> None:
    source = program(tmp_path, "print(' 别的\\n输出 ')")
    assert run_main(workshop, source) == {"output": "别的\n输出", "problem": None}


def test_an_exit_status_is_a_problem_with_its_reason(tmp_path: Path, workshop: Path) -> None:
    source = program(tmp_path, "print(42)\nraise SystemExit('没有电了')")
    assert run_main(workshop, source) == {"output": "42", "problem": "main.py 的退出码是 1：没有电了"}


def test_an_exit_status_without_words(tmp_path: Path, workshop: Path) -> None:
    source = program(tmp_path, "raise SystemExit(3)")
    assert run_main(workshop, source)["problem"] == "main.py 的退出码是 3"


def alive(pid: int) -> bool:
    """Whether a process still runs; one that is dead and only waits for its parent does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


HANGS = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, flush=True)
time.sleep(600)
"""


def test_a_program_that_hangs_is_ended_with_its_children(tmp_path: Path, workshop: Path) -> None:
    before = time.monotonic()
    result = run_main(workshop, program(tmp_path, HANGS), limit=1.0)
    assert time.monotonic() - before < 30
    assert result["problem"] == "main.py 运行超过 1 秒，已终止"
    deadline = time.monotonic() + 10
    while alive(int(result["output"])) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not alive(int(result["output"]))


def test_a_program_that_ignores_being_asked_is_ended_too(tmp_path: Path, workshop: Path) -> None:
    ignoring = "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(600)"
    assert "已终止" in str(run_main(workshop, program(tmp_path, ignoring), limit=0.5)["problem"])


def test_endless_output_is_cut(tmp_path: Path, workshop: Path) -> None:
    source = program(tmp_path, "print('9' * 1_000_000)")
    assert run_main(workshop, source)["output"] == "9" * 2_000


def test_output_that_is_no_text_does_no_harm(tmp_path: Path, workshop: Path) -> None:
    source = program(tmp_path, "import sys\nsys.stdout.buffer.write(b'\\xff')")
    assert run_main(workshop, source)["output"] == "\ufffd"


def test_the_program_waits_for_no_input(tmp_path: Path, workshop: Path) -> None:
    source = program(tmp_path, "import sys\nprint(repr(sys.stdin.read()))")
    assert run_main(workshop, source)["output"] == "''"


def test_what_is_missing_is_named(tmp_path: Path, workshop: Path) -> None:
    with pytest.raises(Fault, match=r"缺少 main\.py"):
        run_main(workshop, tmp_path)
    with pytest.raises(Fault, match=r"缺少 expected\.txt"):
        read_expected(tmp_path)
    (tmp_path / "expected.txt").write_bytes(b"\xff")
    with pytest.raises(Fault, match="UTF-8"):
        read_expected(tmp_path)


def test_the_expectation_is_42() -> None:
    assert read_expected() == "42"
