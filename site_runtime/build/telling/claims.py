"""Links in prose that open the lab at a step where something is true.

An author links as Markdown does, ``[the line that decides][decides]``, and says once on the page, on a line of its own,
where that leads: ``[decides]: step:LESSON/AREA/INPUT CONDITION``. The build finds the step in the recording.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape

from site_runtime.build.catalog import Entry
from site_runtime.build.errors import BuildError, unknown
from site_runtime.build.telling.moments import Step, find, recorded
from site_runtime.build.telling.prose import outside_code

DEFINITION = re.compile(r"\[([^\]]+)\]:\s*step:(\S+)\s+(.+?)\s*$")
USE = re.compile(r"\]\[([^\]]+)\]")
SCHEME = "claim:"
LINK = re.compile(rf'<a href="{SCHEME}([^"]+)">')

Address = Callable[[Step], str]


@dataclass
class Claims:
    """The claims of one page, by name."""

    entries: Mapping[str, Entry]
    steps: dict[str, Step] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    lines: dict[str, int] = field(default_factory=dict)

    def define(self, number: int, line: str) -> str:
        """Return a line as Markdown gets it, the claim that it defines kept; raise BuildError where no step fits."""
        match = DEFINITION.match(line)
        if match is None:
            return line
        name, key, condition = match.groups()
        if name in self.steps:
            raise BuildError(f"the claim “{name}” is defined twice on this page")
        self.steps[name] = find(recorded(key, self.entries), condition)
        self.lines[name] = number
        return f"[{name}]: {SCHEME}{name}"

    def use(self, line: str, known: set[str]) -> str:
        """Return the line and note the claims in it; raise BuildError for a link that is neither to one nor `known`."""

        def note(match: re.Match[str]) -> str:
            name = match.group(1)
            if name not in self.steps and name not in known:
                raise BuildError(unknown("claim or link on this page called", name, [*self.steps, *known]))
            self.used.add(name)
            return match.group()

        return outside_code(line, USE, note)

    def unused(self) -> list[str]:
        """Return the names that nothing links to."""
        return [name for name in self.steps if name not in self.used]

    def link(self, html: str, language: str, address: Address) -> str:
        """Return a page's HTML with each claim's link made."""
        return LINK.sub(lambda match: self._opening(self.steps[match.group(1)], language, address), html)

    def _opening(self, step: Step, language: str, address: Address) -> str:
        return anchor(step, language, address)


def anchor(step: Step, language: str, address: Address) -> str:
    """Return the opening tag of a link to a step; what is true there stands in `data-claim`."""
    attributes = {
        "class": "claim",
        "href": address(step) + step.hash,
        "title": step.title(language),
        "data-claim": f"{step.recorded.key} {step.condition}",
        "data-step": str(step.position),
    }
    return "<a " + " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items()) + ">"
