"""One site in the making: its lessons, its fence and its assets. Knows nothing of MkDocs beyond a few attributes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from site_runtime.build import assets, pages, stylesheets
from site_runtime.build.cache import Cache
from site_runtime.build.card import Cards
from site_runtime.build.catalog import Entry, gather
from site_runtime.build.doubts import doubts
from site_runtime.build.errors import BuildError
from site_runtime.build.fence import Fence
from site_runtime.build.runs import Runs
from site_runtime.build.telling.claims import Claims
from site_runtime.build.telling.fences import Told, told
from site_runtime.build.telling.numbers import Numbers
from site_runtime.build.telling.places import Places
from site_runtime.build.telling.writer import Writer


@dataclass(frozen=True)
class Site:
    """What the plugin's hooks hand on: the fences, the assets, all lessons, and those from outside."""

    fence: Fence
    runs: Runs
    told: Sequence[Told]
    writer: Writer
    assets: assets.Assets
    entries: Mapping[str, Entry]
    outside: Mapping[str, Entry]
    cards: Cards

    @property
    def fences(self) -> Sequence[Fence | Runs | Told]:
        """All fences, each with its name, its validator and its formatter."""
        return (self.fence, self.runs, *self.told)

    def outside_pages(self) -> dict[str, Path | str]:
        """Return source path -> file or text of every page of a lesson from outside."""
        return {
            path: page for entry in self.outside.values() for path, page in pages.outside_pages(entry.lesson).items()
        }

    def outside_navigation(self) -> list[tuple[str, str]]:
        """Return (title, source path) of the page that opens each lesson from outside."""
        return [(entry.lesson.title["zh"], pages.opening(entry.lesson)) for entry in self.outside.values()]

    def doubts(self) -> list[str]:
        """Return what was recorded, but hardly as its author meant it."""
        sessions = {entry.directory: entry.session for entry in self.entries.values()}
        return [doubt for session in sessions.values() for doubt in doubts(session.results.values())]

    def lay(self, folder: Path) -> None:
        """Write runtime, wheel, modules, traces and cards into the built site, and trim the theme's style sheets."""
        self.assets.lay(folder / assets.FOLDER)
        self.cards.lay(folder)
        stylesheets.trim(folder)


def prepare(root: Path, lessons: Iterable[str], outside: Iterable[str], cache: Path) -> Site:
    """Record and build all that the site needs and that is not in the cache.

    `lessons` have pages in the site; `outside` ones get theirs here. Both are folders, relative to `root`.
    Raises BuildError.
    """
    own = _folders(root, lessons)
    foreign = [folder for folder in _folders(root, outside) if folder not in own]
    kept = Cache(cache)
    entries = gather([*own, *foreign], kept)
    made = assets.prepare([*own, *foreign], kept)
    whole = assets.Assets({**made.files, **assets.traces(entries)}, made.runtime)
    added = {name: entry for name, entry in entries.items() if entry.directory in foreign}
    fence, places = Fence(entries, made.runtime), Places(entries)
    writer = Writer(entries, Numbers(entries, kept), places, Claims(entries))
    return Site(
        fence, Runs(fence, entries, kept), told(fence, places, kept), writer, whole, entries, added, Cards(kept)
    )


def _folders(root: Path, names: Iterable[str]) -> Sequence[Path]:
    folders = [(root / name).resolve() for name in names]
    for folder in folders:
        if not folder.is_dir():
            raise BuildError(f"{folder}: there is no such folder of lessons")
    return list(dict.fromkeys(folders))
