"""The fence ``lesson-tracks``: facts over the steps of recordings, as one figure.

    title: …
    input: LESSON/AREA/INPUT        a row of tracks for each
    track: NAME | CONDITION         where a fact holds, several times

Shown are the steps of the displayed function itself and the end. The picture is whole without JavaScript, and a list
beside it says the same in words.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from site_runtime.build.catalog import Entry
from site_runtime.build.errors import BuildError
from site_runtime.build.telling.claims import Address, anchor
from site_runtime.build.telling.conditions import Moment, Test, line_text, parse
from site_runtime.build.telling.fields import inline, read
from site_runtime.build.telling.moments import Recorded, Step, recorded

NAME = "lesson-tracks"
LABEL, WIDTH, HEIGHT = 96, 18, 20

WORDS = {
    "zh": {
        "never": "一直没有",
        "always": "一直都有",
        "from": "第 {} 步起",
        "to": "第 {}–{} 步",
        "and": "；",
        "end": "结束",
    },
    "en": {
        "never": "never",
        "always": "throughout",
        "from": "from step {}",
        "to": "steps {}–{}",
        "and": "; ",
        "end": "end",
    },
}


@dataclass(frozen=True)
class Track:
    """One fact: its name, and the condition under which it holds."""

    name: str
    test: Test


@dataclass(frozen=True)
class Row:
    """One recording: the positions that are columns, and for each fact whether it holds at each of them."""

    recorded: Recorded
    moments: Sequence[Moment]
    tracks: Sequence[tuple[str, Sequence[bool]]]


def rows(text: str, entries: Mapping[str, Entry]) -> tuple[str, list[Row]]:
    """Return the figure's title and its rows; raise BuildError where the fence names what is not there."""
    fields = read(text, needed=("title",), many=("input", "track"))
    for key in ("input", "track"):
        if not fields[key]:
            raise BuildError(f"the fence lacks `{key}: …`")
    tracks = [_track(given) for given in fields["track"]]
    return fields["title"][0], [_row(recorded(key, entries), tracks) for key in fields["input"]]


def _track(text: str) -> Track:
    name, bar, condition = (part.strip() for part in text.partition("|"))
    if not bar:
        raise BuildError(f"“{text}” is not `NAME | CONDITION`")
    return Track(name, parse(condition))


def _row(found: Recorded, tracks: Sequence[Track]) -> Row:
    moments = [m for m in found.moments if m.now.kind == "end" or m.now.stack[-1].focus]
    return Row(found, moments, [(track.name, [track.test(m) for m in moments]) for track in tracks])


def render(title: str, found: Sequence[Row], language: str, address: Address) -> str:
    """Return the figure's element."""
    parts = "\n".join(_part(row, language, address) for row in found)
    return (
        f'<lesson-figure class="tracks" lang="{language}">\n<figure>\n'
        f"<figcaption>{inline(title)}</figcaption>\n{parts}\n</figure>\n</lesson-figure>"
    )


def _part(row: Row, language: str, address: Address) -> str:
    start = Step(row.recorded, row.moments[0].now.position, "")
    name = escape(row.recorded.input.title[language])
    head = f'<p class="tracks-name">{anchor(start, language, address)}{name}</a></p>'
    words = "".join(f"<li><b>{escape(n)}</b> {spoken(lit, language)}</li>" for n, lit in row.tracks)
    data = escape(json.dumps(_data(row, language), ensure_ascii=False, separators=(",", ":")))
    return (
        f'<div class="tracks-one" role="group" aria-label="{name}" '
        f'data-key="{escape(row.recorded.key)}" data-tracks="{data}">\n'
        f'{head}\n{_drawing(row)}\n<ul class="tracks-words">{words}</ul>\n</div>'
    )


def _data(row: Row, language: str) -> dict[str, object]:
    lines = [line_text(m) or WORDS[language]["end"] for m in row.moments]
    steps = [Step(row.recorded, m.now.position, "") for m in row.moments]
    return {
        "positions": [step.position for step in steps],
        "lines": lines,
        "lit": [list(map(int, lit)) for _, lit in row.tracks],
    }


def spans(lit: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield the first and last index of each stretch where the fact holds."""
    for holds, stretch in groupby(range(len(lit)), lambda index: lit[index]):
        found = list(stretch)
        if holds:
            yield found[0], found[-1]


def spoken(lit: Sequence[bool], language: str) -> str:
    """Return in words where a fact holds; steps count from 1 as columns of the figure."""
    words = WORDS[language]
    found = list(spans(lit))
    if not found:
        return words["never"]
    if found == [(0, len(lit) - 1)]:
        return words["always"]
    told = [words["from" if b == len(lit) - 1 else "to"].format(a + 1, b + 1) for a, b in found]
    return words["and"].join(told)


def _drawing(row: Row) -> str:
    """Return the picture; the words under it are its text, so it is hidden from those who hear the page."""
    width, height = LABEL + WIDTH * len(row.moments), HEIGHT * len(row.tracks)
    tracks = "".join(_line(index, name, lit) for index, (name, lit) in enumerate(row.tracks))
    return (
        f'<svg class="tracks-drawing" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'aria-hidden="true" focusable="false">{tracks}</svg>'
    )


def _line(index: int, name: str, lit: Sequence[bool]) -> str:
    top, middle = index * HEIGHT, index * HEIGHT + HEIGHT // 2
    dark = f'<rect class="tracks-dark" x="{LABEL}" y="{middle - 1}" width="{WIDTH * len(lit)}" height="2"/>'
    bright = "".join(_bright(a, b, top) for a, b in spans(lit))
    return f'<text x="0" y="{middle + 4}">{escape(name)}</text>{dark}{bright}'


def _bright(first: int, last: int, top: int) -> str:
    x, width = LABEL + WIDTH * first, WIDTH * (last - first + 1)
    return f'<rect class="tracks-lit" x="{x}" y="{top + 4}" width="{width}" height="{HEIGHT - 8}" rx="3"/>'
