"""The picture that a link to a page is shown with: its title on paper, and the two gates. Needs nothing but a font."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from pylopdf_fonts_zh_cn import serif_path

from site_runtime.build.cache import Cache, digest
from site_runtime.build.errors import BuildError

SIZE = (1200, 630)
FOLDER = "assets/cards/"
PAPER, INK, FAINT, SEAL, JADE, RULE = "#faf8f3", "#23262d", "#5d616b", "#b23019", "#1b6849", "#e0dbcf"
MARGIN = 90
LINES = 3
LARGEST, LEAST = 92, 48


def path_of(url: str) -> str:
    """Return where the card of a page lies in the site; `url` is the page's, relative to the site."""
    return f"{FOLDER}{url.strip('/').replace('/', '-') or 'index'}.png"


@dataclass
class Cards:
    """The cards of a site's pages: path in the site -> the title and the site's name. `cache` keeps what is drawn."""

    cache: Cache
    texts: dict[str, tuple[str, str]] = field(default_factory=dict)

    def add(self, url: str, title: str, name: str) -> str:
        """Take a page's card down and return where it will lie."""
        self.texts[path_of(url)] = (title, name)
        return path_of(url)

    def lay(self, folder: Path) -> None:
        """Put all cards into a built site; raise BuildError as `draw` does."""
        key = digest(sorted(self.texts.items()), Path(__file__), serif_path())
        shutil.copytree(self.cache.get("cards", key, self._draw), folder, dirs_exist_ok=True)

    def _draw(self, folder: Path) -> None:
        for path, (title, name) in self.texts.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(draw(title, name))


def draw(title: str, name: str) -> bytes:
    """Return a PNG that shows a page's title, and the site's name where that says something else.

    Raises BuildError when the font lacks a character of them: a box is not a character.
    """
    for text in (title, name):
        _refuse_missing(text)
    image = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, SIZE[0], 14), fill=SEAL)
    size, lines = _fitted(title)
    for place, text in enumerate(lines):
        pen.text((MARGIN, 84 + place * size * 1.35), text, INK, _font(size))
    _gates(pen)
    pen.line((MARGIN, 508, SIZE[0] - MARGIN, 508), RULE, 2)
    pen.text((MARGIN, 532), "Python" if title == name else name, FAINT, _font(34))
    packed = io.BytesIO()
    image.quantize(48).save(packed, "PNG", optimize=True)
    return packed.getvalue()


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(serif_path(), size)


@cache
def _drawn(character: str) -> bytes:
    mask = _font(32).getmask(character)
    return bytes(mask) + bytes(mask.size)


def _refuse_missing(text: str) -> None:
    missing = [c for c in text if not c.isspace() and _drawn(c) == _drawn("\uffff")]
    if missing:
        code = f"U+{ord(missing[0]):04X}"
        raise BuildError(f"the cards' font {serif_path().name} has no {missing[0]!r} ({code}), which is in {text!r}")


def _fitted(title: str) -> tuple[int, list[str]]:
    """Return the largest size at which the title fits into its lines, and these."""
    room = SIZE[0] - 2 * MARGIN
    for size in range(LARGEST, LEAST - 1, -4):
        lines = list(_lines(title, size, room))
        if len(lines) <= LINES and len(lines) * size * 1.35 < 300:
            return size, lines
    return LEAST, list(_lines(title, LEAST, room))[:LINES]


def _lines(title: str, size: int, room: int) -> Iterator[str]:
    """Break between words and between Chinese characters."""
    line = ""
    for piece in _pieces(title):
        if line and _font(size).getlength(line + piece) > room:
            yield line.strip()
            line = ""
        line += piece
    yield line.strip()


def _pieces(title: str) -> Iterator[str]:
    word = ""
    for character in title:
        word += character
        if character.isspace() or ord(character) > 0x2E7F:
            yield word
            word = ""
    if word:
        yield word


def _gates(pen: ImageDraw.ImageDraw) -> None:
    """Draw the way through two gates: the first lets through, the second stops."""
    y, first, second = 448, MARGIN + 150, MARGIN + 420
    pen.line((MARGIN, y, second - 14, y), JADE, 6)
    for x, colour in ((first, JADE), (second, SEAL)):
        pen.line((x, y - 38, x, y + 38), colour, 10)
        pen.line((x + 34, y - 38, x + 34, y + 38), colour, 10)
    pen.line((second, y - 38, second + 34, y + 38), SEAL, 6)
    for x in range(second + 60, SIZE[0] - MARGIN, 22):
        pen.line((x, y, x + 10, y), FAINT, 4)
