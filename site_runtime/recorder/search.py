"""Finds every hit of breakpoints with a condition or a log expression in one re-execution."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from site_runtime.recorder.answers import answer, bounded
from site_runtime.recorder.checking import NOT_PYTHON
from site_runtime.recorder.expression import Expression
from site_runtime.recorder.follow import Activation
from site_runtime.recorder.limits import Limits
from site_runtime.recorder.program import Program
from site_runtime.recorder.reach import Reacher
from site_runtime.recorder.run import call, entered, new_ending, prepare
from site_runtime.recorder.scopes import Scopes
from site_runtime.recorder.stop import Ending
from site_runtime.recorder.watchdog import Watchdog
from site_runtime.recorder.world import Output, World, relative_to

HITS_MOST = 10_000
TEXT_MOST = 2_000
"""Characters of a hit's text."""

Hit = dict[str, Any]


@dataclass(frozen=True)
class Stop:
    """A line of a file; a hit is where ``condition`` is true or raises, or any time without one."""

    file: str
    line: int
    condition: str | None = None
    log: str | None = None


@dataclass(frozen=True)
class Found:
    """``stopped``: the limit that ended the search ("hits" is one); ``snapshots`` that were passed."""

    stopped: str | None
    snapshots: int


def search(program: Program, stops: tuple[Stop, ...], limits: Limits, tell: Callable[[Hit], None]) -> Found:
    """Run the program again; ``tell`` is handed each hit ``{stop, position, text?, error?}`` in order.

    ``stop`` is an index of ``stops``. Raises what the preparation raises.
    """
    ending = new_ending()
    watchdog = Watchdog(limits, ending, program.files())
    output = Output(limits.output, partial(ending.stop, "output"), None)
    with entered(program, output, ending) as around:
        prepare(program, around, ending, watchdog)
        looking = _Looking(stops, Scopes(program.sources), output, relative_to(around.base), tell)
        return _found(program, looking, around, limits, ending, watchdog)


def _found(
    program: Program, looking: _Looking, around: World, limits: Limits, ending: Ending, watchdog: Watchdog
) -> Found:
    """Search; nothing of the program is held any more when this returns."""
    output = looking.output
    reacher = Reacher(program, around, output, limits, ending, watchdog, looking.visit, lines=looking.by_line)
    output.on_limit = partial(reacher.stop, "output")
    reacher.start()
    call(program, around, ending)
    reacher.over()
    output.on_limit = partial(ending.stop, "output")
    return Found(reacher.stopped or ending.reason, reacher.writer.position)


class _Looking:
    """Asks at each line that has a stop."""

    def __init__(
        self,
        stops: tuple[Stop, ...],
        scopes: Scopes,
        output: Output,
        relative: Callable[[str], str],
        tell: Callable[[Hit], None],
    ) -> None:
        self.scopes = scopes
        self.output = output
        self.relative = relative
        self.tell = tell
        self.hits = 0
        self.known: dict[str, Expression | BaseException] = {}
        self.by_line: Mapping[int, list[tuple[int, Stop]]] = {
            stop.line: [(at, one) for at, one in enumerate(stops) if one.line == stop.line] for stop in stops
        }

    def visit(self, reacher: Reacher, top: Activation, line: int) -> None:
        """A line with this number is about to run."""
        for index, stop in self.by_line[line]:
            if stop.file == top.code.file:
                found = self.look(stop, top)
                if found is not None:
                    self.hit(reacher, {"stop": index, "position": reacher.position, **found})

    def hit(self, reacher: Reacher, hit: Hit) -> None:
        """Hand over a hit; the last that is allowed ends the search."""
        self.hits += 1
        self.tell(hit)
        if self.hits >= HITS_MOST:
            reacher.stop("hits")

    def look(self, stop: Stop, top: Activation) -> Hit | None:
        """Return what a hit tells, or None where it is none."""
        if stop.condition:
            found = answer(lambda: bool(self.value(stop.condition, top)), self.output, self.relative)
            if found["error"]:
                return {"error": found["error"]}
            if found["text"] != "True":
                return None
        return self.logged(stop.log, top) if stop.log else {}

    def logged(self, log: str, top: Activation) -> Hit:
        """Return the text of a log expression, as ``print`` would show it."""
        found = answer(lambda: self.value(log, top), self.output, self.relative, str)
        if found["error"]:
            return {"error": found["error"]}
        return {"text": bounded(found["text"], TEXT_MOST)[0]}

    def value(self, text: str | None, top: Activation) -> Any:
        """Return an expression's value; it is compiled once."""
        if text not in self.known:
            self.known[text or ""] = self.expression(text or "")
        found = self.known[text or ""]
        if isinstance(found, BaseException):
            raise found
        return found.in_frame(top)

    def expression(self, text: str) -> Expression | BaseException:
        """Return an expression, or why it is none."""
        try:
            return Expression(text, self.scopes)
        except NOT_PYTHON as error:
            return error
