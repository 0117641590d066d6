"""Each element of the views leads to its step, can be a stop, and names itself: what other tests do not try."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.page.conftest import Opener
from tests.page.lab import Lab, dict_of

pytestmark = pytest.mark.browser


def stop_on(lab: Lab, element: Locator) -> list[str]:
    """Let the run stop where what this element shows changes; return all its values over the run."""
    element.click()
    who = lab.at(".lab-who")
    values = who.locator(".lab-write-value").all_inner_texts()
    who.get_by_role("button", name="改变时停").click()
    who.press("Escape")
    lab.command("first")
    return values


def forget(lab: Lab) -> None:
    lab.at(".lab-stop-item .lab-icon-button").click()
    lab.command("continue")
    assert lab.position == lab.last


def test_a_variable_a_member_and_a_mailbox_can_be_stops(open_lab: Opener) -> None:
    lab = open_lab("reply_request")
    lab.choose("closed")
    states = lab.states("closed")
    closed = next(s.position for s in states if dict_of(s, dict_of(s, s.roots["team"])["reader"])["status"] == "closed")
    saved = next(s.position for s in states if "mailbox/lead.jsonl" in s.files)
    tabs = lab.at(".lab-tabbed .lab-tab")
    tabs.filter(has_text="团队").click()
    lab.command("last")
    assert stop_on(lab, lab.field("team", "reader", "status")) == ["'idle'", "'closed'"]
    lab.command("continue")
    assert lab.position == closed
    forget(lab)

    tabs.filter(has_text="信箱").click()
    stop_on(lab, lab.at('.lab-file[data-path="mailbox/lead.jsonl"] .lab-letter').first)
    lab.command("continue")
    assert lab.position == saved
    forget(lab)

    name = next(name for name in states[-2].stack[0].locals if name not in states[0].stack[0].locals)
    bound = next(s.position for s in states if s.stack and name in s.stack[0].locals)
    lab.command("backOver")
    stop_on(lab, lab.variable(name).locator(".lab-var-name"))
    lab.command("continue")
    assert lab.position == bound


def test_hover_and_focus_name_a_mark(open_lab: Opener) -> None:
    lab = open_lab("match_response")
    mark, name = lab.at('.lab-mark[data-kind="table"]').last, lab.at(".lab-mark-name")
    expect(name).to_be_hidden()
    said = "pending → approved"
    mark.hover()
    expect(name).to_contain_text(said)
    lab.at(".lab-debug").hover()
    expect(name).to_be_hidden()
    mark.focus()
    expect(name).to_contain_text(said)
    lab.at(".lab-debug").focus()
    expect(name).to_be_hidden()


def test_lanes_the_lock_and_the_card_lead_to_what_made_them(open_lab: Opener) -> None:
    lab = open_lab("reply_request")
    lab.choose("closed")
    states = lab.states("closed")
    closed = next(s.position for s in states if dict_of(s, dict_of(s, s.roots["team"])["reader"])["status"] == "closed")
    taken = next(s.position for s in states if s.lock is not None)
    freed = next(s.position for s in states if s.position > taken and s.lock is None)
    body = next(s.position for s in states if s.stack and "body" in s.stack[-1].locals)
    saved = next(s.position for s in states if "mailbox/lead.jsonl" in s.files)
    lab.command("last")
    lab.at('.lab-lane[data-actor="reader"] .lab-word').click()
    who = lab.at(".lab-who")
    assert who.locator(".lab-write-value").all_inner_texts() == ["'idle'", "'closed'"]
    expect(who.locator(".lab-who-label")).to_have_text("team['reader']['status']")
    who.locator(".lab-write").last.click()
    assert lab.position == closed
    who.press("Escape")

    lab.command("last")
    lab.at(".lab-lock").click()
    assert lab.position == freed
    lab.go(freed - 1)
    lab.at(".lab-lock").click()
    assert lab.position == taken

    assert body < saved - 1
    lab.go(saved - 1)
    lab.at(".lab-hand-hit").click()
    assert lab.position == body
    lab.at(".lab-hand-hit").press("Enter")
    lab.go(saved - 1)
    lab.at(".lab-diagram .lab-small-button").click()
    lab.at(".lab-hand-text").click()
    assert lab.position == body
