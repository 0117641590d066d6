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

_BY_REPR = (datetime.date, datetime.timedelta, decimal.Decimal)
"""Their ``repr`` is C code that looks at nothing but their own fields."""

_NAMED = (
    types.FunctionType,
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
)
_FUNCTIONS = (*_NAMED, types.BuiltinFunctionType)
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
_path_text = pathlib.PurePath.__str__
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
    if (type(member) is int or type(member) is bool) and abs(member) <= SAFE_INTEGER:
        return False, member, 0, text
    if type(member) is float and member == member:
        return False, member, 0, text
    number = int(text[1:-1]) if text[1:-1].isdigit() else 0
    return True, 0.0, number, text


def function_name(value: Any) -> str:
    """Return the qualified name of a function of any kind."""
    if type(value) is not types.BuiltinFunctionType:
        return written_name(value.__qualname__)
    owner: Any = value.__self__
    if owner is None or safe.is_kind(type(owner), types.ModuleType):
        return str(value.__name__)
    cls = owner if safe.is_kind(type(owner), type) else type(owner)
    return f"{safe.type_qualname(cls)}.{value.__name__}"


def written_name(name: str) -> str:
    """Return a qualified name without the comprehensions in it, which have none from 3.12 on."""
    name = safe.plain(name)
    for kind in _COMPREHENSIONS:
        name = name.replace(kind, "")
    return name


_COMPREHENSIONS = ("<listcomp>.", "<setcomp>.", "<dictcomp>.")


def _moment(value: Any) -> str | None:
    """A date-time or time; the ``repr`` of a time zone, or of its name, can be anybody's."""
    zone = type(value).tzinfo.__get__(value)
    if zone is None:
        return repr(value)
    known = type(zone) is datetime.timezone and type(datetime.timezone.tzname(zone, None)) is str
    return repr(value) if known else None


def _slots(value: object) -> dict[str, Any]:
    flat = safe.slot_values(value)
    return dict(zip(flat[::2], flat[1::2], strict=True))


def _printable(number: object) -> bool:
    return type(number) is int and number.bit_length() <= INTEGER_BITS


def _fraction(value: fractions.Fraction) -> str | None:
    fields = _slots(value)
    above, below = fields.get("_numerator"), fields.get("_denominator")
    return f"Fraction({above}, {below})" if _printable(above) and _printable(below) else None


def _uuid(value: uuid.UUID) -> str | None:
    number = _slots(value).get("int")
    if not _printable(number):
        return None
    digits = f"{number:032x}"
    parts = digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]
    return f"UUID('{'-'.join(parts)}')"


_BY_FIELDS: tuple[tuple[type, Callable[[Any], str | None]], ...] = (
    (datetime.datetime, _moment),
    (datetime.time, _moment),
    (fractions.Fraction, _fraction),
    (uuid.UUID, _uuid),
)
"""Their ``repr`` can run other people's code; None where it would."""


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
        plain: dict[type, Encode] = {
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
        self.opaques: tuple[tuple[tuple[type, ...], Encode], ...] = (
            (_BY_REPR, lambda value: self.fields(type(value).__name__, repr(value))),
            (_FUNCTIONS, lambda value: self.tag("function", function_name(value))),
            (tuple(_RUNNING), self.running),
            ((types.MethodType,), self.method),
            ((types.ModuleType,), self.module),
        )
        self.held = [*plain]
        self.by_type = {id(cls): encode for cls, encode in plain.items()}

    def encode(self, value: Any) -> str:
        """Return the JSON text of one value."""
        known = self.by_type.get(id(type(value)))
        return self.learn(type(value))(value) if known is None else known(value)

    def learn(self, cls: type) -> Encode:
        """Choose the encoder of a class met for the first time; its id stays its own."""
        self.held.append(cls)
        known = self.by_type[id(cls)] = self.choose(cls)
        return known

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
        return cls is types.SimpleNamespace or self.own_module(safe.type_vars(cls).get("__module__"))

    def opaque(self, cls: type, name: str) -> Encode:
        """Encoder for what has no content of its own to show."""
        for kinds, encode in self.opaques:
            if safe.is_one_of(cls, kinds):
                return encode
        for base, read in _BY_FIELDS:
            if cls is base:
                return lambda value: self.fields(name, read(value))
        return lambda value: self.tag("object", name)

    def path_of(self, cls: type, name: str) -> Encode:
        """A path by its text; a subclass could answer with code of its own."""
        if safe.is_one_of(cls, _PATHS):
            return lambda value: self.tag("path", self.relative(_path_text(value)))
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
                return lambda value: self.named(name, value, fields)
        return lambda value: self.sub_tuple(name, value)

    def named(self, name: str, value: Any, fields: tuple[str, ...]) -> str:
        """A named tuple, if it really has just the fields that its class names."""
        if tuple.__len__(value) != len(fields):
            return self.sub_tuple(name, value)
        return self.nested(f'"named",{text_of(name)}', value, fields)

    def sub_tuple(self, name: str, value: Any) -> str:
        """A tuple of any other subclass."""
        return self.tag("sub", name, self.nested('"tuple"', value))

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
        if self.by_type.get(id(type(member)), self.ref) != self.ref:
            return ""
        stored = safe.attributes(member)
        fields = [] if stored is None else [*dict.values(stored)]
        fields += safe.slot_values(member)
        plain = [self.encode(v) for v in fields if safe.is_one_of(type(v), _ATOMS)]
        return ",".join([safe.type_qualname(type(member)), *plain])

    def enum(self, value: Any) -> str:
        """An enum member by its stored name and value."""
        stored = safe.attributes(value)
        plain = {} if stored is None else dict(dict.items(stored))
        name = plain.get("_name_")
        shown = safe.type_qualname(type(value))
        if type(name) is str and "|" not in name:
            shown += f".{name}"
        return self.inner("enum", shown, plain.get("_value_"))

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
        if safe.is_one_of(type(function), _FUNCTIONS):
            return self.tag("method", function_name(function))
        return self.tag("object", "method")

    def running(self, value: Any) -> str:
        """A generator or coroutine by kind and name."""
        return self.tag(_RUNNING[type(value)], written_name(value.__qualname__))

    def module(self, value: types.ModuleType) -> str:
        """A module by its name, if that is a string."""
        name = vars(value).get("__name__")
        return self.tag("module", name) if type(name) is str else self.tag("object", "module")

    def fields(self, name: str, text: str | None) -> str:
        """A value by the text made of its fields; None: they are not what they should be."""
        return self.tag("object", name) if text is None else self.tag("shown", name, text_of(text))

    def row(self, head: str, values: Iterable[Any]) -> str:
        """A fixed row of values under one head."""
        return self.deeper(lambda: f'["{head}",{",".join(map(self.encode, values))}]')

    def inner(self, head: str, name: str, value: Any) -> str:
        """``[head, name, value]``."""
        return self.deeper(lambda: self.tag(head, name, self.encode(value)))

    def deeper(self, write: Callable[[], str]) -> str:
        """What ``write`` gives one level down, or ``["deep"]`` below the last level."""
        if self.depth >= NESTED:
            return '["deep"]'
        self.depth += 1
        text = write()
        self.depth -= 1
        return text

    def tag(self, head: str, name: str, *rest: str) -> str:
        """``[head, name, …]`` with the name escaped and the rest already JSON."""
        return f'["{head}",{",".join((text_of(name), *rest))}]'
