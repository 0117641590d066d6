"""The SuperFences fence ``lesson-runs``: real runs of a lesson's own program, made at build.

The fence holds ``lesson: NAME`` and, to choose some of them, ``runs: NAME, NAME``. The lesson's module ``transcripts``,
run as ``python -m PACKAGE.transcripts``, prints a JSON list; each run has a title in both languages, the commands to
type, what the last of them printed, its exit status, and the gates that it came to (`open` is null for one that was
never asked).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from pymdownx.superfences import SuperFencesException

from site_runtime.build.cache import Cache
from site_runtime.build.catalog import Entry
from site_runtime.build.errors import BuildError, unknown
from site_runtime.build.fence import Fence
from site_runtime.build.own import printed
from site_runtime.build.telling.fields import read
from site_runtime.recorder import Lesson

NAME = "lesson-runs"
SOURCE = "transcripts.py"

Run = Mapping[str, Any]

WORDS = {
    "zh": {
        "plan": "计划门：同意",
        "host": "宿主门：许可",
        "asks": "请求运行",
        "ran": "程序运行",
        "never": "程序未运行",
        "open": "放行",
        "closed": "拦下",
        "unasked": "没有问到",
        "status": "退出状态",
    },
    "en": {
        "plan": "Plan gate: agreement",
        "host": "Host gate: permission",
        "asks": "Asks to run",
        "ran": "Program runs",
        "never": "Program does not run",
        "open": "lets through",
        "closed": "stops",
        "unasked": "never asked",
        "status": "exit status",
    },
}


class Runs:
    """Turns the fences into the lessons' real runs; shares the page that `fence` stands on."""

    name = NAME

    def __init__(self, fence: Fence, entries: Mapping[str, Entry], cache: Cache) -> None:
        """Show these lessons' runs, which `cache` keeps while no file of the lesson changes."""
        self.fence = fence
        self.entries = entries
        self.cache = cache

    def validate(self, language: str, inputs: dict[str, str], *_rest: Any) -> bool:
        """Accept a fence; raise SuperFencesException when its head holds anything but the name."""
        if inputs:
            raise self._error(f"the fence's head takes no options, but has {', '.join(inputs)}")
        return True

    def format(self, source: str, *_rest: Any, **_more: Any) -> str:
        """Return the runs' HTML; raise SuperFencesException, the only exception that stops a strict build."""
        try:
            fields = read(source, needed=("lesson",), optional=("runs",))
            found = transcripts(self._lesson(fields["lesson"][0]), self.cache)
            return render(chosen(found, fields["runs"]), self.fence.page.language)
        except BuildError as error:
            raise self._error(str(error), source) from error

    def _lesson(self, name: str) -> Lesson:
        if name not in self.entries:
            raise BuildError(unknown("lesson", name, self.entries))
        return self.entries[name].lesson

    def _error(self, reason: str, inside: str = "") -> SuperFencesException:
        return SuperFencesException(f"{self.fence.page.where(inside)}: in a `{NAME}` fence: {reason}")


def transcripts(lesson: Lesson, cache: Cache) -> list[Run]:
    """Return the runs of a lesson, made anew when a file of it or this Python changed; BuildError when they fail."""
    if SOURCE not in lesson.sources:
        raise BuildError(f"the lesson “{lesson.name}” has no {SOURCE}, which makes the runs")
    runs: list[Run] = printed(lesson, Path(SOURCE).stem, cache)
    return runs


def chosen(runs: list[Run], given: Sequence[str]) -> list[Run]:
    """Return the runs that a fence names, or all; raise BuildError with the nearest names for one that is not there."""
    if not given:
        return runs
    known = {str(run["name"]): run for run in runs}
    names = [name.strip() for name in given[0].split(",")]
    for name in names:
        if name not in known:
            raise BuildError(unknown("run", name, known))
    return [known[name] for name in names]


def render(runs: list[Run], language: str) -> str:
    """Return all runs as one block of HTML, complete without JavaScript."""
    return '<div class="runs">\n' + "\n".join(_run(run, language) for run in runs) + "\n</div>"


def _run(run: Run, language: str) -> str:
    commands = escape("\n".join(run["commands"]))
    title = f'<figcaption class="run-title">{escape(run["title"][language])}</figcaption>'
    command = f'<div class="run-command copy highlight"><pre><code>{commands}</code></pre></div>'
    status = f"{WORDS[language]['status']} {run['status']}"
    last = escape(run["output"].rstrip("\n").rpartition("\n")[2])
    output = (
        f'<details class="run-output"><summary><code lang="zh">{last}</code> <small>{status}</small></summary>\n'
        f'<pre tabindex="0" lang="zh"><code>{escape(run["output"])}</code></pre></details>'
    )
    parts = [title, gates(run, language), command, output]
    return f'<figure class="run" data-run="{escape(run["name"])}">\n' + "\n".join(parts) + "\n</figure>"


def gates(run: Run, language: str) -> str:
    """Return the way through the gates as an ordered list, which the style draws as a track."""
    words = WORDS[language]
    ran = all(gate["open"] for gate in run["gates"])
    steps = [f'<li class="run-step">{words["asks"]}</li>']
    steps += [_gate(gate, words) for gate in run["gates"]]
    state, text = ("open", words["ran"]) if ran else ("unasked", words["never"])
    steps.append(f'<li class="run-step" data-state="{state}">{text}</li>')
    return '<ol class="run-gates">\n' + "\n".join(steps) + "\n</ol>"


def _gate(gate: Mapping[str, Any], words: Mapping[str, str]) -> str:
    state = {True: "open", False: "closed", None: "unasked"}[gate["open"]]
    said = f'<small lang="zh">{escape(gate["line"])}</small>' if gate["line"] else ""
    name = f"<b>{words[gate['name']]}</b>"
    return f'<li class="run-gate" data-state="{state}">{name} <em>{words[state]}</em>{said}</li>'
