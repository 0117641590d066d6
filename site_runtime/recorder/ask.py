"""Answers questions about any position of a run: it is run again, up to there, and asked in the real frame.

Runs are deterministic (world.py), so position k is the same moment each time. Whatever an
expression does stays in that run, which is given up after the answers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from site_runtime.recorder.answers import Answer, answer
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

NOT_THE_PROGRAMS = ("seconds", "memory", "stopped", "died")
"""Why a recording may have ended where the program, run again, goes on."""


@dataclass(frozen=True)
class Question:
    """What is asked, and where.

    ``line`` is what the trace shows at ``position`` (0 at its end), ``activation`` the number
    of one on the stack there, None at the end: the namespace of preparation and call.
    ``stopped`` is why the trace ended.
    """

    position: int
    line: int
    activation: int | None
    expressions: tuple[str, ...]
    stopped: str | None = None


@dataclass(frozen=True)
class Answers:
    """One answer an expression, or why there are none.

    ``diverged``: the run is not where the trace is, as ``{reason, position, line, function}``
    of what was found; ``stopped``: the limit that ended the run before the position.
    """

    answers: list[Answer]
    diverged: dict[str, Any] | None = None
    stopped: str | None = None


Tell = Callable[[Answers], None]


def evaluate(program: Program, question: Question, limits: Limits, tell: Tell = lambda found: None) -> Answers:
    """Run the program again and answer; raises what its preparation raises.

    ``tell`` is handed the answers before what the run has changed is undone, which takes as long again.
    """
    ending = new_ending()
    watchdog = Watchdog(limits, ending, program.files())
    output = Output(limits.output, partial(ending.stop, "output"), None)
    with entered(program, output, ending) as around:
        prepare(program, around, ending, watchdog)
        found = _answers(program, question, _Run(around, output, limits, ending, watchdog))
        tell(found)
    return found


@dataclass(frozen=True)
class _Run:
    around: World
    output: Output
    limits: Limits
    ending: Ending
    watchdog: Watchdog


def _answers(program: Program, question: Question, run: _Run) -> Answers:
    """Ask; nothing of the program is held any more when this returns."""
    asking = _Asking(program, question, run)
    asking.reacher.start()
    call(program, run.around, run.ending)
    asking.reacher.over()
    asking.at_the_end()
    run.output.on_limit = partial(run.ending.stop, "output")
    return asking.found


class _Asking:
    """One re-execution; ``found`` is what came of it."""

    def __init__(self, program: Program, question: Question, run: _Run) -> None:
        self.question = question
        self.run = run
        self.scopes = Scopes(program.sources)
        self.found = Answers([])
        self.done = False
        self.reacher = Reacher(
            program,
            run.around,
            run.output,
            run.limits,
            run.ending,
            run.watchdog,
            self.visit,
            target=question.position,
        )
        run.output.on_limit = partial(self.reacher.stop, "output")

    def visit(self, reacher: Reacher, top: Activation, line: int) -> None:
        """The position is reached: answer, and give the run up."""
        self.done = True
        self.found = self.asked(top, line)
        reacher.stop("asked")

    def asked(self, top: Activation, line: int) -> Answers:
        """Answer at a snapshot, if it is the one that the trace shows."""
        question = self.question
        if question.activation is None:
            if question.stopped in NOT_THE_PROGRAMS:
                return self.in_namespace()
            return self.astray("the program goes on", line, top)
        if line != question.line:
            return self.astray("another line", line, top)
        there = [one for one in (top, *self.reacher.stack) if one.number == question.activation]
        if not there:
            return self.astray("no such activation", line, top)
        return Answers([self.one(text, there[0]) for text in question.expressions])

    def at_the_end(self) -> None:
        """The program has ended; maybe that is the position."""
        question, stopped = self.question, self.reacher.stopped or self.run.ending.reason
        if self.done:
            return
        self.reacher.position = self.reacher.writer.position
        if stopped in ("seconds", "memory"):
            self.found = Answers([], stopped=stopped)
        elif question.activation is None and self.reacher.position == question.position:
            self.found = self.in_namespace()
        else:
            self.found = self.astray("the program has ended", 0, None)

    def in_namespace(self) -> Answers:
        """Answer in the namespace of preparation and call."""
        return Answers([self.one(text, None) for text in self.question.expressions])

    def one(self, text: str, activation: Activation | None) -> Answer:
        """Answer one expression."""

        def find() -> Any:
            expression = Expression(text, self.scopes)
            if activation is None:
                return expression.in_namespace(self.run.around.namespace)
            return expression.in_frame(activation)

        return answer(find, self.run.output, relative_to(self.run.around.base))

    def astray(self, reason: str, line: int, top: Activation | None) -> Answers:
        """Say where the run is instead."""
        function = None if top is None else top.code.qualname
        found = {"reason": reason, "position": self.reacher.position, "line": line, "function": function}
        return Answers([], diverged=found)
