"""Where a site may be built: MkDocs empties the folder first, so it must be new, empty, or a site of this tool's own.

Standard library only.
"""

from __future__ import annotations

import os
from pathlib import Path

from site_runtime.build.errors import BuildError

MARK = ".lesson-site"
"""A file in each site. It is written before the first page, so that a build that failed can be built again; MkDocs
leaves hidden files alone."""
EARLIER = "assets/lesson/runtime.json"
"""What every site has that was built before there was a mark."""
TEXT = "The command `lesson build` made this folder and may empty it.\n"


def check(folder: Path) -> None:
    """Raise BuildError, with the way out, unless a site may be built in `folder` without a loss."""
    try:
        _check_way(folder)
        if folder.is_dir() and not _is_own(folder) and any(folder.iterdir()):
            raise BuildError(
                f"{folder}: this folder is not empty and no site that `lesson build` made; a build would empty it. "
                "Name a new or an empty folder with --site, or empty this one yourself."
            )
    except OSError as error:
        raise _impossible(folder, error) from error


def claim(folder: Path) -> None:
    """Make `folder`, if need be, and mark it as this tool's; raise BuildError as `check` does."""
    check(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / MARK).write_text(TEXT, "utf-8")
    except OSError as error:
        raise _impossible(folder, error) from error


def _impossible(folder: Path, error: OSError) -> BuildError:
    return BuildError(f"{folder}: no site can be built here: {error.strerror}. Name another folder.")


def _is_own(folder: Path) -> bool:
    return any((folder / name).is_file() for name in (MARK, EARLIER))


def _check_way(folder: Path) -> None:
    """Raise BuildError when the nearest thing on the way to `folder` that exists is no folder to write in."""
    ways = (folder, *folder.absolute().parents)
    found = next(path for path in ways if os.path.lexists(path) or path == path.parent)
    if not found.is_dir():
        raise BuildError(f"{folder}: {found} is not a folder. Name another folder for the site.")
    if not os.access(found, os.W_OK | os.X_OK):
        raise BuildError(f"{folder}: {found} may not be written to. Name another folder for the site.")
