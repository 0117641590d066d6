"""A lesson on disk: a package of plain Python with one ``inputs.py`` (docs/authors.md)."""

from __future__ import annotations

import ast
import importlib
import runpy
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

INPUTS = "inputs.py"

_Raw = Mapping[str, Any]


class LessonError(ValueError):
    """A lesson that cannot be used: says which file, what is wrong, and the way out."""


@dataclass(frozen=True)
class Input:
    """One input of an area: source texts of its preparation and its call."""

    name: str
    title: dict[str, str]
    prepare: str
    call: str


@dataclass(frozen=True)
class Area:
    """One displayed function with its inputs; ``file`` is a label in ``sources``.

    ``form`` is as it was declared, or None; only the page has a use for it.
    """

    name: str
    file: str
    function: str
    title: dict[str, str]
    watch: dict[str, Any]
    inputs: dict[str, Input]
    form: Any = None


@dataclass(frozen=True)
class Lesson:
    """A lesson: ``sources`` maps labels (paths in the folder) to source texts.

    ``package`` is the dotted name under which its modules import each other and
    ``root`` the folder that holds the package.
    """

    name: str
    title: dict[str, str]
    folder: Path
    root: Path
    package: str
    areas: dict[str, Area]
    sources: dict[str, str]

    def area(self, name: str) -> Area:
        """Return an area; LessonError names the nearest ones."""
        found: Area = find(self.areas, name, f"area in lesson {self.name!r}")
        return found

    def input(self, area: str, name: str) -> Input:
        """Return an input of an area; LessonError names the nearest ones."""
        known = self.area(area).inputs
        found: Input = find(known, name, f"input in {self.name}/{area}")
        return found


def find(known: Mapping[str, Any], name: str, what: str) -> Any:
    """Return ``known[name]``; LessonError lists the nearest names, else all."""
    if name in known:
        return known[name]
    near = get_close_matches(name, known, n=3) or sorted(known)
    hint = f"; did you mean {', '.join(near)}?" if near else "; there is none at all"
    raise LessonError(f"no {what} is called {name!r}{hint}")


def load_lessons(directory: Path) -> dict[str, Lesson]:
    """Return the lessons in a folder, by name: its sub-folders with an ``inputs.py``.

    Raises LessonError when the folder or a lesson in it cannot be used.
    """
    directory = Path(directory).resolve()
    if not directory.is_dir():
        raise LessonError(f"{directory}: no such folder of lessons")
    folders = sorted(path.parent for path in directory.glob(f"*/{INPUTS}"))
    if not folders:
        raise LessonError(f"{directory}: no lesson in it (a folder with an {INPUTS})")
    return {folder.name: load_lesson(folder) for folder in folders}


def load_lesson(folder: Path) -> Lesson:
    """Return the lesson in one folder; LessonError says what is wrong with it."""
    raw = _read_declaration(folder / INPUTS)
    packaged = (folder.parent / "__init__.py").exists()
    prefix = f"{folder.parent.name}." if packaged else ""
    sources = read_sources(folder)
    if f"{folder.name}.py" in sources and "__init__.py" not in sources:
        raise LessonError(
            f"{folder}: the file {folder.name}.py hides the package {folder.name} "
            "that it lies in; add an __init__.py or rename it"
        )
    lesson = Lesson(
        name=folder.name,
        title=_title(raw, folder.name),
        folder=folder,
        root=folder.parent.parent if packaged else folder.parent,
        package=prefix + folder.name,
        areas={},
        sources=sources,
    )
    for entry in _list(raw, "areas", folder / INPUTS):
        area = _area(entry, lesson)
        lesson.areas[area.name] = area
    return lesson


def read_sources(folder: Path) -> dict[str, str]:
    """Return label -> text of every Python file of a lesson but its ``inputs.py``."""
    files = sorted(path for path in folder.rglob("*.py") if path.name != INPUTS)
    return {path.relative_to(folder).as_posix(): read_text(path) for path in files}


def read_text(path: Path) -> str:
    """Return a UTF-8 source with its line ends as they are; LessonError if it is none."""
    try:
        return path.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        raise LessonError(f"{path}: cannot be read as UTF-8 text ({error})") from error


