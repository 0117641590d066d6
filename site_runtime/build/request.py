"""The text inside a ``lesson`` fence, and what it asks for.

Format: ``lesson: NAME``, ``function: NAME`` and optionally ``inputs: NAME, NAME``, one a line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from site_runtime.build.catalog import Entry
from site_runtime.build.errors import BuildError, unknown
from site_runtime.recorder import Area

KEYS = ("lesson", "function", "inputs")


@dataclass(frozen=True)
class Wanted:
    """An area of a lesson and the inputs of it to show, in this order."""

    entry: Entry
    area: Area
    inputs: tuple[str, ...]


def parse(text: str) -> dict[str, str]:
    """Return the fence's fields; raise BuildError that quotes the line it cannot read, or names what is missing."""
    fields: dict[str, str] = {}
    for line in filter(str.strip, text.splitlines()):
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or not value:
            raise BuildError(f"“{line.strip()}” is not `key: value`; a fence holds {', '.join(KEYS)}")
        if key not in KEYS or key in fields:
            raise BuildError(f"“{key}” is given twice" if key in fields else unknown("field", key, KEYS))
        fields[key] = value
    missing = next((key for key in KEYS[:2] if key not in fields), None)
    if missing:
        raise BuildError(f"the fence lacks `{missing}: NAME`")
    return fields


def resolve(fields: Mapping[str, str], entries: Mapping[str, Entry]) -> Wanted:
    """Return what the fields name; raise BuildError with the nearest valid names when there is no such thing."""
    name = fields["lesson"]
    if name not in entries:
        raise BuildError(unknown("lesson", name, entries))
    entry = entries[name]
    area = _area(fields["function"], entry)
    return Wanted(entry, area, _inputs(fields.get("inputs"), area))


def _area(name: str, entry: Entry) -> Area:
    """Return the area of this name, or the only one that displays the function of this name."""
    areas = entry.lesson.areas
    if name in areas:
        return areas[name]
    same = [area for area in areas.values() if name in (area.function, f"{area.file}:{area.function}")]
    if len(same) > 1:
        names = ", ".join(area.name for area in same)
        raise BuildError(f"several areas show the function “{name}”; name one of them: {names}")
    if not same:
        raise BuildError(f"in the lesson “{entry.lesson.name}” {unknown('function', name, areas)}")
    return same[0]


def _inputs(chosen: str | None, area: Area) -> tuple[str, ...]:
    if chosen is None:
        return tuple(area.inputs)
    names = tuple(name.strip() for name in chosen.split(","))
    for name in names:
        if name not in area.inputs:
            raise BuildError(f"the area “{area.name}” has no such input: {unknown('input', name, area.inputs)}")
    if len(set(names)) < len(names):
        raise BuildError(f"`inputs: {chosen}` names an input twice")
    return names
