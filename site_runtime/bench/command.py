"""The command: what to measure, what to print, which exit status."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from site_runtime.bench.timings import Figure
from site_runtime.build.errors import unknown
from site_runtime.commands.folders import OWN, folder

PARTS = {
    "native": "site_runtime.bench.native",
    "chromium": "site_runtime.bench.chromium",
    "player": "site_runtime.bench.player",
    "asking": "site_runtime.bench.asking",
    "page": "site_runtime.bench.page",
}
ALL = ",".join(PARTS)
Measure = Callable[[Path], list[Figure]]
INSTEAD = "measure the inputs in DIR instead of the project's own (the part native)"
KEPT, EXCEEDED = 0, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to `parser`."""
    known = ", ".join(PARTS)
    parser.add_argument("--parts", type=chosen, default=ALL, metavar="LIST", help=f"of {known}; default all")
    parser.add_argument("--lessons", type=folder, default=OWN, metavar="DIR", help=INSTEAD)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


def run(args: argparse.Namespace) -> int:
    """Measure and print; return 0 when every budget is kept and 1 when one is exceeded."""
    figures: list[Figure] = []
    for part in args.parts:
        measure: Measure = import_module(part).figures
        figures += measure(args.lessons)
    report = {"figures": [{**asdict(figure), "kept": figure.kept()} for figure in figures]}
    print(json.dumps(report, ensure_ascii=False) if args.json else "\n".join(figure.text() for figure in figures))
    return KEPT if all(figure.kept() for figure in figures) else EXCEEDED


def chosen(parts: str) -> list[str]:
    """Return the modules of the parts named; an argparse type, so that a wrong one is a wrong command line."""
    names = [name.strip() for name in parts.split(",")]
    wrong = next((name for name in names if name not in PARTS), None)
    if wrong is not None:
        raise argparse.ArgumentTypeError(unknown("part", wrong, PARTS))
    return [PARTS[name] for name in names]
