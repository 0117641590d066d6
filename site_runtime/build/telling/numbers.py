"""Numbers that a page says and nobody types: ``{{ inputs of team_protocols }}``.

What can be counted: `areas`, `inputs`, `snapshots`, `focus` (snapshots in the displayed functions) and `runs` of a
lesson; all but `areas` and `runs` of ``lesson/area`` and, but for `inputs`, of ``lesson/area/input``. A lesson adds
facts of its own by a module ``facts.py`` that prints one JSON object. ``MAX_BODY of lesson/mailbox.py`` is a constant
of a source file.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from site_runtime.build.cache import Cache
from site_runtime.build.catalog import Entry
from site_runtime.build.errors import BuildError, unknown
from site_runtime.build.own import printed
from site_runtime.build.runs import SOURCE as RUNS
from site_runtime.build.runs import transcripts
from site_runtime.parity.results import Result

NUMBER = re.compile(r"\{\{\s*(.*?)\s*\}\}")
FORM = re.compile(r"([\w-]+) of (\S+)")
FACTS = "facts.py"

Fact = Callable[[], Any]


@dataclass(frozen=True)
class Numbers:
    """All numbers that can be told of these lessons."""

    entries: Mapping[str, Entry]
    cache: Cache

    def tell(self, text: str) -> str:
        """Return the number that ``NAME of WHERE`` means; raise BuildError that tells the nearest right names."""
        match = FORM.fullmatch(text)
        if match is None:
            raise BuildError(f"“{{{{ {text} }}}}” is not `NAME of WHERE`, as in {{{{ inputs of LESSON }}}}")
        name, where = match.groups()
        facts = self._facts(where)
        if name not in facts:
            raise BuildError(unknown(f"number of {where}", name, facts))
        value = facts[name]()
        return f"{value:,}" if isinstance(value, int) else str(value)

    def _facts(self, where: str) -> Mapping[str, Fact]:
        lesson, *rest = where.split("/")
        if lesson not in self.entries:
            raise BuildError(unknown("lesson", lesson, self.entries))
        entry = self.entries[lesson]
        if not rest:
            return self._of_lesson(entry)
        path = "/".join(rest)
        if path.endswith(".py"):
            return constants(entry, path)
        return _of_recordings(_below(entry, path), with_inputs=len(rest) == 1)

    def _of_lesson(self, entry: Entry) -> Mapping[str, Fact]:
        facts: dict[str, Fact] = {"areas": lambda: len(entry.lesson.areas)}
        facts |= _of_recordings(_below(entry, ""), with_inputs=True)
        if RUNS in entry.lesson.sources:
            facts["runs"] = lambda: len(transcripts(entry.lesson, self.cache))
        if FACTS in entry.lesson.sources:
            own = printed(entry.lesson, Path(FACTS).stem, self.cache)
            facts |= {name: partial(own.get, name) for name in own}
        return facts


def _below(entry: Entry, path: str) -> Sequence[Result]:
    """Return the recordings of a lesson, of one area, or of one input."""
    lesson = entry.lesson
    start = f"{lesson.name}/{path}".rstrip("/") + "/"
    found = [result for key, result in entry.session.results.items() if f"{key}/".startswith(start)]
    if not found:
        inputs = [f"{area.name}/{name}" for area in lesson.areas.values() for name in area.inputs]
        known = [*lesson.areas, *inputs, *lesson.sources]
        raise BuildError(f"in the lesson “{lesson.name}” {unknown('area, input or file', path, known)}")
    return found


def _of_recordings(results: Sequence[Result], with_inputs: bool) -> dict[str, Fact]:
    facts: dict[str, Fact] = {
        "snapshots": lambda: sum(result.snapshots for result in results),
        "focus": lambda: sum(result.focus for result in results),
    }
    return {**facts, "inputs": lambda: len(results)} if with_inputs else facts


def constants(entry: Entry, label: str) -> Mapping[str, Fact]:
    """Return the constants that a source file of a lesson assigns at its top; BuildError where it has no such file."""
    sources = entry.lesson.sources
    if label not in sources:
        raise BuildError(f"in the lesson “{entry.lesson.name}” {unknown('file', label, sources)}")
    return {
        node.targets[0].id: partial(ast.literal_eval, node.value)
        for node in ast.parse(sources[label]).body
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.targets[0], ast.Name)
    }
