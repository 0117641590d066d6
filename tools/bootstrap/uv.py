"""The second way to a CPython: uv from PyPI, which downloads one where it can."""

from __future__ import annotations

import subprocess
import sys

from . import pythons
from .shell import ROOT, SetupError, run, say

WANTED = "3.13"
HOME = ROOT / ".cache" / "bootstrap"
REQUIREMENTS = ROOT / "tools" / "bootstrap" / "uv.lock.txt"
HELP = """no CPython 3.12 or newer was found, and uv could not bring one.
  Looked at: LESSON_PYTHONS, PATH, $PYENV_ROOT/versions, ~/.pyenv/versions.
  Install one, for example `apt-get install python3.12 python3.12-venv`, `pyenv install 3.13` or python.org's installer,
  or name one that is installed: LESSON_PYTHONS=/path/to/python3.13 make test"""


def bring() -> pythons.Interpreter:
    """Return a CPython that uv found or downloaded; raise SetupError with what to install when it could not."""
    say(f"no CPython 3.12 or newer here; asking uv for {WANTED}")
    try:
        _install_uv()
        run([HOME / "bin" / "uv", "python", "install", WANTED], "uv could not bring a CPython")
    except SetupError as error:
        raise SetupError(f"{HELP}\n  ({error})") from error
    found = _find()
    if found is None:
        raise SetupError(HELP)
    return found


def _install_uv() -> None:
    if (HOME / "bin" / "uv").exists():
        return
    no_venv = "python3 cannot make an environment (Debian: apt-get install python3-venv)"
    run([sys.executable, "-m", "venv", HOME], no_venv)
    pip = (HOME / "bin" / "python", "-m", "pip", "install", "-qq", "--disable-pip-version-check")
    run([*pip, "--require-hashes", "-r", REQUIREMENTS], "uv could not be installed from PyPI")


def _find() -> pythons.Interpreter | None:
    command = [str(HOME / "bin" / "uv"), "python", "find", WANTED]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    return pythons.ask(answer.stdout.strip())
