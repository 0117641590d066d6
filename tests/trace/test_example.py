"""The worked example on the format's page is what the recorder makes of the program beside it."""

from __future__ import annotations

import re
import subprocess
import sys

from site_runtime.trace import positions, validate
from tests.trace.conftest import ROOT

PAGE = ROOT / "docs" / "trace-format.md"
RECORD = (
    "import sys; from site_runtime.recorder import record_program; sys.stdout.write(record_program(*sys.argv[1:]).text)"
)


def block(language: str) -> str:
    """Return the page's code block of that language in the worked example."""
    example = PAGE.read_text("utf-8").partition("## A worked example")[2]
    found = re.search(rf"```{language}\n(.*?)```", example, re.DOTALL)
    assert found, f"{PAGE} has no worked example in {language}"
    return found[1]


def recorded() -> str:
    command = [sys.executable, "-c", RECORD, block("python"), "example.py"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, encoding="utf-8").stdout


def test_the_trace_on_the_page_is_recorded_from_the_program_on_the_page() -> None:
    assert block("json") == recorded()


def test_what_the_page_says_of_the_positions_is_so() -> None:
    validate(block("json"))
    states = list(positions(block("json")))
    assert [(state.line, state.kind) for state in (states[3], states[12], states[14], states[15])] == [
        (2, "line"),
        (2, "returned"),
        (9, "returned"),
        (0, "end"),
    ]
    assert states[5].stack[-1].locals["value"] == 6
    assert states[6].heap[1].cells == [6]
    assert [frame.activation for frame in states[7].stack] == [0, 1]
    assert (states[13].output, states[14].output) == ("", "[6, 8]\n")
