"""A form is read as it was declared, or refused with the place and the way out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from site_runtime.build.errors import BuildError
from site_runtime.build.form import form
from site_runtime.recorder import Area, load_lessons

LESSONS = Path(__file__).resolve().parents[2] / "lesson_code"

FIELD: dict[str, Any] = {"name": "word", "kind": "text", "default": "tick"}
CHOICE: dict[str, Any] = {
    "name": "before",
    "kind": "choice",
    "options": [{"name": "none"}, {"name": "one", "text": "x = 1\n"}],
}
GOOD: dict[str, Any] = {"fields": [FIELD, CHOICE], "prepare": "${before}", "call": "print(${word}, '$$')\n"}


def area(declared: Any) -> Area:
    return Area("count", "counter.py", "count", {}, {}, {}, declared)


def refusal(declared: Any) -> str:
    with pytest.raises(BuildError) as refused:
        form(area(declared), "inputs.py")
    return str(refused.value)


def test_an_area_without_one_has_none() -> None:
    assert form(area(None), "inputs.py") is None


def test_names_titles_and_defaults_are_filled_in() -> None:
    found = form(area({**GOOD, "fields": [{**FIELD, "title": {"en": "Word"}}, CHOICE]}), "inputs.py")
    assert found is not None
    word, before = found["fields"]
    assert word == {"name": "word", "title": {"zh": "word", "en": "Word"}, "kind": "text", "default": "tick"}
    assert before["default"] == "none"
    assert [option["text"] for option in before["options"]] == ["", "x = 1\n"]
    as_json = form(area({**GOOD, "fields": [{**FIELD, "kind": "json", "default": {"a": [None, "“好”"]}}, CHOICE]}), "")
    assert as_json is not None
    assert as_json["fields"][0]["default"] == '{"a": [null, "“好”"]}'


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        (7, "a form must be a dict"),
        ({**GOOD, "rules": []}, "no key of a form “rules”"),
        ({**GOOD, "fields": {}}, "'fields' must be a list"),
        ({**GOOD, "fields": [FIELD, FIELD, CHOICE]}, "two fields are called 'word'"),
        ({**GOOD, "fields": [{**FIELD, "kind": "txt"}, CHOICE]}, "field 'word': there is no kind “txt”; nearest: text"),
        ({**GOOD, "fields": [{**FIELD, "name": "a b"}, CHOICE]}, "a field's name is a word"),
        ({**GOOD, "fields": [{**FIELD, "defualt": "x"}, CHOICE]}, "no key of a field “defualt”; nearest: default"),
        ({**GOOD, "fields": [{**FIELD, "suggestions": "tick"}, CHOICE]}, "'suggestions' must be a list of strings"),
        ({**GOOD, "fields": [{**FIELD, "kind": "json", "default": {1}}, CHOICE]}, "must be a value that JSON can hold"),
        ({**GOOD, "fields": [FIELD, {**CHOICE, "options": []}]}, "'options' is empty"),
        ({**GOOD, "fields": [FIELD, {**CHOICE, "default": "noen"}]}, "no option “noen”; nearest: none"),
        ({**GOOD, "call": "print(${wrod})\n"}, "'call' has `${wrod}`, but there is no field “wrod”; nearest: word"),
        ({**GOOD, "call": "print(${word}, '$')\n"}, "a dollar sign itself is written `$$`"),
        ({**GOOD, "prepare": ""}, "no template has `${before}`"),
        (
            {**GOOD, "call": "print(${word}\n"},
            "'call' makes text that is no Python: '(' was never closed, at `print(None`",
        ),
        (
            {**GOOD, "fields": [FIELD, {**CHOICE, "options": [{"name": "none"}, {"name": "bad", "text": "x =\n"}]}]},
            "'prepare' makes text that is no Python",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(declared: Any, told: str) -> None:
    said = refusal(declared)
    assert said.startswith("inputs.py, area 'count', form")
    assert told in said


def test_the_lesson_has_a_form_for_each_of_its_functions() -> None:
    lesson = load_lessons(LESSONS)["team_protocols"]
    for one in lesson.areas.values():
        found = form(one, "inputs.py")
        assert found is not None
        assert len(found["fields"]) >= 6, one.name
