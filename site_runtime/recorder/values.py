"""One Python value -> one JSON text, read without running user code.

Format: docs/trace-format.md, "Values". Immutable values are written out; a mutable
object becomes ``[id]`` and its content is the heap's matter (heap.py).
"""

from __future__ import annotations

import datetime
import decimal
import enum
import fractions
import pathlib
import types
import uuid
from collections import deque
from collections.abc import Callable, Iterable
from itertools import islice
from json.encoder import encode_basestring, encode_basestring_ascii
from typing import Any

from site_runtime.recorder import safe
from site_runtime.recorder.limits import (
    BIG_SET,
    HEAD,
    INTEGER_BITS,
    NESTED,
    SAFE_INTEGER,
    Limits,
)

Encode = Callable[[Any], str]

UNBOUND = '["-"]'

_SHOWN = (
    datetime.date,
    datetime.timedelta,
    decimal.Decimal,
    fractions.Fraction,
    uuid.UUID,
)
_FUNCTIONS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
)
_RUNNING = {
    types.GeneratorType: "generator",
    types.CoroutineType: "coroutine",
    types.AsyncGeneratorType: "async generator",
}
_PATHS = (
    pathlib.PurePosixPath,
    pathlib.PureWindowsPath,
    pathlib.PosixPath,
    pathlib.WindowsPath,
)
_ATOMS = (int, str, float, bool)
_PLAIN: dict[type, Callable[[Any], Any]] = {
    int: lambda value: int.__add__(value, 0),
    float: float.__pos__,
    complex: complex.__pos__,
    str: str.__str__,
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
}
_MUTABLE = (list, dict, set, deque, bytearray, BaseException)


def text_of(value: str) -> str:
    """Return ``value`` as JSON text; lone surrogates, which UTF-8 lacks, escaped."""
    if value.isascii():
        return encode_basestring(value)
    try:
        value.encode()
    except UnicodeEncodeError:
        return encode_basestring_ascii(value)
    return encode_basestring(value)


def _set_order(pair: tuple[str, Any]) -> tuple[bool, float, int, str]:
    text, member = pair
    if type(member) in (int, bool) and abs(member) <= SAFE_INTEGER:
        return False, member, 0, text
    if type(member) is float and member == member:
        return False, member, 0, text
    number = int(text[1:-1]) if text[1:-1].isdigit() else 0
    return True, 0.0, number, text


