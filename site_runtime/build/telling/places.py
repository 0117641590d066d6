"""Which page shows which area: a link to a step leads there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from posixpath import relpath

from site_runtime.build.catalog import Entry
from site_runtime.build.errors import BuildError
from site_runtime.build.request import Wanted, parse, resolve
from site_runtime.build.telling.moments import Step
from site_runtime.build.telling.prose import FENCE


def fences(markdown: str, name: str) -> Iterable[str]:
    """Yield the text inside each fence of this name."""
    inside: list[str] | None = None
    for line in markdown.split("\n"):
        match = FENCE.match(line)
        if match and inside is not None:
            yield "\n".join(inside)
            inside = None
        elif match and line.strip().strip("`~").strip() == name:
            inside = []
        elif inside is not None:
            inside.append(line)


@dataclass
class Places:
    """Language and area -> the addresses of the pages that show it, each with the inputs it shows."""

    entries: Mapping[str, Entry]
    known: dict[tuple[str, str], list[tuple[str, tuple[str, ...]]]] = field(default_factory=dict)

    def add(self, markdown: str, url: str, language: str) -> None:
        """Note the areas of one page. A fence that cannot be read is passed over: its own turn reports it."""
        for text in fences(markdown, "lesson"):
            wanted = self._wanted(text)
            if wanted:
                key = (language, f"{wanted.entry.lesson.name}/{wanted.area.name}")
                self.known.setdefault(key, []).append((url, wanted.inputs))

    def _wanted(self, text: str) -> Wanted | None:
        try:
            return resolve(parse(text), self.entries)
        except BuildError:
            return None

    def address(self, url: str, language: str) -> Callable[[Step], str]:
        """Return what leads from the page at `url` to the one that shows a step's area.

        That is the page itself where it can be, else the one that shows most inputs of the area.
        """
        return lambda step: self._address(step, url, language)

    def _address(self, step: Step, url: str, language: str) -> str:
        area = f"{step.recorded.entry.lesson.name}/{step.recorded.area.name}"
        shown = [place for place in self.known.get((language, area), []) if step.recorded.input.name in place[1]]
        if not shown:
            raise BuildError(f"no page in this language shows {step.recorded.key}, so nothing can open a step of it")
        if any(page == url for page, _inputs in shown):
            return ""
        page, _inputs = max(shown, key=lambda place: len(place[1]))
        return relpath(f"/{page}", f"/{url}") + "/"
