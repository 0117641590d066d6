"""How much of a run is kept: the only numbers that bound a trace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Bounds of one recording; a trace names the ones that shape what it shows.

    steps: snapshots before recording stops with ``"steps"``.
    items: items of one container that are shown (pairs in a dict).
    text: characters of a string shown whole; a longer one shows its head.
    objects: mutable objects shown in one state.
    output: characters of output before the run stops with ``"output"``.
    trace: characters of a trace before recording stops with ``"memory"``.
    seconds: of the machine's clock before the run stops with ``"seconds"``; None: any.
    memory: bytes in use, as told by ``used``, before it stops with ``"memory"``; without ``used``: any.
    """

    steps: int = 1_000_000
    items: int = 100
    text: int = 1_000
    objects: int = 1_000
    output: int = 1_000_000
    trace: int = 200_000_000
    seconds: float | None = None
    memory: int = 0
    used: Callable[[], int] | None = None


HEAD = 200
"""Characters shown of a string or bytes over ``Limits.text``."""

BIG_SET = 1_000
"""A set with more members shows only their number: it would be sorted at each step."""

NESTED = 8
"""Levels of immutable containers within each other that are shown."""

SAFE_INTEGER = 2**53 - 1
"""The largest integer every JSON reader keeps exactly (ECMA-262, Number)."""

INTEGER_BITS = 3_000
"""Above it an integer shows only its size: printing takes quadratic time, and
CPython refuses more than 4,300 digits (CVE-2020-10735)."""
