"""What the benchmark measures: a loop of simple lines and one that changes objects, each run in five ways.

``record`` of an input *plain* is the recorder; ``run`` of the others is what it is compared with. *empty* does
nothing, so that what a run costs without any line can be taken off.
"""

LINES = 20_000

PLAIN = "from loops.rounds import objects, simple\n"

TRACED = """import sys

from loops.rounds import objects, simple


def hook(frame, event, argument):
    return hook


sys.settrace(hook)
"""

DEBUGGER = """import bdb
import sys

from loops.rounds import objects, simple


class Snapshots(bdb.Bdb):
    def user_line(self, frame):
        kept.append((frame.f_lineno, {name: repr(value) for name, value in frame.f_locals.items()}))


kept = []
debugger = Snapshots()
debugger.reset()
debugger.set_step()
sys.settrace(debugger.trace_dispatch)
"""


def _inputs(function: str, count: int) -> list[dict[str, object]]:
    call = f"print({function}({count}))\n"
    end = "sys.settrace(None)\n"
    return [
        {"name": "empty", "prepare": PLAIN, "call": f"print({function}(0))\n"},
        {"name": "plain", "prepare": PLAIN, "call": call},
        {"name": "traced", "prepare": TRACED, "call": call + end},
        {"name": "debugger", "prepare": DEBUGGER, "call": call + end},
    ]


LESSON = {
    "title": {"zh": "循环", "en": "Loops"},
    "areas": [
        {"name": "simple", "function": "rounds.py:simple", "inputs": _inputs("simple", LINES)},
        {"name": "objects", "function": "rounds.py:objects", "inputs": _inputs("objects", LINES // 4)},
    ],
}
