"""Modules of a lesson imported from given texts: its own, or a reader's experiments in their place.

The modules keep their files' names, so that everything else is as with the originals. A text
is compiled once, not in each run.
"""

from __future__ import annotations

import linecache
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType, ModuleType

_MOST = 200
_compiled: dict[tuple[str, str], CodeType] = {}


class _Loader(SourceFileLoader):
    """Loads one text; no compiled file is read or written."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self.text = text

    def get_data(self, path: str) -> bytes:
        return self.text.encode()

    def get_code(self, fullname: str) -> CodeType:
        return _compiled.get((self.path, self.text)) or _code(self.path, self.text)


def _code(path: str, text: str) -> CodeType:
    """Compile a text, and keep it unless there is a warning, which belongs to the output of each run."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        code = compile(text, path, "exec", dont_inherit=True)
    if warned:
        return compile(text, path, "exec", dont_inherit=True)
    if len(_compiled) >= _MOST:
        _compiled.clear()
    _compiled[path, text] = code
    return code


class _Finder:
    """Finds as usual, and hands over another loader where there is a text."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        found = PathFinder.find_spec(name, path, target)
        if found is None or found.origin is None or found.origin not in self.texts:
            return None
        loader = _Loader(name, found.origin, self.texts[found.origin])
        inside = found.submodule_search_locations
        return spec_from_file_location(name, found.origin, loader=loader, submodule_search_locations=inside)


@contextmanager
def imported_from(texts: Mapping[str, str], shown: Mapping[str, str]) -> Iterator[None]:
    """Import the files named in ``texts`` from their texts there; tracebacks show those in ``shown``."""
    finder = _Finder(texts)
    sys.meta_path.insert(0, finder)
    for file, text in shown.items():
        linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for file in shown:
            linecache.cache.pop(file, None)
