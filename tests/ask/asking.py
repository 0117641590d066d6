"""Answers for tests.recorder.child: a question asked by re-execution, and the same expression inserted into a copy.

Imports the standard library and the recorder only.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from site_runtime.recorder import Limits, run_program
from site_runtime.recorder.answers import answer as told_of
from site_runtime.recorder.answers import told
from site_runtime.recorder.ask import Question, evaluate
from site_runtime.recorder.program import of_source
from site_runtime.recorder.world import Output, relative_to

NOWHERE = relative_to("/there is no such folder")


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Return ``{"asked": …, "inserted": …}``: an answer, and what the copy of the program gave (None: never hit)."""
    question = Question(**{**request["question"], "expressions": tuple(request["question"]["expressions"])})
    asked = evaluate(of_source(request["source"], request["name"]), question, Limits())
    found: dict[str, Any] = {"asked": asdict(asked)}
    if "copy" in request:
        found["inserted"] = inserted(request["copy"], request["name"], request["hit"])
    return found


def inserted(copy: str, name: str, hit: int) -> dict[str, Any] | None:
    """Run a copy that asks ``__hit__()``, then calls ``__value__(expression)`` or, where it raises, ``__error__()``."""
    found: list[dict[str, Any]] = []
    count = iter(range(1, sys.maxsize))

    def value(it: object) -> None:
        found.append(told_of(lambda: it, Output(0, lambda: None, None), NOWHERE))

    def error() -> None:
        found.append({"text": "", "type": "", "error": told(sys.exc_info()[1] or BaseException(), NOWHERE)})

    with _builtins(__hit__=lambda: next(count) == hit, __value__=value, __error__=error):
        run_program(copy, name)
    return found[0] if found else None


@contextmanager
def _builtins(**added: object) -> Iterator[None]:
    vars(builtins).update(added)
    try:
        yield
    finally:
        for name in added:
            delattr(builtins, name)
