"""What the page can ask, without a page: programs of the reader's own, questions, searches, limits."""

from __future__ import annotations

import gc
import json
from pathlib import Path
from typing import Any

import pytest

from site_runtime.recorder import load_lessons, respond
from site_runtime.trace import positions, validate

SAMPLES = Path(__file__).with_name("samples")
PLACE = {"lesson": "probe", "area": "work"}
THREE = {**PLACE, "input": "three"}
PREPARE = "from probing import work\n"
EDITED = """def work(count):
    kept = [count]
    def inner():
        return kept
    kept.append(inner)
    return helper(count)


def helper(number):
    raise ValueError(number)
"""


def ask(type: str, **request: Any) -> Any:
    """Return the answer to a request, and the pieces that were told meanwhile under "told"."""
    told: list[tuple[str, str]] = []
    text = respond(load_lessons(SAMPLES), json.dumps({"type": type, **request}), lambda *piece: told.append(piece))
    found = json.loads(text)
    return {**found.get("result", found), "told": told}


def trace_of(answer: Any) -> str:
    """Return the trace that a recording told."""
    return "".join(f"{text}\n" for kind, text in answer["told"] if kind == "line")


def evaluate(position: int, line: int, activation: int | None, *expressions: str, **more: Any) -> Any:
    """Ask at a position of the input three, unless ``more`` names another program."""
    place = {"position": position, "line": line, "activation": activation, "expressions": expressions}
    return ask("evaluate", **{**THREE, **place, **more})


def texts(answer: Any) -> list[str]:
    assert (answer["diverged"], answer["stopped"]) == (None, None), answer
    return [one["text"] or one["error"]["message"] for one in answer["answers"]]


def own(call: str, prepare: str = PREPARE, **edited: str) -> dict[str, Any]:
    """Return a program of the reader's own; ``edited`` names a file without its ending."""
    sources = {f"{name}.py": text for name, text in edited.items()}
    return {**PLACE, "prepare": prepare, "call": call, "edited": sources}


def test_answers_are_told_before_the_run_is_undone() -> None:
    told: list[tuple[str, str, bool]] = []
    outside = Path.cwd()
    place = {"position": 0, "line": 2, "activation": 0, "expressions": ["count"]}
    request = json.dumps({"type": "evaluate", **THREE, **place})
    text = respond(load_lessons(SAMPLES), request, lambda *piece: told.append((*piece, Path.cwd() == outside)))
    ((kind, answers, undone),) = told
    assert (kind, json.loads(answers), undone) == ("answers", json.loads(text)["result"], False)
    assert Path.cwd() == outside


# Programs.


def test_a_readers_own_preparation_and_call_are_recorded_as_an_input_is() -> None:
    own_trace = trace_of(ask("record", **own("print(work(3))\n")))
    assert own_trace.replace("probe/work/own", "probe/work/three") == trace_of(ask("record", **THREE))


def test_an_edited_source_is_run_in_the_place_of_the_lessons_and_of_no_other_run() -> None:
    answer = ask("record", **own("try: work(4)\nexcept ValueError as e: print(e)\n", probing=EDITED))
    assert answer["output"] == "4\n"
    assert '"work.<locals>.inner"' in trace_of(answer) or '"helper"' in trace_of(answer)
    assert ask("run", **own("print(work(1))\n"))["output"] == "[0]\n"


def test_a_traceback_shows_the_edited_text() -> None:
    call = "import traceback\ntry: work(4)\nexcept ValueError: traceback.print_exc()\n"
    assert "    raise ValueError(number)" in ask("run", **own(call, probing=EDITED))["output"]


def test_each_text_that_is_no_python_is_told_at_its_place_and_nothing_runs() -> None:
    answer = ask("run", **own("print(1)\nx = (\n", prepare="def f(:\n", probing="y = 1\n  z = 2\n"))
    faults = [(one["file"], one["line"], one["column"], one["message"]) for one in answer["failure"]["faults"]]
    assert answer["failure"]["code"] == "syntax"
    assert answer["told"] == []
    assert faults == [
        ("prepare.py", 1, 7, "invalid syntax"),
        ("call.py", 2, 5, "'(' was never closed"),
        ("probing.py", 2, faults[2][2], "unexpected indent"),
    ]


def test_a_preparation_that_raises_is_told_at_its_line() -> None:
    failure = ask("record", **own("", prepare="x = 1\n{}[x]\n"))["failure"]
    assert (failure["code"], failure["detail"]) == ("preparation", "prepare.py, line 2: KeyError: 1")
    assert failure["faults"][0]["line"] == 2


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"lesson": "prob"}, "prob"),
        ({"area": "wrk"}, "wrk"),
        ({"input": "four"}, "four"),
        ({"edited": {"x.py": ""}}, "x.py"),
    ],
)
def test_an_unknown_name_is_refused(change: dict[str, Any], named: str) -> None:
    failure = ask("run", **{**THREE, **change})["failure"]
    assert failure["code"] == "request"
    assert named in failure["detail"]


