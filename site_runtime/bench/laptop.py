"""A page of a built site in Chromium at a laptop's size, as the benches of the page measure it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from site_runtime.build.browsers import FLAGS, find_chromium


@contextmanager
def opened(address: str, seconds: int) -> Iterator[tuple[Any, Any]]:
    """Yield the browser and the page once its first lab stands, within so many seconds.

    It says that it saves data: nothing is recorded before it is asked for. Raises BrowserError without a Chromium.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        context.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
        page = context.new_page()
        page.goto(address)
        page.locator("lesson-lab .lab-ui").first.wait_for(timeout=seconds * 1000)
        yield browser, page
        browser.close()
