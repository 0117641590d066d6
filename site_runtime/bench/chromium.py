"""The recorder, the boot and the first step in headless Chromium, by the reader's own files."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from site_runtime.bench.native import LESSONS
from site_runtime.bench.timings import Figure, in_turn, recorder_figures
from site_runtime.build import runtime as runtime_files
from site_runtime.build.assets import build_assets
from site_runtime.build.browsers import FLAGS, find_chromium
from site_runtime.build.server import serving

ROUNDS = 3
STOCK = "stock_stdlib.zip"
BASE = "assets/lesson/"

_START = """async ([base, runtime]) => {
  const { Runtime } = await import(new URL("browser/runtime.js", new URL(base, location.href)).href);
  window.bench?.stop();
  window.bench = new Runtime({ base, runtime, lang: "en" });
  const start = performance.now();
  await window.bench.boot();
  return (performance.now() - start) / 1000;
}"""
_RUN = """async ([way, area, input]) => {
  const start = performance.now();
  const done = await window.bench[way]({ lesson: "loops", area, input });
  return [(performance.now() - start) / 1000, done.snapshots ?? 0, new Blob([done.text ?? ""]).size];
}"""
_BLANK = "<!doctype html><html lang=en><meta charset=utf-8><title>bench</title>"


def figures(_lessons: Path) -> list[Figure]:
    """Measure in Chromium; raises BuildError or BrowserError when something it needs is missing."""
    with tempfile.TemporaryDirectory() as folder, _page() as page:
        site = Path(folder)
        about = build_assets(LESSONS, site / BASE)
        shutil.copy(runtime_files.PACKAGE / runtime_files.STDLIB, site / BASE / STOCK)
        (site / "index.html").write_text(_BLANK)
        with serving(site) as url:
            page.goto(url)
            found = _boot(page, about)
            for area in ("simple", "objects"):
                found += _recorder(page, area)
    return found


@contextmanager
def _page() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        yield browser.new_page()
        browser.close()


def _boot(page: Any, about: dict[str, str]) -> list[Figure]:
    stock = {**about, "stdLib": STOCK}
    ways = {
        "stock": lambda: float(page.evaluate(_START, [f"/{BASE}", stock])),
        "ours": lambda: float(page.evaluate(_START, [f"/{BASE}", about])),
    }
    seconds = in_turn(ways, ROUNDS)
    detail = f"{seconds['ours']:.2f} s against {seconds['stock']:.2f} s"
    return [Figure("chromium: boot against stock Pyodide", seconds["ours"] / seconds["stock"], "times", 1.0, detail)]


def _recorder(page: Any, area: str) -> list[Figure]:
    last: list[float] = []

    def way(kind: str, name: str) -> float:
        last[:] = page.evaluate(_RUN, [kind, area, name])
        return last[0]

    ways = {name: lambda name=name: way("run", name) for name in ("empty", "plain", "traced", "debugger")}
    seconds = in_turn({**ways, "record": lambda: way("record", "plain")}, ROUNDS)
    return recorder_figures("chromium", area, seconds, int(last[1]), int(last[2]))
