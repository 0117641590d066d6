"""Find the step of a recording that an author speaks of."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote

from site_runtime.build.catalog import Entry
from site_runtime.build.errors import BuildError, unknown
from site_runtime.build.telling.conditions import Moment, parse
from site_runtime.recorder import Area, Input
from site_runtime.trace import State, positions

WHICH = re.compile(r"\s*\((first|last|[1-9]\d*)\)$")


@dataclass(frozen=True)
class Recorded:
    """One input of one area of a lesson, and its recording."""

    entry: Entry
    area: Area
    input: Input

    @property
    def key(self) -> str:
        """``lesson/area/input``."""
        return f"{self.entry.lesson.name}/{self.area.name}/{self.input.name}"

    @property
    def states(self) -> Sequence[State]:
        """Every position."""
        return _states(self.entry.result(self.area, self.input.name).trace)

    @property
    def moments(self) -> list[Moment]:
        """Every position with the one before it."""
        before: list[State | None] = [None, *self.states]
        sources = self.entry.lesson.sources
        return [Moment(last, now, sources) for last, now in zip(before, self.states, strict=False)]


@dataclass(frozen=True)
class Step:
    """A position of a recording, with what holds there as its author wrote it."""

    recorded: Recorded
    position: int
    condition: str

    @property
    def state(self) -> State:
        """What the position shows."""
        return self.recorded.states[self.position]

    @property
    def hash(self) -> str:
        """What stands after an address to open the lab there, as core/link.js writes it."""
        area = self.recorded.area.name
        names = f"lab={quote(self.recorded.entry.lesson.name)}/{quote(area)}&input={quote(self.recorded.input.name)}"
        return f"#{names}&step={self.position}"

    def title(self, language: str) -> str:
        """Return what a link to this step is called where one points at it: input, step, line."""
        top = self.state.stack[-1] if self.state.stack else None
        number = f"第 {self.position + 1} 步" if language == "zh" else f"step {self.position + 1}"
        return " · ".join([self.recorded.input.title[language], number, *([f"{top.file}:{top.line}"] if top else [])])


@lru_cache(maxsize=64)
def _states(trace: str) -> Sequence[State]:
    return tuple(positions(trace))


def recorded(key: str, entries: Mapping[str, Entry]) -> Recorded:
    """Return the recording that ``lesson/area/input`` names; raise BuildError that tells the nearest names."""
    parts = key.split("/")
    if len(parts) != 3:
        raise BuildError(f"“{key}” is not LESSON/AREA/INPUT")
    lesson, area, name = parts
    if lesson not in entries:
        raise BuildError(unknown("lesson", lesson, entries))
    areas = entries[lesson].lesson.areas
    if area not in areas:
        raise BuildError(f"in the lesson “{lesson}” {unknown('area', area, areas)}")
    if name not in areas[area].inputs:
        raise BuildError(f"in the area “{area}” {unknown('input', name, areas[area].inputs)}")
    return Recorded(entries[lesson], areas[area], areas[area].inputs[name])


def find(found: Recorded, text: str, after: int = -1) -> Step:
    """Return the one step where a condition holds; ``(first)``, ``(last)`` or ``(2)`` at its end chooses among several.

    Raises BuildError where there is none, and where there are several and nothing chooses.
    """
    which = WHICH.search(text)
    condition = WHICH.sub("", text).strip()
    test = parse(condition)
    hits = [m.now.position for m in found.moments if m.now.position > after and test(m)]
    return Step(found, _choose(hits, which.group(1) if which else None, condition, found), condition)


def _choose(hits: list[int], which: str | None, condition: str, found: Recorded) -> int:
    if not hits:
        raise BuildError(f"in {found.key} there is no step where “{condition}” holds")
    if which is None and len(hits) > 1:
        steps = ", ".join(str(hit + 1) for hit in hits[:8])
        raise BuildError(
            f"in {found.key} “{condition}” holds at {len(hits)} steps ({steps}…): say (first), (last) or a number"
        )
    index = {None: 0, "first": 0, "last": -1}.get(which)
    index = int(which or 0) - 1 if index is None else index
    if not -1 <= index < len(hits):
        raise BuildError(f"in {found.key} “{condition}” holds at {len(hits)} steps only; there is no ({which})")
    return hits[index]
