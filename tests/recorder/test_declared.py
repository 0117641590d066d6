"""What a lesson declares is read whole, or refused with its lesson, its area, its field and the way out."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from site_runtime.recorder import Lesson, LessonError, load_lessons

GOOD: dict[str, Any] = {
    "areas": [
        {
            "name": "count",
            "function": "counter.py:count",
            "watch": {
                "objects": [{"name": "seen", "view": "table"}, {"name": "team"}],
                "folders": [{"path": "mail/box"}],
                "lock": {"name": "lock"},
                "diagram": {
                    "actors": "team",
                    "state": "status",
                    "messages": "mail/box",
                    "from": "sender",
                    "to": "recipient",
                    "text": "body",
                },
            },
            "inputs": [{"name": "two", "prepare": "seen = {}\n", "call": "count(seen)\n"}],
        }
    ]
}

Change = Callable[[dict[str, Any]], Any]
"""Alters the one area of the declaration."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lesson = tmp_path / "lessons" / "counting"
    lesson.mkdir(parents=True)
    (lesson / "counter.py").write_text("def count(seen):\n    return len(seen)\n")
    (tmp_path / "secret.txt").write_text("password = 1\n")
    return lesson


def load(folder: Path, declared: Any) -> Lesson:
    (folder / "inputs.py").write_text(f"LESSON = {declared!r}\n")
    return load_lessons(folder.parent)[folder.name]


def refusal(folder: Path, declared: Any) -> str:
    with pytest.raises(LessonError) as refused:
        load(folder, declared)
    said = str(refused.value)
    assert str(folder) in said, "the message names the lesson's folder"
    return said


def changed(change: Change) -> dict[str, Any]:
    declared = deepcopy(GOOD)
    change(declared["areas"][0])
    return declared


def test_a_title_that_is_not_given_is_the_name_in_both_languages(folder: Path) -> None:
    area = load(folder, GOOD).area("count")
    assert [one["title"] for one in area.watch["objects"]] == [
        {"zh": "seen", "en": "seen"},
        {"zh": "team", "en": "team"},
    ]
    assert area.watch["folders"][0]["title"] == {"zh": "mail/box", "en": "mail/box"}
    assert area.watch["lock"]["title"] == {"zh": "lock", "en": "lock"}


def test_half_a_title_is_filled_in(folder: Path) -> None:
    declared = changed(lambda area: area["watch"]["objects"][0].update(title={"zh": "见过"}))
    assert load(folder, declared).area("count").watch["objects"][0]["title"] == {"zh": "见过", "en": "seen"}


def watch(key: str, value: Any) -> Change:
    return lambda area: area["watch"].update({key: value})


def within(*path: Any, **values: Any) -> Change:
    def change(area: dict[str, Any]) -> None:
        for part in path:
            area = area[part]
        area.update(values)

    return change


@pytest.mark.parametrize("path", ["..", "../..", "mail/../..", "/etc", "/"])
def test_a_path_out_of_the_sandbox_is_refused_with_area_and_field(path: str, folder: Path) -> None:
    said = refusal(folder, changed(within("watch", "folders", 0, path=path)))
    assert "area 'count', watch, folders[0]: 'path' leads out of its folder" in said
    assert "give a relative path without '..'" in said
    said = refusal(folder, changed(within("inputs", 0, prepare={"file": path})))
    assert "area 'count', input 'two', prepare: 'file' leads out of its folder" in said


@pytest.mark.parametrize("path", ["mail/", "./mail", "mail//box", "mail\\box"])
def test_a_path_is_written_plainly_for_the_page_compares_it(path: str, folder: Path) -> None:
    assert "'path' is not written plainly" in refusal(folder, changed(within("watch", "folders", 0, path=path)))


