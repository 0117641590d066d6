"""Stepping equals pdb's: for each stop of each program, and each command, where pdb goes and where the page goes.

pdb runs for itself, on the oldest and the newest CPython found, and is given its own commands at every stop; nothing
here is typed from what it did. From each stop that a trace shows (a line, or the end of an activation):

    pdb        the page (core/steps.js, core/until.js)
    step       into
    next       over
    return     out
    until      until
    up, next   to the caller: `next` in the nearest frame of the program's own that waits for this one

The stops must be the same one of the run: same activation, function, line, and the same pass over that line. Rules:

1. pdb shows more frames. Those of comprehensions, lambdas, generator expressions and the standard library are no
   snapshots; a stop in one of them is not counted.
2. pdb shows more stops: calls, exceptions, and where a generator yields. They are not counted. To go on from them:
   `step` is given again. After the other commands, an exception or a yield in one of the program's own frames leaves
   the command in force, and from a call or a frame that is not counted `up` leads to the nearest frame that is and
   was there at the start, and `next` on in that.
3. At a frame's end pdb takes `next` and `until` for `step` (bdb.py, dispatch_return), so they stop at the call of
   what the caller's line calls next. With rule 2 that comes to what `over` is: such calls are left out.
4. A command bound to the frame of a generator or coroutine passes over where that frame yields or awaits, and over
   its end (bdb.py, dispatch_return: "Ignore return events in generator except when stepping"): pdb waits for it to be
   resumed, perhaps for ever. The page stops where the control goes. So where pdb waited for such a frame, the page's
   stop is the first of: pdb's answer; the frame's end, which pdb shows when stepping; and, but for `until` at a line,
   pdb's answer to `up`, `next` (where the frame that waits may yield too, also that to two `up`, `next`, and so on).
5. `until` at a line of a generator that is never resumed on a greater line, and never ends, leads nowhere on the page
   and to the program's end in pdb.
6. Newer versions of `step` and `next` pass over further events of the line at which they were given (GH-136057).
   Those are snapshots (each turn of a loop on one line), so this is switched off where it exists.
7. A trace is the same on every CPython, so it cannot have what only some of them announce; such a stop is not counted.
   There are two. Up to 3.12, a generator that is closed or dropped at a `yield` with no line left to run still has a
   return event; 3.13 clears it away without one (gen_close). From 3.13 on, an exception that is thrown in through a
   `yield from` or `await` announces that line again (its CLEANUP_THROW has a line number); before, it does not.

Rule 4 is the only one that puts pdb's answers together; a test counts how many need it. The last test puts in
commands that are nearly right (wrong.mjs): the table must find each of them.
"""

from __future__ import annotations

import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from site_runtime.build.node import find_node
from site_runtime.parity.pythons import Python, find_pythons
from tests.stepping.table import COMMANDS, Table, table

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PROGRAMS = sorted(HERE.glob("programs/*.py"))
Tables = dict[Python, dict[str, Table]]


def output(command: list[str], given: str | None = None) -> str:
    """Return what a command writes; its failure is the test's."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment = {**kept, "PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, input=given, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, f"{' '.join(command[:3])} ended with {done.returncode}:\n{done.stderr[-4000:]}"
    return done.stdout


def tables_of(python: Python) -> dict[str, Table]:
    """Run all programs on one CPython and step through their traces."""
    told = output([python.path, "-m", "tests.stepping.child", *map(str, PROGRAMS)])
    ours = output([find_node(), str(HERE / "ours.mjs")], told)
    pairs = zip(map(json.loads, told.splitlines()), map(json.loads, ours.splitlines()), strict=True)
    return {one["program"]: table(f"{one['program']} on CPython {python.text}", one, two) for one, two in pairs}


FOUND = find_pythons()
PYTHONS = list(dict.fromkeys(FOUND[:1] + FOUND[-1:]))


@pytest.fixture(scope="session")
def tables() -> Tables:
    with ThreadPoolExecutor() as pool:
        return dict(zip(PYTHONS, pool.map(tables_of, PYTHONS), strict=True))


each = pytest.mark.parametrize("python", PYTHONS, ids=lambda python: python.text)


@each
@pytest.mark.parametrize("program", [path.name for path in PROGRAMS])
def test_every_command_leads_where_pdb_stops(tables: Tables, python: Python, program: str) -> None:
    found = tables[python][program]
    assert found.ours["stops"] == found.stops
    differences = found.differences(found.ours["right"])
    assert not differences, "\n".join(differences)


@each
def test_every_stop_is_a_start(tables: Tables, python: Python) -> None:
    """Of `up`, `next` those starts that have a frame to go up to: all but the module's own."""
    assert len(PROGRAMS) >= 20
    for found in tables[python].values():
        places = range(len(found.stops) - 1)
        inner = [place for place in places if found.stops[place][1] != "<module>"]
        for command, answers in found.pdb.items():
            assert list(answers) == (inner if command == "up, next" else list(places)), f"{found.name}, {command}"


@each
def test_few_answers_are_put_together(tables: Tables, python: Python) -> None:
    """Only where pdb waited for a generator or coroutine, and there each rule is needed."""
    needed = dict.fromkeys(COMMANDS, 0)
    for found in tables[python].values():
        for command, answers in found.pdb.items():
            needed[command] += sum(found.told(command, start) != stop for start, (stop, _) in answers.items())
    total = sum(len(answers) for found in tables[python].values() for answers in found.pdb.values())
    assert needed.pop("step") == 0
    assert all(needed.values())
    assert sum(needed.values()) < total / 10


@each
def test_what_only_some_pythons_announce_is_what_rule_7_says(tables: Tables, python: Python) -> None:
    apart = [stop for found in tables[python].values() for stop in found.apart]
    assert {stop[3] for stop in apart} == {"end" if python.version < (3, 13) else "line"}
    stops = sum(len(found.stops) for found in tables[python].values())
    assert len(apart) < stops / 100


def test_rule_7_leaves_the_same_out_of_every_trace(tables: Tables) -> None:
    """The ends are the same everywhere, and all but those that pdb shows on the older CPythons only."""
    concerned = {program for found in tables.values() for program in found if found[program].apart}
    assert len(concerned) == 4
    for program in concerned:
        oldest, *others = [ends(found[program].ours["stops"]) for found in tables.values()]
        assert all(other == oldest for other in others), program


def ends(stops: list[list[Any]]) -> list[list[Any]]:
    return [stop for stop in stops if stop[3] == "end"]


@each
def test_each_wrong_command_is_found(tables: Tables, python: Python) -> None:
    found = {
        name: [line for one in tables[python].values() for line in one.differences(one.ours["wrong"][name])]
        for name in next(iter(tables[python].values())).ours["wrong"]
    }
    assert len(found) > 10
    assert [name for name, differences in found.items() if not differences] == []


def test_there_is_a_python_to_compare() -> None:
    """Two where two are found: the oldest and the newest."""
    assert PYTHONS, "no CPython from 3.10 to 3.14 answers: install one or name it in LESSON_PYTHONS"
    assert len(PYTHONS) == min(len(FOUND), 2)
