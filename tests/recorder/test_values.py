"""Each kind of Python value and its text in a trace (docs/trace-format.md, "Values")."""

from __future__ import annotations

from typing import Any

import pytest

from site_runtime.trace import State, positions
from tests.recorder.conftest import Ask

SETUP = """
import asyncio, collections, datetime, decimal, enum, fractions, json, pathlib, re, types, typing, uuid
class Point(typing.NamedTuple):
    x: int
    y: int = 0
class Celsius(float): pass
class Pair(tuple): pass
class Names(frozenset): pass
class Stack(list): pass
class Color(enum.Enum):
    RED = 1
class Right(enum.Flag):
    READ = 1
    WRITE = 2
class Level(enum.IntEnum):
    LOW = 1
class Plain:
    kind = "plain"
    def __init__(self, x): self.x = x
    def method(self): pass
class Slotted:
    __slots__ = ("a", "b")
class Both(Slotted): pass
class Cell(Exception): pass
class Zone(datetime.tzinfo):
    def utcoffset(self, when): raise RuntimeError("user code ran")
class Liar(str):
    def __repr__(self): raise RuntimeError("user code ran")
def outer():
    def inner(): pass
    return inner
def numbers(): yield 1
async def fetch(): pass
async def ticks(): yield 1
def made(cls, **fields):
    found = cls.__new__(cls)
    for name, value in fields.items(): setattr(found, name, value)
    return found
coroutine = fetch()
UTC = datetime.timezone.utc
nest = 1
for _ in range(9): nest = (nest,)
"""

VALUES: list[tuple[str, Any]] = [
    ("None", None),
    ("True", True),
    ("'text'", "text"),
    ("'a\\u2028b\\ud800'", "a\u2028b\ud800"),
    ("2**53 - 1", 2**53 - 1),
    ("-(2**53) + 1", -(2**53) + 1),
    ("2**53", ["int", str(2**53)]),
    ("-(10**30)", ["int", str(-(10**30))]),
    ("2**3001", ["int", "", 3002]),
    ("0.1", ["float", "0.1"]),
    ("float('nan')", ["float", "nan"]),
    ("-float('inf')", ["float", "-inf"]),
    ("-0.0", ["float", "-0.0"]),
    ("1j", ["complex", "1j"]),
    ("'x' * 1000", "x" * 1000),
    ("'x' * 1001", ["str", "x" * 200, 1001]),
    ("b'a\\xff'", ["bytes", "b'a\\xff'"]),
    ("bytes(1001)", ["bytes", repr(bytes(200)), 1001]),
    ("(1, 'a')", ["tuple", 0, 1, "a"]),
    ("tuple(range(103))", ["tuple", 3, *range(100)]),
    ("frozenset({'b', 10, 2, 'a', 2.5})", ["frozenset", 0, 2, ["float", "2.5"], 10, "a", "b"]),
    ("frozenset(range(103))", ["frozenset", 3, *range(100)]),
    ("Point(1)", ["named", "Point", 0, "x", 1, "y", 0]),
    ("tuple.__new__(Point, (1, 2, 3))", ["sub", "Point", ["tuple", 0, 1, 2, 3]]),
    ("range(1, 9, 2)", ["range", 1, 9, 2]),
    ("slice(1, None)", ["slice", 1, None, None]),
    ("Celsius(1.5)", ["sub", "Celsius", ["float", "1.5"]]),
    ("Liar('x')", ["sub", "Liar", "x"]),
    ("Pair((1,))", ["sub", "Pair", ["tuple", 0, 1]]),
    ("Names('a')", ["sub", "Names", ["frozenset", 0, "a"]]),
    ("Color.RED", ["enum", "Color.RED", 1]),
    ("Level.LOW", ["enum", "Level.LOW", 1]),
    ("Right.READ | Right.WRITE", ["enum", "Right", 3]),
    ("pathlib.PurePosixPath('a/b')", ["path", "a/b"]),
    ("pathlib.Path.cwd() / 'x'", ["path", "x"]),
    ("pathlib.Path.cwd()", ["path", "."]),
    ("outer()", ["function", "outer.<locals>.inner"]),
    ("[lambda: 1 for _ in 'a'][0]", ["function", "<lambda>"]),
    ("len", ["function", "len"]),
    ("list.append", ["function", "list.append"]),
    ("[].append", ["function", "list.append"]),
    ("Stack().append", ["function", "Stack.append"]),
    ("dict.fromkeys", ["function", "dict.fromkeys"]),
    ("int", ["class", "int"]),
    ("Color", ["class", "Color"]),
    ("json", ["module", "json"]),
    ("Plain(1).method", ["method", "Plain.method"]),
    ("numbers()", ["generator", "numbers"]),
    ("coroutine", ["coroutine", "fetch"]),
    ("ticks()", ["async generator", "ticks"]),
    ("datetime.date(2026, 1, 2)", ["shown", "date", "datetime.date(2026, 1, 2)"]),
    ("datetime.timedelta(1)", ["shown", "timedelta", "datetime.timedelta(days=1)"]),
    ("datetime.datetime(2026, 1, 2)", ["shown", "datetime", "datetime.datetime(2026, 1, 2, 0, 0)"]),
    ("datetime.time(1, tzinfo=UTC)", ["shown", "time", "datetime.time(1, 0, tzinfo=datetime.timezone.utc)"]),
    ("datetime.time(1, tzinfo=Zone())", ["object", "time"]),
    ("datetime.time(1, tzinfo=datetime.timezone(datetime.timedelta(0), Liar('x')))", ["object", "time"]),
    ("decimal.Decimal('1.50')", ["shown", "Decimal", "Decimal('1.50')"]),
    ("fractions.Fraction(6, 8)", ["shown", "Fraction", "Fraction(3, 4)"]),
    ("fractions.Fraction(2**4000)", ["object", "Fraction"]),
    ("object.__new__(fractions.Fraction)", ["object", "Fraction"]),
    ("made(fractions.Fraction, _numerator=Liar(), _denominator=1)", ["object", "Fraction"]),
    ("uuid.UUID(int=5)", ["shown", "UUID", "UUID('00000000-0000-0000-0000-000000000005')"]),
    ("re.match('a', 'a')", ["object", "Match"]),
    ("object()", ["object", "object"]),
    ("...", ["object", "Ellipsis"]),
    ("made(collections.UserDict)", ["object", "UserDict"]),
    ("nest", ["tuple", 0, ["tuple", 0, ["tuple", 0, ["tuple", 0, ["tuple", 0, ["tuple", 0, ["tuple", 0]]]]]]]),
]

