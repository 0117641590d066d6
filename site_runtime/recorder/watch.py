"""What a lesson asks to be recorded beside variables: objects, folders, a lock."""

from __future__ import annotations

import threading
from codecs import getincrementaldecoder
from collections.abc import Mapping
from dataclasses import dataclass, field
from os import scandir as _scandir
from os.path import isdir as _isdir
from os.path import join as _join
from stat import S_ISREG as _is_regular
from typing import Any

from site_runtime.recorder.values import text_of

FILE_LIMIT = 65_536
"""Bytes of one watched file that are kept."""

_open = open
_utf8 = getincrementaldecoder("utf-8")
_RLOCK: Any = type(threading.RLock())
_LOCK: Any = type(threading.Lock())


@dataclass(frozen=True)
class Watch:
    """Names of objects, of a lock, and relative paths of folders, in a namespace."""

    objects: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    lock: str | None = None
    namespace: Mapping[str, Any] = field(default_factory=dict)

    def lock_held(self) -> bool:
        """Say whether the watched lock is held, by the lock's own state.

        Raises TypeError when the name holds no lock of the ``threading`` module.
        """
        lock = self.namespace.get(self.lock) if self.lock else None
        if lock is None:
            return False
        if type(lock) is _RLOCK:
            return bool(_RLOCK._is_owned(lock))
        if type(lock) is _LOCK:
            return bool(_LOCK.locked(lock))
        raise TypeError(f"watched lock {self.lock!r} is a {type(lock).__name__}")

    def missing(self) -> set[str]:
        """Return the names of objects and of the lock, and the folders, that are not there now."""
        names = [*self.objects, *([self.lock] if self.lock else [])]
        folders = {folder for folder in self.folders if not _isdir(folder)}
        return {name for name in names if name not in self.namespace} | folders


Files = dict[str, "str | bytes"]


def read_folders(folders: tuple[str, ...]) -> Files:
    """Return path -> text of every regular file below the folders, in sorted order.

    Bytes that are not UTF-8 stay bytes. A missing folder is empty. Contents are
    read anew each time: two writes within one tick leave the same time stamp.
    """
    found: Files = {}
    for folder in folders:
        _read_into(folder, found)
    return dict(sorted(found.items()))


def _read_into(folder: str, found: Files) -> None:
    try:
        entries = list(_scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            _read_into(entry.path, found)
        elif _is_regular(entry.stat(follow_symlinks=False).st_mode):
            _read_file(_join(folder, entry.name), entry.path, found)


def _read_file(path: str, name: str, found: Files) -> None:
    """Enter the beginning of a file; one that may not be read is left out."""
    try:
        with _open(path, "rb") as file:
            content = file.read(FILE_LIMIT)
    except OSError:
        return
    try:
        # A character that the limit cuts is no fault of the text.
        found[name] = _utf8().decode(content, final=len(content) < FILE_LIMIT)
    except UnicodeDecodeError:
        found[name] = content


def file_rows(old: Files, new: Files) -> list[str]:
    """Return the ``files`` rows that turn one state of the folders into another."""
    rows = [f"[{text_of(path)}]" for path in old if path not in new]
    for path, content in new.items():
        if old.get(path) != content or path not in old:
            rows.append(_file_row(path, old.get(path), content))
    return rows


def _file_row(path: str, old: str | bytes | None, new: str | bytes) -> str:
    if isinstance(new, bytes):
        return f'[{text_of(path)},"bytes",{text_of(repr(new))}]'
    grown = isinstance(old, str) and new.startswith(old)
    keep = len(old) if grown and old else 0
    return f"[{text_of(path)},{keep},{text_of(new[keep:])}]"
