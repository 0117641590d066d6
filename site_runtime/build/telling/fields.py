"""The text inside a fence: ``key: value``, one a line; some keys may be given several times."""

from __future__ import annotations

import re
from collections.abc import Collection
from html import escape

from site_runtime.build.errors import BuildError, unknown

CODE = re.compile(r"`([^`]+)`")


def read(
    text: str, needed: Collection[str], optional: Collection[str] = (), many: Collection[str] = ()
) -> dict[str, list[str]]:
    """Return key -> values; every known key is there. Raises BuildError that quotes the line or names the key."""
    known = [*needed, *optional, *many]
    fields: dict[str, list[str]] = {key: [] for key in known}
    for line in filter(str.strip, text.splitlines()):
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or not value:
            raise BuildError(f"“{line.strip()}” is not `key: value`; a fence holds {', '.join(known)}")
        if key not in fields:
            raise BuildError(unknown("field", key, known))
        if fields[key] and key not in many:
            raise BuildError(f"“{key}” is given twice")
        fields[key].append(value)
    for key in needed:
        if not fields[key]:
            raise BuildError(f"the fence lacks `{key}: …`")
    return fields


def inline(text: str) -> str:
    """Return a field's text as HTML; what stands in backticks is code."""
    return CODE.sub(r"<code>\1</code>", escape(text, quote=False))
