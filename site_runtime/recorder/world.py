"""The world a run sees: the same on every machine and at every time.

The rule (docs/recorder.md, "Determinism"): the clock starts on 2026-01-01 00:00:00 UTC
and advances a millisecond at each reading, and by the whole time at each ``sleep``;
``random`` is seeded with 0; system randomness is SHA-256 of a counter; the random part
of temporary names is ``0001``, ``0002`` …; an event loop is asyncio's own on that clock,
its tasks are called ``Task-1``, ``Task-2`` …; the working folder is a fresh one; its
path, and an object's address (``at 0x…``), are taken out of all text; ``input()`` is refused. Everything is undone
afterwards (undo.py).
"""

from __future__ import annotations

import asyncio
import asyncio.base_events
import asyncio.events
import asyncio.runners
import atexit
import builtins
import gc
import io
import os
import random
import re
import shutil
import sys
import tempfile
import time
import types
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import count
from math import ceil
from typing import Any, SupportsFloat

from site_runtime.recorder import safe
from site_runtime.recorder.undo import undone

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]{6,16}(?=[>, ])")
"""As CPython writes it in ``<Box object at 0x7f0c1a2b3c40>`` and the like."""
_START = 1_767_225_600_000_000_000
"""2026-01-01 00:00:00 UTC, in nanoseconds."""
_TICK = 1_000_000

_chdir, _getcwd, _mkdir, _realpath = os.chdir, os.getcwd, os.mkdir, os.path.realpath
_mkdtemp, _rmtree = tempfile.mkdtemp, shutil.rmtree
_freeze, _collect, _unfreeze = gc.freeze, gc.collect, gc.unfreeze
_read_zone = getattr(time, "tzset", lambda: None)


class Output(io.TextIOBase):
    """Standard output and error of the program, in the order of writing.

    ``relative`` takes the sandbox's path out of each piece; ``hand_on`` is told it.
    """

    def __init__(
        self,
        limit: int,
        on_limit: Callable[[], None],
        tell: Callable[[str], None] | None,
    ) -> None:
        self.pieces: list[str] = []
        self.fresh: list[str] = []
        self.room = limit
        self.on_limit = on_limit
        self.hand_on = tell
        self.relative: Callable[[str], str] = str

    def write(self, text: str) -> int:
        """Take a piece of output; raises TypeError for anything but a string."""
        if not safe.is_kind(type(text), str):
            raise TypeError(f"write() argument must be str, not {safe.type_qualname(type(text))}")
        plain = safe.plain(text)
        shown = self.relative(plain)
        kept = shown[: self.room]
        self.room -= len(kept)
        self.fresh.append(kept)
        if self.hand_on is not None:
            self.hand_on(kept)
        if len(kept) < len(shown):
            self.on_limit()
        return len(plain)

    @contextmanager
    def apart(self, limit: int, on_limit: Callable[[], None]) -> Iterator[list[str]]:
        """Collect what is written meanwhile in a list of its own; nobody else is told of it."""
        kept = self.fresh, self.room, self.on_limit, self.hand_on
        self.fresh, self.room, self.on_limit, self.hand_on = [], limit, on_limit, None
        try:
            yield self.fresh
        finally:
            self.fresh, self.room, self.on_limit, self.hand_on = kept

    def writable(self) -> bool:
        """Yes."""
        return True

    def take(self) -> str:
        """Return what was written since the last call."""
        if not self.fresh:
            return ""
        text = "".join(self.fresh)
        self.fresh.clear()
        self.pieces.append(text)
        return text

    def whole(self) -> str:
        """Return everything written."""
        self.take()
        return "".join(self.pieces)


