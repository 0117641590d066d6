"""A lesson on disk: a package of plain Python with one ``inputs.py`` (docs/authors.md)."""

from __future__ import annotations

import ast
import importlib
import runpy
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from site_runtime.recorder import declared
from site_runtime.recorder.blame import blame, line_of
from site_runtime.recorder.checking import fault_of
from site_runtime.recorder.declared import LessonError, Raw, entries, find, inner_path, part, some, text, title
from site_runtime.recorder.watched import watched

INPUTS = "inputs.py"


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


def load_lessons(directory: Path, tell: Callable[[str], object] = str) -> dict[str, Lesson]:
    """Return the lessons in a folder, by name: its sub-folders with an ``inputs.py``.

    ``tell`` is handed the path of each ``inputs.py`` before it is run. Raises LessonError
    when the folder or a lesson in it cannot be used.
    """
    directory = Path(directory).resolve()
    if not directory.is_dir():
        raise LessonError(f"{directory}: no such folder of lessons")
    folders = sorted(path.parent for path in directory.glob(f"*/{INPUTS}") if path.parent.name[0] != ".")
    if not folders:
        raise LessonError(f"{directory}: no lesson in it (a folder with an {INPUTS})")
    lessons = {}
    for folder in folders:
        tell(str(folder / INPUTS))
        lessons[folder.name] = load_lesson(folder)
    return lessons


def load_lesson(folder: Path) -> Lesson:
    """Return the lesson in one folder; LessonError says what is wrong with it."""
    packaged = (folder.parent / "__init__.py").exists()
    _check_names(folder, packaged)
    raw = _read_declaration(folder / INPUTS)
    prefix = f"{folder.parent.name}." if packaged else ""
    lesson = Lesson(
        name=folder.name,
        title=title(raw, folder.name, str(folder / INPUTS)),
        folder=folder,
        root=folder.parent.parent if packaged else folder.parent,
        package=prefix + folder.name,
        areas={},
        sources=read_sources(folder),
    )
    # Without an area a lesson can still show what its modules print, if it has any.
    read = entries if lesson.sources else some
    for entry in read(raw, "areas", str(folder / INPUTS)):
        area = _area(entry, lesson)
        lesson.areas[area.name] = area
    return lesson


def _check_names(folder: Path, packaged: bool) -> None:
    """Raise LessonError where a folder's name cannot stand in an address, or its modules could not be imported."""
    declared.name({"name": folder.name}, f"{folder}, the lesson's folder")
    top = folder.parent if packaged else folder
    if top.name in sys.stdlib_module_names:
        raise LessonError(
            f"{folder}: its modules could not be imported: the standard library has a module {top.name}; "
            f"rename the folder {top}"
        )
    if (folder / f"{folder.name}.py").exists() and not (folder / "__init__.py").exists():
        raise LessonError(
            f"{folder}: the file {folder.name}.py hides the package {folder.name} "
            "that it lies in; add an __init__.py or rename it"
        )


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


def _read_declaration(path: Path) -> Raw:
    """Return the dict that an ``inputs.py`` defines; whatever it raises, it has a place and a reason."""
    try:
        found = runpy.run_path(str(path))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise LessonError(f"{path}: cannot be run: {blame(error, str(path), _lines(path))}") from error
    raw = found.get("LESSON")
    if not isinstance(raw, dict):
        raise LessonError(f"{path}: must define a dict LESSON (docs/authors.md)")
    return part(raw, "lesson", str(path))


def _lines(path: Path) -> str:
    return path.read_bytes().decode(errors="replace")


def _area(raw: Raw, lesson: Lesson) -> Area:
    path = str(lesson.folder / INPUTS)
    name = declared.name(raw, path)
    where = f"{path}, area {name!r}"
    part(raw, "area", where)
    file, _, function = text(raw, "function", where).partition(":")
    source = find(lesson.sources, file, f"source file of {where}")
    find(functions(source, str(lesson.folder / file)), function, f"function in {lesson.folder / file}")
    inputs = [_input(entry, lesson.folder, where) for entry in some(raw, "inputs", where)]
    return Area(
        name=name,
        file=file,
        function=function,
        title=title(raw, name, where),
        watch=watched(raw.get("watch", {}), f"{where}, watch"),
        inputs={entry.name: entry for entry in inputs},
        form=raw.get("form"),
    )


def _input(raw: Raw, folder: Path, where: str) -> Input:
    name = declared.name(raw, where)
    where = f"{where}, input {name!r}"
    part(raw, "input", where)
    return Input(
        name=name,
        title=title(raw, name, where),
        prepare=_source(raw, "prepare", folder, where),
        call=_source(raw, "call", folder, where),
    )


def _source(raw: Raw, key: str, folder: Path, where: str) -> str:
    value = raw.get(key)
    if isinstance(value, dict):
        value = _file(value, folder, f"{where}, {key}")
    if not isinstance(value, str):
        raise LessonError(f'{where}: {key!r} must be source text or {{"file": name}}, not {value!r}')
    fault = fault_of(value, key)
    if fault:
        line = line_of(value, fault["line"])
        raise LessonError(f"{where}: {key!r} is no Python: {fault['message']}, at line {fault['line']}: {line}")
    return value


def _file(raw: Raw, folder: Path, where: str) -> str:
    """Return the text of a file in the lesson's folder; a link must not lead out of it either."""
    path = folder / inner_path(part(raw, "source file", where), "file", where)
    if not path.resolve().is_relative_to(folder.resolve()):
        raise LessonError(f"{where}: {path} is a link that leads out of the lesson's folder; copy the file into it")
    if not path.is_file():
        raise LessonError(f"{where}: there is no file {path}")
    return read_text(path)


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
