"""Pyodide in a browser: the reader's own worker file records, the probe page tells."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from site_runtime.parity.results import Job, ParityError, Session, session_of
from site_runtime.parity.serving import Exchange, serve
from site_runtime.recorder import load_lessons

SILENCE = 180
"""Seconds without a word after which a browser counts as dead; a boot on a slow machine takes a tenth of it."""

Opener = Callable[[str], AbstractContextManager[None]]
"""Holds an address open in a browser while a block runs."""


@dataclass(frozen=True)
class Site:
    """A folder to serve, the address of its assets/lesson/ in it, and the manifest's `runtime`."""

    folder: Path
    base: str
    runtime: dict[str, str]


def _heard(name: str, heard: queue.Queue[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield what the probe tells until it is done."""
    while True:
        try:
            message = heard.get(timeout=SILENCE)
        except queue.Empty:
            raise ParityError(f"{name}: no word from the page for {SILENCE} s") from None
        if "failed" in message:
            raise ParityError(f"{name}: {message['failed']}")
        if "done" in message:
            return
        yield message


def run_page(name: str, opener: Opener, site: Site, inputs: list[tuple[str, str, str]]) -> Session:
    """Return the session of one browser; raise ParityError when it is missing, fails or falls silent."""
    exchange = Exchange({"base": site.base, "runtime": site.runtime, "inputs": inputs})
    with serve(site.folder, exchange) as url, opener(url):
        return session_of(name, _heard(name, exchange.heard))


def inputs_of(job: Job) -> list[tuple[str, str, str]]:
    """Return (lesson, area, input) of every input of the job's lessons."""
    lessons = load_lessons(job.lessons).values()
    areas = [(lesson.name, area) for lesson in lessons for area in lesson.areas.values()]
    return [(lesson, area.name, name) for lesson, area in areas for name in area.inputs]
