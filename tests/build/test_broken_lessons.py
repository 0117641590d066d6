"""A lesson whose code fails, ends the process, never ends or says too much: told in a line or two, with the input."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from site_runtime.build import own, traces
from site_runtime.build.cache import Cache
from site_runtime.build.catalog import gather
from site_runtime.build.errors import BuildError
from site_runtime.build.manifest import manifest
from site_runtime.parity.children import seconds
from site_runtime.parity.results import ParityError
from site_runtime.recorder import load_lessons
from tests.build.test_commands import lesson

INPUTS = """\
LESSON = {{
    "areas": [
        {{
            "name": "count",
            "function": "counter.py:count",
            "watch": {watch},
            "inputs": [
                {{"name": "fine", "prepare": "from counting.counter import count\\n", "call": "count('a')\\n"}},
                {{"name": "bad", "prepare": {prepare!r}, "call": {call!r}}},
            ],
        }}
    ]
}}
"""
IMPORT = "from counting.counter import count\n"
CALL = "print(count('tick tock'))\n"
CRASH = "import ctypes\nctypes.string_at(0)\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "counting").mkdir()
    (tmp_path / "counting" / "counter.py").write_text("def count(text):\n    return len(text.split())\n")
    return tmp_path


def declare(folder: Path, prepare: str = IMPORT, call: str = CALL, watch: str = "{}") -> None:
    text = INPUTS.format(prepare=prepare, call=call, watch=watch)
    (folder / "counting" / "inputs.py").write_text(text, "utf-8")


def record(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return lesson("record", "--lessons", str(folder), *words)


def failure(folder: Path) -> str:
    """Return what the command says of a failure: a few lines, and no traceback."""
    done = record(folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("lesson record: the lessons cannot be recorded: ")
    return done.stderr


BAD = "inputs.py, area 'count', input 'bad': "


@pytest.mark.parametrize(
    ("prepare", "told"),
    [
        ("x = 1\n1 / 0\n", "its preparation ends with ZeroDivisionError: division by zero, at line 2: 1 / 0"),
        ("import nowhere\n", "ModuleNotFoundError: No module named 'nowhere', at line 1: import nowhere"),
        ("import sys\nsys.exit(3)\n", "SystemExit: 3, at line 2: sys.exit(3)"),
        ("x = (\n", "'prepare' is no Python: '(' was never closed, at line 1: x = ("),
    ],
)
def test_a_preparation_that_fails_is_told_with_input_and_line(prepare: str, told: str, folder: Path) -> None:
    declare(folder, prepare)
    said = failure(folder)
    assert BAD in said
    assert told in said


def test_a_module_that_is_no_python_is_told_by_the_preparation_that_imports_it(folder: Path) -> None:
    (folder / "counting" / "other.py").write_text("def f(:\n")
    declare(folder, "from counting import other\n")
    said = failure(folder)
    assert BAD in said
    assert "(other.py, line 1), at line 1: from counting import other" in said


@pytest.mark.parametrize("status", [0, 2, 7])
@pytest.mark.parametrize("part", ["prepare", "call"])
def test_an_input_that_ends_the_process_is_told_whatever_the_status(part: str, status: int, folder: Path) -> None:
    ends = f"import os\nos._exit({status})\n"
    declare(folder, **{part: ends})
    said = failure(folder)
    assert f"{BAD}the process ended here with status {status}, before its time" in said


def test_an_input_that_crashes_python_is_told(folder: Path) -> None:
    declare(folder, call=CRASH)
    assert f"{BAD}the process was ended here by SIGSEGV" in failure(folder)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("import sys\nsys.exit(4)\n", "inputs.py: cannot be run: SystemExit: 4, at line 2: sys.exit(4)"),
        ("import os\nos._exit(4)\n", "inputs.py: the process ended here with status 4, before its time"),
        ("import os\nos._exit(0)\n", "inputs.py: the process ended here with status 0, before its time"),
    ],
)
def test_inputs_that_end_the_process_are_told(source: str, told: str, folder: Path) -> None:
    (folder / "counting" / "inputs.py").write_text(source)
    assert f"{folder}/counting/{told}" in failure(folder)


def test_lessons_without_an_input_are_told(folder: Path) -> None:
    (folder / "counting" / "inputs.py").write_text("LESSON = {'areas': []}\n")
    done = record(folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "lesson record: none of the lessons has an input: each inputs.py has 'areas': []; give at least one area\n"
    )


def test_inputs_may_print(folder: Path) -> None:
    declare(folder)
    path = folder / "counting" / "inputs.py"
    path.write_text("print('hello')\n" + path.read_text())
    done = record(folder, "--json")
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["records"]) == 2


@pytest.mark.parametrize("words", ["while True:\n    pass\n", "import time\ntime.sleep(1)\nsum(iter(int, 1))\n"])
@pytest.mark.parametrize("part", ["prepare", "call"])
def test_an_input_that_never_ends_is_told(part: str, words: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESSON_SECONDS", "1.5")
    declare(folder, **{part: words})
    assert f"{BAD}it does not end: nothing was heard for 1.5 s" in failure(folder)


def test_inputs_that_never_end_are_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESSON_SECONDS", "1.5")
    (folder / "counting" / "inputs.py").write_text("while True:\n    pass\n")
    said = failure(folder)
    assert f"{folder}/counting/inputs.py: it does not end: nothing was heard for 1.5 s" in said
    assert "LESSON_SECONDS=600" in said


def test_a_module_that_is_to_print_and_never_ends_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESSON_SECONDS", "1.5")
    declare(folder)
    (folder / "counting" / "facts.py").write_text("while True:\n    pass\n")
    with pytest.raises(BuildError, match=r"^python -m counting\.facts does not end within 1\.5 s"):
        own.output(load_lessons(folder)["counting"], "facts", Cache(folder / "cache"))


@pytest.mark.parametrize("given", ["soon", "0", "-1", "nan", "inf"])
def test_the_time_is_a_number_of_seconds(given: str) -> None:
    with pytest.raises(ParityError, match=f"LESSON_SECONDS is '{given}'; it must be a number of seconds above 0"):
        seconds({"LESSON_SECONDS": given})
    assert seconds({}) == 120


def test_a_build_and_the_comparison_tell_the_same(folder: Path, tmp_path: Path) -> None:
    declare(folder, "import os\nos._exit(0)\n")
    with pytest.raises(BuildError, match=f"{BAD}the process ended here with status 0"):
        traces.record(folder, Cache(tmp_path / "cache"))
    done = lesson("parity", "--runtimes", "native", "--lessons", str(folder))
    assert done.returncode != 0
    assert done.stderr.startswith("lesson parity: native 3.")
    assert f"{BAD}the process ended here with status 0" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_cut_output_is_told_and_its_beginning_shown(folder: Path) -> None:
    declare(folder, call="count('a')\nwhile True:\n    print('tick ' * 200)\n")
    done = record(folder)
    assert done.returncode == 0, done.stderr
    assert "counting/count/bad: its output is longer than 1,000,000 characters; the run was ended there" in done.stderr
    assert re.search(r"\(cut here: 1,000,000 characters in \d,\d\d\d lines; --json has all\)", done.stdout)
    assert len(done.stdout) < 30_000
    (_fine, bad) = json.loads(record(folder, "--json").stdout)["records"]
    assert (bad["stopped"], len(bad["output"])) == ("output", 1_000_000)


def test_a_call_that_never_reaches_the_function_is_told(folder: Path) -> None:
    declare(folder, call="cuont('a')\n")
    done = record(folder)
    assert done.returncode == 0
    assert done.stderr == (
        "lesson record: counting/count/bad: its call never reaches the displayed function; "
        "it ends with NameError: name 'cuont' is not defined\n"
    )


def test_what_is_watched_and_never_there_is_told(folder: Path) -> None:
    watch = {"objects": [{"name": "count"}, {"name": "sene"}], "folders": [{"path": "mial"}], "lock": {"name": "lokc"}}
    declare(folder, watch=repr(watch))
    said = record(folder).stderr.splitlines()
    assert said == [
        f"lesson record: counting/count: `watch` names {name!r}, but no recorded input has anything of that name"
        for name in ("lokc", "mial", "sene")
    ]


def test_a_build_says_so_too_and_goes_on(folder: Path) -> None:
    declare(folder, watch="{'objects': [{'name': 'sene'}]}")
    done = lesson("build", "--quiet", "--site", str(folder / "site"), "--lessons", str(folder))
    assert done.returncode == 0, done.stderr
    assert "WARNING -  counting/count: `watch` names 'sene', but no recorded input has anything" in done.stderr


def test_the_page_is_given_a_title_where_none_is_declared(folder: Path) -> None:
    watch = {"objects": [{"name": "seen", "view": "table"}], "folders": [{"path": "mail"}], "lock": {"name": "lock"}}
    declare(folder, watch=repr(watch))
    (entry,) = gather([folder], Cache(folder / "cache")).values()
    found = manifest(entry, entry.lesson.area("count"), ["fine"], "", {})["watch"]
    titles = [found["objects"][0]["title"], found["folders"][0]["title"], found["lock"]["title"]]
    assert titles == [{"zh": name, "en": name} for name in ("seen", "mail", "lock")]


def test_what_one_input_alone_has_is_there(folder: Path) -> None:
    declare(folder, f"{IMPORT}import os\nos.mkdir('mail')\nseen = 1\n", watch="{'objects': [{'name': 'seen'}]}")
    assert record(folder).stderr == ""
