"""Runs named tests in a copy and says which of them failed."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
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
    status, told = copy.run(sys.executable, "-m", "pytest", *options, *named, site=site, seconds=LONG * len(names))
    if status < 0:
        return set(names), told
    if status not in RAN:
        raise RuntimeError(f"{file} could not be run:\n{told[-3000:]}")
    return {test.partition("::")[2] for test in FAILED.findall(told)} & set(names), told


def _node(copy: Copy, file: str, names: list[str], _site: bool) -> tuple[set[str], str]:
    """Run tests of one JavaScript file; of tests made in a loop one failure is enough, and waiting for ever is one."""
    titles = {name: re.sub(r"\\\$\\\{.*?\\\}", ".*", re.escape(name)) for name in names}
    pattern = f"^(?:{'|'.join(titles.values())})$"
    command = ("node", "--test", "--test-reporter=tap", f"--test-name-pattern={pattern}", copy.root / file)
    status, told = copy.run(*command, seconds=LONG)
    if status < 0:
        return set(names), told
    if status not in RAN:
        raise RuntimeError(f"{file} could not be run:\n{told[-3000:]}")
    wrong = NOT_OK.findall(told)
    return {name for name, title in titles.items() if any(re.fullmatch(title, one.strip()) for one in wrong)}, told
