"""The cells in which a running function keeps the variables that it shares with others.

No frame hands them out. A mark is written into the variable for a moment, and whatever
cell refers to the mark is the one: so closures of the same function are never mistaken
for each other.
"""

from __future__ import annotations

import gc
import sys
from types import CellType, FrameType
from typing import Any

_referrers = gc.get_referrers

if sys.version_info >= (3, 13):

    def _write(frame: FrameType, name: str, value: Any) -> None:
        frame.f_locals[name] = value  # PEP 667: writes through

else:
    from ctypes import c_int, py_object, pythonapi

    _to_fast = pythonapi.PyFrame_LocalsToFast
    _to_fast.argtypes, _to_fast.restype = (py_object, c_int), None

    def _write(frame: FrameType, name: str, value: Any) -> None:
        frame.f_locals[name] = value
        _to_fast(frame, 0)


class _Mark:
    __slots__ = ()


def real_cell(frame: FrameType, name: str) -> CellType:
    """Return the cell of a variable of a running function, which is bound."""
    mark, value = _Mark(), frame.f_locals[name]
    _write(frame, name, mark)
    try:
        return _holder(mark)
    finally:
        _write(frame, name, value)


def _holder(mark: _Mark) -> CellType:
    """No nested scope may use ``mark`` here: it would have a cell of its own that refers to it."""
    for one in _referrers(mark):
        if type(one) is CellType and one.cell_contents is mark:
            return one
    raise LookupError("no cell holds the variable")