OBJECTS: list[tuple[str, str, str, int, list[Any]]] = [
    ("[1, 'a']", "list", "list", 0, [1, "a"]),
    ("list(range(105))", "list", "list", 5, [*range(100)]),
    ("collections.deque([1, 2], maxlen=3)", "deque", "deque", 0, [1, 2]),
    ("{'b', 10, 2, 'a'}", "set", "set", 0, [2, 10, "a", "b"]),
    ("set(range(1001))", "set", "set", 1001, []),
    ("bytearray(b'ab')", "bytearray", "bytearray", 0, [["bytes", "b'ab'"]]),
    ("{'k': 1, (1, 2): None}", "dict", "dict", 0, ["k", 1, ["tuple", 0, 1, 2], None]),
    ("{n: n for n in range(102)}", "dict", "dict", 2, [n for n in range(100) for _ in "kv"]),
    ("collections.defaultdict(int, a=1)", "dict", "defaultdict", 0, ["a", 1]),
    ("collections.Counter('aab')", "dict", "Counter", 0, ["a", 2, "b", 1]),
    ("Plain(5)", "instance", "Plain", 0, ["x", 5]),
    ("made(Slotted, b=1)", "instance", "Slotted", 0, ["b", 1]),
    ("made(Both, a=1, z=2)", "instance", "Both", 0, ["z", 2, "a", 1]),
    ("types.SimpleNamespace(a=1)", "instance", "SimpleNamespace", 0, ["a", 1]),
    ("Plain", "class", "Plain", 0, ["kind", "plain"]),
    ("Cell('x', 1)", "exception", "Cell", 0, ["args", ["tuple", 0, "x", 1]]),
    ("OSError(2, 'text', 'file')", "exception", "FileNotFoundError", 0, ["errno", "ENOENT", "filename", "file"]),
    ("OSError([], 'text')", "exception", "OSError", 0, ["args"]),
    ("made(Stack)", "list.", "Stack", 0, []),
]


