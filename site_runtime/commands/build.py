"""``lesson build``: the site, strictly."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

from site_runtime.build import place
from site_runtime.build.errors import BuildError
from site_runtime.commands.folders import ROOT, add_lessons

SITE = ROOT / "build" / "site"
SAYS = re.compile(r"WARNING|ERROR|CRITICAL")
WHERE = "write the site here: a new or an empty folder, or a site that is to be built anew (default: build/site)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_lessons(parser, "show the lessons in DIR too, each on a page of its own (may be repeated)")
    parser.add_argument("--site", metavar="FOLDER", type=site_folder, default=SITE, help=WHERE)
    parser.add_argument("--quiet", action="store_true", help="print warnings and errors only")


def site_folder(text: str) -> Path:
    """Return a folder in which a site may be built; an argparse type, so that a wrong one is a wrong command line."""
    try:
        place.check(Path(text))
    except BuildError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return Path(text)


def build(site: Path, lessons: list[Path], quiet: bool = False) -> int:
    """Build the site into `site` and return MkDocs's exit status; a warning counts as an error.

    With `quiet` warnings and errors alone are shown. MkDocs's own --quiet would not count warnings any more.
    """
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(site.resolve())]
    env = {**os.environ, "LESSON_DIRS": os.pathsep.join(map(str, lessons)), "NO_MKDOCS_2_WARNING": "1"}
    if not quiet:
        return subprocess.run(command, cwd=ROOT, env=env, check=False).returncode
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, encoding="utf-8", check=False)
    told = [line for line in done.stderr.splitlines(keepends=True) if done.returncode or SAYS.match(line)]
    sys.stderr.writelines(told)
    return done.returncode


def run(options: argparse.Namespace) -> int:
    """Build as asked and return the exit status."""
    status = build(options.site, options.lessons, options.quiet)
    if status == 0 and not options.quiet:
        print(f"site: {options.site}")
    return status
