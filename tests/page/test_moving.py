"""From page to page, back and forward: every lab is alive, on any host. (That no worker stays is in test_live.)"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import Site
from tests.page.conftest import SPARING

LABS = {"": 1, "team-protocols/": 3, "thinking/": 5}


class Plain(SimpleHTTPRequestHandler):
    """What any host does: files, and nothing that knows of this site."""

    def log_message(self, *_args: object) -> None:
        """Say nothing about requests."""


@contextmanager
def plain_host(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Plain, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join()


def all_alive(page: Page, url: str, address: str) -> None:
    """Every lab of the page takes a step when one asks for it."""
    expect(page).to_have_url(url + address)
    labs = page.locator("lesson-lab")
    expect(labs).to_have_count(LABS[address])
    for place in range(LABS[address]):
        shown = labs.nth(place).locator(".lab-ui")
        shown.wait_for()
        before = int(shown.get_attribute("data-position") or -1)
        last = int(shown.get_attribute("data-last") or -1)
        shown.locator(f'.lab-step[data-command="{"over" if before < last else "first"}"]').click()
        expect(shown).not_to_have_attribute("data-position", str(before))


def tour(page: Page, url: str) -> None:
    page.goto(url)
    page.evaluate("window.sameDocument = true")
    all_alive(page, url, "")
    for address in ("team-protocols/", "thinking/"):
        page.locator(f".site-places a[href$='{address}']").click()
        all_alive(page, url, address)
        expect(page.locator(".site-places a[aria-current]")).to_have_count(1)
    for move, address in ((page.go_back, "team-protocols/"), (page.go_back, ""), (page.go_forward, "team-protocols/")):
        move(wait_until="commit")
        all_alive(page, url, address)


@pytest.mark.browser
def test_every_lab_is_alive_after_each_instant_navigation(page: Page, site: Site, faults: list[str]) -> None:
    page.add_init_script(SPARING)
    tour(page, site.url)
    assert page.evaluate("window.sameDocument") is True
    assert faults == []


@pytest.mark.browser
def test_on_a_host_that_was_not_named_at_build_every_lab_is_alive_too(
    page: Page, site: Site, faults: list[str]
) -> None:
    page.add_init_script(SPARING)
    with plain_host(site.folder) as url:
        tour(page, url)
    assert faults == []


@pytest.mark.browser
def test_a_lab_that_cannot_be_made_holds_up_no_other(page: Page, site: Site, faults: list[str]) -> None:
    """It stays what it is without JavaScript."""
    page.add_init_script(SPARING)
    text = (site.folder / "thinking/index.html").read_text("utf-8")
    begins = 'class="lab-manifest" hidden>{'
    broken = text.replace(begins, 'class="lab-manifest" hidden>', 1)
    assert broken != text
    page.route("**/thinking/", lambda route: route.fulfill(body=broken, content_type="text/html; charset=utf-8"))
    page.goto(site.url + "thinking/")
    expect(page.locator("lesson-lab .lab-ui")).to_have_count(LABS["thinking/"] - 1)
    expect(page.locator("lesson-lab").first.locator(".lab-code").first).to_be_visible()
    assert len(faults) == 1
    assert "JSON" in faults[0]
