"""Questions before answers, and facts over time, in a real Chromium; what they say is what the recordings hold."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.build.html import Element, read
from tests.conftest import Site
from tests.page.test_claims import CHECK

SLOW = 30_000
"""A whole page with three labs, while the page before it may still be starting Python."""

PAGES = ["team-protocols/", "en/team-protocols/", "thinking/", "en/thinking/"]


def elements(site: Site, address: str, tag: str) -> list[Element]:
    found = list(read((site.folder / address / "index.html").read_text("utf-8")).all(tag))
    assert found, f"{address} has no {tag}"
    return found


def holds(page: Page, site: Site, key: str, position: int, clause: str) -> bool:
    base = f"{site.url}assets/lesson/"
    given = {"base": base, "trace": f"{base}traces/{key}.jsonl", "position": position, "clauses": [clause]}
    return bool(page.evaluate(CHECK, given)["wrong"] == [])


def clause(wanted: str, answer: str) -> str:
    """Return the condition that says that the answer is right."""
    if wanted == "line":
        return f"at `{answer.partition('  ')[2]}`"
    path = wanted.removeprefix("lines ")
    return f"{path} has {answer} lines" if path != wanted else f"{path} is {answer}"


@pytest.mark.parametrize("address", PAGES)
def test_each_answer_is_what_the_recording_holds(address: str, page: Page, site: Site) -> None:
    page.goto(site.url)
    for question in elements(site, address, "lesson-predict"):
        told = {name: str(value) for name, value in question.attributes.items()}
        answer = question.one(of="predict-value").text
        shown = [item.text for item in question.all("li")]
        assert answer in shown
        right = [
            choice
            for choice in shown
            if holds(page, site, told["data-key"], int(told["data-then"]), clause(told["data-wanted"], choice))
        ]
        if told["data-wanted"] == "line":
            trace = (site.folder / f"assets/lesson/traces/{told['data-key']}.jsonl").read_text("utf-8")
            steps = [step for line in trace.splitlines()[1:-1] for step in json.loads(line)["steps"]]
            assert answer.startswith(f"{steps[int(told['data-then'])][0]}  ")
        else:
            assert right == [answer]


def test_a_question_is_answered_by_keyboard_and_nothing_is_kept(page: Page, site: Site) -> None:
    page.goto(f"{site.url}team-protocols/")
    question = page.locator("lesson-predict").first
    answer = question.locator(".predict-answer")
    expect(answer).to_be_hidden()
    said = question.get_by_role("status")
    button = question.get_by_role("button")
    button.focus()
    page.keyboard.press("Enter")
    expect(said).to_have_text("先选一个。")
    choices = question.get_by_role("radio")
    right = question.locator(".predict-value").text_content() or ""
    names = [choice.get_attribute("value") for choice in choices.all()]
    wrong = (names.index(right) + 1) % len(names)
    choices.nth(0).focus()
    for _ in range(wrong):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(said).to_have_text(f"这次不对。记录里是：{right}")
    expect(answer).to_be_visible()
    question.get_by_text(right, exact=True).first.click()
    page.keyboard.press("Enter")
    expect(said).to_have_text(f"对：{right}")
    answer.locator("a.claim").click()
    shown = page.locator('lesson-lab[data-area="open_request"] .lab-ui')
    expect(shown).to_have_attribute("data-position", str(question.get_attribute("data-then")), timeout=SLOW)
    assert "predict" not in page.evaluate("JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")
    page.reload()
    expect(page.locator("lesson-predict").first.get_by_role("status")).to_have_text("")


def lightness(colour: str) -> float:
    """Return the relative luminance (WCAG 2) of a computed `rgb(…)`."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_the_check_button_can_be_read_under_the_pointer_and_with_the_focus(scheme: str, page: Page, site: Site) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{site.url}team-protocols/")
    page.evaluate("scheme => { document.body.dataset.mdColorScheme = scheme; }", scheme)
    button = page.locator(".predict-check").first
    for act in (button.hover, button.focus):
        page.mouse.move(0, 0)
        act()
        page.wait_for_timeout(100)
        style = button.evaluate("one => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]")
        dark, light = sorted(map(lightness, style))
        assert (light + 0.05) / (dark + 0.05) >= 4.5, style


def test_tracks_can_be_walked_and_lead_into_the_lab(page: Page, site: Site) -> None:
    page.goto(f"{site.url}en/thinking/")
    row = page.locator('.tracks-one[data-key="four_facts/carry_through/fine"]')
    data = json.loads(row.get_attribute("data-tracks") or "")
    slider = row.get_by_role("slider")
    slider.focus()
    page.keyboard.press("End")
    expect(slider).to_have_attribute(
        "aria-valuetext",
        f"Step {len(data['lines'])} of this function’s own {len(data['lines'])}: "
        "saved holds, matched holds, agreed holds, permitted holds",
    )
    page.keyboard.press("Home")
    expect(row.locator(".tracks-line")).to_have_text(data["lines"][0])
    expect(slider).to_have_attribute(
        "aria-valuetext",
        f"Step 1 of this function’s own {len(data['lines'])}: "
        + ", ".join(f"{name} does not hold" for name in ("saved", "matched", "agreed", "permitted")),
    )
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    row.locator(".tracks-open").click()
    shown = page.locator('lesson-lab[data-area="carry_through"] .lab-ui')
    expect(shown).to_have_attribute("data-position", str(data["positions"][3]), timeout=SLOW)
    expect(shown).to_have_attribute("data-input", "fine")


