"""What loading the lesson's page costs: the theme's script adds to a page that stands, and does not make it anew."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import Site
from tests.page.conftest import SPARING

Event = dict[str, Any]


def main_thread(events: list[Event], script: str) -> list[Event]:
    """Return what the thread did that runs a script."""
    run = next(e for e in events if e["name"] == "EvaluateScript" and script in e["args"]["data"]["url"])
    return [e for e in events if (e["pid"], e["tid"]) == (run["pid"], run["tid"]) and e["ph"] == "X"]


@pytest.mark.browser
def test_no_script_has_the_whole_page_styled_again_and_again(browser: Browser, page: Page, site: Site) -> None:
    page.add_init_script(SPARING)
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    page.goto(f"{site.url}team-protocols/")
    expect(page.locator("lesson-lab[data-ready]")).to_have_count(3)
    events = main_thread(json.loads(browser.stop_tracing())["traceEvents"], "/javascripts/bundle.")
    styled = sum(event["args"]["elementCount"] for event in events if event["name"] == "UpdateLayoutTree")
    there = page.evaluate("[...document.querySelectorAll('*')].filter((one) => one.checkVisibility()).length")
    assert there > 1500
    # What the labs take the place of was styled, too; each pass over all would add as much again.
    assert styled < 2.2 * there, (styled, there)
