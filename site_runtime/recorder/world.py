"""The world a run sees: the same on every machine and at every time.

The rule (docs/recorder.md, "Determinism"): the clock starts on 2026-01-01 00:00:00 UTC
and advances a millisecond at each reading, and by the whole time at each ``sleep``;
``random`` is seeded with 0; system randomness is SHA-256 of a counter; temporary names
are ``tmp0001``, ``tmp0002`` …; an event loop is asyncio's own on that clock; the
working folder is a fresh one; ``input()`` is refused. Everything is undone afterwards,
and so is whatever the program replaced in any module.
"""

from __future__ import annotations

import asyncio
import asyncio.base_events
import asyncio.events
import asyncio.runners
import builtins
import io
import os
import random
import shutil
import sys
import tempfile
import time
import types
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from typing import Any, SupportsFloat

_START = 1_767_225_600_000_000_000
"""2026-01-01 00:00:00 UTC, in nanoseconds."""
_TICK = 1_000_000

_chdir, _getcwd, _mkdir, _realpath = os.chdir, os.getcwd, os.mkdir, os.path.realpath
_mkdtemp, _rmtree = tempfile.mkdtemp, shutil.rmtree


class Output(io.TextIOBase):
    """Standard output and error of the program, in the order of writing."""

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

    def write(self, text: str) -> int:
        """Take a piece of output; raises TypeError for anything but a string."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        kept = str.__str__(text)[: self.room]
        self.room -= len(kept)
        self.fresh.append(kept)
        if self.hand_on is not None:
            self.hand_on(kept)
        if len(kept) < len(text):
            self.on_limit()
        return len(text)

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

    def sleep(self, seconds: SupportsFloat) -> None:
        """Advance by ``seconds``; ValueError when negative, as the real one."""
        length = float(seconds)
        if length < 0:
            raise ValueError("sleep length must be non-negative")
        self.now += int(length * 1e9)


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
    """The selector of a loop that has no files to wait for: it moves the clock."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise RuntimeError(
                "the event loop waits for something that can never happen: "
                "nothing outside the program wakes a recorded run"
            )
        self.clock.sleep(max(timeout, 0))
        return []


class VirtualLoop(asyncio.base_events.BaseEventLoop):
    """asyncio's own event loop without sockets, on the run's clock."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._selector = _NoWaiting(clock)

    def time(self) -> float:
        """Seconds of the run's clock, which only waiting moves."""
        return self._clock.now / 1e9

    def _process_events(self, event_list: list[Any]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody else could wait to be woken."""


def _refuse_input(prompt: object = "") -> str:
    raise RuntimeError("input() is not available in a recorded run: write the value into the preparation instead")


def _names() -> Iterator[str]:
    number = 0
    while True:
        number += 1
        yield f"tmp{number:04}"


@contextmanager
def undone() -> Iterator[None]:
    """Put back, at the end, every module attribute that was replaced or removed."""
    modules = [m for m in sys.modules.values() if type(m) is types.ModuleType]
    before = [(vars(module), dict(vars(module))) for module in modules]
    try:
        yield
    finally:
        for now, then in before:
            for name, value in then.items():
                if now.get(name, now) is not value:
                    now[name] = value


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
def _random_state() -> Iterator[None]:
    state = random.getstate()
    random.seed(0)
    try:
        yield
    finally:
        random.setstate(state)


@contextmanager
def _no_running_loop() -> Iterator[None]:
    """Hide a loop that the host runs this in (a browser's worker does)."""
    host = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(host)


@contextmanager
def _main_module() -> Iterator[dict[str, Any]]:
    """A fresh ``__main__``, in whose namespace the program runs."""
    earlier = sys.modules["__main__"]
    module = sys.modules["__main__"] = types.ModuleType("__main__")
    try:
        yield vars(module)
    finally:
        sys.modules["__main__"] = earlier


def _set_up(clock: Clock, output: Output, base: str) -> None:
    """Replace what would tell machines and times apart (see the module's head)."""
    time.time, time.time_ns = clock.seconds, clock.tick
    for name in ("monotonic", "perf_counter", "process_time", "thread_time"):
        setattr(time, name, clock.seconds_since_start)
        setattr(time, name + "_ns", clock.since_start)
    time.sleep = clock.sleep  # type: ignore[assignment]
    entropy = Entropy()
    os.urandom = entropy
    random._urandom = entropy  # type: ignore[attr-defined]
    tempfile._name_sequence = _names()  # type: ignore[attr-defined]
    tempfile.tempdir = os.path.join(base, "tmp")
    loop = lambda: VirtualLoop(clock)  # noqa: E731 - one factory under two names
    asyncio.new_event_loop = asyncio.events.new_event_loop = loop
    asyncio.run = asyncio.runners.run
    builtins.input = _refuse_input
    sys.stdout = sys.stderr = output


@contextmanager
def world(output: Output) -> Iterator[tuple[dict[str, Any], str]]:
    """Enter the world; yields the program's namespace and the sandbox's base folder.

    The program's files lie in ``base/work`` (the working folder) and ``base/tmp``.
    """
    with ExitStack() as stack:
        base = stack.enter_context(_sandbox())
        stack.enter_context(undone())
        stack.enter_context(_random_state())
        stack.enter_context(_no_running_loop())
        namespace = stack.enter_context(_main_module())
        _set_up(Clock(), output, base)
        yield namespace, base


def relative_to(base: str) -> Callable[[str], str]:
    """Return the function that takes the sandbox's own path out of a text."""
    work, top = os.path.join(base, "work"), base
    inside = work + "/"

    def relative(text: str) -> str:
        if top not in text:
            return text
        if text == work:
            return "."
        return text.replace(inside, "").replace(work, ".").replace(top, "")

    return relative
