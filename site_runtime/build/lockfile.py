"""The lock file that the worker's Pyodide reads: its own, without its packages, plus our wheel with its checksum."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from site_runtime.build.cache import Cache, digest


def write_lock(original: Path, wheel: Path, cache: Cache) -> Path:
    """Return a lock file that names only `wheel`, made by pyodide-lock from the runtime's `original`."""
    key = digest(version("pyodide-lock"), original, wheel.name, wheel)
    made = cache.get("lock", key, lambda folder: _write(original, wheel, folder / f"pyodide-lock.{key[:8]}.json"))
    return next(made.glob("*.json"))


def _write(original: Path, wheel: Path, target: Path) -> None:
    from pyodide_lock import PyodideLockSpec
    from pyodide_lock.utils import add_wheels_to_spec

    spec = PyodideLockSpec.from_json(original)
    spec.packages.clear()
    add_wheels_to_spec(spec, [wheel], base_path=wheel.parent).to_json(target)
