"""The world of a run: the same at every time and place, and nothing of a run is left behind (world.py, undo.py)."""

from __future__ import annotations

import asyncio
import atexit
import builtins
import collections
import decimal
import gc
import logging
import os
import pathlib
import random
import sys
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any

import pytest

from site_runtime.recorder import record_program, run_program
from site_runtime.trace import positions
from tests.recorder.conftest import Ask

WAYS: list[Callable[[str], Any]] = [record_program, run_program]
both_ways = pytest.mark.parametrize("way", WAYS, ids=["record", "run"])


def output(recorder: Ask, *lines: str) -> str:
    """Return what a program prints, when running and debugging print the same."""
    answer = recorder("\n".join(lines) + "\n", ways=["run", "again"])
    assert answer["run"] == answer["debug"]
    assert answer["again"] is None
    assert answer["debug"]["exception"] is None, answer["debug"]["exception"]
    found: str = answer["debug"]["output"]
    return found


# The same at every time and place.


def test_the_clock_starts_in_2026_and_nobody_waits_for_it(recorder: Ask) -> None:
    shown = output(
        recorder,
        "import time",
        "a = time.time()",
        "time.sleep(3600)",
        "print(time.time() - a > 3600, time.strftime('%Y-%m-%d'), time.ctime(0), time.gmtime().tm_year)",
        "print(time.localtime(0)[:4], time.asctime()[:10], time.perf_counter() < time.perf_counter())",
    )
    assert shown == "True 2026-01-01 Thu Jan  1 00:00:00 1970 2026\n(1970, 1, 1, 0) Thu Jan  1 True\n"


def test_a_negative_sleep_is_refused_as_usual(recorder: Ask) -> None:
    answer = recorder("import time\ntime.sleep(-1)\n")
    assert answer["debug"]["exception"] == "ValueError: sleep length must be non-negative"


def test_randomness_is_fixed(recorder: Ask) -> None:
    shown = output(
        recorder,
        "import os, random, secrets, tempfile, uuid",
        "print(random.random(), os.urandom(3).hex(), len(secrets.token_hex(8)), uuid.uuid4().version)",
        "print(os.path.basename(tempfile.mkdtemp()), os.path.basename(tempfile.mkdtemp(prefix='a-')))",
    )
    first = sha256((1).to_bytes(8, "big")).hexdigest()[:6]
    assert shown == f"0.8444218515250481 {first} 16 4\ntmp0001 a-0002\n"


def test_tasks_are_counted_from_one_in_each_run(recorder: Ask) -> None:
    shown = output(
        recorder,
        "import asyncio",
        "async def name():",
        "    return asyncio.current_task().get_name()",
        "async def main():",
        "    return [await name(), *await asyncio.gather(name(), asyncio.create_task(name(), name='mine'))]",
        "print(asyncio.run(main()), asyncio.run(main()))",
    )
    assert shown == "['Task-1', 'Task-2', 'mine'] ['Task-5', 'Task-6', 'mine']\n"  # two more close each loop


def test_a_loop_that_waits_for_ever_says_so(recorder: Ask) -> None:
    answer = recorder("import asyncio\nasync def main():\n    await asyncio.Event().wait()\nasyncio.run(main())\n")
    assert "can never happen" in answer["debug"]["exception"]


def test_timers_of_a_loop_run_in_order(recorder: Ask) -> None:
    shown = output(
        recorder,
        "import asyncio",
        "async def tell(n):",
        "    await asyncio.sleep(n / 7)",
        "    print(n, end=' ')",
        "async def main():",
        "    await asyncio.gather(*map(tell, (5, 3, 1, 4, 2)))",
        "asyncio.run(main())",
    )
    assert shown == "1 2 3 4 5 "


def test_the_sandboxs_path_and_addresses_are_nowhere(recorder: Ask) -> None:
    answer = recorder(
        "import os, pathlib, tempfile\n"
        "class Box: pass\n"
        "here, path, raw = os.getcwd(), pathlib.Path.cwd() / 'a' / 'b', os.getcwd() + '/x'\n"
        "spare, shown = tempfile.mkdtemp(), repr(Box())\n"
        "print(here, path, raw, spare, Box(), [Box()], print)\n"
        "open(here + '/absent')\n",
        ways=["run", "again"],
    )
    assert answer["again"] is None
    assert answer["run"] == answer["debug"]
    box = "<__main__.Box object at 0x…>"
    assert answer["debug"]["output"] == f". a/b x /tmp/tmp0001 {box} [{box}] <built-in function print>\n"
    assert answer["debug"]["exception"] == "FileNotFoundError: ENOENT: absent"
    last = [state for state in positions(answer["trace"]) if state.stack][-1].stack[0].locals
    assert (last["here"], last["path"], last["raw"], last["shown"]) == (".", ["path", "a/b"], "x", box)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("input('?')", "input()"),
        ("breakpoint()", "breakpoint()"),
        ("import sys; sys.stdin.read()", "sys.stdin"),
        ("import sys; next(sys.stdin)", "sys.stdin"),
        ("import sys; sys.__stdin__.readline()", "sys.stdin"),
    ],
)
def test_what_would_wait_for_a_person_is_refused_by_name(recorder: Ask, source: str, name: str) -> None:
    answer = recorder(source + "\n", ways=["run"])
    assert answer["debug"]["exception"].startswith(f"RuntimeError: {name} is not available in a recorded run")
    assert answer["run"] == answer["debug"]


