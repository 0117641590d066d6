"""Run commands and stop with a message that helps."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class SetupError(Exception):
    """Set-up cannot go on; the message says what is missing and how to get it."""


def say(text: str) -> None:
    """Print one line of progress at once."""
    print("setup: " + text, flush=True)


def run(command: Sequence[str | Path], why: str) -> None:
    """Run a command in the project's folder; raise SetupError that names it, and `why`, when it fails."""
    words = [str(word) for word in command]
    try:
        subprocess.run(words, cwd=ROOT, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SetupError("{}: {} ({})".format(why, " ".join(words), error)) from error
