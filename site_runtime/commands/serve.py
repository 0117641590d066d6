"""``lesson serve``: the site on this machine, for one reader."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from collections.abc import Mapping

from site_runtime.build import pages, server
from site_runtime.build.catalog import load
from site_runtime.commands import build

LESSON_PAGE = "team-protocols/"
ALL_PORTS = range(65_536)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    build.add_arguments(parser)
    parser.add_argument("--port", type=port, help="listen on this port (default: the first free one from 8000 on)")
    parser.add_argument("--open", action="store_true", help="open a browser, where there is a desktop")


def port(text: str) -> int:
    """Return a port's number; an argparse type, so that a wrong one is told before anything is built."""
    if not (text.isascii() and text.isdigit() and int(text) in ALL_PORTS):
        raise argparse.ArgumentTypeError(f"{text}: a port is a number from 0 (any free one) to {ALL_PORTS[-1]}")
    return int(text)


def has_desktop(env: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Tell whether a browser window could be seen here."""
    return platform in ("darwin", "win32") or bool(env.get("DISPLAY") or env.get("WAYLAND_DISPLAY"))


def run(options: argparse.Namespace) -> int:
    """Take the port, build, then serve until interrupted; return the exit status."""
    ports = server.PORTS if options.port is None else range(options.port, options.port + 1)
    with server.bind(options.site.resolve(), ports=ports) as bound:
        status = build.build(options.site, options.lessons, options.quiet)
        if status:
            return status
        _announce(server.address(bound), options)
        try:
            bound.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


def _announce(address: str, options: argparse.Namespace) -> None:
    print(f"The lesson: {address}{LESSON_PAGE}   (Ctrl-C ends)", flush=True)
    for directory in options.lessons:
        for lesson in load(directory).values():
            print(f"  {lesson.name}: {address}{pages.address_of(pages.opening(lesson))}", flush=True)
    if options.open and has_desktop(os.environ):
        webbrowser.open(address + LESSON_PAGE)
