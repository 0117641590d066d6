"""The table of features to take out fits the tree. Taking them out takes too long here: `python -m tools.taken_out`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tools.taken_out.__main__ import chosen
from tools.taken_out.copy import Copy
from tools.taken_out.edit import Edit, problem
from tools.taken_out.table import EDITS


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: f"{edit.item} {edit.feature}")
def test_each_edit_can_be_made_and_its_tests_are_there(edit: Edit) -> None:
    assert problem(edit) is None


def test_each_number_of_the_debugger_loses_several_features() -> None:
    count = Counter(edit.item for edit in EDITS)
    assert min(count[f"3.{number}"] for number in range(1, 10)) >= 4
    assert {edit.item for edit in EDITS} >= {f"4.{number}" for number in range(1, 7)} | {"6.1", "6.3", "6.4"}
    assert len({(edit.item, edit.feature) for edit in EDITS}) == len(EDITS)


def test_an_edit_that_no_longer_fits_says_why() -> None:
    edit = EDITS[0]
    assert "stands 0 times in" in str(problem(replace(edit, old="nowhere at all")))
    assert "stands 0 times in gone.js" in str(problem(replace(edit, file="gone.js")))
    assert "nothing is taken out" in str(problem(replace(edit, new=edit.old)))
    for test in ("tests/page/test_stepping.py::test_gone", "tests/gone.py::test_x", "tests/js/runtime.test.mjs::gone"):
        assert f"there is no {test}" in str(problem(replace(edit, tests=(test,))))


def test_a_feature_is_out_here_and_in_the_site_and_then_back(tmp_path: Path) -> None:
    edit = Edit("0", "x", "site_runtime/browser/a.js", "two", "", ())
    here, there = tmp_path / edit.file, tmp_path / "build/site/assets/lesson/browser/a.js"
    for place in (here, there):
        place.parent.mkdir(parents=True)
        place.write_text("one two\n", "utf-8")
    with Copy(tmp_path).without(edit):
        assert here.read_text("utf-8") == there.read_text("utf-8") == "one \n"
    assert here.read_text("utf-8") == there.read_text("utf-8") == "one two\n"


def test_words_choose() -> None:
    assert chosen([]) == list(EDITS)
    assert {edit.item for edit in chosen(["3.7"])} == {"3.7"}
