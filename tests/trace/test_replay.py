"""Two readers of one format, written apart, see the same at every position."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from site_runtime.build.node import find_node
from site_runtime.trace import positions, seen
from tests.trace.conftest import HERE


def seen_by_page(traces: dict[str, str]) -> dict[str, list[dict[str, Any]]]:
    """Return the states that the page's reader gives, by trace."""
    command = [find_node(), "--max-old-space-size=2048", str(HERE / "states.mjs")]
    done = subprocess.run(command, input=json.dumps(traces), capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return dict(map(json.loads, done.stdout.split("\n")[:-1]))


def test_the_page_sees_what_the_reference_sees(traces: dict[str, str]) -> None:
    pages = seen_by_page(traces)
    assert pages.keys() == traces.keys()
    compared = 0
    for name, text in traces.items():
        states = pages[name]
        for state, other in zip(positions(text), states, strict=True):
            assert seen(state) == other, f"{name}, position {state.position}"
            compared += 1
    assert compared > 10_000


def test_reading_from_keys_shows_the_same(traces: dict[str, str]) -> None:
    for name, text in traces.items():
        for left, right in zip(positions(text), positions(text, from_keys=True), strict=True):
            assert seen(left) == seen(right), f"{name}, position {left.position}"
