"""What becomes a snapshot and what it tells: ends, yields, exceptions, the lock, the watched files, keys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from site_runtime.recorder import LessonError, Recording, load_lessons, record_input, run_input
from site_runtime.trace import ABSENT, State, positions, seen, validate
from tests.recorder.conftest import Ask

Story = list[tuple[str, int, str]]


def story(trace: str) -> Story:
    """Return (function, line, kind) of every position but the last."""
    return [(state.stack[-1].function, state.line, state.kind) for state in positions(trace) if state.stack]


def of(trace: str, function: str) -> list[tuple[int, str]]:
    """Return (line, kind) of the positions in one function."""
    return [(line, kind) for name, line, kind in story(trace) if name == function]


GENERATOR = """\
def g():
    try:
        x = yield 1
        yield x
    finally:
        done = True
"""


def test_a_yield_is_no_snapshot_and_an_end_is_exactly_one(recorder: Ask) -> None:
    trace = recorder(GENERATOR + "a = g()\nnext(a)\na.send(5)\nprint(list(a))\n")["trace"]
    assert of(trace, "g") == [(2, "line"), (3, "line"), (4, "line"), (6, "line"), (6, "returned")]
    assert [len(state.stack) for state in positions(trace)][-1] == 0


def test_a_generator_that_is_never_finished_has_no_end(recorder: Ask) -> None:
    trace = recorder(GENERATOR + "a = g()\nnext(a)\nprint('end')\n")["trace"]
    assert of(trace, "g") == [(2, "line"), (3, "line")]


def test_a_generator_that_is_closed_ends_only_where_it_has_a_line_to_run(recorder: Ask) -> None:
    trace = recorder(GENERATOR + "a = g()\nnext(a)\na.close()\n")["trace"]
    assert of(trace, "g") == [(2, "line"), (3, "line"), (6, "line"), (6, "raised")]
    plain = recorder("def g():\n    yield 1\na = g()\nnext(a)\na.close()\nfor x in g():\n    break\n")["trace"]
    assert of(plain, "g") == [(2, "line"), (2, "line")]


@pytest.mark.parametrize("error", ["KeyError()", "StopIteration()", "GeneratorExit()"])
def test_what_is_thrown_into_a_generator_is_told_where_it_is_caught(recorder: Ask, error: str) -> None:
    source = (
        "def g():\n    try:\n        yield 1\n    except BaseException as e:\n        caught = type(e).__name__\n"
        f"a = g()\nnext(a)\nnext(iter([]), None)\ntry:\n    a.throw({error})\nexcept StopIteration:\n    pass\n"
    )
    trace = recorder(source)["trace"]
    assert of(trace, "g") == [(2, "line"), (3, "line"), (4, "line"), (5, "line"), (5, "returned")]


def test_every_activation_ends_once_or_never(recorder: Ask) -> None:
    source = (
        "def f(n):\n    if n == 2:\n        raise KeyError(n)\n    try:\n        return f(n + 1)\n"
        "    finally:\n        n = None\n"
        "try:\n    f(0)\nexcept KeyError:\n    pass\n"
    )
    ends = [s.stack[-1].activation for s in positions(recorder(source)["trace"]) if s.kind in ("returned", "raised")]
    assert sorted(ends) == [0, 1, 2, 3]


def test_an_exception_is_marked_where_it_is_handled_and_told_where_it_leaves(recorder: Ask) -> None:
    source = "def f():\n    raise KeyError('k')\ntry:\n    f()\nexcept KeyError:\n    x = 1\ny = 2\n"
    states = list(positions(recorder(source)["trace"]))
    assert [(s.line, s.kind) for s in states if s.exception is not ABSENT] == [(2, "raised")]
    assert [s.line for s in states if s.error is not ABSENT] == [5]
    left = next(s for s in states if s.exception is not ABSENT)
    marked = next(s for s in states if s.error is not ABSENT)
    assert left.exception == marked.error
    assert marked.heap[marked.error[0]].cells == ["args", ["tuple", 0, "k"]]


def test_an_ended_iteration_is_no_exception(recorder: Ask) -> None:
    source = (
        "it = iter([1])\nfor x in it:\n    pass\ndef g():\n    yield 1\nfor x in g():\n    pass\nx = [y for y in g()]\n"
    )
    assert all(state.error is ABSENT for state in positions(recorder(source)["trace"]))


def test_a_result_is_told(recorder: Ask) -> None:
    states = list(positions(recorder("def f():\n    return [1]\ny = f()\n")["trace"]))
    result = next(state for state in states if state.kind == "returned" and state.stack[-1].function == "f")
    assert result.heap[result.result[0]].cells == [1]


def test_inner_frames_are_no_steps(recorder: Ask) -> None:
    source = "def f(n):\n    return n\nx = [f(n) for n in [1]]\ny = (lambda n: f(n))(2)\nz = list(f(n) for n in [3])\n"
    assert {name for name, _, _ in story(recorder(source)["trace"])} == {"<module>", "f"}


def test_a_variable_that_is_unbound_goes(recorder: Ask) -> None:
    states = list(
        positions(recorder("def f():\n    x = 1\n    del x\n    return 2\nf()\ny = 1\ndel y\nz = 1\n")["trace"])
    )
    assert ["x" in state.stack[-1].locals for state in states if state.stack and state.stack[-1].function == "f"] == [
        *(False, True, False, False),
    ]
    assert "y" not in states[-2].stack[0].locals


@pytest.mark.parametrize("chunk", [1, 2, 9, 100])
def test_a_state_from_a_key_is_the_state_from_the_start(recorder: Ask, chunk: int) -> None:
    source = (
        "def g(n):\n    while n:\n        yield [n]\n        n -= 1\n"
        "def outer():\n    total = []\n    def add(x):\n        nonlocal total\n        total = total + [x]\n"
        "    for x in g(5):\n        add(x)\n    return total\n"
        "kept, text = g(3), '-' * 40\nnext(kept)\n"
        "for i in range(40):\n    found = outer()\n    text += str(i)\nnext(kept)\nprint(text)\n"
    )
    whole = recorder(source)
    chunked = recorder(source, chunk=chunk)
    assert chunked["trace"].count('"at":') > whole["trace"].count('"at":') >= 1
    validate(chunked["trace"])
    states = zip(positions(whole["trace"]), positions(chunked["trace"], from_keys=True), strict=True)
    assert all(seen(left) == seen(right) for left, right in states)


def test_a_long_recording_has_several_chunks_that_are_handed_over_as_they_are_made() -> None:
    from site_runtime.recorder import record_program

    lines: list[str] = []
    found = record_program("x = 0\nwhile x < 2000:\n    x = x + 1\n    y = [x]\n", sink=lines.append)
    assert "\n".join(lines) + "\n" == found.text
    assert len(lines) > 4
    places = [json.loads(line)["at"] for line in lines[1:-1]]
    assert places == sorted(places)
    validate(found.text)


# A lesson: the lock, the watched objects, the watched files.

SOURCE = """\
import os
import threading
from pathlib import Path

