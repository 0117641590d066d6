"""Find a Chromium for tests and parity; Debian's package is the fallback where we may install it.

Standard library only: set-up runs it before anything else works.
"""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ("chromium", "fonts-noto-cjk")
# Headless, as root in a container, and without a word to anybody outside.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
HELP = """no Chromium was found. Any of these brings one:
  - Debian or Ubuntu, as root: apt-get install chromium fonts-noto-cjk
  - .venv/bin/python -m playwright install chromium   (downloads a browser)
  - LESSON_CHROMIUM=/path/to/chrome   (one that is installed elsewhere)"""


class BrowserError(RuntimeError):
    """There is no browser to use; the message says how to get one."""


def candidates(env: Mapping[str, str]) -> Iterator[str]:
    """Yield paths that may be a Chromium: LESSON_CHROMIUM alone when set, else PATH, then Playwright's downloads."""
    if env.get("LESSON_CHROMIUM"):
        yield env["LESSON_CHROMIUM"]
        return
    yield from filter(None, (shutil.which(name, path=env.get("PATH")) for name in NAMES))
    cache = env.get("PLAYWRIGHT_BROWSERS_PATH") or os.path.join(env.get("HOME", ""), ".cache", "ms-playwright")
    yield from sorted(glob.glob(os.path.join(cache, "chromium-*", "chrome-linux*", "chrome")), reverse=True)


def answers(path: str) -> bool:
    """Tell whether the program at `path` runs and gives a version."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


def find_chromium(env: Mapping[str, str] = os.environ) -> str:
    """Return the path of a Chromium that answers; raise BrowserError that says how to get one."""
    found = next(filter(answers, candidates(env)), None)
    if found is None:
        raise BrowserError(HELP)
    return found


def install() -> None:
    """Install Debian's Chromium; raise BrowserError where that is not ours to do or does not succeed."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        raise BrowserError(HELP)
    print("setup: installing " + " ".join(PACKAGES), flush=True)
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", *PACKAGES]):
        if subprocess.run(["apt-get", "-qq", *command], env=env, stdout=sys.stderr, check=False).returncode:
            raise BrowserError(f"apt-get {' '.join(command)} failed; {HELP}")


def _has_chinese_font() -> bool:
    return any(Path("/usr/share/fonts").glob("**/NotoSansCJK*")) or not shutil.which("apt-get") or os.geteuid() != 0


def main() -> int:
    """Print the path of a Chromium, installing one if that is possible; return the exit status."""
    try:
        if not any(map(answers, candidates(os.environ))) or not _has_chinese_font():
            install()
        print(f"setup: browser {find_chromium()}")
    except BrowserError as error:
        print(f"setup: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
