"""Two languages in one MkDocs navigation: each page sees only its own.

The navigation's top level is Chinese, but for one section that holds the English pages.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from site_runtime.build.pages import ENGLISH, language_of


def pages_in(item: Any) -> Iterator[Any]:
    """Yield the pages of a navigation item: itself, or all below it."""
    if getattr(item, "is_page", False):
        yield item
    for child in getattr(item, "children", None) or ():
        yield from pages_in(child)


def by_page(nav: Any) -> dict[str, str]:
    """Return source path -> language; a page is of the language of its section's first page."""
    found: dict[str, str] = {}
    for item in nav.items:
        pages = list(pages_in(item))
        found |= {page.file.src_uri: language_of(pages[0].file.src_uri) for page in pages}
    return found


def part(nav: Any, languages: dict[str, str]) -> None:
    """Cut the chain of previous and next pages where it would lead from one language into the other."""
    for page in nav.pages:
        follower = page.next_page
        if follower and languages.get(page.file.src_uri) != languages.get(follower.file.src_uri):
            page.next_page = follower.previous_page = None


def only(language: str, nav: Any, languages: dict[str, str]) -> Any:
    """Return a copy of the navigation that holds the items of one language, the English ones without their section."""
    seen = copy.copy(nav)
    seen.items = [child for item in nav.items if _is(item, language, languages) for child in _unwrapped(item, language)]
    start = ENGLISH if language == "en" else ""
    seen.homepage = next((page for page in nav.pages if page.url in (start, start or "./")), nav.homepage)
    return seen


def _is(item: Any, language: str, languages: dict[str, str]) -> bool:
    first = next(pages_in(item), None)
    return first is not None and languages[first.file.src_uri] == language


def _unwrapped(item: Any, language: str) -> list[Any]:
    return list(item.children) if language == "en" and item.children else [item]


def twin(language: str, known: Sequence[Mapping[str, str]], addresses: Mapping[str, str]) -> dict[str, str]:
    """Return name, lang and link of the page that says the same in the other language."""
    other = next(given for given in known if given["lang"] != language)
    return {**other, "link": addresses[other["lang"]] or "."}


def own(language: str, known: Sequence[Mapping[str, str]]) -> Mapping[str, str]:
    """Return what the site calls itself in a language: title and description."""
    return next(given for given in known if given["lang"] == language)


def is_placed(site_url: str | None) -> bool:
    """Tell whether the site's address is a real one; the default is this machine's, and belongs on no page."""
    return urlsplit(site_url or "").hostname not in (None, "127.0.0.1", "localhost")