def test_check_gives_lines_that_can_stop_or_the_fault() -> None:
    assert ask("check", label="a.py", text=EDITED)["lines"] == {
        "work": [2, 3, 5, 6],
        "work.<locals>.inner": [4],
        "helper": [10],
    }
    for text, message in (
        ("é = (", "'(' was never closed"),
        ("x\0", "null bytes"),
        ("(" * 9999, "too many nested parentheses"),
    ):
        answer = ask("check", label="a.py", text=text)
        assert answer["lines"] == {}
        assert message in answer["error"]["message"]


# Questions.


def test_every_position_can_be_asked_and_is_where_the_trace_says() -> None:
    for state in positions(trace_of(ask("record", **THREE))):
        frame = state.stack[-1] if state.stack else None
        answer = evaluate(state.position, state.line, frame.activation if frame else None, "1 + 1")
        assert texts(answer) == ["2"], state.position


def test_any_frame_of_the_stack_is_asked_and_the_end_of_an_activation() -> None:
    states = {state.position: state for state in positions(trace_of(ask("record", **THREE)))}
    ends = next(state for state in states.values() if state.kind == "returned" and len(state.stack) == 2)
    inner, outer = ends.stack[1].activation, ends.stack[0].activation
    assert texts(evaluate(ends.position, ends.line, inner, "double", "number")) == ["0", "0"]
    assert texts(evaluate(ends.position, ends.line, outer, "names", "number + total")) == ["[]", "0"]


def test_the_end_is_the_namespace_of_preparation_and_call() -> None:
    program = own("found = work(2)\n")
    last = [*positions(trace_of(ask("record", **program)))][-1].position
    answer = evaluate(last, 0, None, "found", "[found for _ in 'a']", "work.__name__", input=None, **program)
    assert texts(answer)[:2] == ["[0, 2]", "[[0, 2]]"]


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ((4, 5, 0), "another line"),
        ((4, 6, 7), "no such activation"),
        ((99, 6, 0), "the program has ended"),
        ((4, 0, None), "the program goes on"),
    ],
)
def test_where_the_run_is_not_where_the_trace_is_there_is_no_answer(
    question: tuple[int, int, int | None], reason: str
) -> None:
    answer = evaluate(*question, "1")
    assert (answer["answers"], answer["diverged"]["reason"]) == ([], reason)


def test_errors_output_and_length_are_told_apart() -> None:
    boom, printed, long, big, loud, wrong, bad = evaluate(
        4,
        6,
        0,
        "1 / 0",
        "print(total) or 5",
        "'x' * 300_000",
        "10 ** 5_000",
        "[print('y' * 9_999) for _ in 'abc']",
        "open('/no such file')",
        "1 +",
    )["answers"]
    assert boom["error"] == {"type": "ZeroDivisionError", "message": "division by zero"}
    assert (printed["text"], printed["output"]) == ("5", "0\n")
    assert (len(long["text"]), long["cut"], long["type"]) == (200_000, True, "str")
    assert (len(big["text"]), big["cut"]) == (5_001, False)
    assert "printed more than" in loud["error"]["message"]
    assert wrong["error"]["message"] == "ENOENT: /no such file"
    assert bad["error"]["type"] == "SyntaxError"


def test_what_a_question_does_stays_in_its_run() -> None:
    change = "names.append(1), names"
    assert texts(evaluate(4, 6, 0, change)) == texts(evaluate(4, 6, 0, change)) == ["(None, [1])"]
    assert ask("run", **THREE)["output"] == "[0, 2, 4]\n"


def test_what_a_question_leaves_unfinished_ends_with_its_run(capfd: pytest.CaptureFixture[str]) -> None:
    source = (
        "def open_ended():\n    try:\n        yield 1\n    finally:\n        print('ended')\n"
        "class Kept: pass\nkept = Kept()\nkept.source, kept.kept = open_ended(), kept\nnext(kept.source)\n"
        "def work(count):\n    return count\n"
    )
    program = own("work(2)\n", probing=source)
    for _ in range(2):
        state = next(one for one in positions(trace_of(ask("record", **program))) if one.line == 11)
        assert texts(evaluate(state.position, 11, state.stack[-1].activation, "count", input=None, **program)) == ["2"]
        ask("search", **program, stops=[{"file": "probing.py", "line": 11}])
    gc.collect()
    assert capfd.readouterr().out == ""


def test_closures_share_the_very_variable_also_among_their_like() -> None:
    source = (
        "def work(count):\n    total = count\n    def add(n):\n        nonlocal total\n        total += n\n"
        "        return total\n    other = work(count - 1) if count else None\n    return add\n"
    )
    program = own("work(2)\n", probing=source)
    for state in positions(trace_of(ask("record", **program))):
        if state.line == 8 and state.kind == "line":
            frame = state.stack[-1]
            total = int(frame.locals["total"])
            answer = evaluate(
                state.position, 8, frame.activation, "add(10), total, [total for _ in 'a']", input=None, **program
            )
            assert texts(answer) == [f"({total + 10}, {total + 10}, [{total + 10}])"]


