"""Everything below ``assets/lesson/`` of a site: runtime, wheel, lock file, the page's modules and the traces."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from site_runtime.build import editor, lockfile, runtime, wheel
from site_runtime.build.cache import Cache, tree
from site_runtime.build.catalog import Entry

ROOT = Path(__file__).resolve().parents[2]
BROWSER = ROOT / "site_runtime" / "browser"
CACHE = ROOT / ".cache" / "lesson"
FOLDER = "assets/lesson/"


@dataclass(frozen=True)
class Assets:
    """What is laid into a site: path below ``assets/lesson/`` -> the file it is copied from, or its text."""

    files: Mapping[str, Path | str]
    runtime: Mapping[str, str]

    def lay(self, target: Path) -> None:
        """Write all files below `target`."""
        for path, content in self.files.items():
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, Path):
                shutil.copyfile(content, target / path)
            else:
                (target / path).write_text(content, "utf-8", newline="\n")


def prepare(directories: Sequence[Path], cache: Cache) -> Assets:
    """Return what a browser needs to run these folders of lessons, without traces.

    Raises BuildError when the runtime is incomplete or altered, or a tool fails.
    """
    runtime.check()
    built = wheel.build_wheel(directories, cache)
    lock = lockfile.write_lock(runtime.PACKAGE / runtime.LOCK, built, cache)
    stdlib = runtime.compiled_stdlib(cache)
    about = _about(lock.name)
    files: dict[str, Path | str] = {built.name: built, lock.name: lock, runtime.STDLIB: stdlib}
    files |= {f"pyodide/{name}": runtime.PACKAGE / name for name in runtime.SERVED}
    files |= {f"browser/{path.relative_to(BROWSER).as_posix()}": path for path in tree(BROWSER)}
    files |= {f"editor/{name}": path for name, path in editor.bundle(cache).items()}
    files["runtime.json"] = json.dumps(about, indent=1) + "\n"
    return Assets(files, about)


def _about(lock: str) -> dict[str, str]:
    """Return the manifest's ``runtime`` but for ``lessons``; every path is relative to ``assets/lesson/``."""
    paths = {"indexURL": "pyodide/", "lockFile": lock, "stdLib": runtime.STDLIB, "packageBase": "./"}
    return {**runtime.versions(), **paths, "package": wheel.NAME}


def traces(entries: Mapping[str, Entry]) -> dict[str, Path | str]:
    """Return path -> text of every recorded trace."""
    return {
        trace_path(entry.lesson.name, area.name, name): entry.result(area, name).trace
        for entry in entries.values()
        for area in entry.lesson.areas.values()
        for name in area.inputs
    }


def trace_path(lesson: str, area: str, name: str) -> str:
    """Return where the trace of an input lies below ``assets/lesson/``."""
    return f"traces/{lesson}/{area}/{name}.jsonl"


def build_assets(lessons: Path, target: Path, cache: Path = CACHE) -> dict[str, str]:
    """Lay all that a browser needs to run the lessons of one folder into `target`, without pages and traces.

    Returns the manifest's ``runtime`` object for these lessons.
    """
    assets = prepare([lessons.resolve()], Cache(cache))
    assets.lay(target)
    return {**assets.runtime, "lessons": lessons.resolve().name}
