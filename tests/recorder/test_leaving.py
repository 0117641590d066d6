"""The exception that leaves an activation is told by its last snapshot, however it leaves."""

from __future__ import annotations

import pytest

from site_runtime.recorder import record_program
from site_runtime.trace import positions

WAYS = {
    "raised here": ("raise KeyError('x')", "x"),
    "a bare raise": ("try:\n    raise KeyError('x')\nexcept KeyError:\n    raise", "x"),
    "the end of finally": ("try:\n    raise KeyError('x')\nfinally:\n    y = 1", "x"),
    "no clause fits": ("try:\n    raise KeyError('x')\nexcept ValueError:\n    y = 1", "x"),
    "the end of with": ("with Manager():\n    raise KeyError('x')", "x"),
    "raised again after another was handled": (
        "try:\n    raise KeyError('x')\nexcept KeyError:\n    try:\n        raise ValueError('y')\n"
        "    except ValueError:\n        pass\n    raise",
        "x",
    ),
    "raised again by a helper": ("try:\n    raise KeyError('x')\nexcept KeyError:\n    again()", "x"),
    "raised after another was handled": (
        "try:\n    raise KeyError('y')\nexcept KeyError:\n    pass\nraise KeyError('x')",
        "x",
    ),
}

FRAME = """
class Manager:
    def __enter__(self):
        return self

    def __exit__(self, *details):
        return False


def again():
    raise


def leaving():
{body}


try:
    leaving()
except KeyError as error:
    pass
"""


@pytest.mark.parametrize("way", WAYS)
def test_the_exception_that_leaves_is_told(way: str) -> None:
    body, expected = WAYS[way]
    indented = "\n".join(f"    {line}" for line in body.splitlines())
    recording = record_program(FRAME.format(body=indented))
    ends = [s for s in positions(recording.text) if s.kind == "raised" and s.stack[-1].function == "leaving"]
    assert [end.heap[end.exception[0]].cells[1] for end in ends] == [["tuple", 0, expected]]
