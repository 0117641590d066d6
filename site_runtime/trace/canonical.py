"""The one way in which a trace spells JSON."""

from __future__ import annotations

import json
from typing import Any


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
