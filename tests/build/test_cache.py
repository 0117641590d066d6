"""What was made is not made again, and what changed is."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from site_runtime.build import site
from site_runtime.build.cache import KEPT, Cache, digest
from site_runtime.build.errors import BuildError

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = Path(__file__).with_name("samples")


def test_a_digest_sees_names_and_contents_but_no_leftovers(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("1")
    first = digest(tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_text("x")
    assert digest(tmp_path) == first
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    assert digest(tmp_path) != first
    assert digest("ab", "c") != digest("a", "bc")


def test_a_result_is_made_once_and_only_when_it_is_whole(tmp_path: Path) -> None:
    made: list[Path] = []

    def make(folder: Path) -> None:
        made.append(folder)
        (folder / "file").write_text("x")
        if len(made) == 1:
            raise RuntimeError("half way")

    cache = Cache(tmp_path)
    with pytest.raises(RuntimeError):
        cache.get("kind", "key", make)
    for _time in range(2):
        assert (cache.get("kind", "key", make) / "file").read_text() == "x"
    assert len(made) == 2
    assert [path.name for path in (tmp_path / "kind").iterdir()] == ["key"]


def test_old_results_go_and_nothing_else(tmp_path: Path) -> None:
    foreign = [tmp_path / "kind" / f"mine-{number}" for number in range(KEPT + 3)]
    for folder in foreign:
        folder.mkdir(parents=True)
    for number in range(KEPT + 3):
        Cache(tmp_path).get("kind", digest(number), lambda folder: None)
    kept = {path.name for path in (tmp_path / "kind").iterdir()}
    assert len(kept) == KEPT + len(foreign)
    assert digest(KEPT + 2) in kept
    assert all(folder.is_dir() for folder in foreign)


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every child process from here on, by its command line."""
    seen: list[str] = []
    real = subprocess.Popen

    def start(command: Any, **options: Any) -> Any:
        seen.append(" ".join(map(str, command)))
        return real(command, **options)

    monkeypatch.setattr(subprocess, "Popen", start)
    return seen


def test_a_second_build_of_unchanged_inputs_starts_nothing(tmp_path: Path, commands: list[str]) -> None:
    lessons = tmp_path / "plain"
    shutil.copytree(SAMPLES / "plain", lessons)
    cache = tmp_path / "cache"
    shutil.copytree(ROOT / ".cache" / "lesson" / "stdlib", cache / "stdlib")
    first = site.prepare(tmp_path, ["plain"], [], cache)
    assert ["-m site_runtime.recorder" in command for command in commands] == [True, False, False]
    assert ["-m build --wheel" in command for command in commands] == [False, True, False]
    assert ["esbuild" in command for command in commands] == [False, False, True]
    commands.clear()
    assert site.prepare(tmp_path, ["plain"], [], cache).assets == first.assets
    assert commands == []
    with (lessons / "counter" / "words.py").open("a") as file:
        file.write("# changed\n")
    assert site.prepare(tmp_path, ["plain"], [], cache).assets != first.assets
    assert len(commands) == 2


def test_a_folder_without_lessons_and_a_missing_one_are_told(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="no lesson in it"):
        site.prepare(tmp_path, ["."], [], tmp_path / "cache")
    with pytest.raises(BuildError, match="there is no such folder of lessons"):
        site.prepare(tmp_path, ["missing"], [], tmp_path / "cache")


def test_two_lessons_of_one_name_are_told_with_both_places(tmp_path: Path) -> None:
    shutil.copytree(SAMPLES / "plain", tmp_path / "other")
    with pytest.raises(BuildError, match=r"“counter” is in .*plain and in .*other"):
        site.prepare(tmp_path, [str(SAMPLES / "plain"), "other"], [], tmp_path / "cache")