class Values:
    """Encodes values; ``ref`` gives the text of a mutable object's reference.

    ``own_module`` says which modules the recorded classes live in: instances of
    these show their fields, instances of all others their type's name only.
    """

    def __init__(
        self,
        limits: Limits,
        ref: Encode,
        own_module: Callable[[object], bool],
        relative: Callable[[str], str],
    ) -> None:
        self.limits = limits
        self.ref = ref
        self.own_module = own_module
        self.relative = relative
        self.depth = 0
        self.by_type: dict[type, Encode] = {
            type(None): lambda _: "null",
            bool: lambda value: "true" if value else "false",
            int: self.integer,
            str: self.string,
            float: lambda value: f'["float","{value!r}"]',
            complex: lambda value: f'["complex","{value!r}"]',
            bytes: self.bytes,
            tuple: lambda value: self.nested('"tuple"', value),
            frozenset: self.frozenset,
            range: lambda r: self.row("range", (r.start, r.stop, r.step)),
            slice: lambda s: self.row("slice", (s.start, s.stop, s.step)),
            type(Ellipsis): lambda _: '["object","Ellipsis"]',
            list: ref,
            dict: ref,
            set: ref,
            deque: ref,
            bytearray: ref,
        }

    def encode(self, value: Any) -> str:
        """Return the JSON text of one value."""
        known = self.by_type.get(type(value))
        if known is None:
            known = self.by_type[type(value)] = self.choose(type(value))
        return known(value)

    # One rule a kind of type, the first that fits.

    def choose(self, cls: type) -> Encode:  # noqa: C901 - a table, row by row
        """Pick the encoder for all direct instances of ``cls``."""
        name = safe.type_qualname(cls)
        if safe.is_kind(cls, enum.Enum):
            return self.enum
        for base in (int, float, complex, str, bytes):
            if safe.is_kind(cls, base):
                return self.subclass(name, base)
        if safe.is_kind(cls, tuple):
            return self.tuple_of(cls)
        if safe.is_kind(cls, frozenset):
            return lambda value: self.tag("sub", name, self.frozenset(value))
        if safe.is_kind(cls, type):
            return self.type
        if any(safe.is_kind(cls, base) for base in _MUTABLE):
            return self.ref
        if safe.is_kind(cls, pathlib.PurePath):
            return self.path_of(cls, name)
        return self.ref if self.is_own(cls) else self.opaque(cls, name)

    def is_own(self, cls: type) -> bool:
        """Say whether ``cls`` was made by recorded code, or is a plain namespace."""
        if cls is types.SimpleNamespace:
            return True
        return self.own_module(safe.type_vars(cls).get("__module__"))

    def opaque(self, cls: type, name: str) -> Encode:
        """Encoder for what has no content of its own to show."""
        if cls in _SHOWN:
            return lambda value: self.tag("shown", name, text_of(repr(value)))
        if cls in _FUNCTIONS:
            return lambda value: self.tag("function", value.__qualname__)
        if cls is types.MethodType:
            return self.method
        if cls is types.ModuleType:
            return lambda value: self.tag("module", str(vars(value).get("__name__")))
        if cls in _RUNNING:
            return lambda value: self.tag(_RUNNING[cls], value.__qualname__)
        if cls in (datetime.datetime, datetime.time):
            return self.moment
        return lambda value: self.tag("object", name)

    def path_of(self, cls: type, name: str) -> Encode:
        """A path by its text; a subclass could answer with code of its own."""
        if cls in _PATHS:
            return lambda value: self.tag("path", self.relative(str(value)))
        return lambda value: self.tag("object", name)

    # The encoders.

    def integer(self, value: int) -> str:
        """An integer that every JSON reader keeps, or its digits, or its size."""
        if -SAFE_INTEGER <= value <= SAFE_INTEGER:
            return int.__repr__(value)
        if value.bit_length() > INTEGER_BITS:
            return f'["int","",{value.bit_length()}]'
        return f'["int","{int.__repr__(value)}"]'

    def string(self, value: str) -> str:
        """A string, or its head and length; the sandbox's own path taken out."""
        value = self.relative(value)
        if len(value) <= self.limits.text:
            return text_of(value)
        return f'["str",{text_of(value[:HEAD])},{len(value)}]'

    def bytes(self, value: bytes) -> str:
        """A bytes literal, whole or the head of it with the length."""
        if len(value) <= self.limits.text:
            return self.tag("bytes", repr(value))
        return f'["bytes",{text_of(repr(value[:HEAD]))},{len(value)}]'

    def nested(self, head: str, items: Any, names: Iterable[str] = ()) -> str:
        """An immutable container, its items written out in place."""
        if self.depth >= NESTED:
            return '["deep"]'
        self.depth += 1
        shown = [self.encode(v) for v in islice(tuple.__iter__(items), self.limit)]
        self.depth -= 1
        more = tuple.__len__(items) - len(shown)
        if names:
            pairs = zip(map(text_of, names), shown, strict=False)
            shown = [text for pair in pairs for text in pair]
        return f"[{','.join([head, str(more), *shown])}]"

    @property
    def limit(self) -> int:
        """Items of one container that are shown."""
        return self.limits.items

    def tuple_of(self, cls: type) -> Encode:
        """A named tuple by its fields, any other subclass by its items."""
        name = safe.type_qualname(cls)
        for entry in safe.mro(cls):
            fields = safe.type_vars(entry).get("_fields")
            if type(fields) is tuple and all(type(f) is str for f in fields):
                head = f'"named",{text_of(name)}'
                return lambda value: self.nested(head, value, fields)
        return lambda value: self.tag("sub", name, self.nested('"tuple"', value))

    def frozenset(self, value: Any) -> str:
        """A frozen set in its fixed order."""
        if self.depth >= NESTED:
            return '["deep"]'
        self.depth += 1
        ordered = self.in_order(frozenset.__iter__(value), frozenset.__len__(value))
        shown = [text for text, _ in ordered[: self.limit]]
        self.depth -= 1
        more = frozenset.__len__(value) - len(shown)
        return f'["frozenset",{",".join([str(more), *shown])}]'

    def in_order(self, members: Iterable[Any], count: int) -> list[tuple[str, Any]]:
        """Return (text, member) in the order of texts; none of a very big set.

        Numbers come first, by size; then the rest by text. Objects without a text
        of their own are told apart by the ids they already have.
        """
        if count > BIG_SET:
            return []
        members = sorted(members, key=self.looks)
        pairs = [(self.encode(member), member) for member in members]
        return sorted(pairs, key=_set_order)

    def looks(self, member: Any) -> str:
        """Tell apart objects that have no id yet, by type and plain attributes.

        The order in which a set yields them depends on addresses, and ids are given
        in the order of encoding; two that look the same may be exchanged.
        """
        if self.by_type.get(type(member), self.ref) != self.ref:
            return ""
        stored = safe.attributes(member) or {}
        fields = [*stored.values(), *safe.slot_values(member)]
        plain = [self.encode(v) for v in fields if type(v) in _ATOMS]
        return ",".join([safe.type_qualname(type(member)), *plain])

    def enum(self, value: Any) -> str:
        """An enum member by its stored name and value."""
        stored = safe.attributes(value) or {}
        name = stored.get("_name_")
        shown = safe.type_qualname(type(value))
        if type(name) is str:
            shown += f".{name}"
        return self.tag("enum", shown, self.encode(stored.get("_value_")))

    def subclass(self, name: str, base: Any) -> Encode:
        """Encoder of a number, string or bytes of a subclass: its plain value."""
        plain = _PLAIN[base]
        return lambda value: self.tag("sub", name, self.encode(plain(value)))

    def type(self, value: Any) -> str:
        """A class: recorded ones are objects with attributes, others names."""
        if self.is_own(value) and not safe.is_kind(value, enum.Enum):
            return self.ref(value)
        return self.tag("class", safe.type_qualname(value))

    def method(self, value: types.MethodType) -> str:
        """A bound method by the name of its function."""
        function = value.__func__
        if type(function) in _FUNCTIONS:
            return self.tag("method", function.__qualname__)
        return self.tag("object", "method")

    def moment(self, value: Any) -> str:
        """A date-time or time; one with a foreign time zone would run its code."""
        zone = type(value).tzinfo.__get__(value)
        if zone is None or type(zone) is datetime.timezone:
            return self.tag("shown", type(value).__name__, text_of(repr(value)))
        return self.tag("object", type(value).__name__)

    def row(self, head: str, values: Iterable[Any]) -> str:
        """A fixed row of values under one head."""
        return f'["{head}",{",".join(map(self.encode, values))}]'

    def tag(self, head: str, name: str, *rest: str) -> str:
        """``[head, name, …]`` with the name escaped and the rest already JSON."""
        return f'["{head}",{",".join((text_of(name), *rest))}]'
