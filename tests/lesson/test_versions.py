"""The lesson's commands from a clone, on every CPython that is found, with no package in reach."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lesson_code.team_protocols.verify_practice import GROUPS
from site_runtime.parity.pythons import Python, find_pythons

ROOT = Path(__file__).parents[2]
PACKAGE = "lesson_code.team_protocols"

PATHS = {
    ("--decision", "allow"): "结果：一致（输出 42，预期 42）",
    ("--plan", "reject", "--decision", "allow"): "结果：未运行（计划未获批准）",
    (): "结果：未运行（宿主未许可）",
}


@pytest.fixture(scope="module")
def pythons() -> list[Python]:
    found = find_pythons()
    assert len(found) >= 2, f"two CPythons of 3.10 to 3.14 are needed, found {[each.text for each in found]}"
    return found


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("clone")
    shutil.copytree(ROOT / "lesson_code", place / "lesson_code", ignore=shutil.ignore_patterns("__pycache__"))
    return place


def run(python: Python, clone: Path, module: str, *flags: str) -> str:
    """What the command prints. ``-S`` and ``-E`` keep every installed package and setting out of reach."""
    line = [python.path, "-S", "-E", "-X", "utf8", "-W", "error", "-m", f"{PACKAGE}.{module}", *flags]
    done = subprocess.run(line, cwd=clone, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, ""), f"{python.text}: {done.stdout}{done.stderr}"
    return done.stdout


def test_the_three_paths_print_the_same_everywhere(pythons: list[Python], clone: Path) -> None:
    for flags, ending in PATHS.items():
        printed = {each.text: run(each, clone, "practice", *flags) for each in pythons}
        assert len(set(printed.values())) == 1, printed
        assert next(iter(printed.values())).splitlines()[-1] == ending


def test_the_lessons_own_checks_pass_everywhere(pythons: list[Python], clone: Path) -> None:
    for each in pythons:
        lines = run(each, clone, "verify_practice").splitlines()
        assert lines == [*(f"通过  {title}" for title, _ in GROUPS), f"{len(GROUPS)} 组检查全部通过"], each.text


def test_the_lesson_needs_nothing_but_the_standard_library() -> None:
    """And of this project only itself."""
    for path in sorted((ROOT / "lesson_code").rglob("*.py")):
        for name in imported(path):
            top = name.split(".")[0]
            assert top in sys.stdlib_module_names or name.startswith(PACKAGE), f"{path.name} imports {name}"


def imported(path: Path) -> list[str]:
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports relatively"
            names.append(node.module or "")
    return names


def test_the_protocols_three_files_import_nothing_that_pyodide_lacks() -> None:
    folder = ROOT / "lesson_code/team_protocols"
    for name in ("mailbox.py", "team.py", "protocol.py", "inputs.py"):
        assert not {"subprocess", "threading", "multiprocessing", "signal"} & set(imported(folder / name))


def test_an_installed_package_is_out_of_reach(pythons: list[Python], clone: Path) -> None:
    """The switches that the runs above rely on."""
    question = "import sys; print(any('site-packages' in place for place in sys.path))"
    environment = {**os.environ, "PYTHONPATH": "site-packages"}
    for each in pythons:
        line = [each.path, "-S", "-E", "-c", question]
        done = subprocess.run(line, cwd=clone, env=environment, capture_output=True, text=True)
        assert done.stdout.split() == ["False"], each.text
