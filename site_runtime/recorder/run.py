"""Run a program once, recorded or not, in the same world.

``record_*`` and ``run_*`` differ only in the trace function, so that debugging and
running give the same output, files and exception.
"""

from __future__ import annotations

import builtins
import errno
import sys
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from types import ModuleType

from site_runtime.recorder import safe
from site_runtime.recorder.heap import Heap
from site_runtime.recorder.hook import Tracer
from site_runtime.recorder.lesson import Lesson, imported
from site_runtime.recorder.limits import INTEGER_BITS, Limits
from site_runtime.recorder.program import Program, Recogniser, of_input, of_source, own_module
from site_runtime.recorder.stop import Ending
from site_runtime.recorder.values import text_of
from site_runtime.recorder.watch import Files, Watch, file_rows, read_folders
from site_runtime.recorder.watchdog import Watchdog
from site_runtime.recorder.world import Output, World, relative_to, world
from site_runtime.recorder.writer import Sink, Writer

Tell = Callable[[str], None]

_exec, _compile = builtins.exec, builtins.compile
_settrace, _gettrace, _setprofile = sys.settrace, sys.gettrace, sys.setprofile


@dataclass(frozen=True)
class Run:
    """What a run left: output, watched files by path, and the exception that ended it.

    A file that is not UTF-8 shows as a ``bytes`` literal. ``exception`` is
    ``"Type: message"`` or None. ``stopped`` is the limit that ended it, or the reason why
    a recording ended before the program, or None.
    """

    output: str
    files: dict[str, str]
    exception: str | None
    stopped: str | None


@dataclass(frozen=True)
class Recording(Run):
    """A run with its trace (docs/trace-format.md).

    ``snapshots`` counts all, ``focus`` those in the displayed function. ``missing``: what
    was to be watched and was there neither before the call nor after it.
    """

    text: str
    snapshots: int
    focus: int
    missing: tuple[str, ...] = ()


@contextmanager
def entered(program: Program, output: Output, ending: Ending) -> Iterator[World]:
    """Enter the world in which a program runs."""
    with world(output, ending.check) as around:
        around.namespace["__file__"] = program.main[0]
        around.namespace["__builtins__"] = builtins
        yield around
        _forget(program.labels)


def _forget(files: Container[str]) -> None:
    """Let the program's modules go with its world: what their objects still do at their end belongs to this run."""
    for name, module in sys.modules.copy().items():
        file = vars(module).get("__file__") if type(module) is ModuleType else None
        if type(file) is str and file in files:
            del sys.modules[name]
            package, _, own = name.rpartition(".")
            around = sys.modules.get(package)
            if type(around) is ModuleType and vars(around).get(own) is module:
                del vars(around)[own]


def prepare(program: Program, around: World, ending: Ending, watchdog: Watchdog) -> None:
    """Run what comes before; where a limit ends it, ``ending`` says so. Raises what it raises."""
    watchdog.start()
    try:
        for name, source in program.before:
            _exec(_compile(source, name, "exec", dont_inherit=True), around.namespace)
    except BaseException:
        if not ending.wanted:
            raise
        ending.wanted = False
    finally:
        _settrace(None)
        watchdog.rest()


def call(program: Program, around: World, ending: Ending) -> BaseException | None:
    """Run the program proper; return the exception that left it.

    A trace function of the program's own may still be set: no frame of the recorder's
    shows before that is over.
    """
    name, source = program.main
    error: BaseException | None = None
    try:
        if ending.reason is None:
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


def new_ending() -> Ending:
    """Return the ending of a program that ``prepare`` and ``call`` run."""
    return Ending(prepare.__code__, call.__code__)


def run(program: Program, limits: Limits, out: Tell | None) -> Run:
    """Run without recording; ``out`` is handed each piece of output as it is written."""
    ending = new_ending()
    watchdog = Watchdog(limits, ending, program.files())
    output = Output(limits.output, partial(ending.stop, "output"), out)
    with entered(program, output, ending) as around:
        prepare(program, around, ending, watchdog)
        watchdog.start()
        error = call(program, around, ending)
        watchdog.rest()
        files = _shown(read_folders(program.folders))
        stopped = _reason(ending.reason, error, limits)
        return Run(output.whole(), files, described(error, relative_to(around.base)), stopped)


def record(
    program: Program, sink: Sink | None, limits: Limits, always: bool = False, tail: Sink | None = None
) -> Recording:
    """Run and record; ``sink`` is handed each line of the trace as it is finished.

    With ``always`` every object is looked at after every line; the bytes are the same.
    ``tail`` is handed pieces of the line that is not finished (``Writer.tell_tail``).
    """
    ending = new_ending()
    watchdog = Watchdog(limits, ending, program.files(), tail is not None)
    output = Output(limits.output, partial(ending.stop, "output"), None)
    with entered(program, output, ending) as around:
        return _recorded(program, around, output, ending, watchdog, (sink or (lambda line: None), tail), limits, always)


def _recorded(
    program: Program,
    around: World,
    output: Output,
    ending: Ending,
    watchdog: Watchdog,
    tell: tuple[Sink, Sink | None],
    limits: Limits,
    always: bool,
) -> Recording:
    """Record in a world; nothing of the program is held any more when this returns."""
    lines: list[str] = []
    sink, tail = tell

    def keep(line: str) -> None:
        lines.append(line)
        sink(line)

    relative = relative_to(around.base)
    heap = Heap(limits, own_module(program), relative)
    watch = Watch(program.objects, program.folders, program.lock, around.namespace)
    writer, recognise = Writer(keep, tail), Recogniser(program)
    writer.header(program.name, program.focus, watch.objects, watch.lock, watch.folders, limits)
    prepare(program, around, ending, watchdog)
    missing = watch.missing()
    tracer = Tracer(recognise, recognise.digest, heap, watch, output, writer, limits, ending, watchdog, always)
    output.on_limit = partial(tracer.stop, "output")
    tracer.start()
    error = call(program, around, ending)
    tracer.finish()
    tracer.stopped = _reason(tracer.stopped or ending.reason, error, limits)
    output.on_limit = partial(ending.stop, "output")
    missing &= watch.missing()
    return _finished(tracer, error, relative, keep, lines, tuple(sorted(missing)))


def _reason(stopped: str | None, error: BaseException | None, limits: Limits) -> str | None:
    """Why the run ended early; one allocation can exceed the memory before anybody looks."""
    full = limits.used is not None and error is not None and safe.is_kind(type(error), MemoryError)
    return stopped or ("memory" if full else None)


def _finished(
    tracer: Tracer,
    error: BaseException | None,
    relative: Callable[[str], str],
    keep: Sink,
    lines: list[str],
    missing: tuple[str, ...],
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
        exception=described(error, relative),
        stopped=tracer.stopped,
        text="\n".join(lines) + "\n",
        snapshots=snapshots,
        focus=tracer.focus,
        missing=missing,
    )


def _shown(files: Files) -> dict[str, str]:
    return {k: v if isinstance(v, str) else repr(v) for k, v in files.items()}


def _exception_row(error: BaseException | None, relative: Callable[[str], str]) -> str:
    if error is None:
        return "null"
    name = safe.type_qualname(type(error))
    return f"[{text_of(name)},{text_of(relative(message(error)))}]"


def described(error: BaseException | None, relative: Callable[[str], str]) -> str | None:
    """Return ``Type: message`` of an exception, read without running its code."""
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
