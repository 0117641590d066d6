"""What can be run: a general program, or one input of a lesson, the reader's own among them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from types import CodeType, ModuleType

from site_runtime.recorder.code import Code, is_inner
from site_runtime.recorder.lesson import Area, Input, Lesson
from site_runtime.recorder.names import qualified_names

PREPARE, CALL = "prepare.py", "call.py"
OWN = "own"
"""The name of an input that is the reader's."""


@dataclass(frozen=True)
class Program:
    """What to run: files to be run before and while recording, and what is recorded.

    ``before`` and ``main``: (file name, source). ``labels``: file name -> label
    of each recorded file; ``sources``: label -> text.
    """

    name: str
    before: tuple[tuple[str, str], ...]
    main: tuple[str, str]
    labels: Mapping[str, str]
    sources: Mapping[str, str]
    focus: tuple[str, str] | None = None
    bodies: bool = False
    objects: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    lock: str | None = None

    def files(self) -> frozenset[str]:
        """The names of all its files."""
        return frozenset((*self.labels, self.main[0], *(name for name, _ in self.before)))


def of_source(source: str, name: str) -> Program:
    """A general program: its module body and class bodies are recorded too."""
    labels = {name: name}
    return Program(name, (), (name, source), labels, {name: source}, bodies=True)


def of_input(
    lesson: Lesson, area: Area, entry: Input, labels: dict[str, str], sources: Mapping[str, str] | None = None
) -> Program:
    """One input of a lesson: the preparation runs first, the call is recorded.

    ``sources`` are those that its modules are imported from, the lesson's own by default.
    """
    watch = area.watch
    return Program(
        name=f"{lesson.name}/{area.name}/{entry.name}",
        before=((PREPARE, entry.prepare),),
        main=(CALL, entry.call),
        labels=labels,
        sources=lesson.sources if sources is None else sources,
        focus=(area.file, area.function),
        objects=tuple(item["name"] for item in watch.get("objects", ())),
        folders=tuple(item["path"] for item in watch.get("folders", ())),
        lock=watch["lock"]["name"] if "lock" in watch else None,
    )


class Recogniser:
    """Tells which code objects are recorded, and under which name."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.names: dict[str, Mapping[tuple[int, str], str]] = {}

    def __call__(self, code: CodeType) -> Code | None:
        """Return the recorded code object, or None for code that is not stepped in."""
        if type(code.co_filename) is not str or is_inner(code):
            return None
        label = self.program.labels.get(code.co_filename)
        if label is None:
            return None
        found = Code(code, label, self.qualified(label, code), False)
        if found.body and not self.program.bodies:
            return None
        found.focus = (label, found.qualname) == self.program.focus
        return found

    def qualified(self, label: str, code: CodeType) -> str:
        """Return the qualified name of a code object (PEP 3155)."""
        if label not in self.names:
            self.names[label] = qualified_names(self.program.sources[label])
        return self.names[label].get((code.co_firstlineno, code.co_name), code.co_name)

    def digest(self, label: str) -> str:
        """Return the SHA-256 of a source in hexadecimal."""
        return sha256(self.program.sources[label].encode()).hexdigest()


def own_module(program: Program) -> Callable[[object], bool]:
    """Return the test whether a class's ``__module__`` is one of the program's."""
    files = set(program.labels)

    def own(name: object) -> bool:
        if type(name) is not str:
            return False
        module = modules.get(name)
        file = vars(module).get("__file__") if type(module) is ModuleType else None
        return name == "__main__" or (type(file) is str and file in files)

    modules = sys.modules
    return own