class Clock:
    """A clock that nobody waits for."""

    def __init__(self) -> None:
        self.now = _START

    def tick(self) -> int:
        """Return the time in nanoseconds and advance."""
        self.now += _TICK
        return self.now

    def seconds(self) -> float:
        """The time in seconds since 1970."""
        return self.tick() / 1e9

    def since_start(self) -> int:
        """Nanoseconds since the run began."""
        return self.tick() - _START

    def seconds_since_start(self) -> float:
        """Seconds since the run began."""
        return self.since_start() / 1e9

    def by_default(self, convert: Callable[[Any], Any]) -> Callable[..., Any]:
        """Return ``time.gmtime`` or the like, which take the time now when given none."""
        return lambda seconds=None: convert(self.seconds() if seconds is None else seconds)

    def by_default_at(self, place: int, convert: Callable[..., Any]) -> Callable[..., Any]:
        """Return ``time.strftime`` or the like, which take a broken-down time at ``place``."""

        def converted(*args: Any) -> Any:
            now = (time.gmtime(),) if len(args) == place else ()
            return convert(*args, *now)

        return converted

    def sleep(self, seconds: SupportsFloat) -> None:
        """Advance by ``seconds``; ValueError when negative, as the real one."""
        length = float(seconds)
        if length < 0:
            raise ValueError("sleep length must be non-negative")
        self.now += ceil(length * 1e9)


@dataclass(frozen=True)
class World:
    """Where a program runs: its namespace, its sandbox, and its exit functions, the last first to be called.

    Its files lie in ``base/work`` (the working folder) and ``base/tmp``.
    """

    namespace: dict[str, Any]
    base: str
    exits: list[partial[Any]]


class Entropy:
    """System randomness: SHA-256 of a counter."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, size: int) -> bytes:
        """Return ``size`` bytes."""
        found = b""
        while len(found) < size:
            self.count += 1
            found += sha256(self.count.to_bytes(8, "big")).digest()
        return found[:size]


class _NoWaiting:
    """The selector of a loop that has no files to wait for: it moves the clock.

    ``check`` is called in each round: it raises when the program is to end.
    """

    def __init__(self, clock: Clock, check: Callable[[], None]) -> None:
        self.clock = clock
        self.check = check

    def select(self, timeout: float | None) -> list[Any]:
        self.check()
        if timeout is None:
            raise RuntimeError(
                "the event loop waits for something that can never happen: "
                "nothing outside the program wakes a recorded run"
            )
        self.clock.sleep(max(timeout, 0))
        return []


class VirtualLoop(asyncio.base_events.BaseEventLoop):
    """asyncio's own event loop without sockets, on the run's clock."""

    def __init__(self, clock: Clock, check: Callable[[], None], numbers: Iterator[int]) -> None:
        super().__init__()
        self._clock = clock
        self._numbers = numbers
        self._selector = _NoWaiting(clock, check)

    def create_task(self, coro: Any, **options: Any) -> Any:
        """Start a task; one without a name is called by its number in this run."""
        if options.get("name") is None:
            options["name"] = f"Task-{next(self._numbers)}"
        return super().create_task(coro, **options)

    def time(self) -> float:
        """Seconds since the run began, which only waiting moves.

        Not since 1970: a float of that size cannot tell nanoseconds apart, the loop's own
        resolution, and a timer that is due would never be found so.
        """
        return (self._clock.now - _START) / 1e9

    def _process_events(self, event_list: list[Any]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody else could wait to be woken."""


def _refuse(name: str) -> Callable[..., Any]:
    def refused(*args: object, **named: object) -> Any:
        raise RuntimeError(f"{name} is not available in a recorded run: write the value into the preparation instead")

    return refused


class _NoInput(io.TextIOBase):
    """Standard input, of which there is none."""

    read = readline = _refuse("sys.stdin")
    __next__ = read


@contextmanager
def _sandbox() -> Iterator[str]:
    """A fresh folder as working folder; gone afterwards, whatever lies in it."""
    earlier = _getcwd()
    base = _realpath(_mkdtemp())
    folder = os.path.join(base, "work")
    _mkdir(folder)
    _mkdir(os.path.join(base, "tmp"))
    _chdir(folder)
    try:
        yield base
    finally:
        _chdir(earlier)
        _rmtree(base, ignore_errors=True)


