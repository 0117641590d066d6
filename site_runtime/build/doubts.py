"""What was recorded, but hardly as its author meant it: told, and nothing is stopped. Standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from site_runtime.parity.results import Result
from site_runtime.recorder import Limits

CUT = {
    "output": f"its output is longer than {Limits.output:,} characters; the run was ended there",
    "steps": f"it takes more than {Limits.steps:,} steps; the run was ended there",
    "memory": "it takes too much memory; the run was ended there",
    "depth": "its calls are nested too deep; the recording ends there",
    "tracing": "it sets a trace function of its own; the recording ends there",
    "recorder": "the recorder failed in it; the recording ends there",
}


def doubts(results: Iterable[Result]) -> Iterator[str]:
    """Yield a sentence for each recording that was cut or shows nothing, and for each watched name that never is."""
    areas: dict[str, list[Result]] = {}
    for result in results:
        areas.setdefault(result.key.rpartition("/")[0], []).append(result)
        if result.stopped is not None:
            yield f"{result.key}: {CUT.get(result.stopped, f'its recording was ended ({result.stopped})')}"
        elif not result.focus:
            yield f"{result.key}: its call never reaches the displayed function{_raised(result)}"
    yield from _unseen(areas)


def _raised(result: Result) -> str:
    return f"; it ends with {result.run.exception}" if result.run.exception else ""


def _unseen(areas: Mapping[str, list[Result]]) -> Iterator[str]:
    for area, results in areas.items():
        for name in sorted(set.intersection(*(set(result.missing) for result in results))):
            yield f"{area}: `watch` names {name!r}, but no recorded input has anything of that name"