def test_without_javascript_questions_figures_and_results_are_there(site: Site) -> None:
    for address in PAGES:
        for question in elements(site, address, "lesson-predict"):
            assert question.one("details").one("summary").text in ("答案", "Answer")
            assert question.one(of="predict-value").text
        for figure in elements(site, address, "lesson-figure") if "thinking" in address else ():
            for row in figure.all(of="tracks-one"):
                lit = json.loads(str(row.attributes["data-tracks"]))["lit"]
                words = [item.text for item in row.one("ul").all("li")]
                assert len(words) == len(lit)
                for said, track in zip(words, lit, strict=True):
                    assert ("never" in said or "一直没有" in said) == (not any(track))
                assert len(list(row.one("svg").all("rect", "tracks-lit"))) >= sum(map(any, lit))
        for lab in elements(site, address, "lesson-lab"):
            for item in lab.all("li"):
                lines = [str(link.attributes["href"]) for link in item.one(of="lab-path").all("a")]
                ids = {str(line.attributes["id"]) for line in lab.all(of="lab-line")}
                assert lines
                assert all(line.removeprefix("#") in ids for line in lines)
                assert item.one(of="lab-end").one("code").text


def test_the_final_table_and_the_ending_are_the_recordings(site: Site) -> None:
    labs = {str(lab.attributes["data-area"]): lab for lab in elements(site, "en/team-protocols/", "lesson-lab")}

    def item(area: str, name: str) -> Element:
        return next(one for one in labs[area].all("li") if one.attributes["data-input"] == name)

    approved = item("match_response", "approved")
    assert approved.one(of="lab-end").text == "returned {'request_id': 'req-1', 'status': 'approved'}"
    requests = next(approved.all("table", "lab-final"))
    head = [cell.text for cell in requests.one("thead").all("th")]
    row = [cell.text for cell in next(requests.one("tbody").all("tr")).all() if cell.tag in ("th", "td")]
    assert dict(zip(head, row, strict=True))["status"] == "approved"
    assert item("open_request", "save_error").one(of="lab-end").text.startswith("raised OSError: ")
    assert len(list(item("open_request", "save_error").all("table", "lab-final"))) == 1, "an empty table has no rows"


# The language link


@pytest.mark.parametrize("by_hash", [False, True])
def test_the_language_link_keeps_area_input_and_step(by_hash: bool, page: Page, site: Site) -> None:
    page.goto(f"{site.url}team-protocols/" + "#lab=team_protocols/reply_request&input=closed&step=40" * by_hash)
    lab = page.locator('lesson-lab[data-area="reply_request"]')
    if not by_hash:
        lab.scroll_into_view_if_needed()
        lab.locator('.lab-choice[data-input="closed"]').click()
        expect(lab.locator(".lab-ui")).to_have_attribute("data-input", "closed")
        lab.locator(".lab-range").evaluate(
            "(range) => { range.value = 40; range.dispatchEvent(new Event('input', { bubbles: true })); }"
        )
    expect(lab.locator(".lab-ui")).to_have_attribute("data-position", "40")
    lab.evaluate("lab => lab.scrollIntoView()")
    page.locator(".site-language").click()
    page.wait_for_url("**/en/team-protocols/**")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    shown = page.locator('lesson-lab[data-area="reply_request"][lang="en"] .lab-ui')
    expect(shown).to_have_attribute("data-position", "40", timeout=SLOW)
    expect(shown).to_have_attribute("data-input", "closed")
    expect(shown).to_be_in_viewport()


def test_the_language_link_keeps_the_section_and_the_way_back(page: Page, site: Site) -> None:
    page.goto(f"{site.url}team-protocols/")
    page.locator("#limits").evaluate("heading => heading.scrollIntoView()")
    page.locator(".site-language").click()
    page.wait_for_url("**/en/team-protocols/**")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#limits")).to_be_in_viewport()
    page.locator(".site-language").click()
    page.wait_for_url(f"{site.url}team-protocols/**")
    expect(page.locator("html")).to_have_attribute("lang", "zh")
    expect(page.locator("#limits")).to_be_in_viewport()


def test_both_languages_have_the_same_sections_and_headings_in_order(site: Site) -> None:
    for address in ("", "team-protocols/", "thinking/", "glossary/"):
        found = []
        for start in ("", "en/"):
            tree = read((site.folder / start / address / "index.html").read_text("utf-8"))
            headings = [e for e in tree.one("article").all() if e.tag in ("h1", "h2", "h3", "h4")]
            levels = [int(e.tag[1]) for e in headings]
            assert levels[0] == 1
            assert all(b - a <= 1 for a, b in pairwise(levels))
            found.append([e.attributes.get("id") for e in headings if e.tag == "h2"])
        assert [one for one in found[1] if one != "gloss"] == found[0], address


def test_no_number_of_the_lesson_is_typed() -> None:
    """The counts that the build knows stand nowhere as digits in the pages' own words."""
    root = Path(__file__).resolve().parents[2] / "docs"
    for path in (root / "team-protocols" / "index.md", root / "en" / "team-protocols" / "index.md", root / "index.md"):
        text = path.read_text("utf-8")
        assert not [count for count in ("22", "1551", "1,551", "268", "11 ", "32000", "32,000") if count in text]
        assert "{{ snapshots of team_protocols }}" in text
