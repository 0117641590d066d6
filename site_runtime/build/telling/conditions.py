"""What an author says of a step, and whether it holds there.

A condition is one or more clauses, joined by ``and``:

    at `SOURCE`                 this line of code is about to run (its text begins so)
    in FUNCTION                 the step is in this function itself, in nothing that it calls
    PATH is VALUE               the value, a Python literal, at this step
    PATH is not VALUE           there is a value, and it is another
    PATH becomes VALUE          … and it was another at the step before
    PATH is there / not there   something, or nothing, is at the path
    PATH appears / vanishes     … and at the step before it was the other way
    FILE has N lines            …
    FILE gets line N            … and had fewer at the step before
    raises TYPE                 the displayed function ends here by this exception
    returns                     the displayed function ends here with a value
    returns VALUE               … with this one
    held / free                 somebody, or nobody, holds the watched lock
    start / end                 the first position; the last, after the program
    never                       nowhere: a fact that no step of this program tells
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from site_runtime.build.errors import BuildError
from site_runtime.build.telling.look import look, plain
from site_runtime.trace import ABSENT, State

PATH = r"[\w:./-]*\w"


@dataclass(frozen=True)
class Moment:
    """A position, the one before it (none for the first), and the sources that its lines come from."""

    before: State | None
    now: State
    sources: Mapping[str, str]


Test = Callable[[Moment], bool]


def parse(text: str) -> Test:
    """Return the test that a condition means; raise BuildError that quotes the clause nobody knows."""
    tests = [_clause(part.strip()) for part in _parts(text)]
    return lambda moment: all(test(moment) for test in tests)


def _parts(text: str) -> list[str]:
    """Split at each `and` that stands in no quotes."""
    quoted = r"`[^`]*`|'[^']*'|\"[^\"]*\""
    return [part for part in re.split(rf"\s+and\s+(?=(?:{quoted}|[^`'\"])*$)", text.strip()) if part]


def _clause(text: str) -> Test:
    for pattern, make in CLAUSES:
        match = re.fullmatch(pattern, text)
        if match:
            return make(*match.groups())
    raise BuildError(f"“{text}” is no condition; known are {KNOWN}")


def literal(text: str) -> Any:
    """Return the value of a Python literal; raise BuildError for anything else."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError) as error:
        raise BuildError(f"“{text}” is no Python literal; write 'approved', None, True or 3") from error


def same(value: Any, wanted: Any) -> bool:
    """Tell whether two values are equal and of one type: 1 is not True."""
    return type(value) is type(wanted) and bool(value == wanted)


def line_text(moment: Moment) -> str:
    """Return the line of code that is about to run, without the space around it; "" at the end."""
    top = moment.now.stack[-1] if moment.now.stack else None
    return moment.sources[top.file].splitlines()[top.line - 1].strip() if top else ""


def _at(source: str) -> Test:
    return lambda m: m.now.kind == "line" and line_text(m).startswith(source.strip())


def _in(function: str) -> Test:
    return lambda m: bool(m.now.stack) and m.now.stack[-1].function == function


def _is(path: str, value: str) -> Test:
    wanted = literal(value)
    return lambda m: same(look(m.now, path), wanted)


def _is_not(path: str, value: str) -> Test:
    is_there, is_it = _there(path, None), _is(path, value)
    return lambda m: is_there(m) and not is_it(m)


def _becomes(path: str, value: str) -> Test:
    return _turns(_is(path, value))


def _there(path: str, no: str | None) -> Test:
    return lambda m: (look(m.now, path) is ABSENT) == bool(no)


def _appears(path: str, how: str) -> Test:
    return _turns(_there(path, "not " if how == "vanishes" else None))


def _lines(path: str, number: str) -> Test:
    return lambda m: _count(m.now, path) == int(number)


def _gets(path: str, number: str) -> Test:
    return _turns(lambda m: _count(m.now, path) >= int(number))


def _count(state: State, path: str) -> int:
    lines = look(state, path)
    return len(lines) if isinstance(lines, list) else 0


def _turns(test: Test) -> Test:
    """Return the test that holds where `test` holds and did not at the position before."""
    return lambda m: m.before is not None and test(m) and not test(Moment(None, m.before, m.sources))


def _ends(kind: str) -> Callable[[Moment], bool]:
    return lambda m: m.now.kind == kind and m.now.stack[-1].focus


def _raises(name: str) -> Test:
    ends = _ends("raised")
    return lambda m: ends(m) and type_of(m.now) == name


def _returns(value: str) -> Test:
    wanted, ends = literal(value), _ends("returned")
    return lambda m: ends(m) and same(plain(m.now, m.now.result), wanted)


def type_of(state: State) -> str:
    """Return the type's name of the exception that leaves at this position."""
    value = state.exception
    return state.heap[value[0]].type if isinstance(value, list) and value[0] in state.heap else ""


CLAUSES: list[tuple[str, Callable[..., Test]]] = [
    (r"at `([^`]+)`", _at),
    (r"in ([\w.<>]+)", _in),
    (rf"({PATH}) is (not )?there", _there),
    (rf"({PATH}) is not (.+)", _is_not),
    (rf"({PATH}) is (.+)", _is),
    (rf"({PATH}) becomes (.+)", _becomes),
    (rf"({PATH}) (appears|vanishes)", _appears),
    (rf"({PATH}) has (\d+) lines?", _lines),
    (rf"({PATH}) gets line (\d+)", _gets),
    (r"raises (\w+)", _raises),
    (r"returns", lambda: _ends("returned")),
    (r"returns (.+)", _returns),
    (r"held", lambda: lambda m: m.now.lock is not None),
    (r"free", lambda: lambda m: m.now.lock is None),
    (r"start", lambda: lambda m: m.now.position == 0),
    (r"end", lambda: lambda m: m.now.kind == "end"),
    (r"never", lambda: lambda m: False),
]
KNOWN = (
    "at `SOURCE`, in FUNCTION, PATH is VALUE, PATH is not VALUE, PATH becomes VALUE, PATH is there, PATH is not there, "
    "PATH appears, PATH vanishes, FILE has N lines, FILE gets line N, raises TYPE, returns, returns VALUE, held, free, "
    "start, end, never"
)
