"""The ``watch`` of an area, as the recorder and the page read it: every title is there, every name can be one."""

from __future__ import annotations

from typing import Any

from site_runtime.recorder.declared import (
    KEYS,
    LessonError,
    Raw,
    entries,
    inner_path,
    nearest,
    part,
    text,
    title,
    variable,
)

VIEWS = ("table",)


def watched(raw: Any, where: str) -> dict[str, Any]:
    """Return what an area watches, with its titles filled in; raise LessonError that names the field."""
    given = part(raw, "watch", where)
    found = dict(given)
    for key, read in (("objects", _object), ("folders", _folder)):
        if key in given:
            found[key] = [
                read(entry, f"{where}, {key}[{place}]") for place, entry in enumerate(entries(given, key, where))
            ]
    for key, only in (("lock", _lock), ("diagram", _diagram)):
        if key in given:
            found[key] = only(given[key], f"{where}, {key}")
    if "diagram" in given:
        _check_diagram(found, f"{where}, diagram")
    return found


def _object(raw: Any, where: str) -> dict[str, Any]:
    entry = part(raw, "watched object", where)
    name = variable(entry, where)
    if entry.get("view", VIEWS[0]) not in VIEWS:
        raise LessonError(f"{where}: no view is called {entry['view']!r}; {nearest(str(entry['view']), VIEWS)}")
    return {**entry, "title": title(entry, name, where)}


def _folder(raw: Any, where: str) -> dict[str, Any]:
    entry = part(raw, "watched folder", where)
    path = inner_path(entry, "path", where)
    if "format" in entry:
        text(entry, "format", where)
    limits = part(entry.get("limits", {}), "folder's limits", f"{where}, limits")
    for key, value in limits.items():
        if type(value) is not int or value < 1:
            raise LessonError(f"{where}, limits: {key!r} must be a number from 1 on, not {value!r}")
    return {**entry, "title": title(entry, path, where)}


def _lock(raw: Any, where: str) -> dict[str, Any]:
    entry = part(raw, "watched lock", where)
    name, holder = variable(entry, where), entry.get("holder", [])
    if not isinstance(holder, list) or not all(isinstance(one, str) for one in holder):
        raise LessonError(f"{where}: 'holder' must be a list of names of variables, not {holder!r}")
    return {**entry, "title": title(entry, name, where)}


def _diagram(raw: Any, where: str) -> dict[str, Any]:
    entry = part(raw, "diagram", where)
    return {key: text(entry, key, where) for key in KEYS["diagram"]}


def _check_diagram(watch: Raw, where: str) -> None:
    """Raise LessonError unless a diagram's actors and messages are watched."""
    for key, group, called in (("actors", "objects", "name"), ("messages", "folders", "path")):
        known = [entry[called] for entry in watch.get(group, ())]
        if watch["diagram"][key] not in known:
            told = f"{key!r} is {watch['diagram'][key]!r}, which is not one of the watched {group}"
            raise LessonError(f"{where}: {told}; {nearest(watch['diagram'][key], known)}")
