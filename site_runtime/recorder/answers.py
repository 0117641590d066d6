"""What is told of an expression's value: its whole ``repr``, or the error that it raised."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from typing import Any

from site_runtime.recorder import safe
from site_runtime.recorder.world import Output

MOST = 200_000
"""Characters of an answer's text, of its output and of a message: more is cut."""
OUTPUT_MOST = 20_000

Answer = dict[str, Any]
_repr, _str = repr, str
_set_digits: Callable[[int], None] = getattr(sys, "set_int_max_str_digits", lambda most: None)
_get_digits: Callable[[], int] = getattr(sys, "get_int_max_str_digits", lambda: 0)


def answer(find: Callable[[], Any], output: Output, relative: Callable[[str], str], shown: Any = _repr) -> Answer:
    """Return ``{text, type, error, output, cut}`` of the value that ``find`` returns or fails to.

    What is printed on the way is in ``output`` and nowhere else. ``relative`` takes the
    sandbox's path out. ``shown`` makes the text.
    """
    found: Answer = {"text": "", "type": "", "error": None, "output": "", "cut": False}
    with output.apart(OUTPUT_MOST, _too_much) as printed:
        try:
            value = find()
            found["type"] = safe.type_qualname(type(value))
            found["text"], found["cut"] = bounded(relative(_whole(value, shown)))
        except BaseException as error:
            found["error"] = told(error, relative)
    found["output"] = "".join(printed)
    return found


def _whole(value: Any, shown: Callable[[Any], str]) -> str:
    """Return a text without CPython's bound on the digits of an integer, up to ours."""
    before = _get_digits()
    _set_digits(MOST)
    try:
        return safe.plain(shown(value))
    finally:
        _set_digits(before)


def bounded(text: str, most: int = MOST) -> tuple[str, bool]:
    """Return the beginning of a text, and whether it is not all."""
    return text[:most], len(text) > most


def told(error: BaseException, relative: Callable[[str], str] = _str) -> dict[str, str]:
    """Return ``{type, message}`` of an exception; its own ``__str__`` may be asked."""
    return {
        "type": safe.type_qualname(type(error)),
        "message": bounded(relative(_message(error)))[0],
    }


def _message(error: BaseException) -> str:
    """An OSError's number differs between systems: it is told by name."""
    if safe.is_kind(type(error), SyntaxError) and getattr(error, "msg", None):
        return str(error.msg)  # type: ignore[attr-defined]
    number = safe.os_errno(error) if safe.is_kind(type(error), OSError) else None
    if type(number) is int:
        return f"{errno.errorcode.get(number, 'unknown')}: {safe.os_filename(error)}"
    try:
        return safe.plain(_str(error))
    except BaseException as second:
        return f"<its __str__ raises {safe.type_qualname(type(second))}>"


def _too_much() -> None:
    raise RuntimeError(f"the expression printed more than {OUTPUT_MOST} characters")
