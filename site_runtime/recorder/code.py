"""What a code object tells before it runs: is it recorded, and which lines may write.

A line is *quiet* when its bytecode cannot change any object or any other frame by
itself. After a quiet line only the running frame's own variables are looked at. Code
in Python that such a line calls (an operator method, a property) announces itself by
a call event. Unknown instructions are never quiet, so a new Python version is slower
until it is listed here, but not wrong; tests hold recordings with and without this
to the same bytes.
"""

from __future__ import annotations

import dis
from collections.abc import Iterator
from opcode import opname
from types import CodeType
from typing import Any

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
    LOAD_ATTR LOAD_METHOD STORE_FAST
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

COMPILER_NAMES = frozenset(
    """
    __name__ __doc__ __package__ __loader__ __spec__ __file__ __cached__ __builtins__
    __annotations__ __annotate__ __annotate_func__ __conditional_annotations__
    __module__ __qualname__ __firstlineno__ __static_attributes__ __classcell__
    __classdict__ __classdictcell__ __type_params__ __warningregistry__ .type_params
    .generic_base
    .defaults .kwdefaults
    """.split()
)
"""Variables of module and class bodies that nobody wrote; they differ by version."""

QUIET, READS_ITEM, INPLACE, LOUD = 0, 1, 2, 3
"""Kinds of line. READS_ITEM is quiet unless some dict fills in missing keys; INPLACE
(``+=``) is quiet while the variables that the line assigns hold immutable values."""

Plan = tuple[int, "tuple[str, ...] | None"]
"""Kind of a line, and the variables that it can assign; None: look at all."""

