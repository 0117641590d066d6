"""Two fences that quote a lesson: ``lesson-source`` a function as it is, ``lesson-output`` what a module prints."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from site_runtime.build.cache import Cache
from site_runtime.build.catalog import Entry
from site_runtime.build.code import function_lines, highlighted_lines
from site_runtime.build.errors import BuildError, unknown
from site_runtime.build.own import output
from site_runtime.build.telling.fields import read
from site_runtime.recorder import Lesson

SOURCE = "lesson-source"
OUTPUT = "lesson-output"


def source(text: str, entries: Mapping[str, Entry]) -> str:
    """Return the HTML of ``function: FILE:NAME`` of ``lesson: NAME``; raise BuildError with the nearest names."""
    fields = read(text, needed=("lesson", "function"))
    lesson = _lesson(fields["lesson"][0], entries)
    label, _, name = fields["function"][0].partition(":")
    if label not in lesson.sources:
        raise BuildError(unknown("file", label, lesson.sources))
    html = highlighted_lines(lesson.sources[label])
    try:
        lines = function_lines(lesson.sources[label], name)
    except KeyError:
        raise BuildError(f"{label} has no function “{name}”") from None
    code = "".join(f"{html[number - 1]}\n" for number in lines)
    return _figure(f"{label} · {name}", f'<code lang="zh">{code}</code>')


def printed(text: str, entries: Mapping[str, Entry], cache: Cache) -> str:
    """Return the HTML of what ``module: NAME`` of ``lesson: NAME`` prints; raise BuildError when it fails."""
    fields = read(text, needed=("lesson", "module"))
    lesson, module = _lesson(fields["lesson"][0], entries), fields["module"][0]
    modules = [label.removesuffix(".py") for label in lesson.sources if "/" not in label]
    if module not in modules:
        raise BuildError(unknown("module", module, modules))
    said = output(lesson, module, cache)
    return _figure(f"python3 -m {lesson.package}.{module}", f'<code lang="zh">{escape(said)}</code>')


def _lesson(name: str, entries: Mapping[str, Entry]) -> Lesson:
    if name not in entries:
        raise BuildError(unknown("lesson", name, entries))
    return entries[name].lesson


def _figure(caption: str, code: str) -> str:
    return (
        f'<figure class="quote highlight"><figcaption>{escape(caption)}</figcaption>\n'
        f'<pre tabindex="0">{code}</pre></figure>'
    )
