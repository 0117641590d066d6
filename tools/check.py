"""`python -m tools.check [NAME…]`: all that CI runs, in turn; every failure is seen, none hides another."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent

CHECKS: dict[str, Sequence[str]] = {
    "ruff": ("ruff", "check", "--no-cache", "."),
    "format": ("ruff", "format", "--no-cache", "--check", "."),
    "mypy": ("mypy",),
    "tsc": ("node_modules/.bin/tsc", "--project", "."),
    "node": ("node", "--test", "--test-reporter=spec", "tests/js/"),
    "site": ("lesson", "build"),
    "html": ("node_modules/.bin/html-validate", "build/site"),
    "links": ("python", "-m", "tools.links", "build/site"),
    # Performance is this machine's affair too: `python -m tools.lighthouse` alone measures it.
    "lighthouse": ("python", "-m", "tools.lighthouse", "--runs", "1", "accessibility", "best-practices", "seo"),
    # By file: a site or a browser is made once for all tests of a file.
    "pytest": ("pytest", "--numprocesses", "auto", "--dist", "loadfile", "--durations", "40"),
    "parity": ("lesson", "parity"),
}


def environment() -> dict[str, str]:
    """Return the environment of the checks: this environment's commands, and node where set-up put one, are found."""
    return {**os.environ, "PATH": os.pathsep.join([str(BIN), os.environ.get("PATH", "")])}


def passes(name: str) -> bool:
    """Run one check, its output on this terminal, and say how it went."""
    print(f"\n── {name}: {' '.join(CHECKS[name])}", flush=True)
    start = time.monotonic()
    status = subprocess.run(CHECKS[name], cwd=ROOT, env=environment(), check=False).returncode
    print(f"── {name} {'passed' if status == 0 else 'FAILED'} in {time.monotonic() - start:.0f} s", flush=True)
    return status == 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all checks, or those named; the last line counts them. Return 0 when every one passed."""
    parser = argparse.ArgumentParser(prog="python -m tools.check", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(CHECKS)}")
    names = parser.parse_args(arguments).names or list(CHECKS)
    wrong = [name for name in names if name not in CHECKS]
    if wrong:
        parser.error(f"there is no check called {', '.join(wrong)}; choose of {', '.join(CHECKS)}")
    failed = [name for name in names if not passes(name)]
    print("\nfailed: " + ", ".join(failed) if failed else "\nevery check passed")
    print(f"{len(names) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
