"""The fences of this package as SuperFences wants them: a validator and a formatter each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from markdown import Markdown
from pymdownx.superfences import SuperFencesException

from site_runtime.build.cache import Cache
from site_runtime.build.errors import BuildError
from site_runtime.build.fence import Fence
from site_runtime.build.telling import predict, quotes, tracks
from site_runtime.build.telling.places import Places


@dataclass(frozen=True)
class Told:
    """One fence: its name, the element that it becomes, and what makes that from the fence's text."""

    name: str
    element: str
    fence: Fence
    make: Callable[[str], str]

    def validate(self, language: str, inputs: dict[str, str], *_rest: Any) -> bool:
        """Accept a fence; raise SuperFencesException when its head holds anything but the name."""
        if inputs:
            raise self._error("", f"the fence's head takes no options, but has {', '.join(inputs)}")
        return True

    def format(self, source: str, _language: str, _class: str, _options: Any, md: Markdown, **_more: Any) -> str:
        """Return the HTML; raise SuperFencesException, the only exception that stops a strict build."""
        if self.element not in md.block_level_elements:  # or Markdown puts it into a <p>, which no browser keeps whole
            md.block_level_elements.append(self.element)
        try:
            return self.make(source)
        except BuildError as error:
            raise self._error(source, str(error)) from error

    def _error(self, inside: str, reason: str) -> SuperFencesException:
        return SuperFencesException(f"{self.fence.page.where(inside)}: in a `{self.name}` fence: {reason}")


def told(fence: Fence, places: Places, cache: Cache) -> list[Told]:
    """Return the fences; they share the page that `fence` stands on."""

    def predicted(text: str) -> str:
        page = fence.page
        asked = predict.question(text, fence.entries, page.language)
        return predict.render(asked, page.unique("predict"), page.language, places.address(page.url, page.language))

    def drawn(text: str) -> str:
        page = fence.page
        title, found = tracks.rows(text, fence.entries)
        return tracks.render(title, found, page.language, places.address(page.url, page.language))

    return [
        Told(predict.NAME, "lesson-predict", fence, predicted),
        Told(tracks.NAME, "lesson-figure", fence, drawn),
        Told(quotes.SOURCE, "figure", fence, lambda text: quotes.source(text, fence.entries)),
        Told(quotes.OUTPUT, "figure", fence, lambda text: quotes.printed(text, fence.entries, cache)),
    ]
