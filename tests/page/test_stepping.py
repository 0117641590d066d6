"""Stepping through the shipped trace: each command, the marked line, what the views show at each step."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.conftest import Site
from tests.page.conftest import Opener
from tests.page.lab import Lab, box_of, dict_of, plain

pytestmark = pytest.mark.browser


def test_steps_work_at_first_paint_without_any_python(page: Page, site: Site, open_lab: Opener) -> None:
    """Neither runtime nor worker nor any trace is there: the first input is in the page itself."""
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    for part in ("**/pyodide/**", "**/worker.js", "**/runtime.js", "**/*.whl", "**/traces/**"):
        page.route(part, refuse)
    lab = open_lab()
    lab.go(0)
    assert lab.current == lab.line("sender = member_name(sender, team)")
    lab.at('[data-command="over"]').press("n")
    assert lab.current == lab.line("target = member_name(target, team)")
    assert asked == []


def test_over_is_one_step_and_back_over_its_way_back(lab: Lab) -> None:
    first, second = lab.line("sender = member_name(sender, team)"), lab.line("target = member_name(target, team)")
    lab.command("over")
    assert lab.current == second
    assert lab.position > 1
    lab.command("backOver")
    assert (lab.current, lab.position) == (first, 0)


def test_into_enters_the_helper_in_its_own_file_and_out_leaves_it(lab: Lab) -> None:
    lab.command("into")
    assert lab.position == 1
    assert lab.at(".lab-tab[aria-selected=true]").first.inner_text() == "mailbox.py"
    assert lab.current == lab.states("plan")[1].line
    assert lab.at(".lab-frame").count() == 2
    lab.command("out")
    expect(lab.at(".lab-code-pane .lab-where")).to_have_attribute("data-kind", "returned")
    lab.command("out")
    assert lab.at(".lab-frame").count() == 1
    assert lab.at(".lab-tab[aria-selected=true]").first.inner_text() == "protocol.py"


def test_back_into_and_back_out(lab: Lab) -> None:
    lab.command("over")
    lab.command("backInto")
    assert lab.at(".lab-frame").count() == 2
    expect(lab.at(".lab-code-pane .lab-where")).to_have_attribute("data-kind", "returned")
    lab.command("backOut")
    assert lab.position == 1
    lab.command("backOut")
    assert lab.position == 0


def test_to_the_end_and_to_the_start(lab: Lab) -> None:
    lab.command("last")
    assert lab.position == lab.last == len(lab.states("plan")) - 1
    assert lab.at(".lab-line[data-mark]").count() == 0
    lab.command("first")
    assert lab.position == 0


def test_every_position_marks_the_line_of_the_trace_and_shows_its_variables(lab: Lab) -> None:
    for state in lab.states("direction"):
        if state.position == 0:
            lab.choose("direction")
        else:
            lab.command("into")
        assert lab.position == state.position
        if not state.stack:
            continue
        top = state.stack[-1]
        assert lab.current == top.line
        shown = lab.shown_variables()
        assert list(shown) == list(top.locals)
        simple = {name: value for name, value in top.locals.items() if not isinstance(value, list)}
        assert {name: shown[name] for name in simple} == {name: plain(value) for name, value in simple.items()}


def test_a_new_value_is_marked_and_the_old_one_stands_beside_it(open_lab: Opener) -> None:
    lab = open_lab("match_response")
    states = lab.states("approved")
    written = next(
        s.position for s in states if dict_of(s, dict_of(s, s.roots["state"])["req-1"])["status"] == "approved"
    )
    lab.go(written - 1)
    expect(lab.field("state", "req-1", "status")).to_have_text("pending")
    lab.command("into")
    cell = lab.field("state", "req-1", "status")
    expect(cell.locator(".lab-was")).to_have_text("pending")
    expect(cell.locator(".lab-word")).to_have_text("approved")
    record = lab.variable("record")
    assert record.get_attribute("data-change") == "changed"
    assert record.locator(".lab-var-old").inner_text().startswith("原为 {'kind': 'plan'")


def test_the_current_line_stays_in_sight_while_the_page_stands_still(lab: Lab) -> None:
    pane = lab.at(".lab-code-pane .lab-code-scroll")
    lab.at(".lab-debug").focus()
    lab.go(0)
    before = lab.page.evaluate("scrollY")
    for _ in range(40):
        lab.page.keyboard.press("i")
        box, line = box_of(pane), box_of(lab.at('.lab-line[data-mark^="now"]'))
        assert box["y"] <= line["y"]
        assert line["bottom"] <= box["bottom"] + 1
    assert lab.page.evaluate("scrollY") == before


def test_output_up_to_the_step(lab: Lab) -> None:
    lab.go(0)
    assert lab.at(".lab-output-text").is_hidden()
    states = lab.states("plan")
    lab.command("last")
    assert states[-1].output.strip()
    assert lab.at(".lab-output-text").inner_text().strip() == states[-1].output.strip()


def test_the_request_table_and_the_mailboxes_are_as_they_are_at_the_step(lab: Lab) -> None:
    states = lab.states("plan")
    saved = next(s.position for s in states if "mailbox/lead.jsonl" in s.files)
    registered = next(s.position for s in states if s.heap[s.roots["state"][0]].cells)
    assert 0 < saved < registered
    lab.go(saved - 1)
    assert lab.letters() == []
    lab.go(saved)
    (letter,) = lab.letters()
    assert "lead-1" in letter
    assert "plan_request" in letter
    assert lab.at('.lab-table[data-root="state"] tbody tr').count() == 0
    lab.go(registered)
    expect(lab.field("state", "req-1", "status")).to_have_text("pending")
    expect(lab.field("state", "req-1", "reply")).to_have_text("无")


def test_the_raw_lines_and_limits_of_a_mailbox(lab: Lab) -> None:
    lab.command("last")
    content = lab.states("plan")[-1].files["mailbox/lead.jsonl"]
    assert isinstance(content, str)
    lab.at('.lab-seg[data-raw="true"]').click()
    assert lab.at(".lab-raw").all_inner_texts() == content.splitlines()
    size = lab.at(".lab-file-size").inner_text()
    assert size == f"1 / 8 行 · {len(content.encode())} / 32000 字节"


def test_frames_can_be_looked_at(lab: Lab) -> None:
    lab.command("into")
    lab.at(".lab-frame").last.click()
    assert list(lab.shown_variables()) == list(lab.states("plan")[1].stack[0].locals)
    assert lab.at('.lab-line[data-mark="chosen"]').get_attribute("data-line") == str(
        lab.states("plan")[1].stack[0].line
    )
    assert lab.position == 1


def test_each_input_can_be_chosen_and_shows_its_preparation_and_call(lab: Lab) -> None:
    for given in lab.manifest["inputs"]:
        lab.choose(given["name"])
        assert lab.last == len(lab.states(given["name"])) - 1
        for tab, part in (("准备", "prepare"), ("调用", "call")):
            lab.at(f'.lab-tab:text-is("{tab}")').click()
            lines = lab.listing.locator(".lab-src").all_inner_texts()
            assert "\n".join(line.rstrip("\n") for line in lines).strip() == given[part].strip()


def test_an_input_whose_recording_is_missing_says_so_and_the_rest_goes_on(
    page: Page, open_lab: Opener, faults: list[str]
) -> None:
    page.route("**/traces/**/limit.jsonl", lambda route: route.abort())
    lab = open_lab()
    lab.at('.lab-choice[data-input="limit"]').click()
    expect(lab.at(".lab-notice")).to_contain_text("名额已满")
    assert lab.at(".lab-ui").get_attribute("data-input") == "plan"
    lab.command("over")
    assert lab.position > 0
    page.unroute("**/traces/**/limit.jsonl")
    lab.choose("limit")
    faults.clear()


def test_holding_a_button_repeats_it(lab: Lab) -> None:
    lab.at('[data-command="into"]').scroll_into_view_if_needed()
    box = box_of(lab.at('[data-command="into"]'))
    lab.page.mouse.move(box["x"] + 10, box["y"] + 10)
    lab.page.mouse.down()
    lab.page.wait_for_function(
        "a => document.querySelector(`lesson-lab[data-area=${a}] .lab-ui`).dataset.position > 4", arg=lab.area
    )
    lab.page.mouse.up()
    held = lab.position
    lab.page.wait_for_timeout(200)
    assert lab.position == held


def test_play_steps_by_itself_at_the_chosen_speed_and_any_action_ends_it(lab: Lab) -> None:
    lab.at(".lab-steps .lab-speed").select_option("30")
    lab.at('[data-command="play"]').click()
    # Thirty steps a second at most: a busy machine makes fewer.
    expect(lab.at(".lab-ui")).to_have_attribute("data-position", str(lab.last), timeout=30_000)
    expect(lab.at('[data-command="play"]')).to_have_attribute("aria-pressed", "false")
    lab.command("first")
    lab.at(".lab-steps .lab-speed").select_option("0.5")
    lab.at('[data-command="play"]').click()
    expect(lab.at('[data-command="play"]')).to_have_attribute("aria-pressed", "true")
    lab.command("over")
    assert lab.at('[data-command="play"]').get_attribute("aria-pressed") == "false"
    position = lab.position
    lab.page.wait_for_timeout(300)
    assert lab.position == position
