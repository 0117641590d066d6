"""Set-up finds an interpreter that works, installs only what changed, and says what is missing."""

from __future__ import annotations

import ast
import os
import re
import sys
from pathlib import Path

import pytest

from site_runtime.build import browsers
from tools import check
from tools.bootstrap import node, pythons, stamps

ROOT = Path(__file__).resolve().parents[2]


def script(path: Path, body: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return str(path)


def answering(path: Path, version: str, name: str = "CPython") -> str:
    return script(path, f"echo {name} {version} /prefix")


def test_a_candidate_counts_only_after_it_answered(tmp_path: Path) -> None:
    assert pythons.ask(script(tmp_path / "shim", "echo not installed >&2; exit 127")) is None
    assert pythons.ask(answering(tmp_path / "pypy", "3.13.1", "PyPy")) is None
    assert pythons.ask(str(tmp_path / "missing")) is None
    own = pythons.ask(sys.executable)
    assert own is not None
    assert own.version == sys.version_info[:3]


def test_the_newest_of_all_places_is_taken(tmp_path: Path) -> None:
    answering(tmp_path / "bin" / "python3", "3.11.2")
    script(tmp_path / "bin" / "python3.14", "exit 127")
    answering(tmp_path / "root" / "versions" / "3.12.1" / "bin" / "python3", "3.12.1")
    answering(tmp_path / "home" / ".pyenv" / "versions" / "3.13.0" / "bin" / "python3", "3.13.0")
    env = {"PATH": str(tmp_path / "bin"), "PYENV_ROOT": str(tmp_path / "root"), "HOME": str(tmp_path / "home")}
    found = pythons.newest(env)
    assert found is not None
    assert found.version == (3, 13, 0)
    listed = answering(tmp_path / "own" / "python", "3.13.9")
    found = pythons.newest({**env, "LESSON_PYTHONS": listed})
    assert found == pythons.Interpreter(listed, (3, 13, 9))


def test_an_old_interpreter_is_none(tmp_path: Path) -> None:
    answering(tmp_path / "python3", "3.11.2")
    assert pythons.newest({"PATH": str(tmp_path), "HOME": str(tmp_path)}) is None


def test_a_stamp_follows_the_files_it_stands_for(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    lock.write_text("a==1")
    value = stamps.digest(lock, "place")
    stamps.write(tmp_path / "deep" / "stamp", value)
    assert stamps.is_current(tmp_path / "deep" / "stamp", stamps.digest(lock, "place"))
    lock.write_text("a==2")
    assert not stamps.is_current(tmp_path / "deep" / "stamp", stamps.digest(lock, "place"))
    assert not stamps.is_current(tmp_path / "none", value)


def test_node_is_asked_for_its_version(tmp_path: Path) -> None:
    assert node.version(script(tmp_path / "node", "echo v20.19.5")) == (20, 19, 5)
    assert node.version(script(tmp_path / "broken", "exit 1")) is None


def test_set_up_reads_as_python_3_9() -> None:
    for path in sorted((ROOT / "tools" / "bootstrap").glob("*.py")):
        ast.parse(path.read_text("utf-8"), feature_version=(3, 9))


def test_a_missing_browser_is_told_with_ways_to_one(tmp_path: Path) -> None:
    with pytest.raises(browsers.BrowserError, match="LESSON_CHROMIUM=/path"):
        browsers.find_chromium({"PATH": str(tmp_path), "HOME": str(tmp_path)})


def test_a_named_browser_is_the_only_one_looked_at(tmp_path: Path) -> None:
    script(tmp_path / "chromium", "exit 0")
    env = {"PATH": str(tmp_path), "HOME": str(tmp_path)}
    assert browsers.find_chromium(env) == str(tmp_path / "chromium")
    with pytest.raises(browsers.BrowserError):
        browsers.find_chromium({**env, "LESSON_CHROMIUM": str(tmp_path / "none")})
    cached = script(tmp_path / ".cache" / "ms-playwright" / "chromium-1" / "chrome-linux" / "chrome", "exit 0")
    os.remove(tmp_path / "chromium")
    assert browsers.find_chromium(env) == cached


def test_locks_name_exact_versions_with_hashes_and_no_host() -> None:
    locks = [ROOT / "requirements.lock", *(ROOT / "tools" / "bootstrap").glob("*.lock.txt")]
    assert len(locks) == 3
    for lock in locks:
        text = lock.read_text()
        packages = re.findall(r"^[a-z0-9-]+==\S+.*?(?=^[a-z]|\Z)", text, re.MULTILINE | re.DOTALL)
        assert packages
        assert all("--hash=sha256:" in package for package in packages)
        assert "://" not in text
    assert '"resolved"' not in (ROOT / "package-lock.json").read_text()


def test_the_checks_end_with_a_count_and_fail_when_one_fails(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "CHECKS", {"good": ("true",), "bad": ("false",), "last": ("true",)})
    assert check.main([]) == 1
    out = capfd.readouterr().out
    assert out.splitlines()[-2:] == ["failed: bad", "2 passed, 1 failed"]
    assert check.main(["good", "last"]) == 0
    assert capfd.readouterr().out.splitlines()[-1] == "2 passed, 0 failed"
