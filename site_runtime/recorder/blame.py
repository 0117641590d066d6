"""Who raised what, in one line."""

from __future__ import annotations

import traceback

from site_runtime.recorder import safe


def blame(error: BaseException, name: str, source: str) -> str:
    """Return an exception's type and message and the last line of the file ``name`` on the way to it.

    ``source`` is that file's text. A message that cannot be made is left out.
    """
    numbers = [row.lineno for row in traceback.extract_tb(error.__traceback__) if row.filename == name]
    if isinstance(error, SyntaxError) and error.filename == name:
        return f"{type(error).__name__}: {error.msg}{_place(error.lineno, source)}"
    return f"{_described(error)}{_place(numbers[-1] if numbers else None, source)}"


def line_of(source: str, number: int) -> str:
    """Return a line of a text, by its number, without what stands around it."""
    lines = source.split("\n")
    return lines[number - 1].strip() if 0 < number <= len(lines) else ""


def _place(number: int | None, source: str) -> str:
    return f", at line {number}: {line_of(source, number)}" if number else ""


def _described(error: BaseException) -> str:
    try:
        said = str(error)
    except Exception:
        said = ""
    return f"{safe.type_qualname(type(error))}: {said}".removesuffix(": ")
