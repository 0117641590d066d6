"""Hold sessions against each other: traces byte by byte, and in each runtime the run against the debug run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from site_runtime.parity.differences import Difference
from site_runtime.parity.locate import locate
from site_runtime.parity.report import Report
from site_runtime.parity.results import Outcome, Result, Session

ABSENT = "(absent)"


def compare(sessions: Sequence[Session]) -> Report:
    """Return the report on `sessions`; the first is what every other is compared with."""
    reference, *others = sessions
    found = [difference for session in sessions for difference in run_with_debug(session)]
    found += [difference for other in others for difference in session_with(reference, other)]
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


def session_with(reference: Session, other: Session) -> Iterator[Difference]:
    """Yield the first difference of each input between two runtimes, and the inputs that only one has."""
    for key in dict.fromkeys([*reference.results, *other.results]):
        yield from _results(key, reference.name, other.name, reference.results.get(key), other.results.get(key))


def _results(key: str, name: str, other: str, left: Result | None, right: Result | None) -> Iterator[Difference]:
    if left is None or right is None:
        has = ("recorded", ABSENT) if left else (ABSENT, "recorded")
        yield Difference(key, name, other, "missing", "input", *has)
    elif left.trace != right.trace:
        yield Difference(key, name, other, **asdict(locate(left.trace, right.trace)))
