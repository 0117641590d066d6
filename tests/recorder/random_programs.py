"""Random small programs as text: valid Python that always ends, whatever it raises on the way."""

from __future__ import annotations

from hypothesis import strategies as st

PRELUDE = """\
from collections import OrderedDict, defaultdict, deque


class Box:
    shared = []

    def __init__(self, x=0):
        self.x = x

    @property
    def twice(self):
        return self.x * 2

    def grow(self, by):
        self.x = self.x + by
        self.shared.append(by)
        return self

    def __add__(self, other):
        return Box([self, other])

    def __enter__(self):
        return self

    def __exit__(self, *details):
        return self.x == 1


def count(n):
    try:
        while n:
            yield n
            n -= 1
    finally:
        done.append(n)


def outer(value):
    kept = [value]

    def inner(more):
        nonlocal value
        value = more
        kept.append(more)
        return kept

    return inner


def helper(a, b=1):
    c = [a, b]
    a = c
    return a


done, log, table = [], deque(maxlen=4), defaultdict(list)
a, b, c, d = 1, [2], {"k": 3}, Box(1)
add = outer(a)
source = count(3)
"""

Texts = st.SearchStrategy[str]

names = st.sampled_from(["a", "b", "c", "d", "table", "done", "log"])
numbers = st.integers(0, 3).map(str)
values: Texts = st.deferred(
    lambda: st.one_of(
        numbers,
        names,
        st.sampled_from(
            ["'x'", "''", "None", "2.5", "'xy' * 20", "(1, [2])", "{1, 2}", "b'z'", "d.x", "d.twice", "Box"]
        ),
        st.builds("[{}, {}]".format, values, values),
        st.builds("{{'k': {}, 1: {}}}".format, values, values),
        st.builds("({} + {})".format, values, values),
        st.builds("(a if {} else {})".format, values, values),
        st.builds("helper({}, b={})".format, values, values),
        st.builds("Box({}).grow({})".format, values, values),
        st.builds("add({})".format, values),
        st.builds("next(source, {})".format, values),
        st.builds("[helper(a) for a in ({}, {})]".format, values, values),
        st.builds("sum(x for x in count({}))".format, numbers),
        st.builds("table[{}]".format, values),
        st.builds("(lambda x: [x, {}])({})".format, values, values),
        st.builds("f'{{{}!r:.5}}'".format, names),
    )
)
simple = st.one_of(
    st.builds("{} = {}".format, names, values),
    st.builds("{} += {}".format, names, values),
    st.builds("{0}, {1} = {1}, {0}".format, names, names),
    st.builds("d.x = {}".format, values),
    st.builds("b[{}:] = [{}]".format, numbers, values),
    st.builds("c[{}] = {}".format, values, values),
    st.builds("log.append({})".format, values),
    st.builds("del {}".format, names),
    st.builds("print({})".format, values),
    st.builds("Box.shared = [{}]".format, values),
    st.just("table.clear()"),
    st.just("raise KeyError(a)"),
    st.just("source = count(2)"),
    st.just("d = Box(d)"),
    st.just("a = OrderedDict(b=b); a.move_to_end('b')"),
)


def indented(block: list[str]) -> str:
    """Return statements as the body of a compound one."""
    return "\n".join("    " + line for statement in block for line in statement.split("\n"))


def headed(head: str) -> Texts:
    """Return compound statements with one body."""
    return st.builds(lambda value, body: f"{head.format(value)}\n{indented(body)}", values, blocks)


def between(first: str, second: str) -> Texts:
    """Return compound statements with two bodies."""
    return st.builds(lambda one, two: f"{first}\n{indented(one)}\n{second}\n{indented(two)}", blocks, blocks)


statements: Texts = st.deferred(
    lambda: st.one_of(
        simple,
        simple,
        headed("if {}:"),
        headed("for x in [{}]:"),
        headed("with Box(1) as x, Box({}):"),
        st.builds("for x in count({}):\n    log.append(x)\n    break".format, numbers),
        st.builds(lambda body: f"for _ in range(2):\n{indented(body)}", blocks),
        st.builds(lambda body: f"def helper(a, b=2):\n{indented(body)}\n    return [a, b]", blocks),
        st.builds(lambda body: f"def helper(a, b=2):\n    global c\n    c = [a]\n{indented(body)}", blocks),
        between("try:", "except Exception as error:"),
        between("try:", "finally:"),
    )
)
blocks: st.SearchStrategy[list[str]] = st.lists(statements, min_size=1, max_size=3)


GUARD = """\
try:
{}
except (ArithmeticError, AttributeError, LookupError, NameError, TypeError) as error:
    log = [error.args]"""


def guarded(statement: str) -> str:
    """Let the program go on after what a statement raises, except for a few kinds."""
    return GUARD.format(indented([statement]))


programs = st.lists(statements.map(guarded), min_size=1, max_size=6).map(lambda body: PRELUDE + "\n".join(body) + "\n")
