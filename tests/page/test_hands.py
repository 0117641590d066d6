"""Keys, the live region, both languages, touch, small and large screens, accessibility."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.axe import violations
from tests.conftest import Site
from tests.page.conftest import Opener
from tests.page.lab import PAGES, Lab, box_of

pytestmark = pytest.mark.browser


def test_the_shown_keys_work_while_the_lab_has_the_focus(lab: Lab) -> None:
    lab.at(".lab-debug").focus()
    keys = lab.page.keyboard
    for key, position in (("i", 1), ("I", 0), ("n", None), ("N", 0), ("z", lab.last), ("a", 0), ("c", lab.last)):
        keys.press(key)
        if position is not None:
            assert lab.position == position, key
    keys.press("C")
    keys.press("b")
    assert lab.at(".lab-no[aria-pressed=true]").count() == 1
    keys.press("?")
    shown = lab.at(".lab-keys")
    expect(shown).to_be_visible()
    assert shown.locator("dt").count() >= 13
    keys.press("Escape")
    expect(shown).to_be_hidden()


def test_no_key_is_taken_from_the_browser_or_without_the_focus(lab: Lab) -> None:
    lab.page.evaluate("document.activeElement.blur()")
    lab.page.keyboard.press("i")
    assert lab.position == 0
    # What the theme does with a key that the lab leaves alone (Alt+P turns the page) is kept out of this.
    taken = """(keys) => {
      const lab = document.querySelector('lesson-lab');
      lab.parentElement.addEventListener('keydown', (event) => event.stopPropagation());
      return keys.filter(([key, modifiers]) => !lab.querySelector('.lab-debug').dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers })));
    }"""
    own = ("F5", "F10", "F11", " ", "Home", "End", "PageDown", "ArrowDown", "Tab", "'")
    asked: list[tuple[str, dict[str, bool]]] = [(key, {}) for key in own]
    asked += [(key, {held: True}) for key in "nicop" for held in ("ctrlKey", "metaKey", "altKey")]
    assert lab.page.evaluate(taken, asked) == []
    assert lab.position == 0


def test_letters_typed_into_a_field_are_no_keys(lab: Lab) -> None:
    lab.number(lab.line("with lock:")).click()
    lab.at(".lab-stops summary").click()
    lab.at(".lab-hit-when").press("o")
    assert lab.position == 0


def test_the_live_region_says_what_the_step_did(open_lab: Opener) -> None:
    lab = open_lab("match_response")
    caption = lab.at('.lab-caption[role="status"]')
    line = lab.line('record["status"] = "approved"')
    lab.number(line).click()
    lab.command("continue")
    lab.command("over")
    assert caption.inner_text() == f"第 {line} 行：record['status'] 变为 approved"
    english = open_lab("match_response", lang="en")
    english.command("continue")
    english.command("over")
    assert english.at(".lab-caption").inner_text() == f"line {line}: record['status'] became approved"


def test_the_interface_speaks_the_language_of_its_page(open_lab: Opener) -> None:
    lab = open_lab(lang="en")
    assert lab.at(".lab-run").inner_text().strip() == "Run"
    assert "at build" in lab.at(".lab-shown").inner_text()
    chinese = "[\\u4e00-\\u9fff]"
    texts = lab.at(".lab-head, .lab-steps, .lab-stops, .lab-pane-head").all_inner_texts()
    assert lab.page.evaluate(f"(text) => /{chinese}/.test(text)", "\n".join(texts)) is False
    assert (
        lab.at("[aria-label]").evaluate_all(f"all => all.filter((one) => /{chinese}/.test(one.ariaLabel)).length") == 0
    )


def test_code_diagram_and_table_stand_together_at_1440_by_900(page: Page, open_lab: Opener) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    lab = open_lab("match_response")
    lab.at(".lab-debug").click()
    page.wait_for_timeout(600)
    for part in (".lab-code-pane", ".lab-diagram", '.lab-table[data-root="state"]', ".lab-steps", ".lab-range"):
        box = box_of(lab.at(part))
        assert box["y"] >= 48, part
        assert box["bottom"] <= 900, part
        assert box["height"] >= 20, part


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_nothing_is_wider_than_the_screen(page: Page, open_lab: Opener, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    lab = open_lab("reply_request")
    lab.go(lab.last)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = box_of(lab.at(".lab-ui"))
    assert box["x"] >= 0
    assert box["right"] <= width


def test_targets_are_large_on_touch_and_the_controls_stay_in_reach(browser: Browser, site: Site) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(site.url + PAGES["zh"])
    lab = Lab(page, site, "open_request", PAGES["zh"])
    lab.at(".lab-ui").wait_for()
    lab.at(".lab-code-pane").scroll_into_view_if_needed()
    over = box_of(lab.at('[data-command="over"]'))
    assert 740 / 2 < over["y"] < 740
    lab.row(lab.line("with lock:")).locator(".lab-src").tap()
    lab.at(".lab-line-actions button").first.tap()
    assert lab.at(".lab-no[aria-pressed=true]").count() == 1
    lab.at(".lab-more").tap()
    small = """all => all.filter((one) => one.offsetParent && !one.matches('.lab-no, .lab-mark, .lab-twist'))
      .filter((one) => one.getBoundingClientRect().height < 43.5 || one.getBoundingClientRect().width < 24)
      .map((one) => one.outerHTML.slice(0, 80))"""
    assert lab.at("button, select, input[type=range], summary").evaluate_all(small) == []
    context.close()


@pytest.mark.parametrize(
    ("scheme", "lang", "width"), [("light", "zh", 1440), ("dark", "en", 1440), ("dark", "zh", 360)]
)
def test_axe_finds_nothing(page: Page, open_lab: Opener, scheme: str, lang: str, width: int) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": 900})
    lab = open_lab("open_request", lang=lang)
    lab.number(lab.line("with lock:")).click()
    lab.at(".lab-stops summary").click()
    lab.command("over", 13)
    other = Lab(page, lab.site, "match_response", lab.address)
    other.at('[data-tool="compare"]').click()
    other.at(".lab-compare").wait_for()
    assert violations(page, "lesson-lab") == []


def test_less_motion_where_less_is_wished(page: Page, open_lab: Opener) -> None:
    page.emulate_media(reduced_motion="reduce")
    lab = open_lab()
    saved = next(s.position for s in lab.states("plan") if "mailbox/lead.jsonl" in s.files)
    lab.go(saved)
    moving = "all => all.filter((one) => getComputedStyle(one).animationName !== 'none').length"
    assert lab.at(".lab-event *").evaluate_all(moving) == 0
    page.emulate_media(reduced_motion="no-preference")
    assert lab.at(".lab-event *").evaluate_all(moving) > 0
