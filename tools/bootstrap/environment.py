"""Make `.venv`: exactly the locked packages, and the project itself, editable, with its command `lesson`."""

from __future__ import annotations

import os
import shutil

from . import pythons, stamps, uv
from .shell import ROOT, run, say

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCK = ROOT / "requirements.lock"
PIP = (PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check")


def ensure() -> None:
    """Bring `.venv` to the state that the lock file describes; raise SetupError when that cannot be done."""
    value = stamps.digest(LOCK, ROOT / "pyproject.toml", str(ROOT))
    stamp = VENV / "stamp-packages"
    if stamps.is_current(stamp, value) and pythons.ask(str(PYTHON)):
        return
    _make()
    say("installing the locked packages into .venv")
    run([*PIP, "--require-hashes", "-r", LOCK], "the locked packages could not be installed")
    run([*PIP, "--no-deps", "--no-build-isolation", "--editable", ROOT], "the project could not be installed")
    stamps.write(stamp, value)


def _make() -> None:
    """Make the environment anew unless it answers, is new enough and lies where it was made."""
    stamp = VENV / "stamp-place"
    current = pythons.ask(str(PYTHON))
    if stamps.is_current(stamp, str(ROOT)) and current and current.version >= pythons.OLDEST:
        return
    base = pythons.newest(os.environ) or uv.bring()
    say("making .venv with CPython {} ({})".format(".".join(map(str, base.version)), base.path))
    shutil.rmtree(VENV, ignore_errors=True)
    run([base.path, "-m", "venv", VENV], "the environment could not be made")
    stamps.write(stamp, str(ROOT))
