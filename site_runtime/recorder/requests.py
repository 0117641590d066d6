"""What the page can ask of Python, as JSON in and JSON out: the worker only passes it on.

The forms of questions and answers stand in ``site_runtime/browser/messages.js``.
"""

from __future__ import annotations

import json
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from site_runtime.recorder.ask import Question, evaluate
from site_runtime.recorder.checking import check, fault_of
from site_runtime.recorder.declared import LessonError, find
from site_runtime.recorder.lesson import Input, Lesson, imported
from site_runtime.recorder.limits import Limits
from site_runtime.recorder.program import CALL, OWN, PREPARE, Program, of_input
from site_runtime.recorder.run import Run, record, run
from site_runtime.recorder.search import Stop, search
from site_runtime.recorder.texts import imported_from

Tell = Callable[[str, str], None]
"""Is handed a kind of piece and its text, while the request is at work."""
Used = Callable[[], int]
Json = dict[str, Any]

_clock = time.perf_counter
_json = json.JSONEncoder(ensure_ascii=False).encode


class Refused(Exception):
    """A request that cannot be done: ``failure`` says why (messages.js, Failure)."""

    def __init__(self, code: str, detail: str, faults: list[Json] | None = None) -> None:
        super().__init__(detail)
        self.failure: Json = {"code": code, "detail": detail, **({"faults": faults} if faults else {})}


def respond(lessons: Mapping[str, Lesson], request: str, tell: Tell, used: Used | None = None) -> str:
    """Answer one request, as ``{"result": …}`` or ``{"failure": …}``.

    ``used`` tells the bytes of memory in use where that can be known.
    """
    asked: Json = json.loads(request)
    try:
        found: Json = {"result": OPERATIONS[asked["type"]](lessons, asked, tell, used)}
    except LessonError as error:
        found = {"failure": Refused("request", str(error)).failure}
    except Refused as error:
        found = {"failure": error.failure}
    return _json(found)


# Programs.


@contextmanager
def program_of(lessons: Mapping[str, Lesson], asked: Json) -> Iterator[Program]:
    """Yield the program that a request names, its modules ready to be imported.

    Raises LessonError for an unknown name, and Refused for a text that is no Python or a
    preparation that raises.
    """
    lesson: Lesson = find(lessons, asked["lesson"], "lesson")
    area = lesson.area(asked["area"])
    entry = _input(lesson, asked)
    texts: dict[str, str] = asked.get("edited") or {}
    for label in texts:
        find(lesson.sources, label, f"source in lesson {lesson.name!r}")
    _refuse_faults({PREPARE: entry.prepare, CALL: entry.call, **texts})
    sources = {**lesson.sources, **texts}
    with imported(lesson) as labels:
        files = {file: sources[label] for file, label in labels.items()}
        others = {file: text for file, text in files.items() if labels[file] in texts}
        try:
            with imported_from(files, others):
                yield of_input(lesson, area, entry, labels, sources)
        except Exception as error:
            raise _told(error) from error


def _input(lesson: Lesson, asked: Json) -> Input:
    if asked.get("input") is not None:
        return lesson.input(asked["area"], asked["input"])
    return Input(OWN, {"zh": OWN, "en": OWN}, asked["prepare"], asked["call"])


def _refuse_faults(texts: Mapping[str, str]) -> None:
    faults = [fault for label, text in texts.items() if (fault := fault_of(text, label))]
    if faults:
        detail = "; ".join(f"{fault['file']}, line {fault['line']}: {fault['message']}" for fault in faults)
        raise Refused("syntax", detail, faults)


def _told(error: Exception) -> Exception:
    """What a preparation raised, at its line there; anything else is the recorder's own fault."""
    lines = [place.lineno or 0 for place in traceback.extract_tb(error.__traceback__) if place.filename == PREPARE]
    if not lines:
        return error
    message = f"{type(error).__name__}: {error}"
    fault = {"file": PREPARE, "line": lines[-1], "column": 0, "endLine": lines[-1], "endColumn": 0, "message": message}
    return Refused("preparation", f"{PREPARE}, line {lines[-1]}: {message}", [fault])


def limits_of(asked: Json, used: Used | None) -> Limits:
    """Return a request's limits; ``memory`` counts only where the use is known."""
    return Limits(**asked.get("limits", {}), used=used if asked.get("limits", {}).get("memory") else None)


# Operations.


def _left(ended: Run) -> Json:
    return {
        "output": ended.output,
        "files": ended.files,
        "exception": ended.exception,
        "stopped": ended.stopped,
    }


def _run(lessons: Mapping[str, Lesson], asked: Json, tell: Tell, used: Used | None) -> Json:
    start = _clock()
    with program_of(lessons, asked) as program:
        ended = run(program, limits_of(asked, used), lambda text: tell("output", text))
    return {**_left(ended), "seconds": _clock() - start}


def _record(lessons: Mapping[str, Lesson], asked: Json, tell: Tell, used: Used | None) -> Json:
    with program_of(lessons, asked) as program:
        ended = record(
            program,
            lambda line: tell("line", line),
            limits_of(asked, used),
            tail=lambda piece: tell("tail", piece),
        )
    return {**_left(ended), "snapshots": ended.snapshots, "focus": ended.focus}


def _evaluate(lessons: Mapping[str, Lesson], asked: Json, tell: Tell, used: Used | None) -> Json:
    question = Question(
        asked["position"], asked["line"], asked["activation"], tuple(asked["expressions"]), asked.get("stopped")
    )
    with program_of(lessons, asked) as program:
        found = evaluate(program, question, limits_of(asked, used), lambda found: tell("answers", _json(vars(found))))
    return {**vars(found)}


def _search(lessons: Mapping[str, Lesson], asked: Json, tell: Tell, used: Used | None) -> Json:
    stops = tuple(Stop(one["file"], one["line"], one.get("condition"), one.get("log")) for one in asked["stops"])
    with program_of(lessons, asked) as program:
        found = search(program, stops, limits_of(asked, used), lambda hit: tell("hit", _json(hit)))
    return asdict(found)


def _check(lessons: Mapping[str, Lesson], asked: Json, tell: Tell, used: Used | None) -> Json:
    return check(asked["text"], asked["label"])


OPERATIONS: dict[str, Callable[[Mapping[str, Lesson], Json, Tell, Used | None], Json]] = {
    "run": _run,
    "record": _record,
    "evaluate": _evaluate,
    "search": _search,
    "check": _check,
}
