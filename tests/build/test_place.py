"""A build empties no folder that is not a site of its own, and says at once where none can be built."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from site_runtime.build.errors import BuildError
from site_runtime.build.place import EARLIER, MARK, check, claim
from tests.build.conftest import OnePage
from tests.build.test_commands import lesson


@pytest.mark.parametrize("name", ["thesis.txt", ".hidden"])
@pytest.mark.parametrize("command", ["build", "serve"])
def test_a_folder_with_something_in_it_is_refused_and_untouched(command: str, name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("years of work")
    done = lesson(command, "--site", str(tmp_path))
    assert done.returncode == 2
    assert f"{tmp_path}: this folder is not empty and no site that `lesson build` made" in done.stderr
    assert "Name a new or an empty folder" in done.stderr
    assert (tmp_path / name).read_text() == "years of work"


def test_mkdocs_itself_is_refused_too(one_page: OnePage, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "thesis.txt").write_text("years of work")
    done = one_page("# Page\n")
    assert done.returncode != 0
    assert "this folder is not empty" in done.stderr
    assert (tmp_path / "site" / "thesis.txt").is_file()


def test_a_site_may_be_built_anew_after_a_failure_too(one_page: OnePage, tmp_path: Path) -> None:
    assert one_page("# Page\n\n```lesson\nlesson: nowhere\n```\n").returncode != 0
    assert (tmp_path / "site" / MARK).is_file()
    check(tmp_path / "site")


@pytest.mark.parametrize("sign", [MARK, EARLIER])
def test_a_site_is_known_by_its_mark_or_by_what_earlier_builds_left(sign: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("page")
    with pytest.raises(BuildError):
        check(tmp_path)
    (tmp_path / sign).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / sign).write_text("")
    check(tmp_path)


def test_a_new_and_an_empty_folder_are_claimed(tmp_path: Path) -> None:
    for folder in (tmp_path / "empty", tmp_path / "new" / "deep"):
        tmp_path.joinpath("empty").mkdir(exist_ok=True)
        claim(folder)
        assert (folder / MARK).is_file()


@pytest.mark.parametrize("where", ["file", "file/below", "dangling", "n" * 300])
def test_where_no_folder_can_be_is_a_wrong_command_line(where: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text")
    os.symlink(tmp_path / "none", tmp_path / "dangling")
    done = lesson("build", "--site", str(tmp_path / where))
    assert done.returncode == 2
    assert str(tmp_path) in done.stderr
    assert "Name another folder" in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "file").read_text() == "text"
