"""Every link that claims something of a step opens the lab there, and it is true in the page's own state."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.build.html import read
from tests.conftest import Site

CHECK = (Path(__file__).with_name("claims.js")).read_text("utf-8")
SLOW = 30_000
"""Python may be starting beside the page."""
PAGES = ["", "en/", "team-protocols/", "en/team-protocols/", "thinking/", "en/thinking/"]
QUOTED = re.compile(r"`[^`]*`|'[^']*'")


def clauses(condition: str) -> list[str]:
    """Split a condition at each “and” outside quotes."""
    hidden = QUOTED.sub(lambda match: match.group().replace(" and ", "\0"), condition)
    return [part.replace("\0", " and ") for part in hidden.split(" and ") if part]


def links(site: Site, address: str) -> list[dict[str, str]]:
    tree = read((site.folder / address / "index.html").read_text("utf-8"))
    return [{name: str(value) for name, value in a.attributes.items()} for a in tree.all("a", "claim")]


def test_every_page_with_claims_is_looked_at(site: Site) -> None:
    with_claims = [path for path in site.folder.rglob("*.html") if 'class="claim"' in path.read_text("utf-8")]
    assert sorted(path.parent.relative_to(site.folder).as_posix() for path in with_claims) == sorted(
        address.rstrip("/") or "." for address in PAGES
    )


@pytest.mark.parametrize("address", PAGES)
def test_each_claim_is_true_where_its_link_leads(address: str, page: Page, site: Site) -> None:
    page.goto(site.url + address)
    found = links(site, address)
    assert len(found) >= (1 if address in ("", "en/") else 20)
    wrong = [f"{link['data-claim']}: {problem}" for link in found for problem in problems(page, link, site, address)]
    assert wrong == []


def problems(page: Page, link: dict[str, str], site: Site, address: str) -> list[str]:
    """Follow a link and return what is not as it claims."""
    key, _, condition = link["data-claim"].partition(" ")
    lesson, area, name = key.split("/")
    if link["href"].startswith("#"):
        page.evaluate("hash => { location.hash = hash; }", link["href"])
    else:
        page.goto(site.url + address + link["href"])
    lab = page.locator(f'lesson-lab[data-lesson="{lesson}"][data-area="{area}"]')
    shown = lab.locator(f'.lab-ui[data-input="{name}"][data-position="{link["data-step"]}"]')
    expect(shown).to_have_count(1, timeout=SLOW)
    base = f"{site.url}assets/lesson/"
    trace = f"{base}traces/{key}.jsonl"
    given = {"base": base, "trace": trace, "position": int(link["data-step"]), "clauses": clauses(condition)}
    answer: dict[str, Any] = page.evaluate(CHECK, given)
    wrong: list[str] = answer["wrong"]
    marked = lab.locator('.lab-line[data-mark^="now"]')
    if answer["line"]:
        expect(marked).to_have_attribute("data-line", str(answer["line"]))
    for clause in clauses(condition):
        match = re.fullmatch(r"at `(.+)`", clause)
        if match and not marked.locator(".lab-src").inner_text().strip().startswith(match.group(1)):
            wrong.append(f"the marked line is not {clause}")
    return wrong


def test_a_claim_that_is_not_so_is_found(page: Page, site: Site) -> None:
    page.goto(f"{site.url}team-protocols/")
    link = next(link for link in links(site, "team-protocols/") if "becomes 'approved'" in link["data-claim"])
    early = {**link, "data-step": "3", "href": link["href"].replace(f"step={link['data-step']}", "step=3")}
    assert problems(page, early, site, "team-protocols/") != []
    other = {**link, "data-claim": link["data-claim"].replace("'approved'", "'rejected'")}
    assert problems(page, other, site, "team-protocols/") != []


def test_a_link_brings_its_lab_into_view_also_the_second_time(page: Page, site: Site) -> None:
    page.goto(f"{site.url}team-protocols/")
    claim = page.locator("a.claim", has_text="请求仍是").first
    lab = page.locator('lesson-lab[data-area="reply_request"]')
    claim.click()
    expect(lab.locator(".lab-ui")).to_have_attribute(
        "data-position", str(claim.get_attribute("data-step")), timeout=SLOW
    )
    expect(lab.locator(".lab-ui")).to_be_in_viewport()
    lab.locator('.lab-step[data-command="first"]').click()
    expect(lab.locator(".lab-ui")).to_have_attribute("data-position", "0", timeout=SLOW)
    claim.click()
    expect(lab.locator(".lab-ui")).to_have_attribute(
        "data-position", str(claim.get_attribute("data-step")), timeout=SLOW
    )
    expect(lab.locator(".lab-ui")).to_be_in_viewport()
