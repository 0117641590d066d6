"""The wheel and its lock file hold what was recorded, and nothing else."""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from pathlib import Path

import pytest

from site_runtime.build import runtime
from site_runtime.build.cache import Cache
from site_runtime.build.errors import BuildError
from site_runtime.build.lockfile import write_lock
from site_runtime.build.wheel import build_wheel

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = Path(__file__).with_name("samples")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folders = [ROOT / "lesson_code", SAMPLES / "plain", SAMPLES / "paged"]
    return build_wheel(folders, Cache(tmp_path_factory.mktemp("cache")))


def code_in(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}


def test_each_file_has_the_bytes_of_its_source(wheel: Path) -> None:
    places = {"lesson_code": ROOT, "site_runtime": ROOT, "plain": SAMPLES, "paged": SAMPLES}
    for name, content in code_in(wheel).items():
        assert content == (places[name.split("/")[0]] / name).read_bytes(), name


def test_it_holds_every_module_of_recorder_and_lessons_and_no_page(wheel: Path) -> None:
    names = set(code_in(wheel))
    for folder in ("site_runtime/recorder", "lesson_code"):
        assert {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*.py")} <= names
    assert {"plain/counter/before.txt", "paged/__init__.py", "site_runtime/__init__.py"} <= names
    assert not [name for name in names if name.endswith((".md", ".pyc")) or name.startswith("site_runtime/build")]


def test_the_same_sources_give_the_same_bytes_and_others_another_name(wheel: Path, tmp_path: Path) -> None:
    folders = [ROOT / "lesson_code", SAMPLES / "plain", SAMPLES / "paged"]
    again = build_wheel(folders, Cache(tmp_path / "cache"))
    assert (again.name, again.read_bytes()) == (wheel.name, wheel.read_bytes())
    copy = tmp_path / "plain"
    shutil.copytree(SAMPLES / "plain", copy)
    (copy / "counter" / "words.py").write_text("def split(text):\n    return text.split()\n")
    assert build_wheel([folders[0], copy, folders[2]], Cache(tmp_path / "cache")).name != wheel.name


def test_two_folders_of_one_name_are_refused(tmp_path: Path) -> None:
    shutil.copytree(SAMPLES / "plain", tmp_path / "plain")
    with pytest.raises(BuildError, match=r"another folder in the wheel is called “plain”"):
        build_wheel([SAMPLES / "plain", tmp_path / "plain"], Cache(tmp_path / "cache"))


def test_the_lock_names_the_wheel_alone_with_its_checksum(wheel: Path, tmp_path: Path) -> None:
    original = runtime.PACKAGE / runtime.LOCK
    lock = json.loads(write_lock(original, wheel, Cache(tmp_path)).read_text())
    assert lock["info"] == json.loads(original.read_text())["info"]
    (package,) = lock["packages"].values()
    assert package["file_name"] == wheel.name
    assert package["sha256"] == hashlib.sha256(wheel.read_bytes()).hexdigest()


def test_a_file_of_the_runtime_that_was_altered_is_refused(tmp_path: Path) -> None:
    for line in runtime.SUMS.read_text().splitlines():
        shutil.copy(runtime.PACKAGE / line.split()[1], tmp_path)
    runtime.check(tmp_path)
    with (tmp_path / "pyodide.asm.wasm").open("ab") as file:
        file.write(b"\0")
    with pytest.raises(BuildError, match=r"pyodide\.asm\.wasm is not the locked runtime's .*npm ci"):
        runtime.check(tmp_path)


def test_a_file_of_the_runtime_that_is_missing_is_told(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"incomplete .*make setup"):
        runtime.check(tmp_path)


def test_the_compiled_library_has_the_same_modules_without_sources() -> None:
    compiled = runtime.compiled_stdlib(Cache(ROOT / ".cache" / "lesson"))
    with zipfile.ZipFile(runtime.PACKAGE / runtime.STDLIB) as old, zipfile.ZipFile(compiled) as new:
        expected = {f"{name}c" if name.endswith(".py") else name for name in old.namelist()}
        assert set(new.namelist()) == expected
        assert {info.date_time for info in new.infolist()} == {(1980, 1, 1, 0, 0, 0)}
