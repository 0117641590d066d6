"""Qualified names by place: ``co_qualname`` exists only from CPython 3.11."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache

_FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
Place = tuple[int, str]
"""First line (a decorator's, where there is one) and plain name."""


@lru_cache(maxsize=64)
def qualified_names(source: str) -> Mapping[Place, str]:
    """Return the qualified name of each function and class (PEP 3155) by its place."""
    return dict(_named(ast.parse(source), ""))


def _named(node: ast.AST, prefix: str) -> Iterator[tuple[Place, str]]:
    for child in ast.iter_child_nodes(node):
        inner = prefix
        if isinstance(child, _FUNCTION | ast.ClassDef):
            first = min([child.lineno, *(d.lineno for d in child.decorator_list)])
            yield (first, child.name), prefix + child.name
            local = "<locals>." if isinstance(child, _FUNCTION) else ""
            inner = f"{prefix}{child.name}.{local}"
        yield from _named(child, inner)
