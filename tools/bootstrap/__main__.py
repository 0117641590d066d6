"""`python3 -m tools.bootstrap [--browser]`: everything a fresh clone needs; quick when it is all there."""

from __future__ import annotations

import argparse
import sys

from . import environment, node
from .shell import SetupError, run


def main() -> int:
    """Set up the environment, the npm packages and, on request, a browser; return the exit status."""
    parser = argparse.ArgumentParser(prog="python3 -m tools.bootstrap", description=__doc__)
    parser.add_argument("--browser", action="store_true", help="find a Chromium, or install Debian's when root")
    args = parser.parse_args()
    try:
        environment.ensure()
        node.ensure()
        if args.browser:
            run([environment.PYTHON, "-m", "site_runtime.build.browsers"], "no Chromium to test with")
    except SetupError as error:
        print(f"setup: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
