"""The parts of a lesson's declaration (docs/authors.md): each is read as it must be, or refused with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import PurePosixPath
from typing import Any

KEYS = {
    "lesson": ("title", "areas"),
    "area": ("name", "function", "title", "inputs", "watch", "form"),
    "input": ("name", "title", "prepare", "call"),
    "source file": ("file",),
    "title": ("zh", "en"),
    "watch": ("objects", "folders", "lock", "diagram"),
    "watched object": ("name", "title", "view"),
    "watched folder": ("path", "title", "format", "limits"),
    "folder's limits": ("lines", "bytes"),
    "watched lock": ("name", "title", "holder"),
    "diagram": ("actors", "state", "messages", "from", "to", "text"),
}
NAME = re.compile(r"\w[\w-]*")
NAMING = "letters, digits, '_' and '-', and does not begin with '-'"

Raw = Mapping[str, Any]


class LessonError(ValueError):
    """A lesson that cannot be used: says which file, what is wrong, and the way out."""


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a hint with the known names that come nearest to ``name``, else with all."""
    names = sorted(known)
    near = get_close_matches(name, names, n=3) or names
    return f"did you mean {', '.join(near)}?" if near else "there is none at all"


def find(known: Mapping[str, Any], name: str, what: str) -> Any:
    """Return ``known[name]``; LessonError lists the nearest names, else all."""
    if name in known:
        return known[name]
    raise LessonError(f"no {what} is called {name!r}; {nearest(name, known)}")


def part(value: Any, what: str, where: str) -> Raw:
    """Return a dict that has no other keys than a ``what`` has."""
    if not isinstance(value, dict):
        raise LessonError(f"{where}: must be a dict, not {value!r}")
    for key in value:
        if key not in KEYS[what]:
            raise LessonError(f"{where}: there is no key {key!r} here; {nearest(str(key), KEYS[what])}")
    return value


def text(raw: Raw, key: str, where: str) -> str:
    """Return a text that is not empty."""
    value = raw.get(key)
    if not isinstance(value, str) or not value:
        raise LessonError(f"{where}: {key!r} must be a non-empty string, not {value!r}")
    return value


def name(raw: Raw, where: str) -> str:
    """Return the name of an area or an input: it stands in addresses, in file names and on the command line."""
    found = text(raw, "name", where)
    if not NAME.fullmatch(found):
        raise LessonError(f"{where}: the name {found!r} cannot be used; a name has {NAMING}")
    return found


def variable(raw: Raw, where: str) -> str:
    """Return the name of something in the preparation's namespace."""
    found = text(raw, "name", where)
    if not found.isidentifier():
        raise LessonError(f"{where}: {found!r} is no name of a variable; watch one that the preparation makes")
    return found


def title(raw: Raw, name: str, where: str) -> dict[str, str]:
    """Return a title in both languages; where one is not given the name stands for it."""
    given = part(raw.get("title", {}), "title", f"{where}, title")
    if not all(isinstance(value, str) for value in given.values()):
        raise LessonError(f"{where}: 'title' must be {{'zh': text, 'en': text}}, not {given!r}")
    return {"zh": given.get("zh", name), "en": given.get("en", name)}


def entries(raw: Raw, key: str, where: str) -> list[Any]:
    """Return a list of dicts, none of which has the name of another."""
    value = raw.get(key)
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise LessonError(f"{where}: {key!r} must be a list of dicts")
    names = [entry.get("name", entry.get("path")) for entry in value]
    twice = next((name for name in names if name is not None and names.count(name) > 1), None)
    if twice is not None:
        raise LessonError(f"{where}: two {key} are called {twice!r}; rename one")
    return value


def some(raw: Raw, key: str, where: str) -> list[Any]:
    """Return such a list that has at least one entry."""
    found = entries(raw, key, where)
    if not found:
        raise LessonError(f"{where}: {key!r} is empty; give at least one")
    return found


def inner_path(raw: Raw, key: str, where: str) -> str:
    """Return a relative path that stays in its folder and is written plainly: no ``..``, no slash at an end."""
    found = text(raw, key, where)
    path = PurePosixPath(found)
    if path.is_absolute() or ".." in path.parts or "\0" in found:
        raise LessonError(f"{where}: {key!r} leads out of its folder: {found!r}; give a relative path without '..'")
    if str(path) != found or "\\" in found:
        raise LessonError(f"{where}: {key!r} is not written plainly: {found!r}; did you mean {path}?")
    return found
