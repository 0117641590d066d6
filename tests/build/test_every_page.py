"""Each page of the site: nothing for axe in either scheme, no link that leads nowhere, a card, its own language."""

from __future__ import annotations

import io
import re
import shutil
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page

from site_runtime.build import card
from site_runtime.build.cache import Cache
from site_runtime.build.errors import BuildError
from tests.axe import SCHEMES, violations, wish
from tests.build.html import Element, read
from tests.conftest import Site
from tests.page.conftest import SPARING
from tools.links import broken, main

CHINESE = re.compile("[\u4e00-\u9fff]")


def pages(site: Site) -> list[Path]:
    return sorted(site.folder.rglob("*.html"))


def looks(language: str) -> list[tuple[str, int]]:
    """Return the schemes with a width each; the other language's pages, built alike, have them the other way round."""
    return list(zip(SCHEMES, (1280, 360) if language == "zh" else (360, 1280), strict=True))


@pytest.mark.browser
def test_axe_finds_nothing_on_any_page_in_either_scheme(page: Page, site: Site) -> None:
    page.add_init_script(SPARING)
    found = {}
    for path in pages(site):
        address = path.relative_to(site.folder).as_posix()
        page.goto(site.url + address.removesuffix("index.html"))
        for scheme, width in looks(str(page.locator("html").get_attribute("lang"))):
            page.set_viewport_size({"width": width, "height": 900})
            wish(page, scheme)
            found[f"{address} {scheme} {width}"] = violations(page)
    assert len(found) >= 20
    assert {place: told for place, told in found.items() if told} == {}


def test_every_link_leads_somewhere(site: Site, tmp_path: Path) -> None:
    assert list(broken(site.folder)) == []
    (tmp_path / "index.html").write_text('<a href="gone/">x</a><a href="#no">y</a><a href="https://elsewhere/">z</a>')
    told = list(broken(tmp_path))
    assert told == ["index.html: gone/: there is no such file", "index.html: #no: index.html has no such id"]
    assert main([str(tmp_path)]) == 1
    shutil.rmtree(tmp_path)
    assert main([str(tmp_path)]) == 1


def metas(head: Element) -> dict[str, str]:
    given = (meta.attributes for meta in head.all("meta"))
    return {str(meta.get("property") or meta.get("name")): str(meta.get("content")) for meta in given}


def test_each_page_has_a_card_and_words_in_its_language(site: Site) -> None:
    told = {}
    for path in pages(site):
        if path.name == "404.html":
            continue
        tree = read(path.read_text("utf-8"))
        said = metas(tree.one("head"))
        picture = Image.open(path.parent / said["og:image"])
        assert picture.size == card.SIZE
        assert picture.getcolors(64) is not None
        assert said["twitter:card"] == "summary_large_image"
        assert said["og:description"] == said["description"]
        address = path.relative_to(site.folder).as_posix()
        told[address] = said["og:image"].rpartition("/")[2]
        language = next(tree.all("html")).attributes["lang"]
        assert bool(CHINESE.search(said["description"])) == (language == "zh"), address
    assert len(set(told.values())) == len(told)


def test_cards_that_are_drawn_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    real = card.draw

    def draw(title: str, name: str) -> bytes:
        drawn.append(title)
        return real(title, name)

    monkeypatch.setattr(card, "draw", draw)
    for turn, title in enumerate(("one", "one", "two")):
        cards = card.Cards(Cache(tmp_path / "cache"))
        path = cards.add("a/", title, "site")
        cards.lay(tmp_path / str(turn))
        assert (tmp_path / str(turn) / path).read_bytes() == real(title, "site")
    assert drawn == ["one", "two"]


def test_a_card_shows_its_title_and_never_a_box() -> None:
    drawn = [card.draw(title, "site") for title in ("同意", "许可", "a title that is much too long for one line " * 3)]
    assert len(set(drawn)) == 3
    assert Image.open(io.BytesIO(drawn[0])).size == card.SIZE
    with pytest.raises(BuildError, match=r"U\+1F600"):
        card.draw("smile 😀", "site")
