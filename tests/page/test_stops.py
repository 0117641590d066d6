"""Breakpoints: set by a click or by keys, hit in both directions, switched off, counted, kept."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Opener
from tests.page.lab import Lab

pytestmark = pytest.mark.browser

REGISTER = "state[request_id] ="


def hits(lab: Lab, line: int, file: str = "protocol.py") -> list[int]:
    states = [s for s in lab.states("plan") if s.kind == "line"]
    return [s.position for s in states if (s.stack[-1].file, s.line) == (file, line)]


def test_a_click_on_a_number_sets_a_breakpoint_that_both_directions_stop_at(lab: Lab) -> None:
    line = lab.line(REGISTER)
    lab.number(line).click()
    assert lab.number(line).get_attribute("aria-pressed") == "true"
    lab.command("continue")
    assert [lab.position] == hits(lab, line)
    lab.command("last")
    lab.command("reverse")
    assert [lab.position] == hits(lab, line)
    lab.number(line).click()
    assert lab.number(line).get_attribute("aria-pressed") == "false"
    lab.command("continue")
    assert lab.position == lab.last


def test_line_numbers_are_one_tab_stop_and_keys_set_breakpoints(lab: Lab) -> None:
    line = lab.line("with lock:")
    assert lab.listing.locator(".lab-no[tabindex='0']").count() == 1
    lab.go(0)
    lab.at(".lab-code-pane .lab-code-scroll").focus()
    while lab.page.evaluate("!document.activeElement.matches('button.lab-no')"):
        lab.page.keyboard.press("Tab")
    focused = "document.activeElement.closest('[data-line]').dataset.line"
    while int(lab.page.evaluate(focused)) < line:
        lab.page.keyboard.press("ArrowDown")
    lab.page.keyboard.press("Enter")
    assert lab.number(line).get_attribute("aria-pressed") == "true"
    lab.page.keyboard.press("ArrowUp")
    lab.page.keyboard.press("Shift+Enter")
    assert lab.current == line - 1


def test_a_line_that_never_runs_gives_its_breakpoint_to_the_next_that_does(lab: Lab) -> None:
    signature = lab.line("sender: str,")
    first = lab.line("sender = member_name(sender, team)")
    lab.number(signature).click()
    expect(lab.at(".lab-notice")).to_contain_text(str(first))
    assert lab.number(first).get_attribute("aria-pressed") == "true"
    assert "lab-flash" in (lab.row(first).get_attribute("class") or "")
    assert lab.number(signature).get_attribute("aria-pressed") == "false"


def test_breakpoints_come_from_the_bytecode_only(lab: Lab) -> None:
    valid = {n for lines in lab.manifest["sources"][0]["lines"].values() for n in lines}
    shown = lab.listing.locator(".lab-no:not(.lab-idle)").evaluate_all("all => all.map((no) => Number(no.textContent))")
    assert set(shown) == valid


def test_the_list_switches_off_counts_and_removes(lab: Lab) -> None:
    line = lab.line(REGISTER)
    lab.number(line).click()
    lab.at(".lab-stops summary").click()
    item = lab.at(".lab-stop-item")
    assert f"protocol.py:{line}" in item.inner_text()
    assert "命中 0 / 1" in item.inner_text()
    lab.command("continue")
    assert "命中 1 / 1" in item.inner_text()
    lab.command("first")
    item.locator("input[type=checkbox]").uncheck()
    lab.command("continue")
    assert lab.position == lab.last
    item.locator(".lab-icon-button").click()
    assert item.count() == 0
    assert lab.number(line).get_attribute("aria-pressed") == "false"


def test_a_hit_count_stops_at_that_hit(lab: Lab) -> None:
    lab.command("into")
    line = lab.current
    every = hits(lab, line, "mailbox.py")
    assert len(every) > 2
    lab.number(line).click()
    lab.at(".lab-stops summary").click()
    lab.at(".lab-hit-when").select_option("only")
    lab.at(".lab-hit-number").fill("3")
    lab.at(".lab-hit-number").press("Enter")
    lab.command("first")
    lab.command("continue")
    assert lab.position == every[2]


def test_stop_where_an_exception_is_raised(lab: Lab) -> None:
    lab.choose("direction")
    lab.at(".lab-stops summary").click()
    lab.at(".lab-stop-raise input").check()
    lab.command("continue")
    raised = next(s for s in lab.states("direction") if s.kind == "raised")
    assert lab.position == raised.position
    expect(lab.at(".lab-code-pane .lab-where")).to_have_attribute("data-kind", "raised")


def test_stops_are_kept_across_inputs_reload_and_areas(lab: Lab, open_lab: Opener) -> None:
    line = lab.line(REGISTER)
    lab.number(line).click()
    lab.at(".lab-stops summary").click()
    lab.at(".lab-stop-raise input").check()
    lab.choose("shutdown")
    assert lab.number(line).get_attribute("aria-pressed") == "true"
    lab.page.reload()
    lab.at(".lab-ui").wait_for()
    assert lab.number(line).get_attribute("aria-pressed") == "true"
    assert lab.at(".lab-stop-raise input").is_checked()
    other = open_lab("reply_request")
    assert other.at(".lab-no[aria-pressed=true]").count() == 0


def test_what_storage_holds_is_never_trusted(lab: Lab) -> None:
    for kept in (
        "[[",
        '{"lines":[{"file":"<b>","line":1},{"file":"protocol.py","line":"x"},7],"raise":1,"changes":[{}]}',
    ):
        lab.page.evaluate("kept => localStorage.setItem('lesson-lab 1 team_protocols open_request', kept)", kept)
        lab.page.reload()
        lab.at(".lab-ui").wait_for()
        assert lab.at(".lab-no[aria-pressed=true]").count() == 0
        lab.command("over")


def test_forbidden_storage_only_forgets(lab: Lab) -> None:
    lab.page.add_init_script(
        "Object.defineProperty(Storage.prototype, 'setItem', { value() { throw new Error('full') } })"
    )
    lab.page.reload()
    lab.at(".lab-ui").wait_for()
    line = lab.line(REGISTER)
    lab.number(line).click()
    lab.command("continue")
    assert lab.current == line