UNKNOWN: Plan = (LOUD, None)


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
        "hidden",
        "index",
        "order",
        "plans",
        "qualname",
        "raw",
        "shared",
        "suspendable",
    )

    def __init__(self, code: CodeType, file: str, qualname: str, focus: bool) -> None:
        self.code = code
        self.raw = code.co_code
        self.file = file
        self.qualname = qualname
        self.focus = focus
        self.index = -1
        self.body = not code.co_flags & OPTIMIZED
        self.shared = is_shared(code)
        self.suspendable = bool(code.co_flags & SUSPENDABLE)
        self.order, self.hidden, self.plans = _analysed(code)

    def ends_by_return(self, instruction: int) -> bool:
        """Say whether a return event at this instruction is a return, not an exception."""
        return opname[self.raw[instruction]] in _RETURNS

    def may_suspend(self, instruction: int) -> bool:
        """Say whether a return event at this instruction can be a ``yield`` or ``await``.

        CPython 3.10 steps back before the YIELD_FROM that it will run again.
        """
        following = self.raw[instruction + 2 : instruction + 3]
        return opname[self.raw[instruction]] in _YIELDS or any(opname[one] == "YIELD_FROM" for one in following)

    def delegates(self, instruction: int) -> bool:
        """Say whether a frame that waits here waits for another: at a ``yield from`` or ``await``.

        3.11 has one instruction for these and for ``yield``; the RESUME behind it tells which (2 and 3).
        """
        near = [(opname[self.raw[at]], self.raw[at + 1] & 3) for at in range(instruction, len(self.raw), 2)[:2]]
        return any(name == "YIELD_FROM" or (name == "RESUME" and arg > 1) for name, arg in near)

    def is_cleanup(self, instruction: int, again: bool) -> bool:
        """Say whether a line event here tells only how an exception passes on, which not all versions announce.

        3.13 does where one is thrown in at an ``await``, 3.12 at the end of a ``with`` on
        one line; ``again`` says that the line is that of the last event.
        """
        name = opname[self.raw[instruction]]
        return name == "CLEANUP_THROW" or (again and name == "PUSH_EXC_INFO")

    def arranged(self, changed: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
        """Put changed variables in a fixed order; a function has no others than its own.

        What ``exec`` and ``locals()`` leave in a function is gone with the call on some
        versions and stays on others (PEP 667).
        """
        order = self.order
        if not self.body:
            changed = [pair for pair in changed if pair[0] in order]
        if len(changed) > 1:
            changed.sort(key=lambda pair: order.get(pair[0], len(order)))
        return changed


_Analysis = tuple["dict[str, int]", "dict[int, frozenset[str]]", "dict[int, Plan]"]
_known: dict[int, tuple[CodeType, _Analysis]] = {}
_KNOWN_MOST = 4_000


def _analysed(code: CodeType) -> _Analysis:
    """Return ``order``, ``hidden`` and ``plans``; kept by identity, for a program that is run again and again."""
    if id(code) not in _known:
        if len(_known) >= _KNOWN_MOST:
            _known.clear()
        planned = _is_planned(code)
        _known[id(code)] = code, (variable_order(code), hidden_variables(code), line_plans(code) if planned else {})
    return _known[id(code)][1]


def _is_planned(code: CodeType) -> bool:
    """Say whether what a line changes can be known from the line: other code may share its variables."""
    return code.co_name == "<module>" or not is_shared(code)


def is_shared(code: CodeType) -> bool:
    """Say whether variables can change while the code does not run."""
    return not code.co_flags & OPTIMIZED or bool(code.co_cellvars or code.co_freevars)


def fast_names(code: CodeType) -> tuple[str, ...]:
    """Return the variables of a function in the order in which instructions count them."""
    cells = [name for name in code.co_cellvars if name not in code.co_varnames]
    return (*code.co_varnames, *cells, *code.co_freevars)


def variable_order(code: CodeType) -> dict[str, int]:
    """Return the order in which changes of several variables are told.

    That of the code object's own tables: ``f_locals`` orders cells differently before
    3.11. Names of a module or class body stand in ``co_names``.
    """
    names = fast_names(code) if code.co_flags & OPTIMIZED else (*fast_names(code), *code.co_names)
    return {name: place for place, name in enumerate(dict.fromkeys(names))}


_INLINED = "LOAD_FAST_AND_CLEAR"
Span = tuple[tuple[int, int], tuple[int, int]]


def hidden_variables(code: CodeType) -> dict[int, frozenset[str]]:
    """Return instruction -> variables of a function that belong to a comprehension there.

    From 3.12 on (PEP 709) a comprehension's variables live in the frame around it and
    cover those of the same name; before, they have a frame of their own, and that is
    how they are shown: not at all.
    """
    if not code.co_flags & OPTIMIZED or _INLINED not in map(opname.__getitem__, code.co_code[::2]):
        return {}
    instructions = [*dis.get_instructions(code)]
    found: dict[int, set[str]] = {}
    for place, one in enumerate(instructions):
        if one.opname == _INLINED:
            for offset in _comprehension(one, instructions[place + 1 :]):
                found.setdefault(offset, set()).add(one.argval)
    # A call in progress is at its instruction or, on 3.12, at the last of the caches behind it.
    stops = [one.offset for one in instructions[1:]] + [len(code.co_code)]
    return {
        unit: frozenset(found[one.offset])
        for one, stop in zip(instructions, stops, strict=True)
        if one.offset in found
        for unit in range(one.offset, stop, 2)
    }


def _comprehension(first: dis.Instruction, rest: list[dis.Instruction]) -> Iterator[int]:
    """Yield the instructions at which a comprehension has its variable, which ``first`` takes.

    All of its expression (where an exception ends it, that code stands far away); and on
    the usual way until the variable is given back, maybe after the result is stored.
    """
    outer, over = _span(first), False
    for one in rest:
        if _within(_span(one), outer) or not over:
            yield one.offset
        back = one.opname.startswith("STORE_FAST") and first.argval in _names(one)
        over = over or (back and not _inside(_span(one), outer))


def _names(instruction: dis.Instruction) -> tuple[str, ...]:
    found: Any = instruction.argval
    return found if type(found) is tuple else (found,)


def _span(instruction: dis.Instruction) -> Span | None:
    place: Any = instruction.positions  # type: ignore[attr-defined,unused-ignore]
    if place is None or None in place:
        return None
    line, last, column, end = place
    return (line, column), (last, end)


def _within(span: Span | None, outer: Span | None) -> bool:
    return span is not None and outer is not None and outer[0] <= span[0] and span[1] <= outer[1]


def _inside(span: Span | None, outer: Span | None) -> bool:
    return span != outer and _within(span, outer)


def is_inner(code: CodeType) -> bool:
    """Say whether this is a comprehension, lambda, or a frame the compiler made."""
    name = code.co_name
    return name == "__annotate__" or (name[0] == "<" and name != "<module>")


def line_plans(code: CodeType) -> dict[int, Plan]:
    """Return the plan of each line, from all instructions that bear its number.

    Between two events in a frame only instructions of one line run, and such as have
    no line at all; a change of line is an event (CPython, ``maybe_call_line_trace``).
    Code with a ``with`` block has no plan: on some versions the call of ``__exit__``
    is reached without an event for its line.
    """
    by_line: dict[int, list[tuple[str, int]]] = {0: []}
    for line, name, argument in _instructions(code):
        by_line.setdefault(line, []).append((name, argument))
    everything = [pair for own in by_line.values() for pair in own]
    if any(name in _WITH for name, _ in everything):
        return {}
    inlined = {fast_names(code)[argument] for name, argument in everything if name == _INLINED}
    return {line: _plan(code, own + by_line[0], inlined) for line, own in by_line.items()}


def _plan(code: CodeType, own: list[tuple[str, int]], inlined: set[str]) -> Plan:
    """A variable that is also a comprehension's is looked at only with ``hidden_variables``."""
    kinds = {_kind(name, argument) for name, argument in own}
    stores = [(name, argument) for name, argument in own if name.startswith("STORE")]
    if LOUD in kinds or any(name not in _STORES for name, _ in stores):
        return UNKNOWN
    names = {name: getattr(code, _STORES[name]) for name, _ in stores}
    written = {names[name][argument] for name, argument in stores}
    if not written.isdisjoint(inlined):
        return UNKNOWN
    ordered = sorted(written, key=variable_order(code).__getitem__)
    return max(kinds, default=QUIET), tuple(ordered)


_STORES = {"STORE_FAST": "co_varnames", "STORE_NAME": "co_names"}
_WITH = frozenset(
    """
    BEFORE_WITH SETUP_WITH BEFORE_ASYNC_WITH LOAD_SPECIAL SETUP_ASYNC_WITH
    WITH_EXCEPT_START
    """.split()
)


def _kind(name: str, argument: int) -> int:
    if name.startswith("INPLACE_"):
        return INPLACE
    if name == "BINARY_OP" and argument >= _INPLACE_FIRST:
        if argument <= _INPLACE_LAST:
            return INPLACE
        return READS_ITEM if argument == _SUBSCRIPT else LOUD
    if name == "BINARY_SUBSCR":
        return READS_ITEM
    return QUIET if name in _QUIET else LOUD


def _instructions(code: CodeType) -> Iterator[tuple[int, str, int]]:
    raw = code.co_code
    for start, stop, line in code.co_lines():
        for place in range(start, stop, 2):
            yield line or 0, opname[raw[place]], raw[place + 1]
