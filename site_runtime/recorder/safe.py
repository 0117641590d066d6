"""Look at any object without running a line of its class's own code.

Every reader here is a slot of a built-in type, taken once at import: an
attribute look-up on an instance or a class could call ``__getattribute__``, a
property or a metaclass, and a lesson may replace any public function later. For the
same reason classes are told apart by identity: ``==``, ``in`` and a dict's look-up
would ask the metaclass. Names are handed out as plain strings.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

Reader = Callable[[Any], Any]

_TYPE = type.__dict__
mro: Reader = _TYPE["__mro__"].__get__
type_vars: Reader = _TYPE["__dict__"].__get__
_type_qualname: Reader = _TYPE["__qualname__"].__get__

exception_args: Reader = BaseException.__dict__["args"].__get__
os_errno: Reader = OSError.__dict__["errno"].__get__
os_filename: Reader = OSError.__dict__["filename"].__get__

_FIELDS = (types.GetSetDescriptorType, types.MemberDescriptorType)
_Slots = tuple[tuple[str, Any], ...]
_attribute_dicts: dict[int, tuple[type, Reader | None]] = {}
_slots: dict[int, tuple[type, _Slots]] = {}


def plain(text: str) -> str:
    """Return the characters of a string that may be of a class with methods of its own."""
    return str.__str__(text)


def type_qualname(cls: type) -> str:
    """Return a class's qualified name; a program may have set it to a string of its own class."""
    return plain(_type_qualname(cls))


def is_kind(cls: type, base: type) -> bool:
    """Say whether ``cls`` really inherits from ``base`` (``__mro__``, no hooks)."""
    return any(entry is base for entry in mro(cls))


def is_one_of(cls: type, kinds: Iterable[type]) -> bool:
    """Say whether ``cls`` is one of ``kinds`` itself."""
    return any(cls is kind for kind in kinds)


def attributes(value: object) -> dict[str, Any] | None:
    """Return the instance's own ``__dict__``, or None when it has none.

    It may be of a subclass of dict: read it by dict's own methods.
    """
    cls = type(value)
    known = _attribute_dicts.get(id(cls))
    if known is None:
        known = _attribute_dicts[id(cls)] = cls, _find_dict_getter(cls)
    return None if known[1] is None else known[1](value)


def _find_dict_getter(cls: type) -> Reader | None:
    for entry in mro(cls):
        found = type_vars(entry).get("__dict__")
        if is_one_of(type(found), _FIELDS) and found.__objclass__ is entry:
            return found.__get__  # type: ignore[no-any-return]
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


def slots_of(cls: type) -> _Slots:
    """Return (name, member descriptor) of each ``__slots__`` field, bases first."""
    known = _slots.get(id(cls))
    if known is None:
        known = _slots[id(cls)] = cls, tuple(_find_slots(cls))
    return known[1]


def _find_slots(cls: type) -> Iterator[tuple[str, Any]]:
    for entry in reversed(mro(cls)):
        if "__slots__" not in type_vars(entry):
            continue
        for found in type_vars(entry).values():
            if type(found) is types.MemberDescriptorType and found.__objclass__ is entry:
                yield found.__name__, found
