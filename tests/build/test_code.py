"""Highlighting line by line, and the lines of a function."""

from __future__ import annotations

import re
from html import unescape

import pytest

from site_runtime.build.code import function_lines, highlighted_lines

SOURCE = '''\
import functools


class Box:
    """Holds
    <one> & thing."""

    @functools.cache
    def open(self):
        def inner():
            return "a" + \\
                'b'
        return inner


@functools.cache
@functools.wraps(
    len
)
async def late(): pass
'''


def text_of(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


def test_the_text_of_each_line_is_the_source_line() -> None:
    assert [text_of(line) for line in highlighted_lines(SOURCE)] == SOURCE.splitlines()


def test_no_span_crosses_a_line() -> None:
    for line in highlighted_lines(SOURCE):
        assert line.count("<span") == line.count("</span>")


def test_a_string_over_two_lines_is_coloured_on_both() -> None:
    first, second = highlighted_lines(SOURCE)[4:6]
    assert '<span class="sd">' in first
    assert '<span class="sd">' in second


def test_only_what_has_a_colour_of_its_own_has_an_element_and_neighbours_share_it() -> None:
    assert highlighted_lines("return len(x) + 'two words'") == [
        '<span class="k">return</span> len(x) + <span class="s1">&#x27;two words&#x27;</span>'
    ]


@pytest.mark.parametrize("source", ["", "\n", "\n\nx = 1", "x = 1\n\n\n", "  # only a comment\n", "x = '\u2028'\n"])
def test_no_line_is_lost_or_added(source: str) -> None:
    assert "".join(f"{text_of(line)}\n" for line in highlighted_lines(source)).rstrip("\n") == source.rstrip("\n")
    assert len(highlighted_lines(source)) == source.count("\n") + (not source.endswith("\n") and source != "")


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Box.open", range(8, 14)),
        ("Box.open.<locals>.inner", range(10, 13)),
        ("late", range(16, 21)),
    ],
)
def test_a_function_is_found_by_its_qualified_name_with_its_decorators(name: str, lines: range) -> None:
    assert function_lines(SOURCE, name) == lines
