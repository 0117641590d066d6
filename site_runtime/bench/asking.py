"""How long a reader waits for a watched expression after a step, on the real page in headless Chromium, Python ready.

From the step to the answer on the page: the page's own pause, the question's way to the worker, the program's run up
to that step, the expression, and the way back.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from site_runtime.bench import laptop
from site_runtime.bench.timings import Figure
from site_runtime.build.server import serving
from site_runtime.commands.build import build

ASKED = Path(__file__).with_name("asked")
QUESTIONS = 60
PLACES = {
    "the lesson's inputs": ("en/team-protocols/", "len(locals())", 100.0),
    "10,000 steps": ("en/lessons/rounds/", "len(locals())", 1000.0),
}
"""What is asked -> address, expression, budget in milliseconds (p95)."""

_WATCH = """async (expression) => {
  const lab = document.querySelector("lesson-lab");
  lab.querySelector(".lab-ask").open = true;
  lab.querySelector(".lab-ask-line .lab-ask-field").value = expression;
  lab.querySelector('[data-ask="watch"]').click();
  const row = lab.querySelector(".lab-watch");
  const answered = () => new Promise((then) => {
    const look = () => row.dataset.state === "answered" && (observer.disconnect(), then());
    const observer = new MutationObserver(look);
    observer.observe(row, { attributes: true });
    look();
  });
  await answered();
  window.bench = { lab, row, answered };
}"""
_ASK = """async (questions) => {
  const { lab, row, answered } = window.bench;
  const range = lab.querySelector(".lab-range");
  let state = 12345;
  const anywhere = () => (state = (state * 1103515245 + 12345) % 2 ** 31) % Number(range.max);
  const times = [];
  while (times.length < questions) {
    await new Promise((then) => setTimeout(then, 150));
    range.value = String(anywhere());
    const start = performance.now();
    range.dispatchEvent(new Event("input", { bubbles: true }));
    if (row.dataset.state === "answered") continue;
    await answered();
    times.push(performance.now() - start);
  }
  return times;
}"""


def figures(_lessons: Path) -> list[Figure]:
    """Measure in Chromium; raises BuildError, BrowserError or RuntimeError when something it needs is missing."""
    with tempfile.TemporaryDirectory() as folder:
        if build(Path(folder), [ASKED], quiet=True):
            raise RuntimeError("the site with the long program could not be built; see the messages above")
        with serving(Path(folder)) as url:
            found = [(name, times(url + address, asked), budget) for name, (address, asked, budget) in PLACES.items()]
    return [told(*one) for one in found]


def times(address: str, expression: str) -> list[float]:
    """Return milliseconds of each answer."""
    with laptop.opened(address, 60) as (_browser, page):
        page.evaluate(_WATCH, expression)
        found: list[Any] = page.evaluate(_ASK, QUESTIONS)
    return [float(one) for one in found]


def told(name: str, milliseconds: Sequence[float], budget: float) -> Figure:
    """Return the figure of one program."""
    ordered = sorted(milliseconds)
    p95 = ordered[int(0.95 * (len(ordered) - 1))]
    detail = f"median {median(ordered):.0f} ms, longest {ordered[-1]:.0f} ms, {len(ordered)} questions"
    return Figure(f"a watch on {name}, p95", p95, "ms", budget, detail)
