"""Pages by language, and pages for lessons that come from outside the site's own folders."""

from __future__ import annotations

import re
from collections.abc import Container
from pathlib import Path

from site_runtime.recorder import Lesson

ENGLISH = "en/"
FOLDER = "lessons"
TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)


def language_of(path: str) -> str:
    """Return the language of a page by its source path or address: English below ``en/``, else Chinese."""
    return "en" if path.startswith(ENGLISH) or path == ENGLISH.rstrip("/") else "zh"


def counterparts(path: str, existing: Container[str]) -> dict[str, str]:
    """Return language -> address of the same page, or of the start page where that language has no such page."""
    chinese = path.removeprefix(ENGLISH)
    addresses = {"zh": chinese, "en": ENGLISH + chinese}
    starts = {"zh": "", "en": ENGLISH}
    return {key: address if address in existing else starts[key] for key, address in addresses.items()}


def outside_pages(lesson: Lesson) -> dict[str, Path | str]:
    """Return source path -> file or text of the pages of a lesson: its own, else one a language with every area."""
    folder = lesson.folder / "pages"
    own = sorted(folder.rglob("*.md"))
    if own:
        return {f"{FOLDER}/{lesson.name}/{path.relative_to(folder).as_posix()}": path for path in own}
    return {
        f"{FOLDER}/{lesson.name}.md": _text(lesson, "zh"),
        f"{ENGLISH}{FOLDER}/{lesson.name}.md": _text(lesson, "en"),
    }


def _text(lesson: Lesson, language: str) -> str:
    areas = [
        f"## {area.title[language]}\n\n```lesson\nlesson: {lesson.name}\nfunction: {area.name}\n```\n"
        for area in lesson.areas.values()
    ]
    return "\n".join([f"# {lesson.title[language]}\n", *areas])


def opening(lesson: Lesson) -> str:
    """Return the source path of the page that opens a lesson from outside: its index, else its first page."""
    paths = list(outside_pages(lesson))
    index = f"{FOLDER}/{lesson.name}/index.md"
    return index if index in paths else paths[0]


def address_of(path: str) -> str:
    """Return the address, relative to the site, of the page with this source path."""
    return path.removesuffix(".md").removesuffix("index").rstrip("/") + "/"


def boxed(html: str) -> str:
    """Return a page's HTML with each plain table in a box of its own.

    The theme's script puts each into two more; done among the page's paragraphs, that costs the style of all of them.
    """
    return TABLE.sub(r'<div class="sheet">\g<0></div>', html)
