"""The command: which runtimes, what to print, which exit status."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from site_runtime.commands.folders import OWN, folder
from site_runtime.parity.results import Job, ParityError, Session
from site_runtime.parity.runtimes import DEFAULT, RUNNERS, Runner
from site_runtime.recorder import load_lessons

ROOT = Path(__file__).resolve().parents[2]
EQUAL, DIFFERENT, FAILED = 0, 1, 2

FEW = """only {count} native Python version(s) answered, and --strict (or CI) wants two or more of 3.10 to 3.14.
Install another (apt-get, pyenv install 3.13, uv python install 3.13), on PATH or under a pyenv, or name it in
LESSON_PYTHONS."""
BY = "what decides between two minor versions: bytes (default), or statements, values and output"
INSTEAD = "compare the lessons in DIR instead of the project's own"
EMPTY = "there is no input to compare; does --lessons name a folder of lessons (DIR/<lesson>/inputs.py)?"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to `parser`."""
    known = ", ".join(RUNNERS)
    parser.add_argument("--runtimes", default=DEFAULT, metavar="LIST", help=f"of {known}; default {DEFAULT}")
    parser.add_argument("--lessons", type=folder, default=OWN, metavar="DIR", help=INSTEAD)
    parser.add_argument("--by", choices=["bytes", "statements"], default="bytes", help=BY)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument("--strict", action="store_true", help="fewer than two native versions fail, as under CI")


def run(args: argparse.Namespace, runners: Mapping[str, Runner] = RUNNERS) -> int:
    """Record, compare and print; return 0 when all is equal, 1 when something differs, 2 when nobody can tell."""
    try:
        sessions = _sessions(args, runners)
        _check(sessions, _chosen(args, runners), args.strict or os.environ.get("CI", "") not in ("", "0", "false"))
    except (ParityError, ValueError) as error:  # a LessonError is a ValueError
        print(f"lesson parity: {error}", file=sys.stderr)
        return FAILED
    from site_runtime.parity.compare import compare

    report = compare(sessions, _sources(args.lessons) if args.by == "statements" else None)
    print(json.dumps(report.json(), ensure_ascii=False) if args.json else report.text())
    return DIFFERENT if report.differences else EQUAL


def _chosen(args: argparse.Namespace, runners: Mapping[str, Runner]) -> list[str]:
    names = [name.strip() for name in args.runtimes.split(",")]
    for name in names:
        if name not in runners:
            raise ParityError(f"there is no runtime {name!r}; choose of {', '.join(runners)}")
    return list(dict.fromkeys(names))


def _sessions(args: argparse.Namespace, runners: Mapping[str, Runner]) -> list[Session]:
    """Record in each runtime in turn and say so."""
    job = Job(ROOT, args.lessons.resolve())
    said = sys.stderr if args.json else sys.stdout
    sessions: list[Session] = []
    for name in _chosen(args, runners):
        for session in runners[name](job):
            print(f"{session.name}: Python {session.python}{session.where}", file=said, flush=True)
            sessions.append(session)
    return sessions


def _sources(lessons: Path) -> dict[str, dict[str, str]]:
    return {name: lesson.sources for name, lesson in load_lessons(lessons).items()}


def _check(sessions: list[Session], chosen: list[str], strict: bool) -> None:
    """Raise ParityError where an empty comparison would pass for an equal one."""
    if not sessions[0].results:
        raise ParityError(EMPTY)
    natives = sum(session.name.startswith("native") for session in sessions)
    if strict and "native" in chosen and natives < 2:
        raise ParityError(FEW.format(count=natives))
