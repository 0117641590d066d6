"""An input of the reader's own: a form writes two texts, the real function answers; kept, named, compared, stopped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.axe import violations
from tests.page.conftest import Opener
from tests.page.lab import Lab
from tests.page.trials import SLOW, fill, origin, own

pytestmark = pytest.mark.browser

RECIPES: dict[str, dict[str, dict[str, str]]] = {
    "open_request": {
        "plan": {},
        "shutdown": {"sender": "lead", "target": "reader", "kind": "shutdown", "payload": "工作做完了，请收工"},
        "limit": {"before": "full"},
        "save_error": {"saving": "fails"},
    },
    "reply_request": {
        "reject": {"approve": "false", "feedback": "请先写明预期输出"},
        "busy": {"before": "busy", "actor": "reader", "feedback": "好，我收工"},
        "conflict": {"before": "agreed", "approve": "false", "feedback": "请先写明预期输出"},
    },
    "match_response": {
        "approved": {},
        "wrong_role": {"sender": "reviewer"},
        "invalid": {"approve": '"true"'},
        "duplicate": {"before": "matched"},
    },
}
"""How the form makes the lesson's own inputs: area -> input -> what is filled in."""


def end(lab: Lab) -> str:
    """Return what the shown run had printed at its end."""
    lab.command("last")
    return lab.at(".lab-output-text").inner_text().strip()


@pytest.mark.parametrize("area", RECIPES)
def test_the_form_makes_what_the_lesson_made_by_hand(open_lab: Opener, area: str) -> None:
    lab = open_lab(area)
    lab.at(".lab-own-new").click()
    fields = {field.get_attribute("data-field"): field.input_value() for field in lab.at(".lab-own [data-field]").all()}
    for name, values in RECIPES[area].items():
        fill(lab, **{**{str(key): value for key, value in fields.items()}, **values})
        own(lab, "debug")
        states = lab.states(name)
        expect(lab.at(".lab-ui")).to_have_attribute("data-last", str(len(states) - 1), timeout=SLOW)
        origin(lab, "own")
        assert lab.at(".lab-shown").inner_text().startswith("你的输入“我的输入 1”")
        assert end(lab) == states[-1].output.strip(), name
        assert lab.last == len(states) - 1


def test_values_are_put_in_as_they_are_and_the_real_function_answers(open_lab: Opener) -> None:
    lab = open_lab("reply_request")
    lab.at(".lab-own-new").click()
    fill(lab, approve="1", feedback='“好”\\n"; import os', actor="lead")
    lab.at(".lab-own-texts summary").click()
    call = lab.at(".lab-own-code").nth(1).inner_text()
    assert '"lead", 1, "“好”\\\\n\\"; import os", lock' in call
    own(lab, "debug")
    origin(lab, "own")
    assert end(lab) == "{'error': 'approve 应当是 True 或 False'}"
    fill(lab, approve="{'a': 1}")
    wrong = lab.at('.lab-field[data-kind="json"] .lab-field-wrong')
    expect(wrong).to_contain_text("不是 JSON")
    assert lab.at('[data-own-action="debug"]').get_attribute("aria-disabled") == "true"
    fill(lab, approve='{"a": [1.0, null, 12345678901234567890]}')
    expect(wrong).to_be_hidden()
    assert '{"a": [1.0, None, 12345678901234567890]}' in lab.at(".lab-own-code").nth(1).inner_text()
    expect(lab.at(".lab-own-changed")).to_have_text("上次运行之后改过。")
    own(lab, "run")
    expect(lab.at(".lab-run-facts")).to_contain_text("CPython 3.14", timeout=SLOW)
    assert lab.at(".lab-output-text").inner_text().strip() == "{'error': 'approve 应当是 True 或 False'}"
    # The recording is of the value before; nothing is claimed of this one.
    expect(lab.at(".lab-run-same")).to_be_hidden()


def test_kept_named_compared_and_deleted(page: Page, open_lab: Opener) -> None:
    lab = open_lab()
    lab.at(".lab-own-new").click()
    fill(lab, sender="reviewer")
    lab.at(".lab-own-name").fill("旁观者 <b>提</b>")
    own(lab, "keep")
    expect(lab.at('[data-own-action="keep"]')).to_have_text("已保存在此浏览器。")
    page.reload()
    lab.at(".lab-ui").wait_for()
    chip = lab.at(".lab-own-choice")
    expect(chip).to_have_text("旁观者 <b>提</b>")
    expect(lab.at(".lab-shown")).to_contain_text("构建时")
    chip.click()
    assert lab.at('.lab-own [data-field="sender"]').input_value() == "reviewer"
    own(lab, "debug")
    origin(lab, "own")
    assert chip.get_attribute("aria-pressed") == "true"
    assert lab.at('.lab-choice[aria-checked="true"]').count() == 0

    lab.at('[data-tool="compare"]').click()
    lab.at(".lab-compare-with select").select_option("plan")
    expect(lab.at('.lab-side[data-side="a"] .lab-side-title')).to_have_text("旁观者 <b>提</b>")
    expect(lab.at('.lab-side[data-side="b"] .lab-side-title')).to_have_text("读者提出计划")
    assert "sender 这边是 'reviewer'，那边是 'reader'" in lab.at(".lab-compare-told").inner_text()
    lab.at(".lab-compare .lab-icon-button").click()
    lab.choose("plan")
    lab.at('[data-tool="compare"]').click()
    expect(lab.at(".lab-compare-with option").last).to_have_text("旁观者 <b>提</b>")
    lab.at(".lab-compare .lab-icon-button").click()

    chip.click()
    origin(lab, "own")
    lab.at(".lab-own-name").fill("改了名")
    own(lab, "keep")
    expect(chip).to_have_text("改了名")
    own(lab, "delete")
    expect(chip).to_have_count(0)
    expect(lab.at(".lab-badge")).to_have_attribute("data-origin", "shipped")
    page.reload()
    lab.at(".lab-ui").wait_for()
    assert chip.count() == 0


