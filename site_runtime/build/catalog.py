"""All lessons of a build: what their folders hold and what was recorded from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from site_runtime.build import traces
from site_runtime.build.cache import Cache
from site_runtime.build.errors import BuildError
from site_runtime.parity.results import Result, Session
from site_runtime.recorder import Area, Lesson, LessonError, load_lessons


@dataclass(frozen=True)
class Entry:
    """One lesson, the folder of lessons it comes from, and the session that holds its recordings."""

    lesson: Lesson
    directory: Path
    session: Session

    def result(self, area: Area, name: str) -> Result:
        """Return the recording of one input."""
        return self.session.results[f"{self.lesson.name}/{area.name}/{name}"]


def load(directory: Path) -> dict[str, Lesson]:
    """Return the lessons in a folder by name; raise BuildError that names the folder when it holds none."""
    try:
        return load_lessons(directory)
    except LessonError as error:
        raise BuildError(str(error)) from error


def gather(directories: Iterable[Path], cache: Cache) -> dict[str, Entry]:
    """Return every lesson of these folders by name; raise BuildError when two share a name or a folder holds none."""
    entries: dict[str, Entry] = {}
    for directory in directories:
        session = traces.record(directory, cache)  # first: a child tells what would end or hold up this process
        lessons = load(directory)
        _refuse_twins(entries, lessons, directory)
        entries |= {name: Entry(lesson, directory, session) for name, lesson in lessons.items()}
    return entries


def _refuse_twins(entries: dict[str, Entry], lessons: Iterable[str], directory: Path) -> None:
    for name in entries.keys() & set(lessons):
        raise BuildError(f"the lesson “{name}” is in {entries[name].directory} and in {directory}: rename one folder")
