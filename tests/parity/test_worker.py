"""The worker on a real page in Chromium: what it gives back and cannot reach, how it ends and how it fails."""

from __future__ import annotations

import pytest

from tests.parity.conftest import Host, Lab

pytestmark = pytest.mark.browser

RECOVERED = {"state": "ready", "output": "fine\n"}
RETRY = """await R.retry();
    const { output } = await R.run({ lesson: 'reach', area: 'reach', input: 'plain' });
    return { state: R.state, output }"""


def test_run_and_record_give_what_the_recorder_gives(lab: Lab) -> None:
    got = lab.ask(
        """const lines = [];
        const debug = await R.record({ lesson: "reach", area: "reach", input: "plain" }, (more) => lines.push(...more));
        const run = await R.run({ lesson: "reach", area: "reach", input: "plain" });
        return { python: R.python, lines, debug, run }"""
    )
    assert got["python"].startswith("3.14.")
    assert got["debug"]["text"] == "".join(f"{line}\n" for line in got["lines"])
    assert '"focus":["reaching.py","plain"]' in got["lines"][0]
    assert (got["debug"]["snapshots"], got["debug"]["focus"], got["debug"]["stopped"]) == (2, 2, None)
    assert got["run"]["output"] == got["debug"]["output"] == "fine\n"


def test_an_unknown_input_is_refused_with_its_name_and_the_worker_goes_on(lab: Lab) -> None:
    got = lab.ask("await R.boot(); return await R.run({ lesson: 'reach', area: 'reach', input: 'plane' })")
    assert got["code"] == "request"
    assert "'plane'" in got["detail"]
    assert "did you mean plain" in got["detail"]
    assert lab.ask("return R.state") == "ready"


def test_storage_channels_and_nested_workers_are_out_of_reach(lab: Lab) -> None:
    assert lab.output("storage") == "[]\n"


def test_no_origin_is_within_reach_once_python_has_its_files(lab: Lab, hostile: Host) -> None:
    assert lab.ask("await R.boot(); return R.state") == "ready"
    heard = len(hostile.heard)
    assert lab.output("home").startswith("blocked ")
    assert lab.output("elsewhere").startswith("blocked ")
    assert hostile.heard[heard:] == []


def test_no_javascript_is_evaluated(lab: Lab) -> None:
    assert lab.output("evaluate") == "refused JsException\n"


@pytest.mark.parametrize("name", ["forever", "shout"])
def test_stop_ends_a_recording_at_once_and_keeps_what_had_come(lab: Lab, name: str) -> None:
    got = lab.ask(
        f"""await R.boot();
        let seen = 0;
        const recording = R.record({{ lesson: "reach", area: "reach", input: "{name}" }}, () => {{ seen += 1; }});
        const ended = recording.catch(({{ code }}) => code);
        while (seen < 3) await new Promise((resolve) => setTimeout(resolve, 5));
        const start = performance.now();
        R.stop();
        return {{ code: await ended, seen, milliseconds: performance.now() - start, state: R.state }}"""
    )
    assert (got["code"], got["state"]) == ("stopped", "idle")
    assert got["seen"] >= 3
    assert got["milliseconds"] < 500
    assert lab.output("plain") == "fine\n"


def test_a_worker_that_closes_itself_is_noticed_and_retry_works(lab: Lab) -> None:
    got = lab.ask(
        """await R.boot();
        const failed = new Promise((resolve) => R.addEventListener("state", () => R.state === "failed" && resolve()));
        await R.run({ lesson: "reach", area: "reach", input: "leave" }).catch(() => undefined);
        await failed;
        return { code: R.error.code, title: R.error.title, detail: R.error.detail }"""
    )
    assert got["code"] == "died"
    assert "Retry" in got["title"]
    assert "ended without a word" in got["detail"]
    assert lab.ask(RETRY) == RECOVERED


def test_an_interpreter_that_breaks_is_told_as_dead_and_retry_works(lab: Lab) -> None:
    got = lab.ask("return await R.run({ lesson: 'reach', area: 'reach', input: 'deep' })")
    assert (got["code"], got["detail"]) == ("died", "Maximum call stack size exceeded")
    assert lab.ask(RETRY) == RECOVERED


FAILURES = {
    "wasm missing": ("pyodide.asm.wasm", None, "network", "pyodide.asm.wasm: HTTP 404"),
    "wasm no wasm": ("pyodide.asm.wasm", b"no wasm", "wasm", "CompileError"),
    "standard library missing": ("python_stdlib.zip", None, "network", "python_stdlib.zip: HTTP 404"),
    "standard library no zip": ("python_stdlib.zip", b"no zip", "boot", "No module named 'encodings'"),
    "loader missing": ("pyodide.mjs", None, "network", "pyodide.mjs"),
    "lock file missing": (".json", None, "network", ".json: HTTP 404"),
    "wheel missing": (".whl", None, "network", ".whl: HTTP 404"),
    "wheel with other bytes": (".whl", b"PK other", "package", ".whl"),
    "worker missing": ("worker.js", None, "network", "worker.js"),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_a_start_that_fails_says_what_and_where(lab: Lab, hostile: Host, failure: str) -> None:
    end, body, code, detail = FAILURES[failure]
    hostile.broken[end] = body
    got = lab.ask("await R.boot()")
    assert got["code"] == code
    assert "Retry" in got["title"] or "retry" in got["title"]
    assert detail in got["detail"]
    assert lab.ask("return [R.state, R.error.code]") == ["failed", code]


@pytest.mark.parametrize("end", ["pyodide.asm.wasm", ".whl", "worker.js"])
def test_retry_works_after_a_start_that_failed(lab: Lab, hostile: Host, end: str) -> None:
    hostile.broken[end] = None
    assert lab.ask("await R.boot()")["code"] == "network"
    hostile.broken.clear()
    assert lab.ask(RETRY) == RECOVERED


def test_output_of_a_run_comes_while_it_runs_and_stays_after_stop(lab: Lab) -> None:
    got = lab.ask(
        """await R.boot();
        let text = "";
        const run = R.run({ lesson: "reach", area: "reach", input: "murmur" }, (output) => { text += output; });
        const ended = run.catch(({ code }) => code);
        while (!text.includes("two\\n")) await new Promise((resolve) => setTimeout(resolve, 5));
        R.stop();
        return { code: await ended, text }"""
    )
    assert got == {"code": "stopped", "text": "one\ntwo\n"}
