"""What a recording came to, as HTML that needs no JavaScript: its ending, its path of lines, its final tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from itertools import groupby
from typing import Any

from site_runtime.build.telling.conditions import type_of
from site_runtime.build.telling.look import look, plain
from site_runtime.build.telling.moments import Recorded
from site_runtime.trace import State

WORDS = {
    "zh": {"returned": "返回", "raised": "抛出", "path": "走过的行", "final": "结束时的"},
    "en": {"returned": "returned", "raised": "raised", "path": "lines run", "final": "at the end:"},
}


def render(found: Recorded, prefix: str, language: str) -> Iterator[str]:
    """Yield the parts for one input; `prefix` starts the ids of the displayed lines on the page."""
    words = WORDS[language]
    end = ending(found)
    if end:
        yield f'<p class="lab-end">{words[end[0]]} <code>{escape(end[1])}</code></p>'
    links = " ".join(f'<a href="#{prefix}-{line}">{line}</a>' for line in path(found))
    yield f'<p class="lab-path">{words["path"]} {links}</p>'
    for watched in found.area.watch.get("objects", ()):
        if watched.get("view") == "table":
            title = f"{words['final']}{watched.get('title', {}).get(language, watched['name'])}"
            yield from _table(look(found.states[-1], watched["name"]), title)


def ending(found: Recorded) -> tuple[str, str] | None:
    """Return how the displayed function's last activation ended, and with what; None when it never did."""
    ends = [s for s in found.states if s.kind in ("returned", "raised") and s.stack[-1].focus]
    if not ends:
        return None
    return (ends[-1].kind, repr(plain(ends[-1], ends[-1].result)) if ends[-1].kind == "returned" else _raised(ends[-1]))


def _raised(state: State) -> str:
    attributes = plain(state, state.exception)
    first = attributes.get("args", ()) if isinstance(attributes, dict) else ()
    return f"{type_of(state)}: {first[0]}" if first else type_of(state)


def path(found: Recorded) -> list[int]:
    """Return the lines of the displayed function in the order in which they ran, without what they called."""
    lines = [s.line for s in found.states if s.kind == "line" and s.stack[-1].focus]
    return [line for line, _ in groupby(lines)]


def _table(rows: Any, title: str) -> Iterator[str]:
    """Yield a dict of dicts as a table; anything else, and an empty one, has none."""
    if not isinstance(rows, Mapping) or not rows or not all(isinstance(row, Mapping) for row in rows.values()):
        return
    columns = list(dict.fromkeys(key for row in rows.values() for key in row))
    head = "".join(f'<th scope="col">{escape(str(column))}</th>' for column in ("", *columns))
    body = "".join(
        f'<tr><th scope="row">{escape(str(key))}</th>{_cells(row, columns)}</tr>' for key, row in rows.items()
    )
    yield (
        f'<table class="lab-final"><caption>{escape(title)}</caption><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def _cells(row: Mapping[str, Any], columns: list[str]) -> str:
    return "".join(f"<td><code>{escape(_short(row[key]) if key in row else '')}</code></td>" for key in columns)


def _short(value: Any) -> str:
    return value if isinstance(value, str) else repr(value)
