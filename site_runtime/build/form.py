"""An area's `form`: what a reader may fill in, and the two texts that it makes (docs/authors.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from site_runtime.build.errors import BuildError, unknown
from site_runtime.recorder import Area

KINDS = ("text", "json", "choice")
KEYS = {
    "form": ("fields", "prepare", "call"),
    "field": ("name", "title", "kind", "default", "suggestions", "options"),
    "option": ("name", "title", "text"),
}
NAME = re.compile(r"[A-Za-z_]\w*")
HOLE = re.compile(r"\$(?:\$|\{(\w*)\}|)")

Raw = Mapping[str, Any]


def form(area: Area, where: str) -> dict[str, Any] | None:
    """Return the form as the page reads it, or None where the area has none; BuildError names what is wrong.

    Every text that a choice can make is compiled once, so that a wrong template is the author's to see.
    """
    if area.form is None:
        return None
    where = f"{where}, area {area.name!r}, form"
    raw = _dict(area.form, "form", where)
    fields = [_field(entry, where) for entry in _list(raw, "fields", where)]
    names = [field["name"] for field in fields]
    _refuse_twice(names, "fields", where)
    templates = {part: _text(raw, part, where) for part in ("prepare", "call")}
    _check_holes(templates, names, where)
    _check_python(templates, fields, where)
    return {"fields": fields, **templates}


def _field(raw: Any, where: str) -> dict[str, Any]:
    entry = _dict(raw, "field", where)
    name = _text(entry, "name", where)
    where = f"{where}, field {name!r}"
    if not NAME.fullmatch(name):
        raise BuildError(f"{where}: a field's name is a word, as in `${{sender}}`")
    kind = _text(entry, "kind", where)
    if kind not in KINDS:
        raise BuildError(f"{where}: {unknown('kind', kind, KINDS)}")
    read: Callable[[Raw, str], dict[str, Any]] = {"text": _plain, "json": _json, "choice": _choice}[kind]
    return {"name": name, "title": _title(entry, name, where), "kind": kind, **read(entry, where)}


def _plain(entry: Raw, where: str) -> dict[str, Any]:
    return {"default": _text(entry, "default", where, ""), **_suggestions(entry, where)}


def _json(entry: Raw, where: str) -> dict[str, Any]:
    try:
        default = json.dumps(entry.get("default"), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise BuildError(f"{where}: 'default' must be a value that JSON can hold ({error})") from error
    return {"default": default, **_suggestions(entry, where)}


def _choice(entry: Raw, where: str) -> dict[str, Any]:
    options = [_option(option, where) for option in _list(entry, "options", where)]
    names = [option["name"] for option in options]
    _refuse_twice(names, "options", where)
    if not options:
        raise BuildError(f"{where}: 'options' is empty; give at least one")
    default = _text(entry, "default", where, names[0])
    if default not in names:
        raise BuildError(f"{where}: 'default': {unknown('option', default, names)}")
    return {"default": default, "options": options}


def _option(raw: Any, where: str) -> dict[str, Any]:
    entry = _dict(raw, "option", where)
    name = _text(entry, "name", where)
    return {"name": name, "title": _title(entry, name, where), "text": _text(entry, "text", where, "")}


def _suggestions(entry: Raw, where: str) -> dict[str, Any]:
    given = entry.get("suggestions", [])
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise BuildError(f"{where}: 'suggestions' must be a list of strings")
    return {"suggestions": given} if given else {}


def _check_holes(templates: Mapping[str, str], names: list[str], where: str) -> None:
    used = set()
    for part, template in templates.items():
        for match in HOLE.finditer(template):
            name = match.group(1)
            if match.group() != "$$" and name not in names:
                hole = match.group()
                reason = unknown("field", name, names) if name else "a dollar sign itself is written `$$`"
                raise BuildError(f"{where}: {part!r} has `{hole}`, but {reason}")
            used.add(name)
    unused = next((name for name in names if name not in used), None)
    if unused:
        raise BuildError(f"{where}: no template has `${{{unused}}}`; put it in, or take the field {unused!r} out")


def _check_python(templates: Mapping[str, str], fields: list[dict[str, Any]], where: str) -> None:
    chosen = {field["name"]: [option["text"] for option in field["options"]] for field in fields if "options" in field}
    plain = {field["name"]: "None" for field in fields}
    first = {name: texts[0] for name, texts in chosen.items()}
    tried = [first, *({**first, name: text} for name, texts in chosen.items() for text in texts[1:])]
    for values in tried:
        for part, template in templates.items():
            _compile(_filled(template, {**plain, **values}), f"{where}: {part!r}")


def _filled(template: str, texts: Mapping[str, str]) -> str:
    return HOLE.sub(lambda match: texts[match.group(1)] if match.group(1) else "$", template)


def _compile(source: str, where: str) -> None:
    try:
        compile(source, "form", "exec", dont_inherit=True)
    except SyntaxError as error:
        line = source.split("\n")[(error.lineno or 1) - 1].strip()
        raise BuildError(f"{where} makes text that is no Python: {error.msg}, at `{line}`") from error


def _dict(value: Any, what: str, where: str) -> Raw:
    if not isinstance(value, dict):
        raise BuildError(f"{where}: a {what} must be a dict (docs/authors.md)")
    wrong = next((key for key in value if key not in KEYS[what]), None)
    if wrong is not None:
        raise BuildError(f"{where}: {unknown(f'key of a {what}', str(wrong), KEYS[what])}")
    return value


def _list(raw: Raw, key: str, where: str) -> list[Any]:
    value = raw.get(key)
    if not isinstance(value, list):
        raise BuildError(f"{where}: {key!r} must be a list")
    return value


def _text(raw: Raw, key: str, where: str, default: str | None = None) -> str:
    value = raw.get(key, default)
    if not isinstance(value, str):
        raise BuildError(f"{where}: {key!r} must be a string")
    return value


def _title(raw: Raw, name: str, where: str) -> dict[str, str]:
    title = raw.get("title", {})
    if not isinstance(title, dict):
        raise BuildError(f"{where}: 'title' must be a dict with `zh` and `en`")
    return {"zh": str(title.get("zh", name)), "en": str(title.get("en", name))}


def _refuse_twice(names: list[str], what: str, where: str) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BuildError(f"{where}: two {what} are called {twice!r}; rename one")
