"""`python -m tools.taken_out [WORD…]`: take each feature out and require that its tests fail.

For maintainers; not a part of `make test`, since it takes half an hour. It works on a copy of what is committed. The
tests are first run as they are, where all must pass; then, for each edit of the table, with the feature out, where all
of its tests must fail. WORDs choose edits by item ("3.1"), file or feature.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from tools.taken_out.copy import Copy, copied
from tools.taken_out.edit import Edit, problem
from tools.taken_out.table import EDITS
from tools.taken_out.tests import failed


def chosen(words: Sequence[str]) -> list[Edit]:
    """Return the edits that have one of these words in their item, file or feature; all without words."""
    return [
        edit for edit in EDITS if not words or any(word in f"{edit.item} {edit.file} {edit.feature}" for word in words)
    ]


def green(copy: Copy, edits: Sequence[Edit]) -> bool:
    """Say whether all tests pass while nothing is taken out; print those that do not."""
    red, told = failed(copy, {test for edit in edits for test in edit.tests}, site=True)
    if red:
        print(f"fails with every feature in: {', '.join(sorted(red))}\n{told[-3000:]}")
    return not red


def seen(copy: Copy, edit: Edit) -> bool:
    """Take one feature out; say whether all of its tests fail, and print it."""
    start = time.monotonic()
    with copy.without(edit):
        red, _told = failed(copy, edit.tests, site=edit.served is not None)
    blind = sorted(set(edit.tests) - red)
    state = f"NOT SEEN by {', '.join(blind)}" if blind else "red"
    print(f"{edit.item}  {edit.feature}: {state} ({time.monotonic() - start:.0f} s)", flush=True)
    return not blind


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the chosen edits; return 0 when the tests see each of them."""
    parser = argparse.ArgumentParser(prog="python -m tools.taken_out", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD")
    edits = chosen(parser.parse_args(arguments).words)
    if not edits:
        parser.error("no edit has such a word")
    with copied() as copy:
        wrong = [told for edit in edits if (told := problem(edit, copy.root))]
        if wrong:
            print("\n".join(wrong))
            return 1
        if any(edit.browser for edit in edits):
            copy.build()
        if not green(copy, edits):
            return 1
        unseen = [edit for edit in edits if not seen(copy, edit)]
    print(f"\n{len(edits) - len(unseen)} of {len(edits)} features are seen to be missing")
    return 1 if unseen else 0


if __name__ == "__main__":
    sys.exit(main())
