"""The HTML of one area: complete and readable without JavaScript; the page's element builds on it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from site_runtime.build.code import function_lines, highlighted_lines
from site_runtime.build.telling import result
from site_runtime.build.telling.moments import Recorded
from site_runtime.parity.results import Outcome

WORDS = {
    "zh": {"prepare": "准备", "call": "调用", "output": "输出", "none": "（没有输出）"},
    "en": {"prepare": "Preparation", "call": "Call", "output": "Output", "none": "(no output)"},
}


@dataclass(frozen=True)
class Shown:
    """One area on one page: the page's language, a prefix that makes ids unique there, the manifest, and each
    input's outcome and recording."""

    language: str
    prefix: str
    manifest: Mapping[str, Any]
    outcomes: Mapping[str, Outcome]
    recordings: Mapping[str, Recorded]


def render(shown: Shown) -> str:
    """Return the ``<lesson-lab>`` element of an area."""
    data = shown.manifest
    names = {"data-lesson": data["lesson"], "data-area": data["area"], "lang": shown.language}
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in names.items())
    parts = [_displayed(shown), _inputs(shown), _manifest(data)]
    # The area's text is code; the prose around it is what a reader searches for.
    return f'<lesson-lab class="lab"{attributes} data-search-exclude>\n' + "\n".join(parts) + "\n</lesson-lab>"


def _displayed(shown: Shown) -> str:
    data = shown.manifest
    text = next(source["text"] for source in data["sources"] if source["label"] == data["file"])
    html = highlighted_lines(text)
    lines = (_line(shown.prefix, number, html[number - 1]) for number in function_lines(text, data["function"]))
    return _figure(f"{data['file']} · {data['function']}", "".join(lines))


def _line(prefix: str, number: int, html: str) -> str:
    name = f"{prefix}-{number}"
    link = f'<a class="lab-no" href="#{name}">{number}</a>'
    return f'<span class="lab-line" data-line="{number}" id="{name}">{link}<span class="lab-src">{html}\n</span></span>'


def _figure(caption: str, html: str, name: str = "lab-code highlight") -> str:
    """Return code with a caption.

    The theme's script measures each ``pre > code`` of a page as it loads, in closed details too, and all of these are
    gone as soon as the lab stands: a <span> between the two leaves them alone.
    """
    return (
        f'<figure class="{name}"><figcaption>{escape(caption)}</figcaption>\n'
        f'<pre tabindex="0"><span><code>{html}</code></span></pre></figure>'
    )


def _inputs(shown: Shown) -> str:
    items = "\n".join(_item(shown, given) for given in shown.manifest["inputs"])
    return f'<ul class="lab-inputs">\n{items}\n</ul>'


def _item(shown: Shown, given: Mapping[str, Any]) -> str:
    words = WORDS[shown.language]
    parts = [
        _figure(words[part], _plain(highlighted_lines(given[part]))) for part in ("prepare", "call") if given[part]
    ]
    output = shown.outcomes[given["name"]].output
    parts.append(_figure(words["output"], escape(output or words["none"]), "lab-output"))
    parts += result.render(shown.recordings[given["name"]], shown.prefix, shown.language)
    summary = f'<summary><span class="lab-title">{escape(given["title"][shown.language])}</span></summary>'
    return f'<li data-input="{escape(given["name"])}"><details>{summary}\n' + "\n".join(parts) + "\n</details></li>"


def _plain(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _manifest(data: Mapping[str, Any]) -> str:
    """Return the manifest as hidden text.

    Not a <script>: instant navigation makes those anew without their type, and the policy forbids inline ones.
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f'<pre class="lab-manifest" hidden>{escape(text, quote=False)}</pre>'
