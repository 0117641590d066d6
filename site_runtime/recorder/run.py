"""Run a program once, recorded or not, in the same world.

``record_*`` and ``run_*`` differ only in the trace function, so that debugging and
running give the same output, files and exception.
"""

from __future__ import annotations

import builtins
import errno
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from types import CodeType, ModuleType

from site_runtime.recorder import safe
from site_runtime.recorder.code import Code, is_inner
from site_runtime.recorder.heap import Heap
from site_runtime.recorder.hook import Tracer
from site_runtime.recorder.lesson import Area, Input, Lesson, imported
from site_runtime.recorder.limits import INTEGER_BITS, Limits
from site_runtime.recorder.names import qualified_names
from site_runtime.recorder.stop import Ending
from site_runtime.recorder.values import text_of
from site_runtime.recorder.watch import Files, Watch, file_rows, read_folders
from site_runtime.recorder.world import Output, World, relative_to, world
from site_runtime.recorder.writer import Sink, Writer

Tell = Callable[[str], None]

_exec, _compile = builtins.exec, builtins.compile
_settrace, _gettrace, _setprofile = sys.settrace, sys.gettrace, sys.setprofile


@dataclass(frozen=True)
class Run:
    """What a run left: output, watched files by path, and the exception that ended it.

    A file that is not UTF-8 shows as a ``bytes`` literal. ``exception`` is
    ``"Type: message"`` or None.
    """

    output: str
    files: dict[str, str]
    exception: str | None


@dataclass(frozen=True)
class Recording(Run):
    """A run with its trace (docs/trace-format.md).

    ``snapshots`` counts all, ``focus`` those in the displayed function; ``stopped``
    is the reason why recording ended before the program, or None.
    """

    text: str
    snapshots: int
    focus: int
    stopped: str | None


@dataclass(frozen=True)
class Program:
    """What to run: files to be run before and while recording, and what is recorded.

    ``steps``: (file name, source, recorded) in order. ``labels``: file name -> label
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


def of_source(source: str, name: str) -> Program:
    """A general program: its module body and class bodies are recorded too."""
    labels = {name: name}
    return Program(name, (), (name, source), labels, {name: source}, bodies=True)


def of_input(lesson: Lesson, area: Area, entry: Input, labels: dict[str, str]) -> Program:
    """One input of a lesson: the preparation runs first, the call is recorded."""
    watch = area.watch
    return Program(
        name=f"{lesson.name}/{area.name}/{entry.name}",
        before=(("prepare.py", entry.prepare),),
        main=("call.py", entry.call),
        labels=labels,
        sources=lesson.sources,
        focus=(area.file, area.function),
        objects=tuple(item["name"] for item in watch.get("objects", ())),
        folders=tuple(item["path"] for item in watch.get("folders", ())),
        lock=watch["lock"]["name"] if "lock" in watch else None,
    )


class Recogniser:
    """Tells which code objects are recorded, and under which name."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.names: dict[str, dict[tuple[int, str], str]] = {}

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


@contextmanager
def _prepared(program: Program, output: Output, ending: Ending) -> Iterator[World]:
    """Enter the world and run what comes before."""
    with world(output, ending.check) as around:
        around.namespace["__file__"] = program.main[0]
        around.namespace["__builtins__"] = builtins
        for name, source in program.before:
            _exec(_compile(source, name, "exec"), around.namespace)
        yield around


def _call(program: Program, around: World, ending: Ending) -> BaseException | None:
    """Run the program proper; return the exception that left it.

    A trace function of the program's own may still be set: no frame of the recorder's
    shows before that is over.
    """
    name, source = program.main
    error: BaseException | None = None
    try:
        _exec(_compile(source, name, "exec", dont_inherit=True), around.namespace)
    except BaseException as raised:
        error = raised
    while around.exits:
        try:
            around.exits.pop()()
        except BaseException as raised:
            error = error or raised
    ending.tracing = _gettrace()
    _settrace(None)
    _setprofile(None)
    stopped, ending.wanted = ending.wanted, False
    return None if stopped else error


def run(program: Program, limits: Limits, out: Tell | None) -> Run:
    """Run without recording; ``out`` is handed each piece of output as it is written."""
    ending = Ending(_call.__code__)
    output = Output(limits.output, ending.stop, out)
    with _prepared(program, output, ending) as around:
        error = _call(program, around, ending)
        files = _shown(read_folders(program.folders))
        return Run(output.whole(), files, _described(error, relative_to(around.base)))


def record(program: Program, sink: Sink | None, limits: Limits, always: bool = False) -> Recording:
    """Run and record; ``sink`` is handed each line of the trace as it is finished.

    With ``always`` every object is looked at after every line; the bytes are the same.
    """
    ending = Ending(_call.__code__)
    output = Output(limits.output, ending.stop, None)
    with _prepared(program, output, ending) as around:
        return _recorded(program, around, output, ending, sink or (lambda line: None), limits, always)


