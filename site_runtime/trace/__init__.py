"""Reads traces (docs/trace-format.md) in plain Python: a slow, simple reference for the page's reader.

Imports the standard library only.
"""

from site_runtime.trace.replay import ABSENT, Frame, HeapObject, State, TraceError, positions
from site_runtime.trace.seen import seen
from site_runtime.trace.validate import validate

__all__ = ["ABSENT", "Frame", "HeapObject", "State", "TraceError", "positions", "seen", "validate"]