def test_what_is_typed_and_not_kept_outlives_a_reload(page: Page, open_lab: Opener) -> None:
    lab = open_lab()
    lab.at(".lab-own-new").click()
    discard = lab.at('[data-own-action="discard"]')
    expect(discard).to_be_hidden()
    fill(lab, sender="reviewer", payload="<b>还没有保存</b>")
    page.reload()
    lab.at(".lab-ui").wait_for()
    assert lab.at('.lab-own [data-field="sender"]').input_value() == "reviewer"
    assert lab.at('.lab-own [data-field="payload"]').input_value() == "<b>还没有保存</b>"
    expect(lab.at(".lab-shown")).to_contain_text("构建时")
    discard.click()
    expect(lab.at(".lab-own")).to_be_hidden()
    page.reload()
    lab.at(".lab-ui").wait_for()
    lab.at(".lab-own-new").click()
    assert lab.at('.lab-own [data-field="sender"]').input_value() != "reviewer"


def test_what_is_changed_in_a_kept_one_can_be_discarded(page: Page, open_lab: Opener) -> None:
    lab = open_lab()
    lab.at(".lab-own-new").click()
    fill(lab, sender="reviewer")
    own(lab, "keep")
    fill(lab, sender="lead")
    page.reload()
    lab.at(".lab-ui").wait_for()
    sender = lab.at('.lab-own [data-field="sender"]')
    assert sender.input_value() == "lead"
    own(lab, "discard")
    assert sender.input_value() == "reviewer"
    expect(lab.at('[data-own-action="keep"]')).to_have_text("已保存在此浏览器。")


@pytest.mark.parametrize("stored", ["{", "7", "[]", '{"values": 7}', '{"values": {"sender": 3}, "open": "yes"}'])
def test_a_damaged_draft_breaks_no_lab(page: Page, open_lab: Opener, stored: str) -> None:
    key = "lesson-lab 1 draft team_protocols open_request"
    page.add_init_script(f"localStorage.setItem({key!r}, {stored!r})")
    lab = open_lab()
    expect(lab.at(".lab-own")).to_be_hidden()
    lab.at(".lab-own-new").click()
    expect(lab.at(".lab-own")).to_be_visible()


@contextmanager
def by_hand(lab: Lab) -> Iterator[tuple[Any, Any]]:
    """The two texts, to be written by hand."""
    if lab.at(".lab-own").is_hidden():
        lab.at(".lab-own-new").click()
    if lab.at(".lab-own-written").is_hidden():
        lab.at(".lab-own-texts summary").click()
        own(lab, "hand")
    yield lab.at(".lab-own-area").nth(0), lab.at(".lab-own-area").nth(1)


def test_texts_by_hand_and_where_they_are_wrong(open_lab: Opener) -> None:
    lab = open_lab()
    with by_hand(lab) as (prepare, call):
        assert "open_request(" in call.input_value()
        call.fill("print(1)\nprint((2)\n")
        own(lab, "debug")
        wrong = lab.at(".lab-own-written .lab-field-wrong")
        expect(wrong.nth(1)).to_contain_text("调用，第 2 行：", timeout=SLOW)
        expect(lab.at(".lab-badge")).to_have_attribute("data-origin", "shipped")
        call.fill("print('never')\n")
        prepare.fill("a = 1\nraise KeyError('<i>no</i>')\n")
        own(lab, "debug")
        expect(wrong.nth(0)).to_contain_text("准备，第 2 行：KeyError", timeout=SLOW)
        assert lab.at(".lab-own i, .lab-trouble i").count() == 0
        prepare.fill("from lesson_code.team_protocols.mailbox import plain_name\n")
        call.fill("for name in ('a', 'b1', 'C'):\n    print(plain_name(name))\n")
        own(lab, "debug")
        origin(lab, "own")
    assert end(lab).split("\n")[:2] == ["a", "b1"]


def test_stop_answers_at_once_and_keeps_what_was_recorded(page: Page, open_lab: Opener) -> None:
    lab = open_lab()
    with by_hand(lab) as (prepare, call):
        prepare.fill("from lesson_code.team_protocols.mailbox import plain_name\n")
        call.fill("while True:\n    plain_name('reader')\n")
        own(lab, "debug")
    expect(lab.at(".lab-here")).to_have_text("正在此浏览器中记录……", timeout=SLOW)
    page.wait_for_timeout(700)
    lab.at(".lab-halt").click()
    origin(lab, "own")
    expect(lab.at(".lab-here")).to_contain_text("你停止了运行")
    assert lab.last > 10
    lab.command("over", 2)
    assert lab.position == 2
    assert lab.variable("name").inner_text().startswith("name")
    with by_hand(lab) as (_prepare, call):
        call.fill("print(plain_name('reader'))\n")
        own(lab, "debug")
    expect(lab.at(".lab-here")).to_have_text("", timeout=SLOW)
    assert end(lab) == "reader"


def test_axe_finds_nothing_in_the_form_and_the_texts(page: Page, open_lab: Opener) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme="dark")
    lab = open_lab("match_response", lang="en")
    lab.at(".lab-own-new").click()
    lab.at(".lab-own-texts summary").click()
    fill(lab, approve="nonsense")
    own(lab, "keep")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page, 'lesson-lab[data-area="match_response"]') == []
    own(lab, "hand")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page, 'lesson-lab[data-area="match_response"]') == []
