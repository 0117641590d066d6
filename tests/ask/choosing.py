"""Chooses places in recorded programs at random, expressions to ask there, and the copy that has them inserted."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from site_runtime.trace import State, positions

SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Delete, ast.Raise, ast.Assert, ast.Pass)
LOOPS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)
"""Within a line they make more events than the line has beginnings."""

ABOUT = (
    "{0}",
    "[{0} for _ in range(2)]",
    "(lambda: {0})()",
    "(lambda {0}=1: {0})()",
    "{{key: {0} for key in 'ab'}}",
    "[*(({0}, {1}) for _ in 'a')]",
    "[[{0} for _ in 'a'] for _ in [{1}]]",
    "[{0} for {0} in [1, {0}]]",
    "{0} is {1}, {0} == {1}",
    "f'{{{0}!r:.20}}'",
    "len({0}) + len({1})",
    "({0}, [fresh := {1}], fresh)",
    "{0}.x, {0}.twice",
    "type({0}).__name__, callable({1})",
    "(lambda: [{0}, (lambda: {1})()])()",
    "sorted(map(str, [{0}, {1}]))",
    "{0}(1)",
    "[{0}(2), {1}]",
    "next({0}, 'none'), next({0}, 'none')",
    "{0} + {1}",
    "{0}[0], {1}",
    "(lambda f: f(f))(lambda f: {0})",
    "not_a_name_at_all",
    "[not_a_name_at_all for _ in [{0}]]",
    "sorted(name for name in locals() if '__' not in name)",
    "eval('{0}'), {1}",
    "print({0}, {1})",
    "lambda: {0}",
)


@dataclass(frozen=True)
class Asked:
    """One question, and what a copy of the program needs to give the same answer."""

    source: str
    name: str
    question: dict[str, Any]
    copy: str
    hit: int

    def request(self) -> dict[str, Any]:
        """As tests.ask.asking takes it."""
        fields = {name: getattr(self, name) for name in ("source", "name", "question", "copy", "hit")}
        return {"module": "tests.ask.asking", **fields}


def simple_lines(source: str) -> dict[int, ast.stmt]:
    """Return line -> the one plain statement that is all of it."""
    found: dict[int, list[ast.stmt]] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt):
            for line in range(
                node.lineno, (node.end_lineno or node.lineno) + 1 if isinstance(node, SIMPLE) else node.lineno + 1
            ):
                found.setdefault(line, []).append(node)
    alone = {line: nodes[0] for line, nodes in found.items() if len(nodes) == 1}
    return {line: node for line, node in alone.items() if _is_simple(node, line, source)}


def _is_simple(node: ast.stmt, line: int, source: str) -> bool:
    text = source.split("\n")[line - 1]
    return (
        isinstance(node, SIMPLE)
        and node.lineno == node.end_lineno
        and not text[: node.col_offset].strip()
        and not any(isinstance(inner, (*LOOPS, ast.Await, ast.Yield, ast.YieldFrom)) for inner in ast.walk(node))
    )


def chosen(source: str, name: str, trace: str, count: int, dice: Random) -> Iterator[Asked]:
    """Yield so many questions at lines of a trace's frames; fewer where there are fewer places."""
    lines = simple_lines(source)
    seen: dict[int, int] = {}
    places: list[tuple[State, int]] = []
    for state in positions(trace):
        if state.kind == "line" and state.line in lines:
            seen[state.line] = seen.get(state.line, 0) + 1
            places.append((state, seen[state.line]))
    for state, hit in dice.sample(places, min(count, len(places))):
        frame = state.stack[-1]
        expression = dice.choice(ABOUT).format(*(dice.choice(names(state)) for _ in range(2)))
        question = {
            "position": state.position,
            "line": state.line,
            "activation": frame.activation,
            "expressions": [expression],
        }
        copy = with_inserted(source, state.line, lines[state.line].col_offset, expression)
        yield Asked(source, name, question, copy, hit)


def names(state: State) -> list[str]:
    """Return names to ask for: those of the frame twice as often as those of the others."""
    own = [name for name in state.stack[-1].locals if name.isidentifier()]
    others = [name for frame in state.stack for name in frame.locals if name.isidentifier()]
    return [*own, *own, *others, "len"]


def with_inserted(source: str, line: int, indent: int, expression: str) -> str:
    """Return the program with the expression before a line, asked for at one hit only."""
    new = ["if __hit__():", f"    try: __value__(({expression}))", "    except BaseException: __error__()"]
    text = source.split("\n")
    return "\n".join([*text[: line - 1], *(" " * indent + one for one in new), *text[line - 1 :]])
