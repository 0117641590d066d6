"""Remember what was installed from what, so that a second call does nothing."""

from __future__ import annotations

import hashlib
from pathlib import Path


def digest(*parts: object) -> str:
    """Return a hex digest of the parts in order; a Path counts with its content, anything else with its text."""
    total = hashlib.sha256()
    for part in parts:
        content = part.read_bytes() if isinstance(part, Path) else str(part).encode()
        total.update(hashlib.sha256(content).digest())
    return total.hexdigest()


def is_current(stamp: Path, value: str) -> bool:
    """Tell whether `stamp` was written with this value."""
    return stamp.is_file() and stamp.read_text() == value


def write(stamp: Path, value: str) -> None:
    """Write the stamp; call it only after the work it stands for is done."""
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(value)
