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

Rule 4 is the only one that puts pdb's answers together; a test counts how many need it. The last test puts in
commands that are nearly right (wrong.mjs): the table must find each of them.
"""

from __future__ import annotations

import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from site_runtime.build.node import find_node
from site_runtime.parity.pythons import Python, find_pythons
from tests.stepping.table import COMMANDS, Table, table

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PROGRAMS = sorted(HERE.glob("programs/*.py"))
Tables = dict[Python, dict[str, Table]]

TOLD_OTHERWISE = {
    "12_generators_interleaved.py": "a generator that is closed",
    "23_coroutines.py": "an exception thrown through awaiting coroutines",
    "25_tree_walk.py": "a delegating generator that is closed",
    "31_thrown_through.py": "an exception thrown through delegating generators",
}
"""Programs whose events differ between minors so that no trace has both the events of each CPython and the same
snapshots on all. The recorder tells them alike everywhere (docs/recorder.md), so its stops are not pdb's there."""


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
    if program in TOLD_OTHERWISE:
        pytest.skip(f"the recorder tells this alike on every minor, pdb does not: {TOLD_OTHERWISE[program]}")
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


def compared(found: dict[str, Table]) -> list[Table]:
    return [one for program, one in found.items() if program not in TOLD_OTHERWISE]


def test_what_is_left_out_is_needed_and_little(tables: Tables) -> None:
    """A program is left out only while its stops really differ from pdb's on a CPython that is tried."""
    assert len(PROGRAMS) - len(TOLD_OTHERWISE) >= 20
    for program in TOLD_OTHERWISE:
        one = [found[program] for found in tables.values()]
        assert any(table.ours["stops"] != table.stops for table in one), program


@each
def test_each_wrong_command_is_found(tables: Tables, python: Python) -> None:
    found = {
        name: [line for one in compared(tables[python]) for line in one.differences(one.ours["wrong"][name])]
        for name in next(iter(tables[python].values())).ours["wrong"]
    }
    assert len(found) > 10
    assert [name for name, differences in found.items() if not differences] == []


def test_there_is_a_python_to_compare() -> None:
    """Two where two are found: the oldest and the newest."""
    assert PYTHONS, "no CPython from 3.10 to 3.14 answers: install one or name it in LESSON_PYTHONS"
    assert len(PYTHONS) == min(len(FOUND), 2)
