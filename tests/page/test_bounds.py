"""What a step leaves behind, and how large what is touched is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, CDPSession, Page

from tests.conftest import Site
from tests.page.conftest import Opener
from tests.page.lab import PAGES, Lab, restyle

pytestmark = pytest.mark.browser

WARM_UP, STEPS = 1500, 3000
WALK = """async ([area, steps]) => {
  const lab = document.querySelector(`lesson-lab[data-area="${area}"]`);
  const ui = lab.querySelector(".lab-ui");
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  // What is not shown needs no layout, which is most of a step; what is kept is the same.
  lab.style.display = "none";
  await frame();
  let command = "into";
  for (let made = 0; made < steps; made += 1) {
    if (ui.dataset.position === ui.dataset.last) command = "backInto";
    if (ui.dataset.position === "0") command = "into";
    lab.querySelector(`[data-command="${command}"]`).click();
    if (made % 200 === 0) await frame();
  }
  lab.style.display = "";
  await frame();
  await frame();
}"""
BOXES = """(least) => [...document.querySelectorAll("lesson-lab :is(button, select, input, summary, [role=button])")]
  .filter((one) => one.offsetParent ?? one.ownerSVGElement?.closest(".lab-ui")?.offsetParent)
  .filter((one) => !one.matches(".lab-hidden") && getComputedStyle(one).visibility === "visible")
  .map((one) => ({ one, ...one.getBoundingClientRect().toJSON() }))
  .filter(({ width, height, one }) => width > 0 && (height < least(one)[1] - 0.5 || width < least(one)[0] - 0.5))
  .map(({ one, width, height }) => `${one.outerHTML.slice(0, 70)} ${width} × ${height}`)"""
FINE = "() => [24, 24]"
# The sizes may not come from the words: other fonts, and other languages, are narrower.
SMALL_PRINT = ".lab .lab-ui :is(button, select, input, summary, [role=button]) { font-size: 1px !important; }"
COARSE = """(one) => one.matches(".lab-no, .lab-event-hit") ? [44, 24]
  : one.matches("[type=checkbox]") ? [24, 24] : [44, 44]"""


def kept(session: CDPSession) -> dict[str, float]:
    """Return what the page holds once everything that can go is gone."""
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    metrics = session.send("Performance.getMetrics")["metrics"]
    return {metric["name"]: metric["value"] for metric in metrics}


def test_thousands_of_steps_leave_nothing_behind(page: Page, open_lab: Opener) -> None:
    lab = open_lab("match_response")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    # What is found once for a trace is kept, and what the engine learns of the code: neither grows with the steps.
    page.evaluate(WALK, [lab.area, 2 * lab.last])
    assert lab.position == 0
    page.evaluate(WALK, [lab.area, WARM_UP])
    lab.go(0)
    before = kept(session)
    page.evaluate(WALK, [lab.area, STEPS])
    lab.go(0)
    after = kept(session)
    grown = {name: after[name] - before[name] for name in ("Nodes", "JSEventListeners", "JSHeapUsedSize")}
    assert grown["Nodes"] < 100, grown
    assert grown["JSEventListeners"] < 50, grown
    assert grown["JSHeapUsedSize"] < 100 * STEPS, grown


@contextmanager
def busy(browser: Browser, site: Site, width: int, touch: bool) -> Iterator[Page]:
    """Open a lab with stops, an open branch and marks on a screen of this width."""
    context = browser.new_context(viewport={"width": width, "height": 800}, has_touch=touch, is_mobile=touch)
    page = context.new_page()
    page.goto(site.url + PAGES["zh"])
    lab = Lab(page, site, "match_response", PAGES["zh"])
    lab.at(".lab-ui").wait_for()
    for selector in (".lab-no:not(.lab-idle)", ".lab-more", ".lab-twist:not([disabled])", ".lab-stops summary"):
        lab.at(selector).first.evaluate("one => one.click()")
    lab.command("last")
    yield page
    context.close()


@pytest.mark.parametrize(("width", "touch", "least"), [(1440, False, FINE), (360, True, COARSE), (1024, True, COARSE)])
def test_all_that_is_pressed_is_large_enough(browser: Browser, site: Site, width: int, touch: bool, least: str) -> None:
    """44 px on touch. A row of code is lower: all of it can be touched, which opens buttons of that size."""
    with busy(browser, site, width, touch) as page:
        assert page.locator(".lab-mark").count() > 0
        assert page.evaluate(f"() => ({BOXES})({least})") == []
        restyle(page, SMALL_PRINT)
        assert page.evaluate(f"() => ({BOXES})({least})") == []
