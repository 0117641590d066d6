"""Hold sessions against each other: traces byte by byte, and in each runtime the run against the debug run.

Between minor versions the events inside a statement may differ. With the lessons' sources at hand, traces of two minors
whose bytes differ are compared by statement, value and output instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from site_runtime.parity.differences import Difference
from site_runtime.parity.locate import Place, locate
from site_runtime.parity.report import Report
from site_runtime.parity.results import Outcome, Result, Session
from site_runtime.parity.statements import compare_statements

Sources = Mapping[str, Mapping[str, str]]

ABSENT = "(absent)"


def compare(sessions: Sequence[Session], sources: Sources | None = None) -> Report:
    """Return the report on `sessions`; the first is what every other is compared with.

    With `sources` (lesson -> label -> text) statements decide between minors; without, bytes always do.
    """
    reference, *others = sessions
    found = [difference for session in sessions for difference in run_with_debug(session)]
    found += [difference for other in others for difference in session_with(reference, other, sources)]
    compared = sum(len(reference.results.keys() & other.results.keys()) for other in others)
    return Report(sessions, compared, found)


def run_with_debug(session: Session) -> Iterator[Difference]:
    """Yield where recording changed what an input leaves behind."""
    names = f"{session.name} run", f"{session.name} debug"
    for key, result in session.results.items():
        yield from _outcomes(key, names, result.run, result.debug)


def _outcomes(key: str, names: tuple[str, str], run: Outcome, debug: Outcome) -> Iterator[Difference]:
    if run.output != debug.output:
        yield Difference(key, *names, "output", "output", repr(run.output), repr(debug.output))
    for path in sorted(run.files.keys() | debug.files.keys()):
        left, right = run.files.get(path), debug.files.get(path)
        if left != right:
            yield Difference(key, *names, "file", path, _file(left), _file(right))
    if run.exception != debug.exception:
        yield Difference(key, *names, "exception", "exception", str(run.exception), str(debug.exception))


def _file(text: str | None) -> str:
    return ABSENT if text is None else repr(text)


def session_with(reference: Session, other: Session, sources: Sources | None = None) -> Iterator[Difference]:
    """Yield the first difference of each input between two runtimes, and the inputs that only one has."""
    for key in dict.fromkeys([*reference.results, *other.results]):
        left, right = reference.results.get(key), other.results.get(key)
        texts = sources and reference.minor != other.minor and sources[key.partition("/")[0]]
        place = _results(left, right, texts or None)
        if place:
            yield Difference(key, reference.name, other.name, **asdict(place))


def _results(left: Result | None, right: Result | None, sources: Mapping[str, str] | None) -> Place | None:
    if left is None or right is None:
        return Place("missing", "input", "recorded" if left else ABSENT, "recorded" if right else ABSENT)
    if left.trace == right.trace:
        return None
    return compare_statements(sources, left.trace, right.trace) if sources else locate(left.trace, right.trace)