def test_a_variable_that_is_not_kept_is_said_not_to_be_and_never_another_of_its_name() -> None:
    source = (
        "unused = 'global'\ndef work(count):\n    unused = 1\n    def inner(x):\n        return x\n"
        "    return inner(count)\n"
    )
    program = own("work(2)\n", probing=source)
    state = next(one for one in positions(trace_of(ask("record", **program))) if one.line == 5)
    (answer,) = evaluate(state.position, 5, state.stack[-1].activation, "unused", input=None, **program)["answers"]
    assert answer["error"]["message"].startswith(
        "'unused' is a variable of work, which work.<locals>.inner does not use"
    )


# Searches.


def hits(*stops: dict[str, Any], **program: Any) -> list[dict[str, Any]]:
    answer = ask("search", **{**THREE, **program}, stops=stops)
    assert answer["stopped"] is None
    return [json.loads(text) for kind, text in answer["told"] if kind == "hit"]


def test_conditions_and_logs_are_asked_at_every_visit_in_one_run() -> None:
    lines = {
        state.position: state.line for state in positions(trace_of(ask("record", **THREE))) if state.kind == "line"
    }
    found = hits(
        {"file": "probing.py", "line": 11, "condition": "number > 0", "log": "f'{number}!'"},
        {"file": "probing.py", "line": 6, "condition": "nothing"},
        {"file": "probing.py", "line": 5},
        {"file": "other.py", "line": 5},
    )
    assert [hit["text"] for hit in found if hit["stop"] == 0] == ["1!", "2!"]
    assert {hit["error"]["type"] for hit in found if hit["stop"] == 1} == {"NameError"}
    assert [hit["position"] for hit in found if hit["stop"] == 2] == [p for p, line in lines.items() if line == 5]
    assert all(lines[hit["position"]] == (11, 6, 5)[hit["stop"]] for hit in found)


def test_a_search_ends_at_its_limit_on_hits() -> None:
    program = own("work(20_000)\n")
    answer = ask("search", **program, stops=[{"file": "probing.py", "line": 5, "log": "number"}])
    assert (answer["stopped"], len(answer["told"])) == ("hits", 10_000)


# Limits, and what is told before a line of the trace is whole.


@pytest.mark.parametrize("way", ["run", "record", "search"])
@pytest.mark.parametrize(
    ("prepare", "call"), [("while True: pass\n", ""), (PREPARE, "while True: pass\n"), (PREPARE, "work(10**9)\n")]
)
def test_seconds_end_preparation_and_call(way: str, prepare: str, call: str) -> None:
    answer = ask(way, **own(call, prepare=prepare), limits={"seconds": 0.2}, stops=[])
    assert answer["stopped"] == "seconds"
    if way == "record":
        validate(trace_of(answer))


def test_a_question_beyond_the_limit_on_seconds_says_so() -> None:
    program = own("work(10**9)\n")
    answer = evaluate(10**8, 5, 0, "1", input=None, **program, limits={"seconds": 0.2})
    assert (answer["answers"], answer["diverged"], answer["stopped"]) == ([], None, "seconds")


@pytest.mark.parametrize("way", ["run", "record"])
def test_memory_in_use_ends_a_run(way: str) -> None:
    asked = {"type": way, **own("while True: work(1)\n"), "limits": {"memory": 1000}}
    sizes = iter(range(0, 10**9, 100))
    found = json.loads(respond(load_lessons(SAMPLES), json.dumps(asked), lambda *piece: None, lambda: next(sizes)))
    assert found["result"]["stopped"] == "memory"


def test_a_program_that_traces_itself_ends_the_watch_and_sees_no_other() -> None:
    call = (
        "import sys\nprint(sys.gettrace())\nsys.settrace(None)\nprint(sys.gettrace())\n"
        "sys.settrace(lambda *a: None)\nprint(sys.gettrace() is not None)\n"
    )
    assert ask("run", **own(call), limits={"seconds": 5})["output"] == "None\nNone\nTrue\n"


def test_the_tail_tells_each_of_the_first_steps_before_the_next_is_made() -> None:
    answer = ask("record", **THREE)
    pieces = [json.loads(text) for kind, text in answer["told"] if kind == "tail"]
    steps = [step for piece in pieces for step in piece["steps"]]
    chunk = json.loads(trace_of(answer).split("\n")[1])
    assert all(len(piece["steps"]) == 1 for piece in pieces)
    assert steps == chunk["steps"][:-1]
    for part in ("files", "codes", "names"):
        assert [entry for piece in pieces for entry in piece[part]] == chunk[part]


def test_limits_that_are_not_reached_change_no_byte() -> None:
    program = own("work(3000)\n")
    assert trace_of(ask("record", **program)) == trace_of(ask("record", **program, limits={"seconds": 100}))
