"""Markdown's text, told apart from its code, line by line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

FENCE = re.compile(r"[ >\t]*(`{3,}|~{3,})")
CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")


def lines(markdown: str) -> Iterator[tuple[int, str, bool]]:
    """Yield each line with its number and whether it is prose: neither in a fenced block nor its fence."""
    fence = ""
    for number, line in enumerate(markdown.split("\n"), 1):
        match = FENCE.match(line)
        yield number, line, not fence and not match
        if match and not fence:
            fence = match.group(1)
        elif match and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""


def change(markdown: str, edit: Callable[[int, str], str]) -> str:
    """Return `markdown` with each line of prose as `edit` gives it back from its number and text."""
    return "\n".join(edit(number, line) if is_prose else line for number, line, is_prose in lines(markdown))


def outside_code(line: str, pattern: re.Pattern[str], put: Callable[[re.Match[str]], str]) -> str:
    """Return a line with every match of `pattern` replaced that does not begin within inline code."""
    spans = [match.span() for match in CODE.finditer(line)]

    def edited(match: re.Match[str]) -> str:
        inside = any(start <= match.start() < end for start, end in spans)
        return match.group() if inside else put(match)

    return pattern.sub(edited, line)
