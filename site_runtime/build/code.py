"""Python source as highlighted HTML, line by line, and the lines of one function."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from operator import itemgetter

from pygments.lexers import PythonLexer
from pygments.token import STANDARD_TYPES, _TokenType

PLAIN = frozenset(("w", "n", "nb", "nn", "bp", "o", "p"))
"""White space, names, operators and punctuation."""


def highlighted_lines(source: str) -> list[str]:
    """Return the HTML of each line of `source`, without newlines; spans never cross a line.

    The class names are Pygments' short ones, which the theme colours. What it leaves in the text's own colour, and so
    most of the tokens, has no element: a page holds dozens of programs.
    """
    lines: list[list[tuple[str, str]]] = [[]]
    for token, text in PythonLexer(stripnl=False, ensurenl=False).get_tokens(source):
        name = _class_name(token)
        first, *rest = ((name, part) for part in text.split("\n"))
        lines[-1].append(first)
        lines += [[piece] for piece in rest]
    html = [_html(pieces) for pieces in lines]
    return html[:-1] if html[-1] == "" else html


def _html(pieces: Iterable[tuple[str, str]]) -> str:
    runs = groupby((piece for piece in pieces if piece[1]), key=itemgetter(0))
    return "".join(_span(name, "".join(text for _name, text in run)) for name, run in runs)


def _span(name: str, text: str) -> str:
    return f'<span class="{name}">{escape(text)}</span>' if name else escape(text)


def _class_name(token: _TokenType) -> str:
    """Return the class of a token type, or of the nearest type above it that has one."""
    while token not in STANDARD_TYPES and token.parent is not None:
        token = token.parent
    name = STANDARD_TYPES.get(token, "")
    return "" if name in PLAIN else name


def function_lines(source: str, qualified: str) -> range:
    """Return the lines of a function, its decorators included, as 1-based numbers.

    `qualified` is the name Python gives it: ``Class.method``, ``outer.<locals>.inner``. Raises KeyError for another.
    """
    spans = dict(_functions(ast.parse(source), ""))
    return spans[qualified]


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, range]]:
    for child in ast.iter_child_nodes(node):
        inner = prefix
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + child.name, _span_of(child)
            inner = f"{prefix}{child.name}.<locals>."
        elif isinstance(child, ast.ClassDef):
            inner = f"{prefix}{child.name}."
        yield from _functions(child, inner)


def _span_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> range:
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return range(first, (node.end_lineno or node.lineno) + 1)
