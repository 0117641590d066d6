"""Whether texts are Python, and where they are not."""

from __future__ import annotations

import warnings
from typing import Any

from site_runtime.recorder.lines import breakable_lines

NOT_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError)
"""What ``compile`` raises for a text that it refuses: nesting, size and null bytes among them."""

Fault = dict[str, Any]


def fault_of(text: str, label: str) -> Fault | None:
    """Return ``{file, line, column, endLine, endColumn, message}`` where a text is no Python, else None.

    Columns count characters from 1; 0 where CPython names no place.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(text, label, "exec", dont_inherit=True)
        except NOT_PYTHON as error:
            return _fault(error, label)
    return None


def _fault(error: BaseException, label: str) -> Fault:
    fault: Fault = {"file": label, "line": 0, "column": 0, "endLine": 0, "endColumn": 0}
    if not isinstance(error, SyntaxError):
        return {**fault, "message": f"{type(error).__name__}: {error}"}
    line, column = error.lineno or 0, error.offset or 0
    end = error.end_lineno or line, error.end_offset or column
    return {**fault, "line": line, "column": column, "endLine": end[0], "endColumn": end[1], "message": error.msg}


def check(text: str, label: str) -> dict[str, Any]:
    """Return ``{lines, error}``: breakable lines by qualified name, or the fault of a text."""
    fault = fault_of(text, label)
    return {"lines": {} if fault else breakable_lines(text, label), "error": fault}
