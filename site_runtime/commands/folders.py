"""The option ``--lessons``, the same in every command."""

from __future__ import annotations

import argparse
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OWN = ROOT / "lesson_code"


def folder(text: str) -> Path:
    """Return an existing folder; an argparse type, so that a wrong one is told as a wrong command line."""
    path = Path(text)
    if not path.is_dir():
        wrong = "this is a file; name the folder of lessons" if path.exists() else "there is no such folder"
        raise argparse.ArgumentTypeError(f"{text}: {wrong} (DIR/<lesson>/inputs.py)")
    return path.resolve()


def add_lessons(parser: argparse.ArgumentParser, meaning: str) -> None:
    """Add ``--lessons DIR``, which may be repeated; `meaning` says what it does here."""
    parser.add_argument("--lessons", metavar="DIR", type=folder, action="append", default=[], help=meaning)