def _read_declaration(path: Path) -> _Raw:
    try:
        found = runpy.run_path(str(path))
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise LessonError(f"{path}: cannot be run ({reason})") from error
    raw = found.get("LESSON")
    if not isinstance(raw, dict):
        raise LessonError(f"{path}: must define a dict LESSON (docs/authors.md)")
    return raw


def _area(raw: _Raw, lesson: Lesson) -> Area:
    path = lesson.folder / INPUTS
    name = _text(raw, "name", path)
    where = f"{path}, area {name!r}"
    file, _, function = _text(raw, "function", where).partition(":")
    source = find(lesson.sources, file, f"source file of {where}")
    find(functions(source, file), function, f"function in {file}")
    inputs = [_input(entry, lesson.folder, where) for entry in _list(raw, "inputs", where)]
    return Area(
        name=name,
        file=file,
        function=function,
        title=_title(raw, name),
        watch=dict(raw.get("watch", {})),
        inputs={entry.name: entry for entry in inputs},
        form=raw.get("form"),
    )


def _input(raw: _Raw, folder: Path, where: str) -> Input:
    name = _text(raw, "name", where)
    return Input(
        name=name,
        title=_title(raw, name),
        prepare=_source(raw, "prepare", folder, f"{where}, input {name!r}"),
        call=_source(raw, "call", folder, f"{where}, input {name!r}"),
    )


def _source(raw: _Raw, key: str, folder: Path, where: str) -> str:
    value = raw.get(key)
    if isinstance(value, dict) and isinstance(value.get("file"), str):
        return read_text(folder / value["file"])
    if isinstance(value, str):
        return value
    raise LessonError(f'{where}: {key!r} must be source text or {{"file": name}}')


def _text(raw: _Raw, key: str, where: object) -> str:
    value = raw.get(key)
    if not isinstance(value, str) or not value or "/" in value:
        raise LessonError(f"{where}: {key!r} must be a non-empty string without '/'")
    return value


def _list(raw: _Raw, key: str, where: object) -> list[_Raw]:
    value = raw.get(key)
    if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
        raise LessonError(f"{where}: {key!r} must be a list of dicts")
    names = [entry.get("name") for entry in value]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise LessonError(f"{where}: two {key} are called {twice!r}; rename one")
    return value


def _title(raw: _Raw, name: str) -> dict[str, str]:
    title = raw.get("title", {})
    return {"zh": title.get("zh", name), "en": title.get("en", name)}


def functions(source: str, label: str) -> dict[str, ast.AST]:
    """Return qualified name -> definition of each function in a source text.

    Raises LessonError, with the line, when the text is no Python.
    """
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise LessonError(f"{label}, line {error.lineno}: {error.msg}") from error
    return dict(_functions_in(tree, ""))


def _functions_in(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.AST]]:
    for child in ast.iter_child_nodes(node):
        inner = prefix
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + child.name, child
            inner = f"{prefix}{child.name}.<locals>."
        elif isinstance(child, ast.ClassDef):
            inner = f"{prefix}{child.name}."
        yield from _functions_in(child, inner)


@contextmanager
def imported(lesson: Lesson) -> Iterator[dict[str, str]]:
    """Import the lesson's modules afresh; yields file name -> label of each.

    They are gone again afterwards, so that no run sees what another left behind.
    The recording must not see imports, so all sources are imported here that can be
    run as a module; one that raises shows its error when the preparation imports it.
    """
    earlier, paths = dict(sys.modules), list(sys.path)
    _forget(lesson)
    sys.path[:0] = [str(lesson.root)]
    sys.path.append(str(lesson.folder))
    try:
        yield {str(lesson.folder / label): label for label in lesson.sources}
    finally:
        sys.path[:] = paths
        _forget(lesson)
        sys.modules.update({k: v for k, v in earlier.items() if k not in sys.modules})


def _forget(lesson: Lesson) -> None:
    importlib.invalidate_caches()
    for name, module in list(sys.modules.items()):
        if belongs(lesson, module):
            del sys.modules[name]


def belongs(lesson: Lesson, module: ModuleType | None) -> bool:
    """Say whether a loaded module is one of the lesson's files."""
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and file.startswith(f"{lesson.folder}/")