def last_line(trace: str) -> State:
    """Return the module's last state."""
    return [state for state in positions(trace) if state.stack][-1]


@pytest.mark.parametrize(("expression", "expected"), VALUES, ids=[row[0][:40] for row in VALUES])
def test_a_value_has_its_text(recorder: Ask, expression: str, expected: Any) -> None:
    state = last_line(recorder(f"{SETUP}value = {expression}\ncoroutine.close()\n")["trace"])
    value = state.stack[0].locals["value"]
    if expression == "nest":
        for _ in range(8):
            assert value[:2] == ["tuple", 0]
            value = value[2]
        expected = ["deep"]
    assert value == expected
    assert type(value) is type(expected)


@pytest.mark.parametrize(("expression", "kind", "name", "more", "cells"), OBJECTS, ids=[row[0][:40] for row in OBJECTS])
def test_an_object_has_its_row(
    recorder: Ask, expression: str, kind: str, name: str, more: int, cells: list[Any]
) -> None:
    state = last_line(recorder(f"{SETUP}value = {expression}\ncoroutine.close()\n")["trace"])
    (number,) = state.stack[0].locals["value"]
    found = state.heap[number]
    assert (found.kind, found.type, found.more) == (kind, name, more)
    assert found.cells[: len(cells)] == cells
    if expression.startswith("made(Stack"):
        attributes = state.heap[found.cells[0][0]]
        assert (attributes.kind, attributes.cells) == ("dict", [])


def test_no_user_code_runs_for_a_value_that_lies(recorder: Ask) -> None:
    answer = recorder(f"{SETUP}value = [Liar(), datetime.time(1, tzinfo=Zone())]\ncoroutine.close()\n", ways=["run"])
    assert (answer["stopped"], answer["run"]) == (None, answer["debug"])


def test_an_ordered_dict_shows_its_own_order(recorder: Ask) -> None:
    source = "from collections import OrderedDict\nvalue = OrderedDict(a=1, b=2)\nvalue.move_to_end('a')\n"
    state = last_line(recorder(source)["trace"])
    assert state.heap[state.stack[0].locals["value"][0]].cells == ["b", 2, "a", 1]


def test_what_exec_puts_into_a_namespace_names_the_builtins_only(recorder: Ask) -> None:
    state = last_line(recorder("value = {}\nexec('x = 1', value)\n")["trace"])
    found = state.heap[state.stack[0].locals["value"][0]]
    assert found.cells == ["__builtins__", ["module", "builtins"], "x", 1]


def test_ids_count_objects_in_order_of_appearance_and_show_aliases(recorder: Ask) -> None:
    state = last_line(recorder("a = [1]\nb = a\nc = [1]\nd = (a, [c])\n")["trace"])
    assert state.stack[0].locals == {"a": [1], "b": [1], "c": [2], "d": ["tuple", 0, [1], [3]]}
    assert state.heap[3].cells == [[2]]


def test_a_freed_object_never_lends_its_id(recorder: Ask) -> None:
    answer = recorder("seen = []\nfor n in range(50):\n    fresh = [n]\n    seen.append(fresh is None)\n")
    variables = [state.stack[0].locals for state in positions(answer["trace"]) if state.stack]
    numbers = [names["fresh"][0] for names in variables if "fresh" in names]
    assert len(dict.fromkeys(numbers)) == 50


def test_a_change_is_one_splice(recorder: Ask) -> None:
    trace = recorder("a = [0, 1, 2, 3, 4, 5]\na[2:4] = 'xyz'\na.pop()\na.insert(0, None)\na[3] = a[3]\n")["trace"]
    rows = [row for row in ('[1,2,2,0,"x","y","z"]', "[1,6,1,0]", "[1,0,0,0,null]") if f'"heap":[{row}]' in trace]
    assert len(rows) == 3
    assert trace.count('"heap"') == 4


def test_a_long_string_that_grows_is_told_by_what_is_new(recorder: Ask) -> None:
    trace = recorder("t = '-' * 40\nt += 'é'\nt += '\\ud800'\nt = t[1:]\n")["trace"]
    assert '["+","é"]' in trace
    assert last_line(trace).stack[0].locals["t"] == "-" * 39 + "é\ud800"
