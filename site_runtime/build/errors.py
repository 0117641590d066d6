"""What stops a build, and how a wrong name is told."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class BuildError(RuntimeError):
    """The site cannot be built; the message names the place, the reason and the way out."""


def unknown(kind: str, name: str, valid: Iterable[str]) -> str:
    """Return a sentence that says `name` is no `kind` and which valid names come nearest (all, when none is near)."""
    names = sorted(valid)
    near = get_close_matches(name, names, n=3, cutoff=0.5) or names
    return f"there is no {kind} “{name}”; nearest: {', '.join(near) or '(there are none)'}"
