"""Programs that would never end, each ended by Stop and by a limit; what had come of them is kept and can be read."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.ask.conftest import Asking

pytestmark = pytest.mark.browser

PREPARE = "from probing import work\n"
BEFORE = "work(3)\n"
STEPS_BEFORE = 23
SECONDS = 1

ENDLESS = {
    "loop": ("while True: pass", "seconds"),
    "loop of the lesson's function": ("while True: work(3)", "seconds"),
    "swallows everything": ("while True:\n    try:\n        work(1)\n    except BaseException: pass", "seconds"),
    "flood": ("while True: print(1)", "output"),
    "recursion": ("def f():\n    try: f()\n    finally: f()\nf()", "seconds"),
    "repr": ("class A:\n    def __repr__(self):\n        while True: pass\nrepr(A())", "seconds"),
    "slow growth": ("x = []\nwhile True: x.append(bytearray(10))", "seconds"),
    "memory": ("x = []\nwhile True: x.append(bytearray(100_000))", "memory"),
    "one allocation": ("x = bytearray(2_000_000_000)", "memory"),
    "in C": ("import itertools\nsum(itertools.count())", "seconds"),
}
PLAIN = ("loop", "flood", "memory", "in C")
BIG = 2**40
"""A limit that is not reached: what shows that Stop alone ended it."""

READ = """
const { parseTrace } = await import("/assets/lesson/browser/core/trace.js");
const read = (text) => { const { count, end } = parseTrace(text); return { count, stopped: end.stopped }; };
"""
TIMED = """
const until = async (true_) => { while (!true_()) await new Promise((then) => setTimeout(then, 20)); };
const told = (problem) => problem;
"""


def program(call: str) -> str:
    """Return the JavaScript for a program that works a little, then does this."""
    return f"own({PREPARE!r}, {BEFORE + call!r})"


@pytest.mark.parametrize("name", [name for name, (_, reason) in ENDLESS.items() if reason != "memory"])
def test_stop_ends_it_at_once_keeps_what_had_come_and_python_is_ready_again(asking: Asking, name: str) -> None:
    asking.fresh(seconds=600, output=BIG, memory=BIG, steps=BIG)
    got = asking.ask(
        f"""{READ}{TIMED}
        await R.boot();
        const recording = R.record({program(ENDLESS[name][0])}).catch(told);
        await until(() => R.spare === "ready");
        const start = performance.now();
        R.stop();
        const problem = await recording;
        const ended = performance.now() - start;
        await R.boot();
        const ready = performance.now() - start;
        const again = await R.run(own("", "print('fine')"));
        return {{ code: problem.code, ended, ready, again: again.output, ...read(problem.text) }}"""
    )
    assert (got["code"], got["stopped"], got["again"]) == ("stopped", "stopped", "fine\n")
    assert got["count"] > STEPS_BEFORE
    assert got["ended"] < 500
    assert got["ready"] < 1000


@pytest.mark.parametrize(("name", "way"), [*product(ENDLESS, ["record"]), *product(PLAIN, ["run"])])
def test_a_limit_ends_it_and_keeps_what_had_come(asking: Asking, name: str, way: str) -> None:
    call, reason = ENDLESS[name]
    asking.fresh(seconds=SECONDS if reason == "seconds" else 50, memory=256 * 2**20, output=100_000)
    got = asking.ask(
        f"""{READ}
        await R.boot();
        const start = performance.now();
        const {{ text, stopped, output }} = await R.{way}({program(call)});
        const seconds = (performance.now() - start) / 1000;
        await R.boot();
        const again = await R.run(own("", "print('fine')"));
        const recorded = text ? read(text) : {{}};
        return {{ ended: stopped, seconds, printed: output.length, again: again.output, ...recorded }}"""
    )
    assert (got["ended"], got["again"]) == (reason, "fine\n")
    assert got["printed"] == (100_000 if reason == "output" else 0)
    assert got["seconds"] < SECONDS + 8 or reason != "seconds"
    if way == "record":
        assert got["stopped"] == reason
        assert got["count"] > STEPS_BEFORE


def test_an_interpreter_that_breaks_is_told_as_dead_and_another_takes_over(asking: Asking) -> None:
    asking.fresh()
    got = asking.ask(
        f"""{READ}{TIMED}
        await R.boot();
        const call = "class A:\\n    def __repr__(self): return f'{{self!r}}'\\nstr(A())";
        const {{ code, text }} = await R.record(own({PREPARE!r}, {BEFORE!r} + call)).catch(told);
        await R.boot();
        return {{ code, state: R.state, error: R.error, ...read(text) }}"""
    )
    assert (got["code"], got["stopped"], got["state"], got["error"]) == ("died", "died", "ready", None)
    assert got["count"] > STEPS_BEFORE


@pytest.mark.parametrize(
    "expression",
    [
        "[x for x in iter(int, 1)]",
        "sum(__import__('itertools').count())",
        "type('A', (), {'__repr__': lambda self: repr(self)})()",
    ],
)
def test_a_question_without_an_answer_is_given_up_and_the_next_is_answered(asking: Asking, expression: str) -> None:
    asking.fresh(seconds=SECONDS)
    got = asking.ask(
        f"""const program = {{ lesson: "probe", area: "work", input: "three" }};
        const place = {{ position: 1, line: 3, activation: 0 }};
        const ask = (expression) => R.evaluate(program, {{ ...place, expressions: [expression] }});
        await R.boot();
        const given = await ask({expression!r}).catch(({{ code }}) => code);
        const next = await ask("count");
        return {{ given, next: next.answers[0].text }}"""
    )
    assert got["given"] in ("slow", "died")
    assert got["next"] == "3"


def test_a_flood_reaches_the_page_in_few_messages(asking: Asking) -> None:
    asking.fresh(output=100_000, steps=40_000, seconds=50)
    got = asking.ask(
        """await R.boot();
        const count = async (make) => {
          let calls = 0;
          const start = performance.now();
          const { stopped } = await make(() => { calls += 1; });
          return { calls, seconds: (performance.now() - start) / 1000, stopped };
        };
        return [
          await count((tell) => R.run(own("", "while True: print(1)"), tell)),
          await count((tell) => R.record(own("from probing import work", "while True: work(100)"), tell)),
        ]"""
    )
    assert [one["stopped"] for one in got] == ["output", "steps"]
    for one in got:
        assert one["calls"] <= 200 + 50 * one["seconds"] + 2


def test_there_is_never_more_than_one_spare(asking: Asking) -> None:
    got: Any = asking.ask(
        f"""{TIMED}
        const {{ launch }} = await import("/assets/lesson/browser/launch.js");
        let alive = 0, most = 0, started = 0;
        const start = (url, failed) => {{
          const {{ port, end }} = launch(url, failed);
          let counted = true;
          alive += 1; started += 1; most = Math.max(most, alive);
          return {{ port, end: () => {{ if (counted) alive -= 1; counted = false; end(); }} }};
        }};
        const runtime = new R.constructor({{ ...OPTIONS, start }});
        await runtime.run({{ lesson: "probe", area: "work", input: "three" }});
        const before = [alive, runtime.spare];
        for (let turn = 0; turn < 2; turn += 1) {{
          const running = runtime.run(own("", "while True: pass")).catch(told);
          await until(() => runtime.spare === "ready");
          runtime.stop();
          await running;
        }}
        await runtime.run(own("", "print(1)"));
        const during = most;
        runtime.close();
        return {{ before, during, started, after: [alive, runtime.spare] }}"""
    )
    assert got["before"] == [1, "none"]
    assert got["during"] == 2
    assert got["after"] == [0, "none"]