def test_every_stream_is_the_output(recorder: Ask) -> None:
    shown = output(
        recorder,
        "import logging, sys, warnings",
        "sys.__stdout__.write('a')",
        "print('b', file=sys.stderr, end='')",
        "logging.basicConfig(level=logging.INFO, format='%(message)s')",
        "logging.info('c')",
    )
    assert shown == "abc\n"


def test_exit_functions_run_at_the_end_the_last_first(recorder: Ask) -> None:
    shown = output(
        recorder,
        "import atexit",
        "for n in range(3):",
        "    atexit.register(print, n, end=' ')",
        "atexit.register(input)",
        "atexit.unregister(input)",
        "print('end')",
    )
    assert shown == "end\n2 1 0 "


# Nothing is left behind.


def test_a_hosts_trace_function_and_everything_else_is_put_back() -> None:
    def tracing(*_: object) -> None:
        return None

    kept = sys.gettrace(), sys.getprofile()
    folder, streams, limit = os.getcwd(), (sys.stdout, sys.stderr, sys.stdin), sys.getrecursionlimit()
    state, context = random.getstate(), decimal.getcontext().prec
    source = (
        "import sys, os, random, decimal\n"
        "sys.settrace(lambda *a: None); sys.setprofile(lambda *a: None); sys.setrecursionlimit(500)\n"
        "os.chdir('/'); random.seed(5); decimal.getcontext().prec = 3\n"
        "sys.path.append('x'); os.environ['ADDED'] = 'y'\n"
    )
    sys.settrace(tracing)
    try:
        for way in WAYS:
            way(source)
            assert sys.gettrace() is tracing
    finally:
        sys.settrace(kept[0])
    assert (sys.getprofile(), os.getcwd(), sys.getrecursionlimit()) == (kept[1], folder, limit)
    assert (sys.stdout, sys.stderr, sys.stdin) == streams
    assert (random.getstate(), decimal.getcontext().prec) == (state, context)
    assert "x" not in sys.path
    assert "ADDED" not in os.environ


PATCHES = """
import asyncio, atexit, builtins, collections, copyreg, json, logging, os, pathlib, random, string, sys, time, warnings
os.replace = builtins.print = time.sleep = json.dumps = asyncio.run = atexit.register = lambda *a, **k: None
builtins.added = 1
del builtins.ascii
pathlib.Path.read_text = pathlib.PurePath.added = lambda self: "patched"
del collections.Counter.elements
collections.Counter.most_common = None
string.ascii_letters = "patched"
sys.argv[:] = ["patched"]
warnings.simplefilter("error")
logging.root.setLevel(5)
logging.root.addHandler(logging.NullHandler())
logging.getLogger("added").disabled = True
logging.addLevelName(5, "patched")
copyreg.dispatch_table[int] = None
"""


def everything() -> list[object]:
    """Return what the patches change."""
    return [
        *(os.replace, builtins.print, time.sleep, asyncio.run, atexit.register, ascii, pathlib.Path.read_text),
        *(collections.Counter.elements, hasattr(builtins, "added"), hasattr(pathlib.PurePath, "added"), list(sys.argv)),
        *(list(warnings.filters), logging.root.level, list(logging.root.handlers), logging.getLevelName(5)),
        *(sorted(logging.root.manager.loggerDict), input, sys.breakpointhook, sys.settrace, sys.gettrace),
        *(os.urandom, time.time, time.localtime, os.environ.get("TZ"), gc.isenabled(), gc.get_freeze_count()),
    ]


@both_ways
def test_what_a_program_patches_is_put_back(way: Callable[[str], Any]) -> None:
    before = everything()
    found = way(PATCHES)
    assert found.exception is None, found.exception
    assert everything() == before


def test_a_patched_standard_library_does_not_mislead_the_recorder(recorder: Ask) -> None:
    answer = recorder(PATCHES + "x = pathlib.Path('a')\ny = [x, 1.5]\ny.append(2)\n", ways=["run", "again", "always"])
    assert (answer["stopped"], answer["again"], answer["always"]) == (None, None, None)
    assert answer["run"] == answer["debug"]


def test_modules_that_a_program_imports_first_are_forgotten(recorder: Ask) -> None:
    source = (
        "import colorsys, sys, os\n"
        "print(hasattr(colorsys, 'mark'))\n"
        "colorsys.mark = True\n"
        "open('own.py', 'w').write('print(\"imported\")')\n"
        "sys.path.insert(0, '')\n"
        "import own\n"
    )
    assert output(recorder, source) == "False\nimported\n"


def test_what_a_runs_garbage_still_does_stays_in_that_run(recorder: Ask) -> None:
    source = (
        "def g():\n    try:\n        yield\n    finally:\n        print('old')\n"
        "class A: pass\na = A()\na.g, a.a = g(), a\nnext(a.g)\n"
    )
    recorder(source)
    answer = recorder("import gc\ngc.collect()\nprint('new')\n")
    assert answer["debug"]["output"] == "new\n"


@both_ways
def test_a_hosts_event_loop_goes_on(way: Callable[[str], Any]) -> None:
    async def host() -> tuple[object, object]:
        loop = asyncio.get_running_loop()
        found = way("import asyncio\nasync def main(): print('inner')\nasyncio.run(main())\n")
        assert found.output == "inner\n"
        await asyncio.sleep(0)
        return loop, asyncio.get_running_loop()

    # A thread of its own: in this one a browser's driver may have a loop that already runs.
    with ThreadPoolExecutor(1) as thread:
        before, after = thread.submit(lambda: asyncio.run(host())).result()
    assert before is after
