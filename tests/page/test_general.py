"""The same on a general program, in a lesson that declares no form: long values, ten thousand steps, texts by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from site_runtime.build.server import serving
from site_runtime.commands.build import build
from site_runtime.trace.replay import positions
from tests.conftest import Site
from tests.page.lab import Lab, dict_of
from tests.page.trials import SLOW, condition, insert_after, open_editor, origin, own, watch

pytestmark = pytest.mark.browser

LESSONS = Path(__file__).parent / "samples" / "general"
ADDRESS = "lessons/counting/"
TRACE = "assets/lesson/traces/counting/count/many.jsonl"


@pytest.fixture(scope="module")
def general(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("general")
    assert build(folder, [LESSONS], quiet=True) == 0
    with serving(folder) as url:
        yield Site(folder, url)


@pytest.fixture
def lab(page: Page, general: Site, faults: list[str], sparing: None) -> Iterator[Lab]:
    page.goto(general.url + ADDRESS)
    found = Lab(page, general, "count", ADDRESS)
    found.at(".lab-ui").wait_for()
    yield found
    assert faults == []


def test_a_value_that_was_cut_opens_in_full(lab: Lab) -> None:
    lab.command("over", 3)
    text = lab.variable("text")
    assert text.locator(".lab-var-value").inner_text().endswith("x…")
    text.locator(".lab-var-full").click()
    whole = lab.at(".lab-full-dialog")
    expect(whole.locator(".lab-answer-value")).to_have_text("'" + "x" * 5000 + "'", timeout=SLOW)
    expect(whole.locator(".lab-full-name")).to_have_text("text")
    whole.locator("button").click()
    lab.variable("tally").locator(".lab-twist").click()
    lab.variable(".long").locator(".lab-var-full").click()
    expect(whole.locator(".lab-full-name")).to_have_text("tally.long")
    expect(whole.locator(".lab-answer-value")).to_contain_text("297, 298, 299]", timeout=SLOW)
    whole.locator("button").click()
    assert lab.variable("rounds").locator(".lab-var-full").is_hidden()


def test_ten_thousand_steps_are_asked_and_searched(lab: Lab, general: Site) -> None:
    states = list(positions((general.folder / TRACE).read_text("utf-8")))
    lab.choose("many")
    assert lab.last > 10_000
    answer = watch(lab, "sum(tally.seen.values())")
    expect(answer).to_contain_text("UnboundLocalError", timeout=SLOW)
    for share in (0.99, 0.5, 0.999):
        lab.go(int(lab.last * share))
        if "tally" not in lab.shown_variables():
            lab.command("out")
        lab.command("over")
        state = states[lab.position]
        tally = dict_of(state, state.stack[-1].locals["tally"])
        seen = dict_of(state, tally["seen"])
        expect(answer).to_have_text(str(sum(map(int, map(str, seen.values())))), timeout=SLOW)
    line = lab.line("total += tally.add(word)", "counter.py")
    lab.number(line).click()
    item = condition(lab, "counter.py", line, "turn == 239 and word == 'j'")
    expect(item.locator(".lab-condition-state")).to_have_text("2400 次命中里 1 次为真", timeout=SLOW)
    lab.command("first")
    lab.command("continue")
    assert lab.variable("turn").locator(".lab-var-value").inner_text() == "239"
    assert lab.variable("word").locator(".lab-var-value").inner_text() == "'j'"


def test_without_a_form_the_two_texts_are_edited(lab: Lab) -> None:
    lab.at(".lab-own-new").click()
    assert lab.at(".lab-own .lab-fields").count() == 0
    prepare, call = lab.at(".lab-own-area").nth(0), lab.at(".lab-own-area").nth(1)
    assert "words = 'a b a c'.split()" in prepare.input_value()
    prepare.fill(prepare.input_value().replace("a b a c", "tick tock"))
    assert call.input_value() == "print(count(words))\n"
    own(lab, "debug")
    origin(lab, "own")
    lab.command("last")
    assert lab.at(".lab-output-text").inner_text().split("\n")[:2] == ["counted 2", "{'tick': 1, 'tock': 1}"]


def test_a_copy_of_a_general_function_and_a_link_to_it(page: Page, lab: Lab, general: Site) -> None:
    open_editor(lab)
    insert_after(lab, "total = 0", "total = 1000")
    lab.at('[data-edit="debug"]').click()
    origin(lab, "edited")
    lab.command("last")
    expect(lab.at(".lab-output-text")).to_contain_text("counted 1005")
    before = page.url
    lab.at('[data-tool="link"]').click()
    expect(page).not_to_have_url(before)
    link = page.url
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    page.goto(link)
    lab.at(".lab-ui").wait_for()
    expect(lab.at(".lab-editor .cm-content")).to_contain_text("total = 1000", timeout=SLOW)
    expect(lab.at(".lab-badge")).to_have_attribute("data-origin", "shipped")
    lab.at('[data-edit="run"]').click()
    expect(lab.at(".lab-output-text")).to_contain_text("counted 1005", timeout=SLOW)
    expect(lab.at(".lab-run-facts")).to_contain_text("实验副本")
