"""The site in a real Chromium: the policy holds on every page, nothing leaves the origin, languages and search work."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from site_runtime.build.server import serving
from tests.conftest import Site

LISTEN = """document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));"""


@dataclass
class Watch:
    """What a page did that it should not: errors on the console (missing files too), exceptions, foreign requests."""

    page: Page
    origin: str
    faults: list[str] = field(default_factory=list)

    def request(self, url: str) -> None:
        """Hear of a request."""
        if not url.startswith((self.origin, "blob:", "data:")):
            self.faults.append(url)


@pytest.fixture
def watch(page: Page, site: Site) -> Watch:
    found = Watch(page, site.url)
    page.add_init_script(LISTEN)
    page.on("console", lambda message: found.faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: found.faults.append(str(error)))
    page.on("request", lambda request: found.request(request.url))
    return found


def addresses(site: Site) -> list[str]:
    sitemap = (site.folder / "sitemap.xml").read_text("utf-8")
    found = [re.sub(r"^https?://[^/]*/", "", address) for address in re.findall(r"<loc>(.*?)</loc>", sitemap)]
    assert {"", "en/", "team-protocols/", "en/team-protocols/"} <= set(found)
    return found


def settle(page: Page) -> None:
    """Wait until the page has loaded all it asks for by itself, and has been idle for half a second."""
    page.wait_for_load_state("networkidle")


def test_no_page_breaks_the_policy_or_asks_another_origin(watch: Watch, site: Site) -> None:
    for address in addresses(site):
        watch.page.goto(site.url + address)
        settle(watch.page)
        assert watch.faults == [], address or "the start page"


def test_the_page_for_a_missing_address_keeps_the_policy_too(watch: Watch, site: Site) -> None:
    response = watch.page.goto(site.url + "no/such/page/")
    settle(watch.page)
    assert response is not None
    assert response.status == 404
    expect(watch.page.locator("h1")).to_contain_text("找不到这一页")
    assert watch.faults == ["Failed to load resource: the server responded with a status of 404 (Not Found)"]


def test_search_finds_a_chinese_word_within_the_policy(watch: Watch, site: Site) -> None:
    watch.page.goto(site.url)
    settle(watch.page)
    field_ = watch.page.locator("input[name=query]")
    field_.click()
    settle(watch.page)
    watch.page.keyboard.type("信箱")
    field_.dispatch_event("keyup")
    first = watch.page.locator(".md-search-result__item").first
    expect(first).to_contain_text("信箱")
    assert watch.faults == []


def test_the_watch_sees_a_broken_policy_and_another_origin(watch: Watch, site: Site) -> None:
    watch.page.goto(site.url)
    watch.page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), { textContent: 'x = 1' }))"
    )
    watch.page.evaluate("document.body.setAttribute('style', 'color: red')")
    watch.page.evaluate("fetch('http://127.0.0.2:9/').catch(() => undefined)")
    watch.page.wait_for_timeout(300)
    told = " ".join(watch.faults)
    assert all(
        part in told
        for part in ("policy: script-src-elem", "policy: style-src-attr", "policy: connect-src http://127.0.0.2")
    )


def test_instant_navigation_keeps_the_document_and_its_policy(watch: Watch, site: Site) -> None:
    page = watch.page
    page.goto(site.url)
    settle(page)
    page.evaluate("window.sameDocument = true")
    page.locator("article a[href$='team-protocols/']").first.click()
    expect(page.locator("lesson-lab").first).to_be_visible()
    settle(page)
    assert page.evaluate("window.sameDocument") is True
    assert watch.faults == []


def test_the_site_works_below_any_path(watch: Watch, site: Site) -> None:
    watch.origin = "http://127.0.0.1"
    page = watch.page
    with serving(site.folder, "/below/this/") as url:
        page.goto(url)
        settle(page)
        page.evaluate("window.sameDocument = true")
        page.locator("article a[href$='team-protocols/']").first.click()
        expect(page.locator("lesson-lab").first).to_be_visible()
        settle(page)
        assert page.url.startswith(f"{url}team-protocols/")
        assert page.evaluate("window.sameDocument") is True
    assert watch.faults == []


def test_the_language_link_leads_to_the_same_page_also_after_instant_navigation(watch: Watch, site: Site) -> None:
    page = watch.page
    page.goto(site.url)
    settle(page)
    page.locator("article a[href$='team-protocols/']").first.click()
    expect(page.locator("lesson-lab").first).to_be_visible()
    page.locator(".site-language").click()
    # With the section in sight, where there is one: how far the page has scrolled is the browser's affair.
    expect(page).to_have_url(re.compile(rf"{re.escape(site.url)}en/team-protocols/(#[\w-]+)?$"))
    assert page.locator("html").get_attribute("lang") == "en"
    expect(page.locator(".site-language")).to_have_text("中文")
    links = page.locator(".md-nav--primary a.md-nav__link").all()
    shown = {str(link.evaluate("link => link.href")).partition("#")[0] for link in links}
    assert {f"{site.url}en/", f"{site.url}en/team-protocols/"} <= shown
    assert not {site.url, f"{site.url}team-protocols/"} & shown


SCHEME_CHOICE = ".md-header__option label:not([hidden])"
# Before a frame is painted: what the first style pass has seen.
SCHEME_SEEN = """window.firstScheme = new Promise((tell) => addEventListener("DOMContentLoaded", () =>
  requestAnimationFrame(() => tell(document.body.dataset.mdColorScheme))));"""


@pytest.mark.parametrize(("preferred", "scheme"), [("light", "default"), ("dark", "slate")])
def test_the_first_frame_has_the_scheme_that_the_system_prefers(
    watch: Watch, site: Site, preferred: Literal["light", "dark"], scheme: str
) -> None:
    page = watch.page
    page.emulate_media(color_scheme=preferred)
    page.add_init_script(SCHEME_SEEN)
    page.goto(site.url)
    assert page.evaluate("window.firstScheme") == scheme
    page.emulate_media(color_scheme="light" if preferred == "dark" else "dark")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default" if scheme == "slate" else "slate")
    assert watch.faults == []


def test_damaged_memory_of_a_scheme_is_no_choice(watch: Watch, site: Site) -> None:
    page = watch.page
    page.goto(site.url)
    page.locator(SCHEME_CHOICE).click()
    key = page.evaluate("Object.keys(localStorage).find((key) => key.endsWith('__palette'))")
    for damaged in ("{", '{"index": 99}', "[]"):
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, damaged])
        page.reload()
        settle(page)
        assert page.locator("body").get_attribute("data-md-color-media") == "(prefers-color-scheme)"
    assert watch.faults == []


def test_a_chosen_colour_scheme_is_kept_without_inline_scripts(watch: Watch, site: Site) -> None:
    page = watch.page
    page.goto(site.url)
    settle(page)
    scheme = page.locator("body").get_attribute("data-md-color-scheme")
    for _choice in range(2):
        page.locator(SCHEME_CHOICE).click()
    chosen = page.locator("body").get_attribute("data-md-color-scheme")
    assert (scheme, chosen) == ("default", "slate")
    page.goto(f"{site.url}team-protocols/")
    settle(page)
    assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"
    assert watch.faults == []
