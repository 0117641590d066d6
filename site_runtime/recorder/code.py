"""What a code object tells before it runs: is it recorded, and which lines may write.

A line is *quiet* when its bytecode cannot change any object or any other frame by
itself. After a quiet line only the running frame's own variables are looked at. Code
in Python that such a line calls (an operator method, a property) announces itself by
a call event. Unknown instructions are never quiet, so a new Python version is slower
until it is listed here, but not wrong; tests hold recordings with and without this
to the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from opcode import opname
from types import CodeType

OPTIMIZED = 0x1
"""Flag of functions; module and class bodies lack it (inspect.CO_OPTIMIZED)."""

SUSPENDABLE = 0x20 | 0x80 | 0x200
"""Flags of generators, coroutines and asynchronous generators (inspect.CO_*)."""

_INPLACE_FIRST, _INPLACE_LAST = 13, 25
"""Arguments of BINARY_OP for ``+=`` and the like (CPython, opcode.h, NB_INPLACE_*)."""
_SUBSCRIPT = 26
"""Argument of BINARY_OP for ``a[b]``, from 3.14."""

_QUIET = frozenset(
    """
    LOAD_FAST LOAD_FAST_CHECK LOAD_FAST_BORROW LOAD_FAST_LOAD_FAST
    LOAD_FAST_BORROW_LOAD_FAST_BORROW LOAD_CONST LOAD_SMALL_INT LOAD_CONST_IMMORTAL
    LOAD_CONST_MORTAL LOAD_GLOBAL LOAD_NAME LOAD_DEREF LOAD_CLASSDEREF
    LOAD_ATTR LOAD_METHOD STORE_FAST STORE_FAST_STORE_FAST STORE_FAST_LOAD_FAST
    STORE_NAME POP_TOP COPY SWAP ROT_TWO ROT_THREE ROT_FOUR DUP_TOP DUP_TOP_TWO NOP
    CACHE RESUME PUSH_NULL BUILD_TUPLE BUILD_LIST BUILD_MAP BUILD_SLICE
    BUILD_STRING BUILD_CONST_KEY_MAP FORMAT_VALUE FORMAT_SIMPLE IS_OP COMPARE_OP
    BINARY_OP BINARY_ADD BINARY_SUBTRACT BINARY_MULTIPLY BINARY_TRUE_DIVIDE
    BINARY_FLOOR_DIVIDE BINARY_MODULO BINARY_POWER BINARY_LSHIFT BINARY_RSHIFT
    BINARY_AND BINARY_OR BINARY_XOR BINARY_SUBSCR UNARY_NEGATIVE UNARY_NOT
    UNARY_INVERT TO_BOOL JUMP_FORWARD JUMP_BACKWARD JUMP_BACKWARD_NO_INTERRUPT
    JUMP_ABSOLUTE POP_JUMP_IF_TRUE POP_JUMP_IF_FALSE POP_JUMP_IF_NONE
    POP_JUMP_IF_NOT_NONE POP_JUMP_FORWARD_IF_TRUE POP_JUMP_FORWARD_IF_FALSE
    POP_JUMP_FORWARD_IF_NONE POP_JUMP_FORWARD_IF_NOT_NONE POP_JUMP_BACKWARD_IF_TRUE
    POP_JUMP_BACKWARD_IF_FALSE POP_JUMP_BACKWARD_IF_NONE
    POP_JUMP_BACKWARD_IF_NOT_NONE JUMP_IF_TRUE_OR_POP JUMP_IF_FALSE_OR_POP
    RETURN_VALUE RETURN_CONST NOT_TAKEN
    """.split()
)
_RETURNS = frozenset(("RETURN_VALUE", "RETURN_CONST"))
_YIELDS = frozenset(("YIELD_VALUE", "YIELD_FROM", "SEND", "RESUME"))

QUIET, READS_ITEM, LOUD = 0, 1, 2
"""Kinds of line. READS_ITEM is quiet unless some dict fills in missing keys."""
Kind = int | tuple[str, ...]
"""A tuple: ``+=`` into these variables, quiet while they hold immutable values."""


class Code:
    """A recorded code object; ``index`` is its place in the trace's table.

    ``shared`` says that its variables can change while it does not run: it is a
    module or class body, or has variables in common with inner functions.
    """

    __slots__ = (
        "body",
        "code",
        "file",
        "focus",
        "index",
        "kinds",
        "order",
        "qualname",
        "shared",
        "suspendable",
    )

    def __init__(self, code: CodeType, file: str, qualname: str, focus: bool) -> None:
        self.code = code
        self.file = file
        self.qualname = qualname
        self.focus = focus
        self.index = -1
        self.body = not code.co_flags & OPTIMIZED
        self.shared = self.body or bool(code.co_cellvars or code.co_freevars)
        self.suspendable = bool(code.co_flags & SUSPENDABLE)
        self.kinds = line_kinds(code)
        names = dict.fromkeys(code.co_varnames + code.co_cellvars + code.co_freevars)
        self.order = {name: place for place, name in enumerate(names)}


def is_inner(code: CodeType) -> bool:
    """Say whether this is a comprehension, lambda, or a frame the compiler made."""
    name = code.co_name
    return name == "__annotate__" or (name[0] == "<" and name != "<module>")


def ends_by_return(code: CodeType, instruction: int) -> bool:
    """Say whether a return event at this instruction is a return, not an exception."""
    return opname[code.co_code[instruction]] in _RETURNS


def may_suspend(code: CodeType, instruction: int) -> bool:
    """Say whether a return event at this instruction can be a ``yield`` or ``await``."""
    return opname[code.co_code[instruction]] in _YIELDS


def line_kinds(code: CodeType) -> dict[int, Kind]:
    """Return the kind of each line, from all instructions that bear its number.

    Code with a ``with`` block is loud throughout: on some versions the call of
    ``__exit__`` is reached without an event for its line.
    """
    rows = list(_instructions(code))
    if any(name in _WITH for _, name, _ in rows):
        return {}
    kinds: dict[int, Kind] = {}
    for line in {line for line, _, _ in rows}:
        own = [(name, argument) for at, name, argument in rows if at == line]
        kinds[line] = _line_kind(code, own)
    return kinds


def _line_kind(code: CodeType, own: list[tuple[str, int]]) -> Kind:
    kinds = {_kind(name, argument) for name, argument in own}
    if _INPLACE not in kinds:
        return max(kinds)
    if max(kinds - {_INPLACE}, default=QUIET) != QUIET:
        return LOUD
    stores = [(name, argument) for name, argument in own if name.startswith("STORE")]
    if any(name not in ("STORE_FAST", "STORE_NAME") for name, _ in stores):
        return LOUD
    return tuple(
        (code.co_varnames if name == "STORE_FAST" else code.co_names)[argument]
        for name, argument in stores
    )


_INPLACE = 3
_WITH = frozenset(("BEFORE_WITH", "SETUP_WITH", "BEFORE_ASYNC_WITH", "LOAD_SPECIAL"))
_WITH |= {"SETUP_ASYNC_WITH", "WITH_EXCEPT_START"}


def _kind(name: str, argument: int) -> int:
    if name.startswith("INPLACE_"):
        return _INPLACE
    if name == "BINARY_OP" and argument >= _INPLACE_FIRST:
        if argument <= _INPLACE_LAST:
            return _INPLACE
        return READS_ITEM if argument == _SUBSCRIPT else LOUD
    if name == "BINARY_SUBSCR":
        return READS_ITEM
    return QUIET if name in _QUIET else LOUD


def _instructions(code: CodeType) -> Iterator[tuple[int, str, int]]:
    raw = code.co_code
    for start, stop, line in code.co_lines():
        for place in range(start, stop, 2):
            yield line or 0, opname[raw[place]], raw[place + 1]
