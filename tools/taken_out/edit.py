"""What an edit is: a feature, where it stands, what is left without it, and the tests that must fail then."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

SERVED = {"site_runtime/browser/": "assets/lesson/browser/", "overrides/assets/": "assets/"}
"""Folders whose files a build copies into the site as they are, and where to."""


@dataclass(frozen=True)
class Edit:
    """One feature taken out.

    `item` is the requirement, as "3.1" for the first of issue 3. `old` stands exactly once in `file` and is replaced by
    `new`. Each of `tests` must fail then: "tests/a/test_b.py::test_c", or "tests/js/a.test.mjs::title of a test", where
    the title is as it is written, "${seed}" included.
    """

    item: str
    feature: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    @property
    def browser(self) -> bool:
        """Say whether a test of it needs the built site."""
        return any(test.startswith(("tests/page/", "tests/build/")) for test in self.tests)

    @property
    def served(self) -> str | None:
        """Return where the file lies in a built site, when it is put there as it is."""
        for start, place in SERVED.items():
            if self.file.startswith(start):
                return place + self.file.removeprefix(start)
        return None


def problem(edit: Edit, root: Path = ROOT) -> str | None:
    """Return why an edit cannot be made in this tree, or None: its text has changed, or a test of it is gone."""
    path = root / edit.file
    found = path.read_text("utf-8").count(edit.old) if path.is_file() else 0
    if found != 1:
        return f"{edit.feature}: the text to take out stands {found} times in {edit.file}; name what it is now"
    if edit.old == edit.new:
        return f"{edit.feature}: nothing is taken out"
    gone = [test for test in edit.tests if not exists(test, root)]
    return f"{edit.feature}: there is no {gone[0]}; name the test that holds it now" if gone else None


def exists(test: str, root: Path) -> bool:
    """Say whether there is a test of this name."""
    file, _, name = test.partition("::")
    if not (root / file).is_file():
        return False
    text = (root / file).read_text("utf-8")
    if file.endswith(".mjs"):
        return re.search(rf'^ *test\(["`]{re.escape(name)}["`]', text, re.M) is not None
    return any(isinstance(one, ast.FunctionDef) and one.name == name for one in ast.parse(text).body)
