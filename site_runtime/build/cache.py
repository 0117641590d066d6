"""What was made once is kept, named by a digest of everything it was made from."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

DIGEST = re.compile("[0-9a-f]{64}")
KEPT = 8
"""Results kept of a kind; older ones go when a new one is made."""


def tree(folder: Path) -> Iterator[Path]:
    """Yield the regular files below `folder` in a fixed order, without what Python leaves behind and hidden ones."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        hidden = any(part == "__pycache__" or part.startswith(".") for part in parts)
        if path.is_file() and not hidden:
            yield path


def digest(*parts: object) -> str:
    """Return a hex digest of the parts in order: a file by content, a folder by names and contents, else by text."""
    total = hashlib.sha256()
    for part in parts:
        total.update(_one(part))
    return total.hexdigest()


def _one(part: object) -> bytes:
    if isinstance(part, Path) and part.is_dir():
        inner = [item for path in tree(part) for item in (path.relative_to(part).as_posix(), path)]
        return digest(*inner).encode()
    content = part.read_bytes() if isinstance(part, Path) else str(part).encode()
    return hashlib.sha256(content).digest()


class Cache:
    """A folder of results; safe to share between builds that run at the same time."""

    def __init__(self, folder: Path) -> None:
        """Keep results below `folder`, which is made on first use."""
        self.folder = folder

    def get(self, kind: str, key: str, make: Callable[[Path], None]) -> Path:
        """Return the folder of the result `kind`/`key`; when there is none, `make` fills it first.

        A result appears whole or not at all: it is made beside and renamed.
        """
        result = self.folder / kind / key
        if not result.is_dir():
            self._make(result, make)
        os.utime(result)
        return result

    def _make(self, result: Path, make: Callable[[Path], None]) -> None:
        result.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".", dir=result.parent) as temporary:
            made = Path(temporary) / "made"
            made.mkdir()
            make(made)
            try:
                made.rename(result)
            except OSError:
                if not result.is_dir():  # otherwise somebody else made the same meanwhile
                    raise
        _drop_oldest(result)


def _drop_oldest(newest: Path) -> None:
    """Remove all but the latest results; what is not named by a digest is not the cache's to remove."""
    others = [path for path in newest.parent.iterdir() if path != newest and DIGEST.fullmatch(path.name)]
    for path in sorted(others, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT - 1 :]:
        shutil.rmtree(path, ignore_errors=True)
