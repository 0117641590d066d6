"""The experiment copy: edited, marked, compared, kept, run with breakpoints; stopped, limited, broken down."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.axe import violations
from tests.page.conftest import Opener
from tests.page.lab import Lab
from tests.page.trials import SLOW, ask, condition, insert_after, open_editor, origin, pythons

pytestmark = pytest.mark.browser

DIRECTION = "check_direction(kind, sender, target)"


def edit(lab: Lab, action: str) -> None:
    lab.at(f'[data-edit="{action}"]').click()


def test_a_copy_is_edited_run_marked_kept_and_reset(page: Page, lab: Lab) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.wait_for_timeout(200)
    assert not any("editor.js" in url for url in requests)
    content = open_editor(lab)
    assert sum("editor/editor.js" in url for url in requests) == 1
    assert pythons(page) == []
    expect(lab.at(".lab-edit .lab-unverified")).to_have_text("未经核实")

    line = lab.line(DIRECTION)
    lab.at(".lab-editor .cm-line").filter(has_text=DIRECTION).click()
    page.keyboard.press("F9")
    insert_after(lab, "target = member_name(target, team)", "noted = [sender, target]")
    expect(lab.at(".lab-editor .lab-dot")).to_have_count(1)
    expect(lab.at(".lab-edit-state")).to_contain_text("运行时检查语法")
    edit(lab, "difference")
    added = lab.at('.lab-diff-line[data-kind="added"]')
    expect(added).to_have_count(1)
    assert "noted = [sender, target]" in added.inner_text()
    edit(lab, "difference")

    edit(lab, "debug")
    origin(lab, "edited")
    expect(lab.at(".lab-shown")).to_contain_text("你改过的代码，未经核实")
    expect(lab.at(".lab-code-head .lab-unverified")).to_be_visible()
    expect(content).to_be_hidden()
    # The breakpoint has gone down with its line; the new line is stepped like any other.
    assert lab.number(line + 1).get_attribute("aria-pressed") == "true"
    lab.command("continue")
    assert lab.current == line + 1
    assert lab.variable("noted").locator(".lab-var-value").inner_text() == "['reader', 'lead']"
    expect(ask(lab, "noted[::-1]")).to_have_text("['lead', 'reader']", timeout=SLOW)
    lab.number(line).click()
    item = condition(lab, "protocol.py", line, "noted == 'never'")
    expect(item.locator(".lab-condition-state")).to_have_text("1 次命中里 0 次为真", timeout=SLOW)

    lab.at('[data-tool="compare"]').click()
    expect(lab.at('.lab-side[data-side="b"] .lab-side-title')).to_have_text("读者提出计划（原来的代码）")
    assert "noted" in lab.at('.lab-side[data-side="a"]').inner_text()
    assert "noted" not in lab.at('.lab-side[data-side="b"]').inner_text()
    lab.at(".lab-compare .lab-icon-button").click()
    lab.at('.lab-seg[data-origin="shipped"]').click()
    assert lab.at(".lab-code-head .lab-unverified").is_hidden()
    assert lab.at(".lab-no[aria-pressed=true]").count() == 0

    page.reload()
    lab.at(".lab-ui").wait_for()
    expect(lab.at(".lab-shown")).to_contain_text("构建时")
    content = open_editor(lab)
    expect(content).to_contain_text("noted = [sender, target]")
    assert pythons(page) == []
    edit(lab, "reset")
    expect(content).not_to_contain_text("noted")
    edit(lab, "difference")
    expect(lab.at(".lab-diff")).to_have_text("副本与原文相同。")


def test_a_syntax_error_stands_at_its_place_and_tab_can_leave(page: Page, lab: Lab) -> None:
    content = open_editor(lab)
    line = lab.line(DIRECTION) + 1
    insert_after(lab, DIRECTION, "broken = (1, 2")
    edit(lab, "debug")
    state = lab.at(".lab-edit-state")
    expect(state).to_contain_text(f"第 {line} 行第", timeout=SLOW)
    expect(lab.at(".lab-editor .lab-fault-line")).to_contain_text("broken")
    expect(lab.at(".lab-editor .lab-fault")).to_have_text("(")
    expect(lab.at(".lab-badge")).to_have_attribute("data-origin", "shipped")
    lab.at(".lab-editor .cm-line").filter(has_text="broken").click()
    page.keyboard.press("End")
    # Letters and Tab are the editor's; Escape lets go of Tab.
    page.keyboard.type(")")
    expect(state).to_have_text("没有语法错误。", timeout=SLOW)
    expect(lab.at(".lab-fault")).to_have_count(0)
    page.keyboard.press("Home")
    page.keyboard.press("Tab")
    expect(content).to_contain_text("        broken")
    inside = "lab => lab.querySelector('.lab-editor') === document.activeElement"
    assert lab.dom.evaluate(inside)
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert not lab.dom.evaluate(inside)
    assert lab.position == 0


def stopped_by(lab: Lab, reason: str) -> None:
    """What was recorded is shown and says why it ended; a step can be made in it."""
    origin(lab, "edited")
    expect(lab.at(".lab-here")).to_contain_text(reason, timeout=SLOW)
    expect(lab.at(".lab-here")).to_contain_text("在此之前记录的部分")
    assert lab.last > 3
    lab.command("first")
    lab.command("over")
    assert lab.position > 0


@pytest.mark.parametrize("loop", ["while True: pass", "while True: kind = kind[:]"])
def test_stop_ends_an_endless_loop_at_once_and_the_lab_goes_on(page: Page, lab: Lab, loop: str) -> None:
    open_editor(lab)
    insert_after(lab, DIRECTION, loop)
    edit(lab, "debug")
    expect(lab.at(".lab-here")).to_have_text("正在此浏览器中记录……", timeout=SLOW)
    page.wait_for_timeout(600)
    took = lab.dom.evaluate(
        """async (lab) => {
          const start = performance.now();
          lab.querySelector(".lab-halt").click();
          while (!lab.querySelector(".lab-halt").hidden) await new Promise((then) => setTimeout(then, 5));
          return performance.now() - start;
        }"""
    )
    assert took < 1500
    stopped_by(lab, "你停止了运行")
    lab.choose("direction")
    expect(ask(lab, "kind * 2")).to_have_text("'planplan'", timeout=SLOW)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("while True: print('x' * 1000)", "到了输出上限"),
        ("rows = [i for i in range(10**9)]", ""),
    ],
)
def test_a_limit_ends_with_a_message(lab: Lab, line: str, reason: str) -> None:
    open_editor(lab)
    insert_after(lab, DIRECTION, line)
    edit(lab, "debug")
    stopped_by(lab, reason)
    edited = lab.at('.lab-seg[data-origin="edited"]')
    expect(edited).to_have_attribute("aria-pressed", "true")
    lab.at('.lab-seg[data-origin="shipped"]').click()
    expect(lab.at(".lab-here")).not_to_contain_text("上限")


def test_a_breakdown_keeps_what_was_recorded(lab: Lab, faults: list[str]) -> None:
    open_editor(lab)
    insert_after(lab, DIRECTION, 'str(type("A", (), {"__repr__": lambda self: f"{self!r}"})())')
    edit(lab, "debug")
    stopped_by(lab, "Python 中途崩溃")
    # Another Python is at hand.
    lab.choose("direction")
    expect(ask(lab, "kind * 2")).to_have_text("'planplan'", timeout=SLOW)
    # The interpreter's own last words.
    assert "Pyodide has suffered a fatal error" in faults[0]
    faults.clear()


def test_axe_finds_nothing_in_the_editor_and_its_difference(page: Page, open_lab: Opener) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    lab = open_lab("reply_request", lang="en")
    open_editor(lab)
    insert_after(lab, "actor = member_name(actor, team)", "seen = 1")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    root = 'lesson-lab[data-area="reply_request"]'
    assert violations(page, root) == []
    edit(lab, "difference")
    assert violations(page, root) == []