def test_a_link_out_of_the_lesson_is_refused(folder: Path) -> None:
    (folder / "prepare.txt").symlink_to(folder.parent.parent / "secret.txt")
    said = refusal(folder, changed(within("inputs", 0, prepare={"file": "prepare.txt"})))
    assert "is a link that leads out of the lesson's folder" in said


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (within(wtach={}), "area 'count': there is no key 'wtach' here; did you mean watch?"),
        (within("inputs", 0, cal=""), "input 'two': there is no key 'cal' here; did you mean call?"),
        (within("watch", lokc={}), "watch: there is no key 'lokc' here; did you mean lock?"),
        (within("watch", "objects", 0, veiw="table"), "objects[0]: there is no key 'veiw' here"),
        (within("watch", "objects", 0, view="tabel"), "no view is called 'tabel'; did you mean table?"),
        (within("watch", "objects", 0, name="a.b"), "'a.b' is no name of a variable"),
        (within("watch", "objects", 0, title="Seen"), "title: must be a dict, not 'Seen'"),
        (within("watch", "objects", 0, title={"de": "x"}), "there is no key 'de' here"),
        (within("watch", "objects", 0, title={"en": 7}), "'title' must be"),
        (within("watch", "folders", 0, limits={"lines": "8"}), "'lines' must be a number from 1 on"),
        (within("watch", "lock", holder="sender"), "'holder' must be a list"),
        (within("watch", "diagram", actors="taem"), "'actors' is 'taem', which is not one of the watched objects"),
        (within("watch", "diagram", messages="box"), "'messages' is 'box', which is not one of the watched folders"),
        (watch("diagram", {"actors": "team"}), "diagram: 'state' must be a non-empty string, not None"),
        (watch("objects", ["seen"]), "'objects' must be a list of dicts"),
        (watch("folders", [{"path": "a"}, {"path": "a"}]), "two folders are called 'a'"),
        (within(watch=[]), "watch: must be a dict, not []"),
        (within(name="a b"), "the name 'a b' cannot be used; a name has letters, digits, '_' and '-'"),
        (within(name=".."), "the name '..' cannot be used"),
        (within(name="-x"), "the name '-x' cannot be used"),
        (within("inputs", 0, name="a/b"), "area 'count': the name 'a/b' cannot be used"),
        (
            within("inputs", 0, prepare="seen = {\n"),
            "'prepare' is no Python: '{' was never closed, at line 1: seen = {",
        ),
        (within("inputs", 0, call="return 1\n"), "'call' is no Python: 'return' outside function, at line 1: return 1"),
        (within("inputs", 0, call={"file": "none.txt"}), "there is no file"),
        (within(inputs=[]), "'inputs' is empty; give at least one"),
        (within(function="counter.py:cuont"), "is called 'cuont'; did you mean count?"),
    ],
)
def test_what_is_wrong_is_told_with_the_nearest_right_name(change: Change, told: str, folder: Path) -> None:
    assert told in refusal(folder, changed(change))


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        ({}, "'areas' must be a list of dicts"),
        ({**GOOD, "titel": {}}, "there is no key 'titel' here; did you mean title?"),
        (7, "must define a dict LESSON"),
    ],
)
def test_a_lesson_without_what_it_needs_is_told(declared: Any, told: str, folder: Path) -> None:
    assert told in refusal(folder, declared)


def test_without_an_area_a_lesson_has_modules_that_print(folder: Path) -> None:
    assert load(folder, {"areas": []}).areas == {}
    (folder / "counter.py").unlink()
    assert "'areas' is empty; give at least one" in refusal(folder, {"areas": []})


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("import sys\nsys.exit(4)\n", "cannot be run: SystemExit: 4, at line 2: sys.exit(4)"),
        ("x = 1\nLESSON = {\n", "cannot be run: SyntaxError: '{' was never closed, at line 2: LESSON = {"),
        (
            "import nowhere\n",
            "cannot be run: ModuleNotFoundError: No module named 'nowhere', at line 1: import nowhere",
        ),
    ],
)
def test_inputs_that_cannot_be_run_are_told_with_the_line(source: str, told: str, folder: Path) -> None:
    (folder / "inputs.py").write_text(source)
    with pytest.raises(LessonError) as refused:
        load_lessons(folder.parent)
    assert str(refused.value) == f"{folder / 'inputs.py'}: {told}"


@pytest.mark.parametrize("name", ["json", "random"])
def test_a_folder_named_like_a_module_of_the_library_is_refused_where_it_would_be_one(name: str, folder: Path) -> None:
    own = folder.rename(folder.with_name(name))
    assert f"the standard library has a module {name}; rename the folder {own}" in refusal(own, GOOD)
    (own.parent / "__init__.py").write_text("")
    assert load(own, GOOD).package == f"lessons.{name}"


def test_a_folder_that_cannot_stand_in_an_address_is_refused(folder: Path) -> None:
    assert "the name 'a b' cannot be used" in refusal(folder.rename(folder.with_name("a b")), GOOD)


def test_hidden_folders_are_no_lessons(folder: Path) -> None:
    load(folder, GOOD)
    (folder.parent / ".copy").mkdir()
    (folder.parent / ".copy" / "inputs.py").write_text("raise RuntimeError\n")
    assert list(load_lessons(folder.parent)) == ["counting"]
