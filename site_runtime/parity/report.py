"""The outcome of a comparison, for people and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from site_runtime.parity.differences import Difference
from site_runtime.parity.results import Session


@dataclass(frozen=True)
class Report:
    """What was recorded where; `compared` counts the pairs of traces that were held against each other."""

    sessions: Sequence[Session]
    compared: int
    differences: Sequence[Difference]

    @property
    def inputs(self) -> int:
        """The number of inputs."""
        return len(self.sessions[0].results)

    @property
    def snapshots(self) -> dict[str, int]:
        """The number of snapshots of all inputs in one runtime: in the displayed functions, and all."""
        results = self.sessions[0].results.values()
        return {"focus": sum(result.focus for result in results), "all": sum(result.snapshots for result in results)}

    def json(self) -> dict[str, Any]:
        """Return the report as one JSON object."""
        return {
            "inputs": self.inputs,
            "snapshots": self.snapshots,
            "runtimes": [{"name": session.name, "python": session.python} for session in self.sessions],
            "compared": self.compared,
            "differences": [asdict(difference) for difference in self.differences],
        }

    def text(self) -> str:
        """Return the report as lines to read, each difference whole."""
        focus, every = self.snapshots["focus"], self.snapshots["all"]
        lines = [difference.text() for difference in self.differences]
        lines.append(f"inputs: {self.inputs}")
        lines.append(f"snapshots: {focus} in the displayed functions, {every} in all")
        lines.append(f"compared: {self.compared} pairs of traces in {len(self.sessions)} runtimes")
        lines.append(f"differences: {len(self.differences)}")
        return "\n".join(lines)
