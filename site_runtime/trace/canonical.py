"""The one way in which a trace spells JSON."""

from __future__ import annotations

import json
import re
from typing import Any

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_ESCAPED_PAIR = re.compile(r"\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}")


def spelled(value: Any) -> str:
    """Return JSON without spaces, non-ASCII unescaped but in strings with lone surrogates, which UTF-8 lacks."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{spelled(key)}:{spelled(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(spelled, value)) + "]"
    return json.dumps(value, ensure_ascii=isinstance(value, str) and not _is_unicode(value))


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_spelled(line: str, value: Any) -> bool:
    """Say whether ``line``, which was read as ``value``, is the way to spell it.

    A Python string may hold the two halves of a character apart. They are escaped, and are the character when read.
    """
    return spelled(value) in (line, _STRING.sub(_joined, line))


def _joined(string: re.Match[str]) -> str:
    text = string.group()
    return spelled(json.loads(text)) if _ESCAPED_PAIR.search(text) else text
