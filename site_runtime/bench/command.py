"""The command: what to measure, what to print, which exit status."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from site_runtime.bench.timings import Figure

PARTS = {
    "native": "site_runtime.bench.native",
    "chromium": "site_runtime.bench.chromium",
    "player": "site_runtime.bench.player",
    "asking": "site_runtime.bench.asking",
    "page": "site_runtime.bench.page",
}
Measure = Callable[[Path], list[Figure]]
ROOT = Path(__file__).resolve().parents[2]
KEPT, EXCEEDED = 0, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to `parser`."""
    known = ", ".join(PARTS)
    parser.add_argument("--parts", default=",".join(PARTS), metavar="LIST", help=f"of {known}; default all")
    parser.add_argument("--lessons", type=Path, default=ROOT / "lesson_code", metavar="DIR", help="folder of lessons")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


def run(args: argparse.Namespace) -> int:
    """Measure and print; return 0 when every budget is kept and 1 when one is exceeded."""
    figures: list[Figure] = []
    for part in chosen(args.parts):
        measure: Measure = import_module(part).figures
        figures += measure(args.lessons)
    report = {"figures": [{**asdict(figure), "kept": figure.kept()} for figure in figures]}
    print(json.dumps(report, ensure_ascii=False) if args.json else "\n".join(figure.text() for figure in figures))
    return KEPT if all(figure.kept() for figure in figures) else EXCEEDED


def chosen(parts: str) -> list[str]:
    """Return the modules of the parts named; RuntimeError names an unknown one and those there are."""
    names = [name.strip() for name in parts.split(",")]
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        raise RuntimeError(f"--parts: there is no {unknown[0]!r}; there is {', '.join(PARTS)}")
    return [PARTS[name] for name in names]
