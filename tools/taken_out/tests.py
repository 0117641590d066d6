"""Runs named tests in a copy and says which of them failed."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from itertools import groupby

from tools.taken_out.copy import Copy

FAILED = re.compile(r"^(?:FAILED|ERROR) ([^\s\[]+)", re.M)
NOT_OK = re.compile(r"^not ok \d+ - (.+)$", re.M)
RAN = (0, 1)
"""Exit status of a test run that took place."""
LONG = 120
"""Seconds for one test, after which it is taken to wait for what never comes, and so to have failed."""


def failed(copy: Copy, tests: Iterable[str], site: bool) -> tuple[set[str], str]:
    """Run tests; return those that failed and what was printed.

    `site`: test the copy's built site; without it a test that needs one builds its own.
    Raises RuntimeError when they could not be run at all.
    """
    found: set[str] = set()
    told = ""
    for file, group in groupby(sorted(tests), key=lambda test: test.partition("::")[0]):
        names = [test.partition("::")[2] for test in group]
        some, text = (_node if file.endswith(".mjs") else _pytest)(copy, file, names, site)
        found |= {f"{file}::{name}" for name in some}
        told += text
    return found, told


def _pytest(copy: Copy, file: str, names: list[str], site: bool) -> tuple[set[str], str]:
    """Run tests of one Python file; of a test with parameters one failure is enough."""
    options = ("-q", "-rfE", "--tb=line", "-p", "no:cacheprovider")
    named = [f"{file}::{name}" for name in names]
    hangs, told = _ran(copy, file, (sys.executable, "-m", "pytest", *options, *named), LONG * len(names), site)
    return set(names) if hangs else {test.partition("::")[2] for test in FAILED.findall(told)} & set(names), told


def _node(copy: Copy, file: str, names: list[str], site: bool) -> tuple[set[str], str]:
    """Run tests of one JavaScript file; of tests made in a loop one failure is enough."""
    titles = {name: re.sub(r"\\\$\\\{.*?\\\}", ".*", re.escape(name)) for name in names}
    pattern = f"^(?:{'|'.join(titles.values())})$"
    options = ("--test", "--test-reporter=tap", f"--test-name-pattern={pattern}")
    hangs, told = _ran(copy, file, ("node", *options, str(copy.root / file)), LONG, site)
    wrong = [one.strip() for one in NOT_OK.findall(told)]
    red = {name for name, title in titles.items() if any(re.fullmatch(title, one) for one in wrong)}
    return set(names) if hangs else red, told


def _ran(copy: Copy, file: str, command: Sequence[str], seconds: float, site: bool) -> tuple[bool, str]:
    """Run a file's tests; say whether they wait for what never comes, and what was printed."""
    status, told = copy.run(*command, site=site, seconds=seconds)
    if status >= 0 and status not in RAN:
        raise RuntimeError(f"{file} could not be run:\n{told[-3000:]}")
    return status < 0, told