def _recorded(
    program: Program,
    around: World,
    output: Output,
    ending: Ending,
    tell: Sink,
    limits: Limits,
    always: bool,
) -> Recording:
    """Record in a world; nothing of the program is held any more when this returns."""
    lines: list[str] = []

    def keep(line: str) -> None:
        lines.append(line)
        tell(line)

    relative = relative_to(around.base)
    heap = Heap(limits, own_module(program), relative)
    watch = Watch(program.objects, program.folders, program.lock, around.namespace)
    writer, recognise = Writer(keep), Recogniser(program)
    writer.header(program.name, program.focus, watch.objects, watch.lock, watch.folders, limits)
    tracer = Tracer(recognise, recognise.digest, heap, watch, output, writer, limits, ending, always)
    output.on_limit = partial(tracer.stop, "output")
    tracer.start()
    error = _call(program, around, ending)
    tracer.finish()
    output.on_limit = ending.stop
    return _finished(tracer, error, relative, keep, lines)


def _finished(
    tracer: Tracer,
    error: BaseException | None,
    relative: Callable[[str], str],
    keep: Sink,
    lines: list[str],
) -> Recording:
    output = tracer.output.whole()
    files = read_folders(tracer.watch.folders)
    snapshots = tracer.writer.position - 1
    keep(
        f'{{"end":{{"snapshots":{snapshots},"focus":{tracer.focus},'
        f'"output":{text_of(output)},"files":[{",".join(file_rows({}, files))}],'
        f'"exception":{_exception_row(error, relative)},'
        f'"stopped":{"null" if tracer.stopped is None else text_of(tracer.stopped)}}}}}'
    )
    return Recording(
        output=output,
        files=_shown(files),
        exception=_described(error, relative),
        text="\n".join(lines) + "\n",
        snapshots=snapshots,
        focus=tracer.focus,
        stopped=tracer.stopped,
    )


def _shown(files: Files) -> dict[str, str]:
    return {k: v if isinstance(v, str) else repr(v) for k, v in files.items()}


def _exception_row(error: BaseException | None, relative: Callable[[str], str]) -> str:
    if error is None:
        return "null"
    name = safe.type_qualname(type(error))
    return f"[{text_of(name)},{text_of(relative(message(error)))}]"


def _described(error: BaseException | None, relative: Callable[[str], str]) -> str | None:
    if error is None:
        return None
    return f"{safe.type_qualname(type(error))}: {relative(message(error))}"


def message(error: BaseException) -> str:
    """Return an exception's message without running code of its class.

    An OSError tells its errno by name: numbers and texts differ between systems.
    """
    number = safe.os_errno(error) if safe.is_kind(type(error), OSError) else None
    if type(number) is int:
        name, file = errno.errorcode.get(number, "unknown"), safe.os_filename(error)
        return f"{name}: {file}" if type(file) is str else name
    args = safe.exception_args(error)
    if not all(map(_is_plain, args)):
        return ""
    return str(args[0]) if len(args) == 1 else str(args) if args else ""


def _is_plain(value: object) -> bool:
    if type(value) is int:
        return value.bit_length() <= INTEGER_BITS
    return safe.is_one_of(type(value), (str, float, bool, type(None)))


# The public ways in.


def record_program(
    source: str,
    name: str = "program.py",
    sink: Sink | None = None,
    limits: Limits | None = None,
    always: bool = False,
) -> Recording:
    """Record a general program; raises SyntaxError when the source is no Python."""
    program = of_source(source, name)
    _compile(source, name, "exec", dont_inherit=True)
    return record(program, sink, limits or Limits(), always)


def run_program(
    source: str,
    name: str = "program.py",
    limits: Limits | None = None,
    out: Tell | None = None,
) -> Run:
    """Run a general program without recording; SyntaxError as ``record_program``.

    ``out`` is handed each piece of output as it is written.
    """
    program = of_source(source, name)
    _compile(source, name, "exec", dont_inherit=True)
    return run(program, limits or Limits(), out)


def record_input(
    lesson: Lesson,
    area: str,
    input: str,
    sink: Sink | None = None,
    limits: Limits | None = None,
    always: bool = False,
) -> Recording:
    """Record one input of a lesson in this process.

    Raises LessonError for unknown names, and whatever the preparation raises.
    """
    with imported(lesson) as labels:
        found = lesson.area(area), lesson.input(area, input)
        program = of_input(lesson, *found, labels)
        return record(program, sink, limits or Limits(), always)


def run_input(
    lesson: Lesson,
    area: str,
    input: str,
    limits: Limits | None = None,
    out: Tell | None = None,
) -> Run:
    """Run one input of a lesson without recording; raises as ``record_input``.

    ``out`` is handed each piece of output as it is written.
    """
    with imported(lesson) as labels:
        found = lesson.area(area), lesson.input(area, input)
        return run(of_input(lesson, *found, labels), limits or Limits(), out)
