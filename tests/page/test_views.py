"""What the views tell beyond values: one object under two names, the story of a run, who wrote what."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.page.conftest import Opener
from tests.page.lab import Lab, box_of, dict_of, first, record

pytestmark = pytest.mark.browser


def events(lab: Lab) -> list[str]:
    labels = lab.at(".lab-event-hit").evaluate_all("all => all.map((hit) => hit.getAttribute('aria-label'))")
    return [str(label) for label in labels]


def test_one_object_under_two_names_lights_up_as_one(open_lab: Opener) -> None:
    lab = open_lab("match_response")
    lab.go(first(lab, "approved", "approved"))
    row = lab.variable("record")
    assert "state['req-1']" in row.locator(".lab-var-alias").inner_text()
    number = row.get_attribute("data-object")
    row.hover()
    lit = lab.at(".lab-same")
    assert lit.count() >= 2
    assert set(lit.evaluate_all("all => all.map((one) => one.dataset.object)")) == {number}
    assert lab.at(".lab-sheet thead .lab-same").inner_text() == "req-1"
    lab.at(".lab-debug").hover()
    expect(lit).to_have_count(0)


def test_variables_open_as_a_tree_that_stays_open_over_steps(open_lab: Opener) -> None:
    lab = open_lab("match_response")
    written = first(lab, "approved", "approved")
    lab.go(written - 1)
    lab.variable("record").locator(".lab-twist").click()
    inner = lab.variable("['status']")
    assert inner.locator(".lab-var-value").inner_text() == "'pending'"
    lab.command("into")
    assert inner.locator(".lab-var-value").inner_text() == "'approved'"
    assert inner.locator(".lab-var-old").inner_text() == "原为 'pending'"
    assert inner.get_attribute("data-change") == "changed"


def test_an_arrow_a_saved_letter_in_the_very_step_that_saves_it(lab: Lab) -> None:
    states = lab.states("plan")
    saved = next(s.position for s in states if "mailbox/lead.jsonl" in s.files)
    lab.go(saved - 1)
    assert lab.at(".lab-event-letter").count() == 0
    lab.command("into")
    letter = lab.at(".lab-event-letter")
    expect(letter).to_have_count(1)
    assert letter.get_attribute("data-now") == "true"
    assert "plan_request req-1" in (letter.locator(".lab-strong").text_content() or "")
    lab.command("into")
    assert letter.get_attribute("data-now") is None
    lab.command("backInto")
    lab.command("backInto")
    assert letter.count() == 0


def test_the_card_of_a_letter_before_the_record_exists_and_while_it_is_saved(lab: Lab) -> None:
    states = lab.states("plan")
    body = next(s.position for s in states if s.stack and "body" in s.stack[-1].locals)
    writing = next(s.position for s in states if any(not path.endswith(".jsonl") for path in s.files))
    lab.go(body - 1)
    assert lab.at(".lab-hand").count() == 0
    lab.go(body)
    card = lab.at(".lab-hand").inner_html()
    assert all(part in card for part in ("plan_request", "request_id: req-1", "payload: "))
    assert lab.at('.lab-table[data-root="state"] tbody tr').count() == 0
    lab.go(writing)
    assert lab.at(".lab-hand").get_attribute("data-saving") == "true"
    assert lab.at(".lab-file[data-temporary]").count() == 1
    assert "临时文件" in lab.at(".lab-file[data-temporary]").inner_text()
    lab.command("last")
    assert lab.at(".lab-hand").count() == 0
    assert lab.at(".lab-file[data-temporary]").count() == 0


def test_a_failed_save_leaves_neither_arrow_nor_temporary_file(lab: Lab) -> None:
    lab.choose("save_error")
    lab.command("last")
    assert lab.at(".lab-event-letter").count() == 0
    assert lab.at(".lab-file").count() == 0
    assert [text for text in events(lab) if "OSError" in text]


def test_each_event_leads_to_its_step_and_stands_in_the_text_equivalent(open_lab: Opener) -> None:
    lab = open_lab("match_response")
    lab.command("last")
    told = events(lab)
    assert len(told) >= 5
    lab.at(".lab-small-button[aria-pressed]").click()
    assert lab.at(".lab-event-text").all_inner_texts() == told
    position = first(lab, "approved", "approved")
    lab.at(".lab-event-text").filter(has_text="pending → approved").click()
    assert lab.position == position
    lab.at(".lab-small-button[aria-pressed]").click()
    lab.command("first")
    lab.command("last")
    lab.at(f'.lab-event-hit[data-position="{position}"]').click()
    assert lab.position == position


def test_lanes_show_states_and_the_lock_its_holder(open_lab: Opener) -> None:
    lab = open_lab("reply_request")
    lab.choose("closed")
    states = lab.states("closed")
    lane = lab.at('.lab-lane[data-actor="reader"] .lab-word')
    closed = next(s.position for s in states if dict_of(s, dict_of(s, s.roots["team"])["reader"])["status"] == "closed")
    lab.go(closed - 1)
    assert lane.inner_text() == "idle"
    lab.command("into")
    assert lane.inner_text() == "closed"
    held = next(s.position for s in states if s.lock is not None)
    lab.go(held - 1)
    assert lab.at(".lab-lock").inner_text() == "锁: 空闲"
    lab.go(held)
    assert lab.at(".lab-lock").inner_text() == "锁: 由 reader 持有（reply_request）"


def test_who_wrote_a_field_of_the_request_table(open_lab: Opener) -> None:
    lab = open_lab("match_response")
    lab.command("last")
    cell = lab.field("state", "req-1", "status")
    cell.click()
    dialog = lab.at(".lab-who")
    assert dialog.locator(".lab-write-value").all_inner_texts() == ["'pending'", "'approved'"]
    line = lab.line('record["status"] = "approved"')
    assert f"protocol.py:{line}" in dialog.locator(".lab-write").last.inner_text()
    dialog.get_by_role("button", name="前一次写入").click()
    assert lab.position == 0
    dialog.get_by_role("button", name="后一次写入").click()
    assert lab.position == first(lab, "approved", "approved")
    lab.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(cell).to_be_focused()


def test_who_wrote_a_variable_and_a_line_of_a_mailbox(lab: Lab) -> None:
    states = lab.states("plan")
    bound = next(s for s in states if s.stack and s.stack[0].locals.get("request_id") == "req-1")
    lab.command("last")
    lab.command("backOver")
    lab.variable("request_id").locator(".lab-var-name").click()
    lab.at(".lab-write").click()
    assert lab.position == bound.position
    lab.page.keyboard.press("Escape")
    lab.command("last")
    lab.at(".lab-file:not([data-temporary]) .lab-letter").click()
    lab.at(".lab-write").last.click()
    assert lab.position == next(s.position for s in states if "mailbox/lead.jsonl" in s.files)


def test_a_value_can_be_a_stop(open_lab: Opener) -> None:
    lab = open_lab("match_response")
    lab.field("state", "req-1", "status").click()
    lab.at(".lab-who").get_by_role("button", name="改变时停").click()
    lab.at(".lab-who").press("Escape")
    lab.command("continue")
    assert lab.position == first(lab, "approved", "approved")
    lab.choose("rejected")
    lab.command("continue")
    assert lab.position == first(lab, "rejected", "rejected")
    lab.at(".lab-stop-change input").uncheck()
    lab.command("first")
    lab.command("continue")
    assert lab.position == lab.last


def marks(lab: Lab, kind: str) -> Locator:
    return lab.at(f'.lab-mark[data-kind="{kind}"]')


def test_the_scrubber_marks_what_happens_names_it_and_leads_there(open_lab: Opener) -> None:
    lab = open_lab("reply_request")
    lab.choose("closed")
    states = lab.states("closed")
    replied = next(s.position for s in states if record(s)["reply"] is not None)
    saved = next(s.position for s in states if "mailbox/lead.jsonl" in s.files)
    closed = next(s.position for s in states if dict_of(s, dict_of(s, s.roots["team"])["reader"])["status"] == "closed")
    for kind, position in (("letter", saved), ("table", replied), ("member", closed)):
        marks(lab, kind).focus()
        assert lab.at(".lab-mark-name").is_visible()
        lab.page.keyboard.press("Enter")
        assert lab.position == position
    lab.number(lab.line("if closing:")).click()
    assert marks(lab, "stop").count() == 1
    lab.choose("wrong_role")
    assert marks(lab, "error").get_attribute("aria-label") is not None
    assert "ValueError" in str(marks(lab, "error").get_attribute("aria-label"))


def test_the_objects_of_a_step_drawn_on_demand(open_lab: Opener) -> None:
    lab = open_lab("match_response")
    lab.go(first(lab, "approved", "approved"))
    lab.at('[data-tool="graph"]').click()
    dialog = lab.at(".lab-objects")
    shared = dialog.locator(".lab-box[data-shared]")
    number = lab.variable("record").get_attribute("data-object")
    assert number in shared.evaluate_all("all => all.map((box) => box.dataset.object)")
    assert dialog.locator(f'.lab-points[data-to="{number}"]').count() == 2
    assert "record = dict ['req-1']" in dialog.inner_text()
    lab.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_of_many_entries_no_word_is_cut_and_their_fields_stay_named(lab: Lab) -> None:
    lab.page.set_viewport_size({"width": 360, "height": 740})
    lab.choose("limit")
    lab.go(lab.last)
    sheet = lab.at('.lab-table[data-root="state"] .lab-scroll')
    assert sheet.locator("thead th").count() == 4
    words = sheet.locator(".lab-word[data-tone]").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight))"
    )
    assert words
    assert max(words) < 1.5
    assert sheet.evaluate("pane => pane.scrollWidth - pane.clientWidth") > 0
    sheet.evaluate("pane => pane.scrollLeft = pane.scrollWidth")
    name, pane = box_of(sheet.locator("tbody th")), box_of(sheet)
    assert abs(name["x"] - pane["x"]) < 3
