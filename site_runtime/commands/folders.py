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
        raise argparse.ArgumentTypeError(f"{text}: there is no such folder")
    return path.resolve()


def add_lessons(parser: argparse.ArgumentParser, meaning: str) -> None:
    """Add ``--lessons DIR``, which may be repeated; `meaning` says what it does here."""
    parser.add_argument("--lessons", metavar="DIR", type=folder, action="append", default=[], help=meaning)
