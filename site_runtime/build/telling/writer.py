"""One page's text on its way into the site: numbers put in, claims found, links made."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from site_runtime.build.catalog import Entry
from site_runtime.build.errors import BuildError
from site_runtime.build.telling.claims import Claims
from site_runtime.build.telling.numbers import NUMBER, Numbers
from site_runtime.build.telling.places import Places
from site_runtime.build.telling.prose import change, lines, outside_code

REFERENCE = re.compile(r"\[([^\]]+)\]:\s")


@dataclass
class Writer:
    """Works on one page after the other; errors name the page and the line."""

    entries: Mapping[str, Entry]
    numbers: Numbers
    places: Places
    claims: Claims

    def markdown(self, text: str, source: str, offset: int) -> str:
        """Return a page's Markdown with its numbers and its claims' definitions replaced, line for line.

        `offset` is how many lines of the file stand before `text`. Raises BuildError.
        """
        self.claims = Claims(self.entries)
        at = _located(source, offset)
        text = change(
            text, at(lambda number, line: outside_code(line, NUMBER, lambda m: self.numbers.tell(m.group(1))))
        )
        text = change(text, at(self.claims.define))
        known = {match.group(1) for _, line, is_prose in lines(text) if is_prose and (match := REFERENCE.match(line))}
        change(text, at(lambda number, line: self.claims.use(line, known)))
        for name in self.claims.unused():
            raise BuildError(f"{source}:{self.claims.lines[name] + offset}: nothing on the page links to “{name}”")
        return text

    def html(self, html: str, source: str, url: str, language: str) -> str:
        """Return a page's HTML with the claims' links made. Raises BuildError."""
        try:
            return self.claims.link(html, language, self.places.address(url, language))
        except BuildError as error:
            raise BuildError(f"{source}: {error}") from error


Edit = Callable[[int, str], str]


def _located(source: str, offset: int) -> Callable[[Edit], Edit]:
    """Return what makes an edit say page and line in its errors."""

    def wrap(edit: Edit) -> Edit:
        def located(number: int, line: str) -> str:
            try:
                return edit(number, line)
            except BuildError as error:
                raise BuildError(f"{source}:{number + offset}: {error}") from error

        return located

    return wrap
