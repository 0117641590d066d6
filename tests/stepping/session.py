"""A session of the real pdb that gives one command at many stops; the rules are in test_pdb.py."""

from __future__ import annotations

import io
import pdb
from collections.abc import Iterator
from itertools import count
from types import FrameType
from typing import Any, NamedTuple

from tests.stepping.events import SUSPENDABLE, Events, Survey, run


class Command(NamedTuple):
    """`name`, given in the frame of the stop; with `outer` in the program's own frame that is so many further out."""

    name: str
    outer: int = 0


class Answer(NamedTuple):
    """Where pdb went from `start`: places in the survey's stops.

    `bound`: the activations of generators and coroutines that it waited for on the way, -1 for a frame that is not
    the program's own.
    """

    start: int
    stop: int
    bound: tuple[int, ...]


class Quiet:
    """The trace function of a frame that pdb does not trace: it only counts.

    It is false, so that pdb (which asks `if not frame.f_trace`) takes the frame for what it is.
    """

    def __init__(self, events: Events) -> None:
        self.events = events

    def __bool__(self) -> bool:
        return False

    def __call__(self, frame: FrameType, event: str, arg: Any) -> Quiet:
        self.events.note(frame, event)
        return self


class Session(pdb.Pdb):
    """One run. `todo` are the starts that still have no answer; those met in this run are taken out of it."""

    def __init__(self, survey: Survey, command: Command, todo: set[int]) -> None:
        self.survey, self.command, self.todo = survey, command, todo
        self.events = Events(str(survey.path))
        self.quiet = Quiet(self.events)
        self.event = ""
        self.start: int | None = None
        self.bound: set[int] = set()
        self.there: list[FrameType] = []
        self.answers: list[Answer] = []
        self.faults: list[str] = []
        super().__init__(stdin=io.StringIO(), stdout=io.StringIO(), nosigint=True, readrc=False)

    def trace_dispatch(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Count, then do as pdb does; what it does not trace is counted. A resumed frame keeps its trace function."""
        self.events.note(frame, event)
        self.event = event
        return super().trace_dispatch(frame, event, arg) or frame.f_trace or self.quiet  # type: ignore[truthy-function]

    def _set_stopinfo(self, *arguments: Any, **named: Any) -> None:
        super()._set_stopinfo(*arguments, **named)  # type: ignore[misc]
        self.cmdframe = self.cmdlineno = None  # rule 6

    def interaction(self, frame: FrameType | None, tb_or_exc: Any) -> None:
        """Where pdb would ask a person, the session says what it wants; nothing means that the command still holds."""
        assert frame is not None
        self.cmdqueue = self.says(frame)
        if self.cmdqueue:
            super().interaction(frame, tb_or_exc)

    def says(self, frame: FrameType) -> list[str]:
        """Return the commands to give at this stop."""
        place = self.place(frame)
        if self.start is None:
            return self.begin(frame, place)
        self.note_bound()
        if place is None:
            return self.leave(frame)
        self.answer(place)
        return self.begin(frame, place) or ["step"]

    def place(self, frame: FrameType) -> int | None:
        """Return which of the survey's stops this is; None for one that does not count."""
        if not self.events.owns(frame) or self.event not in ("line", "return"):
            return None
        place = self.survey.place.get(self.events.number)
        if place is not None:
            shown = self.events.stop(frame, self.event)
            if shown != self.survey.stops[place]:
                self.faults.append(f"pdb shows {shown} where {self.survey.stops[place]} was")
        return place

    def begin(self, frame: FrameType, place: int | None) -> list[str]:
        """Give the command here if that is still to be done and pdb traces all frames, as in a session by hand."""
        if place is None or place not in self.todo or self.has_untraced(frame):
            return []
        ups = self.ups(frame)
        if ups is None:
            return []
        self.start, self.bound = place, set()
        self.there = [outer for outer in frames(frame) if self.events.owns(outer)]
        return [f"up {ups}"] * bool(ups) + [self.command.name]

    def ups(self, frame: FrameType) -> int | None:
        """Return how far up the command's frame is; None where there is none, or one that never yields is before it."""
        owned = [(ups, is_suspendable(outer)) for ups, outer in enumerate(frames(frame)) if self.events.owns(outer)]
        outer = self.command.outer
        return owned[outer][0] if outer < len(owned) and all(yields for _, yields in owned[1:outer]) else None

    def leave(self, frame: FrameType) -> list[str]:
        """Go on from a stop that does not count (rule 2)."""
        if self.command.name == "step":
            return ["step"]
        if self.event != "call" and (self.event == "exception" or self.events.owns(frame)):
            return []
        for ups, outer in enumerate(frames(frame)):
            if outer in self.there:
                return [f"up {ups}"] * bool(ups) + ["next"]
        return []

    def note_bound(self) -> None:
        """Take down the generator or coroutine that pdb waits for."""
        frame = self.stopframe
        if frame is not None and is_suspendable(frame):
            self.bound.add(self.events.activations.get(frame, -1))

    def answer(self, place: int) -> None:
        """Write down where the command led."""
        assert self.start is not None
        self.answers.append(Answer(self.start, place, tuple(sorted(self.bound))))
        self.todo.discard(self.start)
        self.start = None

    def has_untraced(self, frame: FrameType) -> bool:
        """Say whether pdb left out a frame that waits here, because a command passed over its call."""
        return any(self.events.owns(outer) and not outer.f_trace for outer in frames(frame))

    def play(self) -> None:
        """Run the program; a command that never stopped led to the end."""
        exception = run(self.survey.code, self.run)
        if exception != self.survey.exception:
            self.faults.append(f"under pdb the program ended with {exception}, before with {self.survey.exception}")
        if self.start is not None:
            self.note_bound()
            self.answer(len(self.survey.stops) - 1)


def is_suspendable(frame: FrameType) -> bool:
    """Say whether a frame is one of a generator or coroutine."""
    return bool(frame.f_code.co_flags & SUSPENDABLE)


def frames(frame: FrameType | None) -> Iterator[FrameType]:
    """Yield a frame and those that wait for it."""
    while frame is not None:
        yield frame
        frame = frame.f_back


def answers(survey: Survey, command: Command) -> list[Answer]:
    """Return pdb's answer to a command from each stop where it can be given, by start.

    Raises AssertionError where pdb shows other stops than the survey.
    """
    todo = set(range(len(survey.stops) - 1))
    found: list[Answer] = []
    while todo:
        session = Session(survey, command, todo)
        session.play()
        if session.faults:
            raise AssertionError(f"{survey.path.name}, {command.name}: {session.faults[0]}")
        if not session.answers:
            break
        found += session.answers
    return sorted(found)


def outer_answers(survey: Survey) -> Iterator[list[Answer]]:
    """Yield pdb's answers to `up`, `next`; then to two `up`, `next` where the first frame up may yield, and so on."""
    for outer in count(1):
        found = answers(survey, Command("next", outer))
        if not found:
            return
        yield found
