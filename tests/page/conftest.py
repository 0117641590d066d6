"""Labs on the built site, each on a page of its own; what a page reports as wrong fails its test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from tests.conftest import Site
from tests.page.lab import PAGES, Lab

Opener = Callable[..., Lab]

POLICY = """document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));"""

SPARING = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"


@pytest.fixture
def sparing(page: Page) -> None:
    """A reader who wishes for little traffic: no Python is loaded unasked."""
    page.add_init_script(SPARING)


@pytest.fixture
def faults(page: Page) -> list[str]:
    """Collect what a page reports as wrong; a test that expects some takes them out."""
    found: list[str] = []
    page.add_init_script(POLICY)
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    return found


@pytest.fixture
def open_lab(page: Page, site: Site, faults: list[str], sparing: None) -> Iterator[Opener]:
    """Open the lesson's page at an area: ``open_lab("open_request", lang="en", hash="#…")``."""

    def opened(area: str = "open_request", lang: str = "zh", hash: str = "") -> Lab:
        page.goto(site.url + PAGES[lang] + hash)
        lab = Lab(page, site, area, PAGES[lang])
        lab.at(".lab-ui").wait_for()
        return lab

    yield opened
    assert faults == []


@pytest.fixture
def lab(open_lab: Opener) -> Lab:
    """The first area of the lesson, in Chinese."""
    return open_lab()
