"""`python -m tools.lighthouse`: Lighthouse on the built lesson page, desktop preset, the median of three runs.

Accessibility, best practices and SEO do not depend on the machine; performance does: measure while it is idle.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median_low
from typing import Any

from site_runtime.build.browsers import FLAGS, find_chromium
from site_runtime.build.server import serving
from site_runtime.commands.build import SITE

LIGHTHOUSE = Path(__file__).resolve().parents[1] / "node_modules" / "lighthouse" / "cli" / "index.js"
PAGE = "team-protocols/"
LEAST = {"accessibility": 100, "best-practices": 100, "seo": 100, "performance": 95}


def measure(url: str, categories: Sequence[str]) -> dict[str, Any]:
    """Return Lighthouse's own report of one run; raise CalledProcessError where it does not come to an end."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [
            *("node", str(LIGHTHOUSE), url, "--preset=desktop", "--quiet", "--output=json", f"--output-path={report}"),
            f"--only-categories={','.join(categories)}",
            f"--chrome-flags={' '.join(('--headless', *FLAGS))}",
        ]
        subprocess.run(command, env={**os.environ, "CHROME_PATH": find_chromium()}, check=True)
        told: dict[str, Any] = json.loads(report.read_text("utf-8"))
    return told


def scores(report: Mapping[str, Any]) -> dict[str, int]:
    """Return category -> points of a report, 0 to 100; a category without points has none."""
    return {name: round((category["score"] or 0) * 100) for name, category in report["categories"].items()}


def faults(report: Mapping[str, Any]) -> list[str]:
    """Return what costs a report points: each audit of a counted weight that does not have all of its own."""
    counted = {
        ref["id"] for category in report["categories"].values() for ref in category["auditRefs"] if ref["weight"]
    }
    audits = (report["audits"][name] for name in sorted(counted))
    return [
        f"{audit['id']}: {audit['title']} {audit.get('displayValue', '')}".strip()
        for audit in audits
        if audit["score"] is not None and audit["score"] < 1
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print points and what cost some, and return 1 where a median is below its limit."""
    parser = argparse.ArgumentParser(prog="python -m tools.lighthouse", description=__doc__)
    parser.add_argument("categories", nargs="*", metavar="CATEGORY", help=f"of {', '.join(LEAST)}; all without one")
    parser.add_argument("--page", default=PAGE, help="the page, relative to the site (%(default)s)")
    parser.add_argument("--runs", type=int, default=3, help="how many of which the median counts (%(default)s)")
    parser.add_argument("--site", type=Path, default=SITE, help="a built site (build/site)")
    given = parser.parse_args(arguments)
    wrong = [name for name in given.categories if name not in LEAST]
    if wrong or given.runs < 1:
        parser.error(
            f"there is no category {', '.join(wrong)}; choose of {', '.join(LEAST)}" if wrong else "--runs: 1 at least"
        )
    if not (given.site / given.page).exists():
        parser.error(f"there is no page {given.page} in {given.site}: run `lesson build` first")
    with serving(given.site) as url:
        reports = [measure(url + given.page, given.categories or list(LEAST)) for _run in range(given.runs)]
    return told(reports)


def told(reports: Sequence[Mapping[str, Any]]) -> int:
    """Print the medians and what cost points; return 1 where one is below its limit."""
    points = [scores(report) for report in reports]
    middle = {name: median_low(run[name] for run in points) for name in points[0]}
    print("\n".join(sorted({fault for report in reports for fault in faults(report)})))
    for name, value in middle.items():
        runs = ", ".join(str(run[name]) for run in points)
        print(f"{name}: {value} (at least {LEAST[name]}; runs {runs})")
    return int(any(value < LEAST[name] for name, value in middle.items()))


if __name__ == "__main__":
    sys.exit(main())
