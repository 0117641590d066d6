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
from site_runtime.build.errors import BuildError
from tests.build.html import Element, read
from tests.conftest import Site
from tools.links import broken, main

AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
SCHEMES = {"light": "default", "dark": "slate"}
# Two frames: what watches sizes has seen the width.
RUN = """async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  return (await axe.run(document, { resultTypes: ["violations"] })).violations
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html.slice(0, 120)}`));
}"""
CHINESE = re.compile("[\u4e00-\u9fff]")


def pages(site: Site) -> list[Path]:
    return sorted(site.folder.rglob("*.html"))


def looks(language: str) -> list[tuple[str, int]]:
    """Return the schemes with a width each; the other language's pages, built alike, have them the other way round."""
    return list(zip(SCHEMES, (1280, 360) if language == "zh" else (360, 1280), strict=True))


@pytest.mark.browser
def test_axe_finds_nothing_on_any_page_in_either_scheme(page: Page, site: Site) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    axe = AXE.read_text("utf-8")
    found = {}
    for path in pages(site):
        address = path.relative_to(site.folder).as_posix()
        page.goto(site.url + address.removesuffix("index.html"))
        page.evaluate(axe)
        for scheme, width in looks(str(page.locator("html").get_attribute("lang"))):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
            page.wait_for_function("name => document.body.dataset.mdColorScheme === name", arg=SCHEMES[scheme])
            found[f"{address} {scheme} {width}"] = page.evaluate(RUN)
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


def test_a_card_shows_its_title_and_never_a_box() -> None:
    drawn = [card.draw(title, "site") for title in ("同意", "许可", "a title that is much too long for one line " * 3)]
    assert len(set(drawn)) == 3
    assert Image.open(io.BytesIO(drawn[0])).size == card.SIZE
    with pytest.raises(BuildError, match=r"U\+1F600"):
        card.draw("smile 😀", "site")
