"""What a step costs on the real page in headless Chromium: script, style, layout and paint, on a 100,000-step trace.

Each step is made at the start of a frame, and the main thread's whole work for that frame is read from Chromium's own
trace: as processor time of that thread, so that what else the machine does at the time does not count, and as time on
the clock. So is the busiest of the frames after it, in which the protocol view is drawn after a jump. The same is
measured of frames in which nothing is done.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from site_runtime.bench import laptop
from site_runtime.bench.frames import FRAME, Frames, frames_of
from site_runtime.bench.timings import Figure
from site_runtime.build.server import serving
from site_runtime.commands.build import build

LONG = Path(__file__).with_name("long")
ADDRESS = "en/lessons/office/"
CATEGORIES = ["toplevel", "blink.user_timing"]
"""What Chromium writes down: tasks and marks, and nothing in between, which would slow down what is measured."""
STEPS = 80
ROUNDS = 3

WAYS = ("nothing", "into", "backInto", "over", "backOver", "continue", "reverse", "seek")

_START = """() => {
  const lab = document.querySelector("lesson-lab");
  const range = lab.querySelector(".lab-range");
  const seek = (p) => { range.value = String(p); range.dispatchEvent(new Event("input", { bubbles: true })); };
  let state = 12345;
  const anywhere = () => (state = (state * 1103515245 + 12345) % 2 ** 31) % Number(range.max);
  // What is looked for in the page is looked for once: it is no part of a step.
  const columns = [...lab.querySelectorAll(".lab-column")];
  const buttons = [...lab.querySelectorAll("[data-command]")].map((one) => [one.dataset.command, () => one.click()]);
  const ways = { ...Object.fromEntries(buttons), nothing: () => undefined, seek: () => seek(anywhere()) };
  const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
  window.bench = {
    seek,
    // The frame's own callback makes the step: what follows it in the same task is what the step costs to be painted.
    // What the page leaves for later is waited for, frame by frame.
    steps: async (way, number) => {
      for (let left = number; left >= 0; left -= 1) {
        await frame();
        performance.mark(`step ${way}`);
        if (left > 0) ways[way]();
        do {
          await frame();
          performance.mark("frame");
        } while (columns.some((column) => column.ariaBusy));
        await frame();
        performance.mark("frame");
      }
    },
    stop: (text) => {
      const row = [...lab.querySelectorAll(".lab-code-pane .lab-line")].find((line) => line.textContent.includes(text));
      row.querySelector(".lab-no").click();
    },
    settle: async () => { for (let i = 0; i < 5; i += 1) await frame(); },
  };
}"""


def figures(_lessons: Path) -> list[Figure]:
    """Measure in Chromium; raises BuildError, BrowserError or RuntimeError when something it needs is missing."""
    with tempfile.TemporaryDirectory() as folder:
        if build(Path(folder), [LONG], quiet=True):
            raise RuntimeError("the site with the long recording could not be built; see the messages above")
        with serving(Path(folder)) as url, opened(url + ADDRESS) as (browser, page):
            found = measured(browser, page)
    return [figure for way in WAYS[1:] for figure in told(way, found)]


def told(way: str, found: dict[str, Frames]) -> list[Figure]:
    """Return the figures of one way to step."""
    frames, empty = found[way], found["nothing"]
    work, clock, later = frames.work, frames.clock, frames.later
    detail = f"{work.p95:.1f} ms of work, median {work.median:.1f}"
    follows = f"{later.p95:.1f} ms of work, median {later.median:.1f}; {empty.later.p95:.1f} without a step"
    by_clock = f"{clock.p95:.1f} ms on the clock against {empty.clock.p95:.1f}, p95"
    return [
        Figure(f"page: {way}, p95", work.p95 / FRAME, "frames", 1.0, detail),
        Figure(f"page: {way}, the busiest frame after it, p95", later.p95 / FRAME, "frames", 1.0, follows),
        Figure(f"page: {way} against an empty frame", work.median / empty.work.median, "times", None, by_clock),
    ]


@contextmanager
def opened(address: str) -> Iterator[tuple[Any, Any]]:
    """Open the page that shows the long recording, at a laptop's size, its lab in sight."""
    with laptop.opened(address, 120) as (browser, page):
        page.locator(".lab-debug").scroll_into_view_if_needed()
        page.evaluate(_START)
        yield browser, page


def measured(browser: Any, page: Any) -> dict[str, Frames]:
    """Return the frames of each way in the round that the machine disturbed least, of some rounds of all in turn."""
    page.evaluate("bench.stop('row = answer(')")
    rounds: list[dict[str, Frames]] = []
    for turn in range(ROUNDS):
        browser.start_tracing(page=page, categories=CATEGORIES)
        for way in WAYS:
            page.evaluate("p => { bench.seek(p); return bench.settle(); }", 30_000 + 15_000 * turn)
            page.evaluate("([way, steps]) => bench.steps(way, steps)", [way, STEPS])
        events = json.loads(browser.stop_tracing())["traceEvents"]
        rounds.append({way: frames_of(events, f"step {way}") for way in WAYS})
    return {way: min((found[way] for found in rounds), key=lambda frames: frames.work.p95) for way in WAYS}
