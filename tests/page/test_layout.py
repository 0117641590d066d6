"""Where things stand: the whole lab in one window, a low one for a small function, an order on a phone, 200 %."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.conftest import Site
from tests.page.conftest import SPARING
from tests.page.lab import Box, box_of, restyle

# Fonts of other machines: as wide as a typewriter's, and much narrower than any.
WIDE, NARROW = "* { font-family: monospace !important }", "* { letter-spacing: -0.12em !important }"

# A control whose words need more room than it has. Those that cut theirs on purpose say so by an ellipsis.
CUT = """all => all.filter((one) => one.checkVisibility() && getComputedStyle(one).textOverflow !== "ellipsis")
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.className} ${one.textContent}`)"""
SMALL = """all => all.filter((one) => one.checkVisibility() && !one.matches(".lab-no, .lab-mark, .lab-twist"))
  .filter((one) => ((box) => box.width < 43.5 || box.height < 43.5)(one.getBoundingClientRect()))
  .map((one) => `${one.className} ${one.textContent}`)"""

# Where the letters of an element end, in px from the left.
END = """(one) => {
  const letters = new Range();
  letters.selectNodeContents(one);
  return letters.getBoundingClientRect().right;
}"""


def box(page: Page, selector: str) -> Box:
    return box_of(page.locator(selector))


def open_page(page: Page, site: Site, address: str, width: int, height: int) -> None:
    page.add_init_script(SPARING)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(site.url + address)
    page.locator("lesson-lab .lab-ui").first.wait_for()


def lab_in_sight(page: Page, area: str) -> str:
    """Go to a lab as a link to it does; return its selector."""
    lab = f'lesson-lab[data-area="{area}"]'
    page.locator(lab).evaluate("lab => lab.scrollIntoView({ behavior: 'instant' })")
    return lab


@pytest.mark.browser
def test_code_diagram_table_and_buttons_are_in_sight_together(page: Page, site: Site) -> None:
    open_page(page, site, "team-protocols/", 1440, 900)
    for area in ("open_request", "reply_request", "match_response"):
        lab = lab_in_sight(page, area)
        header = box(page, ".md-header")["bottom"]
        parts = (".lab-code-pane", ".lab-diagram", ".lab-table", ".lab-tabbed", ".lab-variables", ".lab-scrubber")
        shown = {part: box(page, f"{lab} {part}") for part in parts}
        assert all(one["y"] >= header and one["bottom"] <= 900 for one in shown.values()), shown
        assert all(one["x"] >= 0 and one["right"] <= 1440 for one in shown.values()), shown
        assert min(one["width"] for one in shown.values()) > 300
        assert shown[".lab-code-pane"]["height"] > 400
        assert shown[".lab-code-pane"]["right"] <= shown[".lab-variables"]["x"] < shown[".lab-diagram"]["x"]
        assert shown[".lab-diagram"]["bottom"] <= shown[".lab-table"]["y"]


@pytest.mark.browser
@pytest.mark.parametrize("opened", ["", ".lab-own-new", ".lab-ask summary"])
def test_what_a_pane_holds_stays_in_it(page: Page, site: Site, opened: str) -> None:
    open_page(page, site, "team-protocols/", 1440, 900)
    lab = lab_in_sight(page, "open_request")
    if opened:
        page.locator(f"{lab} {opened}").first.click()
    for part in (".lab-none", ".lab-diagram-scroll"):
        assert box(page, f"{lab} .lab-diagram {part}")["bottom"] <= box(page, f"{lab} .lab-diagram")["bottom"], part
    assert box(page, f"{lab} .lab-diagram-scroll")["height"] >= 60
    if "ask" in opened:
        room = box(page, f"{lab} .lab-ask")
        assert room["y"] < box(page, f"{lab} .lab-ask-field")["bottom"] <= room["bottom"]


@pytest.mark.browser
def test_what_is_said_of_a_variable_stands_in_one_column(page: Page, site: Site) -> None:
    open_page(page, site, "team-protocols/", 1440, 900)
    lab = lab_in_sight(page, "open_request")
    name, value = (
        f"{lab} .lab-var:has(.lab-twist:not([disabled])) {part}" for part in (".lab-var-name", ".lab-var-value")
    )
    assert box(page, value)["y"] > box(page, name)["y"] + 8, "it is long, and so stands below"
    assert abs(box(page, value)["x"] - box(page, name)["x"]) < 1


@pytest.mark.browser
@pytest.mark.parametrize("width", [360, 768, 1440])
def test_what_is_compared_with_can_be_chosen_at_every_width(page: Page, site: Site, width: int) -> None:
    open_page(page, site, "en/team-protocols/", width, 800)
    lab = lab_in_sight(page, "open_request")
    page.locator(f"{lab} .lab-tools button").first.click()
    chosen, close = (
        box(page, f"{lab} .lab-compare-with select"),
        box(page, f"{lab} .lab-compare-bar > .lab-icon-button"),
    )
    assert chosen["width"] > 100
    if width == 360:
        assert chosen["y"] < close["y"] + close["height"] / 2 < chosen["bottom"]
        assert chosen["right"] <= close["x"]


@pytest.mark.browser
@pytest.mark.parametrize("address", ["", "en/"])
@pytest.mark.parametrize("font", [WIDE, NARROW])
def test_the_landing_page_shows_its_whole_lab_at_once(page: Page, site: Site, address: str, font: str) -> None:
    open_page(page, site, address, 1440, 900)
    for rule in ("", font):
        restyle(page, rule)
        assert box(page, "h1")["y"] < box(page, "lesson-lab")["y"] < 210
        assert box(page, "lesson-lab .lab-ui")["bottom"] <= (900 if not rule else 930)
        assert box(page, "lesson-lab .lab-diagram")["bottom"] < 900


@pytest.mark.browser
def test_a_lab_for_a_small_function_is_low_and_shows_all_of_it(page: Page, site: Site) -> None:
    open_page(page, site, "thinking/", 1440, 900)
    labs = page.locator("lesson-lab")
    assert labs.count() == 5
    for place in range(5):
        lab = labs.nth(place)
        area = lab.get_attribute("data-area")
        lines = lab.locator(".lab-code-pane .lab-lines:not(.lab-away) > .lab-line")
        inside = box_of(lab.locator(".lab-code-pane .lab-code-scroll"))
        assert box_of(lines.last)["bottom"] <= inside["bottom"] + 1, area
        assert box(page, f'lesson-lab[data-area="{area}"] .lab-ui')["height"] <= 24 * lines.count() + 320, area
        assert box(page, f'lesson-lab[data-area="{area}"] .lab-outputs')["height"] > 60, area


@pytest.mark.browser
@pytest.mark.parametrize("address", ["team-protocols/", "en/team-protocols/"])
def test_an_order_on_a_phone_and_every_word_of_what_is_pressed(page: Page, site: Site, address: str) -> None:
    open_page(page, site, address, 360, 740)
    names = (".lab-head", ".lab-code-pane", ".lab-stops", ".lab-diagram", ".lab-table", ".lab-variables", ".lab-ask")
    lab = lab_in_sight(page, "open_request")
    tops = [box(page, f"{lab} {name}")["y"] for name in names]
    assert tops == sorted(tops)
    for rule in ("", NARROW, WIDE):
        restyle(page, rule)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, rule
        pressed = page.locator(f"{lab} :is(.lab-choice, .lab-tab, .lab-button, .lab-small-button)")
        assert pressed.evaluate_all(CUT) == [], rule


@pytest.mark.browser
def test_at_200_percent_there_is_room_between_what_sticks(page: Page, site: Site) -> None:
    open_page(page, site, "en/team-protocols/", 720, 450)
    for rule in ("", WIDE):
        restyle(page, rule)
        assert page.evaluate("document.documentElement.scrollWidth") <= 720
        lab = lab_in_sight(page, "open_request")
        page.locator(f"{lab} .lab-code-pane").evaluate("pane => pane.scrollIntoView({ behavior: 'instant' })")
        over, foot = box(page, f'{lab} [data-command="over"]'), box(page, f"{lab} .lab-foot")
        assert foot["y"] <= over["y"] < over["bottom"] <= foot["bottom"] <= 450
        assert foot["y"] - box(page, ".md-header")["bottom"] > 225


@pytest.mark.browser
def test_a_finger_finds_everything_whatever_the_font(page: Page, site: Site) -> None:
    browser = page.context.browser
    assert browser is not None
    context = browser.new_context(locale="zh-CN", has_touch=True)
    touched = context.new_page()
    open_page(touched, site, "team-protocols/", 360, 740)
    lab = lab_in_sight(touched, "open_request")
    touched.locator(f"{lab} .lab-stops summary").tap()
    touched.locator(f"{lab} .lab-ask summary").tap()
    for rule in ("", NARROW):
        restyle(touched, rule)
        assert touched.locator(f"{lab} :is(button, select, input[type=range], summary)").evaluate_all(SMALL) == [], rule
    rows = touched.locator(f"{lab} .lab-line").nth(100).evaluate("row => row.offsetHeight")
    assert rows in (0, 28), "lines of code stay lines: one presses them to get buttons of full size"
    context.close()


@pytest.mark.browser
def test_on_paper_the_code_is_whole_and_nothing_is_to_press(page: Page, site: Site) -> None:
    open_page(page, site, "team-protocols/", 794, 1123)
    page.emulate_media(media="print")
    lab = 'lesson-lab[data-area="open_request"]'
    for gone in (".md-header", ".md-footer", f"{lab} .lab-foot", f"{lab} .lab-start", ".site-places"):
        assert not page.locator(gone).first.is_visible(), gone
    scrolling = "all => all.filter((one) => one.checkVisibility() && one.scrollHeight > one.clientHeight + 1)"
    cut = scrolling + ".filter((one) => getComputedStyle(one).overflowY !== 'visible').map((one) => one.className)"
    assert page.locator(f"{lab} .lab-scroll").evaluate_all(cut) == []
    assert page.locator(f"{lab} .lab-outputs").is_visible()
    assert box(page, f"{lab} .lab-source")["right"] <= box(page, f"{lab} .lab-code-pane")["right"]
    assert box(page, f"{lab} .lab-diagram")["y"] >= box(page, f"{lab} .lab-code-pane")["bottom"]
    assert page.locator(".run-output pre").first.is_visible()


@pytest.mark.browser
def test_line_numbers_stay_where_the_code_is_moved_aside(page: Page, site: Site) -> None:
    open_page(page, site, "team-protocols/", 360, 740)
    lab = lab_in_sight(page, "open_request")
    pane = f"{lab} .lab-code-pane .lab-code-scroll"
    number = f"{pane} .lab-no:visible"
    resting = box(page, number)["x"]
    page.locator(pane).evaluate("pane => { pane.scrollLeft = 80; }")
    page.locator(f"{pane}.lab-moved").wait_for()
    assert page.locator(pane).evaluate("pane => pane.scrollLeft") == 80
    assert abs(box(page, number)["x"] - resting) < 4, "they are in sight, over the code"
    page.locator(pane).evaluate("pane => { pane.scrollLeft = 0; }")
    page.locator(f"{pane}:not(.lab-moved)").wait_for()
    assert box(page, number)["x"] == resting


@pytest.mark.browser
@pytest.mark.parametrize("width", [1440, 1680])
def test_what_a_line_did_stands_beside_its_code_and_not_on_it(page: Page, site: Site, width: int) -> None:
    open_page(page, site, "en/team-protocols/", width, 900)
    lab = lab_in_sight(page, "reply_request")
    pane = f"{lab} .lab-code-pane > .lab-code-scroll"
    note = page.locator(f"{pane} .lab-note", has_text="record['reply'] =")
    for _ in range(40):
        page.locator(f'{lab} [data-command="over"]').click(force=True)
        if note.count():
            break
    code = note.locator("xpath=../*[contains(@class, 'lab-src')]").evaluate(END)
    said, room = box_of(note), box(page, pane)
    assert room["x"] + 100 < code <= said["x"]
    assert said["width"] > 80
    assert said["x"] + said["width"] <= room["x"] + room["width"]


@pytest.mark.browser
@pytest.mark.parametrize("address", ["en/", "en/team-protocols/", "trace-format/", "team-protocols/"])
def test_the_header_says_its_whole_name_on_a_phone(page: Page, site: Site, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(site.url + address)
    header = box(page, ".md-header")
    for name in page.locator(".md-header__topic .md-ellipsis").all():
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth"), name.inner_text()
        assert box_of(name)["bottom"] <= header["bottom"] + header["height"]
        assert box_of(name)["height"] <= header["height"]
