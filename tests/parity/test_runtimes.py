"""The real runtimes: what is found, what is said when something is missing, and lessons from outside in all of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from site_runtime.parity import browsers, node
from site_runtime.parity.native import run_native
from site_runtime.parity.pythons import ask, candidates, find_pythons
from site_runtime.parity.results import Job, ParityError

ROOT = Path(__file__).parents[2]
LESSONS = Path(__file__).with_name("samples") / "lessons"


def program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_each_minor_is_found_once_and_the_users_own_list_comes_first(tmp_path: Path) -> None:
    own = program(tmp_path / "own", "echo CPython 3 12 9 final")
    on_path = program(tmp_path / "bin" / "python3.12", "echo CPython 3 12 1 final")
    newer = program(tmp_path / "pyenv" / "versions" / "3.10.13" / "bin" / "python3", "echo CPython 3 10 13 final")
    program(tmp_path / "pyenv" / "versions" / "3.10.9" / "bin" / "python3", "echo CPython 3 10 9 final")
    environ = {
        "LESSON_PYTHONS": str(own),
        "PATH": f"{on_path.parent}:{os.environ['PATH']}",
        "PYENV_ROOT": str(tmp_path / "pyenv"),
    }
    found = {python.minor: python.path for python in find_pythons(environ)}
    assert found[3, 12] == str(own)
    assert found[3, 10] == str(newer)
    assert list(found) == sorted(found)


def test_what_does_not_answer_as_a_released_cpython_does_not_count(tmp_path: Path) -> None:
    shim = program(tmp_path / "shim", "echo 'pyenv: python3.14: command not found' >&2; exit 127")
    other = program(tmp_path / "pypy", "echo PyPy 3 11 2 final")
    early = program(tmp_path / "alpha", "echo CPython 3 14 0 alpha")
    assert [ask(str(path)) for path in (shim, other, early, tmp_path / "nowhere")] == [None] * 4


def test_pyenvs_versions_in_the_home_folder_are_candidates(tmp_path: Path) -> None:
    (tmp_path / ".pyenv" / "versions" / "3.13.0").mkdir(parents=True)
    assert str(tmp_path / ".pyenv/versions/3.13.0/bin/python3") in list(candidates({"HOME": str(tmp_path), "PATH": ""}))


def test_no_native_python_is_an_error_that_says_what_to_install() -> None:
    with pytest.raises(ParityError, match=r"pyenv install 3\.13"):
        run_native(Job(ROOT, LESSONS), [])


def test_no_node_is_an_error_that_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(ParityError, match=r"no node on PATH\. `make setup` brings it"):
        node.find_node()


def test_no_pyodide_is_an_error_that_says_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(ParityError, match="node_modules/pyodide is missing"):
        node.find_pyodide(tmp_path)


@pytest.mark.parametrize(
    ("name", "install"),
    [
        ("chromium", "apt-get install chromium"),
        ("firefox", "apt-get install firefox-esr"),
        ("webkit", "webkit2gtk-driver|pip install selenium"),
    ],
)
def test_no_browser_is_an_error_that_says_what_to_install(
    name: str, install: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for variable in ("PATH", "LESSON_CHROMIUM", "HOME", "PLAYWRIGHT_BROWSERS_PATH"):
        monkeypatch.setenv(variable, str(tmp_path) if variable != "LESSON_CHROMIUM" else "")
    with pytest.raises(ParityError, match=install), getattr(browsers, name)("about:blank"):
        pytest.fail("it was opened")


def test_a_recorder_that_fails_is_told_with_its_own_words(tmp_path: Path) -> None:
    with pytest.raises(ParityError, match="no lesson in it"):
        run_native(Job(ROOT, tmp_path), find_pythons()[:1])


def test_native_parity_needs_no_package() -> None:
    """A bare interpreter, the oldest and the newest: no site packages, nothing of the environment."""
    bare = {"PATH": os.environ["PATH"], "HOME": os.environ["HOME"]}
    words = ["parity", "--runtimes", "native", "--lessons", str(LESSONS), "--json"]
    pythons = find_pythons()
    for python in {pythons[0], pythons[-1]}:
        command = [python.path, "-S", "-m", "site_runtime", *words]
        done = subprocess.run(command, cwd=ROOT, env=bare, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["inputs"] == 2


@pytest.mark.browser
def test_lessons_from_outside_are_equal_in_every_default_runtime() -> None:
    command = [sys.executable, "-m", "site_runtime", "parity", "--lessons", str(LESSONS), "--json", "--strict"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    report = json.loads(done.stdout)
    names = [runtime["name"] for runtime in report["runtimes"]]
    assert names[-2:] == ["node", "chromium"]
    assert len(names) >= 4
    assert report["inputs"] == 2
    assert report["compared"] == 2 * (len(names) - 1)
    assert report["differences"] == []
