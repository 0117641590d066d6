"""What a fence says, and what is told when it says something wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_runtime.build.catalog import Entry, load
from site_runtime.build.errors import BuildError
from site_runtime.build.request import parse, resolve
from site_runtime.parity.results import Session

SAMPLES = Path(__file__).with_name("samples")


@pytest.fixture(scope="module")
def entries() -> dict[str, Entry]:
    """The samples, not recorded: names are all that counts here."""
    found = {}
    for folder in (SAMPLES / "plain", SAMPLES / "paged"):
        for name, lesson in load(folder).items():
            found[name] = Entry(lesson, folder, Session("none", "0", {}))
    return found


def test_a_fence_names_a_lesson_a_function_and_all_its_inputs(entries: dict[str, Entry]) -> None:
    wanted = resolve(parse("lesson: counter\n\nfunction: add\n"), entries)
    assert (wanted.entry.lesson.name, wanted.area.name, wanted.inputs) == ("counter", "add", ("tags", "empty"))


def test_a_choice_of_inputs_keeps_its_own_order(entries: dict[str, Entry]) -> None:
    assert resolve(parse("lesson: counter\nfunction: add\ninputs: empty, tags"), entries).inputs == ("empty", "tags")


@pytest.mark.parametrize("name", ["add", "Tally.add", "tally.py:Tally.add"])
def test_a_function_goes_by_its_area_or_by_its_own_name(name: str, entries: dict[str, Entry]) -> None:
    assert resolve(parse(f"lesson: counter\nfunction: {name}"), entries).area.name == "add"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("lesson: countr\nfunction: add", "no lesson “countr”; nearest: counter"),
        ("lesson: counter\nfunction: ad", "in the lesson “counter” there is no function “ad”; nearest: add"),
        ("lesson: counter\nfunction: zzz", "there is no function “zzz”; nearest: add"),
        ("lesson: counter\nfunction: add\ninputs: tags, emty", "no input “emty”; nearest: empty"),
        ("lesson: counter\nfunction: add\ninputs: tags, tags", "names an input twice"),
        ("lesson: counter\nfuntion: add", "no field “funtion”; nearest: function"),
        ("lesson: counter\nlesson: counter\nfunction: add", "“lesson” is given twice"),
        ("lesson: counter\nfunction", "“function” is not `key: value`"),
        ("lesson: counter", "lacks `function: NAME`"),
        ("", "lacks `lesson: NAME`"),
    ],
)
def test_what_is_wrong_is_told_with_the_nearest_names(text: str, told: str, entries: dict[str, Entry]) -> None:
    with pytest.raises(BuildError) as error:
        resolve(parse(text), entries)
    assert told in str(error.value)
