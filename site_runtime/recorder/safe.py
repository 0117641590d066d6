"""Look at any object without running a line of its class's own code.

Every reader here is a slot of a built-in type, taken once at import: an
attribute look-up on an instance or a class could call ``__getattribute__``, a
property or a metaclass, and a lesson may replace any public function later.
"""

from __future__ import annotations

import collections
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

Reader = Callable[[Any], Any]

_TYPE = type.__dict__
mro: Reader = _TYPE["__mro__"].__get__
type_name: Reader = _TYPE["__name__"].__get__
type_qualname: Reader = _TYPE["__qualname__"].__get__
type_vars: Reader = _TYPE["__dict__"].__get__

exception_args: Reader = BaseException.__dict__["args"].__get__
os_errno: Reader = OSError.__dict__["errno"].__get__
os_filename: Reader = OSError.__dict__["filename"].__get__

_Getters = dict[type, "Reader | None"]
_attribute_dicts: _Getters = {}
_slots: dict[type, tuple[tuple[str, Any], ...]] = {}


def is_kind(cls: type, base: type) -> bool:
    """Say whether ``cls`` really inherits from ``base`` (``__mro__``, no hooks)."""
    return any(entry is base for entry in mro(cls))


def attributes(value: object) -> dict[str, Any] | None:
    """Return the instance's own ``__dict__``, or None when it has none."""
    cls = type(value)
    if cls not in _attribute_dicts:
        _attribute_dicts[cls] = _find_dict_getter(cls)
    getter = _attribute_dicts[cls]
    return None if getter is None else getter(value)


def _find_dict_getter(cls: type) -> Reader | None:
    for entry in mro(cls):
        found = type_vars(entry).get("__dict__")
        if type(found) is types.GetSetDescriptorType:
            return found.__get__
    return None


def slot_values(value: object) -> list[Any]:
    """Return name, value, name, value … of the slots that hold something."""
    flat: list[Any] = []
    for name, slot in slots_of(type(value)):
        try:
            flat += (name, slot.__get__(value))
        except AttributeError:
            continue
    return flat


def slots_of(cls: type) -> tuple[tuple[str, Any], ...]:
    """Return (name, member descriptor) of each ``__slots__`` field, bases first."""
    if cls not in _slots:
        _slots[cls] = tuple(_find_slots(cls))
    return _slots[cls]


def _find_slots(cls: type) -> Iterator[tuple[str, Any]]:
    for entry in reversed(mro(cls)):
        if not type_vars(entry).get("__slots__"):
            continue
        for name, found in type_vars(entry).items():
            if type(found) is types.MemberDescriptorType:
                yield name, found


def iterate(value: Any) -> Iterable[Any]:
    """Iterate a built-in container (or a subclass) by the base type's own method."""
    for base, method in _ITERATORS:
        if is_kind(type(value), base):
            return method(value)
    raise TypeError(f"no built-in container: {type_name(type(value))}")


def size(value: Any) -> int:
    """Return the length of a built-in container by the base type's own method."""
    for base, _ in _ITERATORS:
        if is_kind(type(value), base):
            length: int = base.__len__(value)
            return length
    raise TypeError(f"no built-in container: {type_name(type(value))}")


_ITERATORS: tuple[tuple[Any, Callable[[Any], Iterable[Any]]], ...] = (
    (list, list.__iter__),
    (tuple, tuple.__iter__),
    (collections.OrderedDict, collections.OrderedDict.__iter__),
    (dict, dict.__iter__),
    (set, set.__iter__),
    (frozenset, frozenset.__iter__),
    (collections.deque, collections.deque.__iter__),
)
