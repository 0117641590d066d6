"""`python -m tools.links [FOLDER]`: every link of a built site leads to a file in it, and every anchor to an id there.

Addresses outside the site are not asked. A link to a lab's step (`#lab=…`) is the lab's own, and held by its tests.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from site_runtime.commands.build import SITE

HOME = "http://site.invalid/"
LEADS = {"a": "href", "link": "href", "script": "src", "img": "src", "source": "src", "iframe": "src"}
MISSING = "404.html"
LAB = "lab="


@dataclass
class Found(HTMLParser):
    """The ids of a page, and where it leads."""

    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take down what a tag says."""
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag in LEADS and LEADS[tag] in given:
            self.links.append(given[LEADS[tag]])


@cache
def read(path: Path) -> Found:
    """Return what a page holds."""
    found = Found()
    found.feed(path.read_text("utf-8"))
    return found


def broken(site: Path) -> Iterator[str]:
    """Yield one line for each link of a page that leads nowhere: the page, the link, the reason."""
    for page in sorted(site.rglob("*.html")):
        place = page.relative_to(site).as_posix()
        # A host shows this page at any address: it is looked at from the root, where its own links are made for.
        base = HOME if place == MISSING else HOME + place
        for link in dict.fromkeys(read(page).links):
            reason = wrong(site, urljoin(base, link))
            if reason:
                yield f"{place}: {link}: {reason}"


def wrong(site: Path, address: str) -> str | None:
    """Say what is wrong with an address; None for a right one, and for one outside the site."""
    parts = urlsplit(address)
    if not address.startswith(HOME):
        return None
    path = site / unquote(parts.path).lstrip("/")
    file = path / "index.html" if path.is_dir() else path
    if not file.is_file():
        return "there is no such file"
    anchor = unquote(parts.fragment)
    if not anchor or anchor.startswith((LAB, "__")) or file.suffix != ".html" or anchor in read(file).ids:
        return None
    return f"{file.relative_to(site).as_posix()} has no such id"


def main(arguments: Sequence[str] | None = None) -> int:
    """Check a site, `build/site` unless another is named; print what is wrong and return 1 where anything is."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    site = Path(given[0]) if given else SITE
    pages = list(site.rglob("*.html"))
    if not pages:
        print(f"links: no page in {site}: run `lesson build` first", file=sys.stderr)
        return 1
    found = list(broken(site))
    print("\n".join([*found, f"{len(pages)} pages, {len(found)} broken links"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