@contextmanager
def _no_running_loop() -> Iterator[None]:
    """Hide a loop that the host runs this in (a browser's worker does), and its policy."""
    host = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    asyncio.events._event_loop_policy = None  # type: ignore[attr-defined]
    try:
        yield
    finally:
        asyncio._set_running_loop(host)


@contextmanager
def _own_main_module() -> Iterator[dict[str, Any]]:
    """A fresh ``__main__``, in whose namespace the program runs.

    At the end its objects go, those in cycles too: what they still do when they go (a
    generator's ``finally``) belongs to this run and its sandbox, not to a later one.
    """
    earlier = sys.modules["__main__"]
    module = sys.modules["__main__"] = types.ModuleType("__main__")
    _freeze()
    try:
        yield vars(module)
    finally:
        sys.modules["__main__"] = earlier
        vars(module).clear()
        _collect()
        _unfreeze()


def _set_clock(clock: Clock) -> None:
    os.environ["TZ"] = "UTC0"
    _read_zone()
    time.time, time.time_ns = clock.seconds, clock.tick
    for name in ("monotonic", "perf_counter", "process_time", "thread_time"):
        setattr(time, name, clock.seconds_since_start)
        setattr(time, name + "_ns", clock.since_start)
    time.sleep = clock.sleep  # type: ignore[assignment]
    for name in ("gmtime", "localtime", "ctime"):
        setattr(time, name, clock.by_default(getattr(time, name)))
    for name, place in (("asctime", 0), ("strftime", 1)):
        setattr(time, name, clock.by_default_at(place, getattr(time, name)))


def _set_randomness() -> None:
    random.seed(0)
    entropy = Entropy()
    os.urandom = entropy
    random._urandom = entropy  # type: ignore[attr-defined]


def _set_loop(clock: Clock, check: Callable[[], None]) -> None:
    numbers = count(1)
    loop = lambda: VirtualLoop(clock, check, numbers)  # noqa: E731 - one factory under two names
    asyncio.new_event_loop = asyncio.events.new_event_loop = loop
    asyncio.run = asyncio.runners.run


def _set_streams(output: Output) -> None:
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = output  # type: ignore[misc,assignment]
    sys.stdin = sys.__stdin__ = _NoInput()  # type: ignore[misc,assignment]
    builtins.input = _refuse("input()")
    sys.breakpointhook = _refuse("breakpoint()")


def _set_exits() -> list[partial[Any]]:
    calls: list[partial[Any]] = []

    def register(function: Callable[..., Any], /, *args: Any, **named: Any) -> Callable[..., Any]:
        calls.append(partial(function, *args, **named))
        return function

    def unregister(function: object) -> None:
        calls[:] = [call for call in calls if call.func is not function]

    atexit.register, atexit.unregister = register, unregister
    return calls


@contextmanager
def world(output: Output, check: Callable[[], None]) -> Iterator[World]:
    """Enter the world; ``check`` raises when the program is to end."""
    with ExitStack() as stack:
        base = stack.enter_context(_sandbox())
        stack.enter_context(undone(base))
        stack.enter_context(_no_running_loop())
        namespace = stack.enter_context(_own_main_module())
        clock = Clock()
        _set_clock(clock)
        _set_randomness()
        _set_loop(clock, check)
        _set_streams(output)
        tempfile._name_sequence = map("{:04}".format, count(1))  # type: ignore[attr-defined]
        tempfile.tempdir = os.path.join(base, "tmp")
        output.relative = relative_to(base)
        yield World(namespace, base, _set_exits())


def relative_to(base: str) -> Callable[[str], str]:
    """Return the function that takes the sandbox's own path and addresses out of a text."""
    work, top = os.path.join(base, "work"), base
    inside = work + "/"

    def relative(text: str) -> str:
        if " at 0x" in text:
            text = _ADDRESS.sub(" at 0x…", text)
        if top not in text:
            return text
        if text == work:
            return "."
        return text.replace(inside, "").replace(work, ".").replace(top, "")

    return relative