lock = threading.RLock()


def save(folder, name, text):
    with lock:
        target = Path(folder) / name
        temporary = target.with_suffix(".tmp")
        temporary.write_text(text, encoding="utf-8")
        os.replace(temporary, target)
        note(name)


def note(name):
    with lock:
        state["last"] = name


state = {}
"""
WATCH: dict[str, Any] = {
    "objects": [{"name": "state"}, {"name": "absent"}],
    "folders": [{"path": "box"}],
    "lock": {"name": "lock", "holder": ["name"]},
}
PREPARE = "import os\nfrom demo.code import lock, save, state\nos.mkdir('box')\n"


def lesson_input(tmp_path: Path, call: str, prepare: str = PREPARE, watch: dict[str, Any] = WATCH) -> Any:
    """Return the arguments that name the one input of a lesson made for a test."""
    folder = tmp_path / "demo"
    folder.mkdir()
    (folder / "code.py").write_text(SOURCE, encoding="utf-8")
    entry = {"name": "one", "prepare": prepare, "call": call}
    area = {"name": "save", "function": "code.py:save", "watch": watch, "inputs": [entry]}
    (folder / "inputs.py").write_text(f"LESSON = { ({'areas': [area]})!r}\n", encoding="utf-8")
    return load_lessons(tmp_path)["demo"], "save", "one"


def lesson_states(tmp_path: Path, call: str, **how: Any) -> tuple[Recording, list[State]]:
    """Return the recording of a lesson made for a test, and its states, when running leaves the same."""
    lesson, area, name = lesson_input(tmp_path, call, **how)
    found = record_input(lesson, area, name)
    ran = run_input(lesson, area, name)
    assert (ran.output, ran.files, ran.exception) == (found.output, found.files, found.exception)
    again, always = record_input(lesson, area, name), record_input(lesson, area, name, always=True)
    assert again.text == always.text == found.text
    validate(found.text)
    return found, list(positions(found.text))


def test_the_lock_is_held_by_the_activation_that_took_it(tmp_path: Path) -> None:
    _, states = lesson_states(tmp_path, "save('box', 'a.txt', 'x')\nsave('box', 'b.txt', 'y')\n")
    holders = [(state.stack[-1].function, state.stack[-1].activation, state.lock) for state in states if state.stack]
    inner = {(function, activation): set() for function, activation, _ in holders}  # type: ignore[var-annotated]
    for function, activation, lock in holders:
        inner[function, activation].add(lock)
    assert inner == {("save", 0): {None, 0}, ("note", 1): {0}, ("save", 2): {None, 2}, ("note", 3): {2}}
    assert states[-1].lock is None


def test_a_lock_that_is_held_from_before_is_held_by_nobody_known(tmp_path: Path) -> None:
    _, states = lesson_states(tmp_path, "save('box', 'a.txt', 'x')\n", prepare=PREPARE + "lock.acquire()\n")
    assert {state.lock for state in states} == {-1}


def test_a_save_shows_as_temporary_file_then_replace(tmp_path: Path) -> None:
    found, states = lesson_states(tmp_path, "save('box', 'a.txt', 'one')\nsave('box', 'a.txt', 'one, two')\n")
    kinds = list(dict.fromkeys(json.dumps(state.files) for state in states))
    assert [json.loads(kind) for kind in kinds] == [
        {},
        {"box/a.tmp": "one"},
        {"box/a.txt": "one"},
        {"box/a.tmp": "one, two", "box/a.txt": "one"},
        {"box/a.txt": "one, two"},
    ]
    assert found.files == {"box/a.txt": "one, two"}


def test_a_file_that_grows_is_told_by_what_is_new_and_one_that_is_no_text_by_its_bytes(tmp_path: Path) -> None:
    call = (
        "path = 'box/log'\nfor text in ('é', '字', 'x'):\n    with open(path, 'a', encoding='utf-8') as file:\n"
        "        file.write(text)\n    save('box', 'other', text)\n"
        "with open('box/raw', 'wb') as file:\n    file.write(b'\\xff')\n"
        "save('box', 'end', '')\n__import__('os').symlink('log', 'box/link')\n"
    )
    found, states = lesson_states(tmp_path, call)
    assert '["box/log",1,"字"]' in found.text
    assert states[-1].files["box/raw"] == {"bytes": "b'\\xff'"}
    assert found.files["box/log"] == "é字x"
    assert "box/link" not in found.files


def test_a_long_file_is_cut_between_characters(tmp_path: Path) -> None:
    call = (
        "with open('box/long', 'w', encoding='utf-8') as file:\n    file.write('字' * 30_000)\nsave('box', 'a', 'x')\n"
    )
    found, _ = lesson_states(tmp_path, call)
    assert found.files["box/long"] == "字" * (65_536 // 3)


def test_a_file_that_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    call = "import os\nos.mkdir('box/sub')\nos.mkfifo('box/pipe')\nsave('box', 'a', 'x')\n"
    found, _ = lesson_states(tmp_path, call)
    assert (found.stopped, list(found.files)) == (None, ["box/a"])


def test_watched_names_show_what_they_hold(tmp_path: Path) -> None:
    _, states = lesson_states(tmp_path, "save('box', 'a.txt', 'x')\nstate = [1]\nsave('box', 'b.txt', 'x')\n")
    shown = [states[index].heap[states[index].roots["state"][0]].cells for index in (0, -1)]
    assert shown == [[], [1]]
    assert states[0].roots["absent"] is None


def test_only_the_lessons_functions_are_recorded_and_the_focus_is_counted(tmp_path: Path) -> None:
    found, states = lesson_states(tmp_path, "def own():\n    save('box', 'a.txt', 'x')\nown()\n")
    assert {frame.function for state in states for frame in state.stack} == {"save", "note"}
    in_focus = [state for state in states if state.stack and state.stack[-1].focus]
    assert len(in_focus) == found.focus > 0


def test_a_watched_lock_that_is_none_ends_only_the_recording(tmp_path: Path) -> None:
    names = lesson_input(tmp_path, "save('box', 'a.txt', 'x')\n", prepare=PREPARE + "lock = 5\n")
    found = record_input(*names)
    assert (found.stopped, found.exception) == ("recorder", None)


def test_a_preparation_that_raises_says_so(tmp_path: Path) -> None:
    names = lesson_input(tmp_path, "pass\n", prepare="raise KeyError('no')\n")
    with pytest.raises(KeyError, match="no"):
        record_input(*names)
    with pytest.raises(LessonError, match="did you mean one"):
        record_input(names[0], "save", "on")
