"""The SuperFences fence ``lesson``: its validator and its formatter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from markdown import Markdown
from pymdownx.superfences import SuperFencesException

from site_runtime.build.assets import FOLDER
from site_runtime.build.catalog import Entry
from site_runtime.build.errors import BuildError
from site_runtime.build.manifest import manifest
from site_runtime.build.markup import Shown, render
from site_runtime.build.request import Wanted, parse, resolve
from site_runtime.build.telling.moments import Recorded

NAME = "lesson"
ELEMENT = "lesson-lab"


@dataclass
class Page:
    """The page that is being rendered: its source, its address in the site, its language, and its areas so far."""

    source: str
    url: str
    language: str
    markdown: str = ""
    offset: int = 0
    """Lines of the source file before `markdown`: the page's meta data."""
    seen: Counter[str] = field(default_factory=Counter)

    @property
    def base(self) -> str:
        """The way from this page to ``assets/lesson/``."""
        return "../" * self.url.count("/") + FOLDER

    def where(self, inside: str) -> str:
        """Return the file, and the line on which a fence with this text opens where that is plain."""
        if not inside.strip():
            return self.source
        wanted = [line.strip() for line in inside.strip().split("\n")]
        lines = [line.strip(" >\t") for line in self.markdown.split("\n")]
        found = [at for at in range(len(lines)) if lines[at : at + len(wanted)] == wanted]
        return f"{self.source}:{found[0] + self.offset}" if len(found) == 1 else self.source

    def unique(self, name: str) -> str:
        """Return the start of ids for one more element of this name; a second one on the page has a number."""
        self.seen[name] += 1
        times = self.seen[name]
        return name if times == 1 else f"{name}.{times}"


class Fence:
    """Turns the fences of a site into areas. `page` is set before each page is rendered."""

    name = NAME

    def __init__(self, entries: Mapping[str, Entry], runtime: Mapping[str, str]) -> None:
        """Show these lessons; `runtime` goes into every manifest."""
        self.entries = entries
        self.runtime = runtime
        self.page = Page("", "", "zh")

    def validate(self, language: str, inputs: dict[str, str], *_rest: Any) -> bool:
        """Accept a fence; raise SuperFencesException when its head holds anything but the name."""
        if inputs:
            raise self._error(
                f"the fence's head takes no options, but has {', '.join(inputs)}; write them as lines inside"
            )
        return True

    def format(self, source: str, _language: str, _class: str, _options: Any, md: Markdown, **_more: Any) -> str:
        """Return the area's HTML; raise SuperFencesException, the only exception that stops a strict build."""
        if ELEMENT not in md.block_level_elements:  # or Markdown puts it into a <p>, which no browser keeps whole
            md.block_level_elements.append(ELEMENT)
        try:
            return render(self._shown(resolve(parse(source), self.entries)))
        except BuildError as error:
            raise self._error(str(error), source) from error

    def _error(self, reason: str, inside: str = "") -> SuperFencesException:
        return SuperFencesException(f"{self.page.where(inside)}: in a `{NAME}` fence: {reason}")

    def _shown(self, wanted: Wanted) -> Shown:
        entry, area = wanted.entry, wanted.area
        data = manifest(entry, area, wanted.inputs, self.page.base, self.runtime)
        outcomes = {name: entry.result(area, name).run for name in wanted.inputs}
        found = {name: Recorded(entry, area, area.inputs[name]) for name in wanted.inputs}
        return Shown(self.page.language, self.page.unique(f"{entry.lesson.name}-{area.name}"), data, outcomes, found)
