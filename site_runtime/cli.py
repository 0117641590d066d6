"""The command ``lesson``: picks a sub-command and tells its failure in one line.

Only the chosen command's module is imported: recording and native parity work where no package is installed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

COMMANDS = {
    "build": ("site_runtime.commands.build", "build the site"),
    "serve": ("site_runtime.commands.serve", "build the site and serve it on this machine"),
    "record": ("site_runtime.commands.record", "record inputs natively and show what was observed"),
    "parity": ("site_runtime.parity", "record everywhere, compare, and name every difference"),
    "bench": ("site_runtime.bench", "measure against the budgets"),
}
INTERRUPTED = 130


def parser_for(chosen: str | None) -> argparse.ArgumentParser:
    """Return the parser of the whole command; only `chosen`, if it is a command, has its arguments."""
    parser = argparse.ArgumentParser(prog="lesson", description="Record, build, serve and check lessons.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, (module, text) in COMMANDS.items():
        sub = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        if name == chosen:
            import_module(module).add_arguments(sub)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0 only on success, 2 for a wrong command line."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    chosen = next((word for word in given if not word.startswith("-")), None)
    # Set-up may have put node beside this Python; whatever else is on PATH goes first.
    os.environ["PATH"] = os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)])
    try:
        options = parser_for(chosen).parse_args(given)
        return int(import_module(COMMANDS[options.command][0]).run(options))
    except KeyboardInterrupt:
        return INTERRUPTED
    except (RuntimeError, OSError) as error:  # BuildError, ParityError and what the system refuses
        print(f"lesson {chosen}: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
