"""Seconds of several ways to do one thing, measured in turn so that a slow moment hits all alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

Timings = Mapping[str, float]
"""Least seconds by way; the least of several rounds is what the machine disturbs least."""


def in_turn(ways: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """Return the least seconds of each way; each way measures itself and returns seconds."""
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(rounds):
        for name, measure in ways.items():
            best[name] = min(best[name], measure())
    return best


@dataclass(frozen=True)
class Figure:
    """One line of the report.

    value: the ratio (or a plain number when `unit` says so); limit: the budget, or None where there is none.
    """

    name: str
    value: float
    unit: str
    limit: float | None
    detail: str

    def kept(self) -> bool:
        """Say whether the budget is kept."""
        return self.limit is None or self.value <= self.limit

    def text(self) -> str:
        """Return the line for people."""
        budget = "" if self.limit is None else f"   budget {self.limit:g}{'' if self.kept() else '  EXCEEDED'}"
        return f"{self.name:<44}{self.value:>9.2f} {self.unit:<12}{budget}   {self.detail}".rstrip()


def recorder_figures(where: str, area: str, seconds: Timings, snapshots: int, size: int) -> list[Figure]:
    """Return the recorder's figures for one loop in one runtime.

    seconds: least seconds of the ways empty, plain, traced, debugger (runs) and record; size: bytes of the trace.
    """
    own = {way: max(value - seconds["empty"], 1e-9) for way, value in seconds.items()}
    line = own["record"] / snapshots * 1e6
    bare = own["traced"] / snapshots * 1e6
    budget = LINE_BUDGET.get((where, area))
    return [
        Figure(f"{where}, {area}: recording", line, "µs a line", budget, f"a bare trace function {bare:.2f} µs"),
        Figure(f"{where}, {area}: against a bare trace", own["record"] / own["traced"], "times", None, ""),
        Figure(f"{where}, {area}: against bdb with repr", own["record"] / own["debugger"], "times", None, ""),
        Figure(f"{where}, {area}: trace", size / snapshots, "bytes a step", BYTE_BUDGET, f"{snapshots} snapshots"),
    ]


LINE_BUDGET = {("native", "simple"): 2.6, ("chromium", "simple"): 4.0}
"""Twice what prototypes took on simple lines: 1.3 µs natively, 2 µs in Chromium."""
BYTE_BUDGET = 40.0
"""Twice what prototypes took."""
