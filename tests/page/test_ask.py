"""The run answers at any step: watched expressions, the console line, conditions and log points."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from site_runtime.trace.replay import State
from tests.page.lab import Lab, dict_of
from tests.page.trials import SLOW, ask, condition, open_ask, pythons, watch, watched

pytestmark = pytest.mark.browser


def length(state: State, name: str) -> str:
    """Return how many entries a dict of the top frame has, as the trace tells it."""
    return str(len(dict_of(state, state.stack[-1].locals[name])))


def test_a_watched_expression_is_answered_at_every_step(page: Page, lab: Lab) -> None:
    states = lab.states("plan")
    page.wait_for_timeout(300)
    assert pythons(page) == []
    answer = watch(lab, "len(state)")
    expect(watched(lab, "len(state)").locator(".lab-watch-state")).to_have_text("正在载入 Python……")
    expect(answer).to_have_text("0", timeout=SLOW)
    expect(lab.at(".lab-shown")).to_contain_text("构建时")
    # Forth and back: the answer is the step's own, in the frame of that step.
    own = [s for s in states if s.stack and s.stack[-1].function == "open_request"]
    for state in (own[-1], own[3], own[-2], own[0]):
        lab.go(state.position)
        expect(answer).to_have_text(length(state, "state"), timeout=SLOW)
    inner = next(s for s in states if s.stack and s.stack[-1].function == "check_direction")
    lab.go(inner.position)
    expect(answer).to_contain_text("NameError", timeout=SLOW)
    lab.at(".lab-frame").nth(1).click()
    expect(answer).to_have_text("0", timeout=SLOW)
    lab.command("last")
    expect(answer).to_have_text("1", timeout=SLOW)
    expect(ask(lab, "result")).to_have_text("{'request_id': 'req-1', 'status': 'pending'}", timeout=SLOW)

    lab.choose("pending")
    expect(answer).to_have_text("1", timeout=SLOW)
    page.reload()
    lab.at(".lab-ui").wait_for()
    expect(watched(lab, "len(state)").locator(".lab-watch-state")).to_have_text("还没有求值")
    page.wait_for_timeout(500)
    assert pythons(page) == []
    lab.at('[data-ask="all"]').click()
    expect(watched(lab, "len(state)").locator(".lab-answer")).to_have_text("0", timeout=SLOW)
    watched(lab, "len(state)").locator("button").click()
    page.reload()
    lab.at(".lab-ui").wait_for()
    assert lab.at(".lab-watch").count() == 0


def test_a_question_is_under_way_before_the_step_is_drawn(page: Page, lab: Lab) -> None:
    answer = watch(lab, "len(state)")
    expect(answer).to_have_text("0", timeout=SLOW)
    page.evaluate(
        """() => {
          const { postMessage } = MessagePort.prototype;
          window.shown = [];
          MessagePort.prototype.postMessage = function (message, ...rest) {
            if (message.type === "evaluate") window.shown.push(document.querySelector(".lab-ui").dataset.position);
            return postMessage.call(this, message, ...rest);
          };
        }"""
    )
    page.wait_for_timeout(300)  # of steps that follow each other at once, not all are asked of
    before, after = lab.position, lab.last
    lab.go(after)
    expect(answer).to_have_text("1", timeout=SLOW)
    assert page.evaluate("window.shown") == [str(before)]


def test_side_effects_and_errors_stay_in_the_answer(lab: Lab) -> None:
    open_ask(lab)
    expect(lab.at(".lab-ask-hint")).to_contain_text("不会改变显示的记录")
    lab.command("over", 2)
    before = lab.shown_variables()
    printed = ask(lab, "print('<b>heard</b>') or team.pop('lead')['status']")
    expect(printed.locator(".lab-answer-value")).to_have_text("'idle'", timeout=SLOW)
    expect(printed.locator(".lab-answer-printed")).to_contain_text("<b>heard</b>")
    expect(ask(lab, "sorted(team)")).to_have_text("['lead', 'reader', 'reviewer']", timeout=SLOW)
    expect(ask(lab, "1 / 0").locator(".lab-answer-error")).to_have_text("ZeroDivisionError: division by zero")
    expect(ask(lab, "1 +").locator(".lab-answer-error")).to_contain_text("SyntaxError")
    assert lab.shown_variables() == before
    lab.command("over")
    assert lab.shown_variables()["team"] == before["team"]
    position = lab.position
    lab.at(".lab-entry-place").last.click()
    assert lab.position != position
    lab.at(".lab-ask-line .lab-ask-field").press("ArrowUp")
    assert lab.at(".lab-ask-line .lab-ask-field").input_value() == "1 +"


def test_stepping_never_waits_for_an_answer(lab: Lab) -> None:
    answer = watch(lab, "[sum(range(3_000_000)), len(locals())][1]")
    expect(answer).not_to_be_empty(timeout=SLOW)
    row = lab.at(".lab-watch")
    lab.go(0)
    expect(row).to_have_attribute("data-state", "answered", timeout=SLOW)
    # All in one go of the page: nothing can be answered between these steps.
    seen = lab.dom.evaluate(
        """(lab) => [...Array(12)].map(() => {
          lab.querySelector('[data-command="over"]').click();
          return [lab.querySelector(".lab-ui").dataset.position, lab.querySelector(".lab-watch").dataset.state];
        })"""
    )
    positions = [int(position) for position, _state in seen]
    assert positions == sorted(set(positions))
    assert {state for _position, state in seen} == {"pending"}
    assert "重新求值" in row.locator(".lab-watch-state").inner_text()
    expect(row).to_have_attribute("data-state", "answered", timeout=SLOW)
    state = lab.states("plan")[lab.position]
    expect(answer).to_have_text(str(len(state.stack[-1].locals)))


def test_conditions_stop_where_they_are_true_and_logs_print_at_each_hit(page: Page, lab: Lab) -> None:
    states = [s for s in lab.states("plan") if s.kind == "line"]
    line = lab.line("text = plain_name(name)", "mailbox.py")
    every = [s for s in states if (s.stack[-1].file, s.line) == ("mailbox.py", line)]
    true = [s.position for s in every if s.stack[-1].locals["name"] == "lead"]
    assert 0 < len(true) < len(every)
    lab.command("into")
    lab.number(line).click()
    item = condition(lab, "mailbox.py", line, "name == 'lead'")
    expect(item.locator(".lab-condition-state")).to_have_text(f"{len(every)} 次命中里 {len(true)} 次为真", timeout=SLOW)
    marks = lab.at('.lab-mark[data-kind="stop"]')
    assert [int(mark.get_attribute("data-position") or -1) for mark in marks.all()] == true
    lab.command("first")
    for position in true:
        lab.command("continue")
        assert lab.position == position
    lab.command("continue")
    assert lab.position == lab.last
    for position in reversed(true):
        lab.command("reverse")
        assert lab.position == position

    condition(lab, "mailbox.py", line, "", "(name, len(members))")
    expect(item.locator(".lab-condition-state")).to_have_text(f"记下 {len(every)} 次", timeout=SLOW)
    lab.at('[data-output="log"]').click()
    logged = lab.at(".lab-log-line")
    assert [one.locator("code").inner_text() for one in logged.all()] == [
        f"({s.stack[-1].locals['name']!r}, 3)" for s in every
    ]
    logged.nth(2).click()
    assert lab.position == every[2].position
    lab.command("first")
    lab.command("continue")
    assert lab.position == lab.last
    assert lab.at('.lab-mark[data-kind="log"]').count() == len({s.position for s in every})

    condition(lab, "mailbox.py", line, "1 / (name != 'lead')")
    wrong = item.locator(".lab-condition-error")
    expect(wrong.first).to_contain_text("ZeroDivisionError", timeout=SLOW)
    assert wrong.count() == len(true)
    wrong.first.click()
    assert lab.position == true[0]
    lab.command("first")
    lab.command("continue")
    assert lab.position == next(s.position for s in every if s.position not in true)
    kept = page.evaluate("localStorage.getItem('lesson-lab 1 team_protocols open_request')")
    assert json.loads(kept)["lines"][0]["condition"] == "1 / (name != 'lead')"
