"""What a difference is, as it is printed and as it stands in ``--json``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Difference:
    """One input that is not the same in two recordings.

    `what`: "value", "order", "line", "output", "file", "exception", "length" (one goes on after the other has ended),
    "bytes" (the traces say the same in other bytes), "format" (one is no trace), "missing" (one has no such input).
    `expected` is what `reference` has, `actual` what `runtime` has; `position` and `line` are those of `reference`.
    """

    input: str
    reference: str
    runtime: str
    what: str
    name: str
    expected: str
    actual: str
    position: int | None = None
    line: str | None = None

    def text(self) -> str:
        """Return the difference in three readable lines."""
        step = "" if self.position is None else f", step {self.position}"
        line = f", {self.line}" if self.line else ""
        head = f"{self.input}{step}{line}: {self.what} of {self.name} differs"
        width = max(len(self.reference), len(self.runtime))
        return f"{head}\n  {self.reference:{width}}  {self.expected}\n  {self.runtime:{width}}  {self.actual}"
