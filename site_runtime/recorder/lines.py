"""Which lines of a source can hold a breakpoint: those that have bytecode."""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType

from site_runtime.recorder.code import is_inner
from site_runtime.recorder.names import qualified_names


def code_objects(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and all within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from code_objects(constant)


def breakable_lines(source: str, label: str) -> dict[str, list[int]]:
    """Return qualified name -> lines of each function that a step can stop at.

    Taken from ``co_lines()`` of the running CPython; the line of the definition
    itself has bytecode but no event (PEP 626 counts it as the call). Raises
    SyntaxError when the source is no Python.
    """
    names = qualified_names(source)
    found: dict[str, list[int]] = {}
    for code in code_objects(compile(source, label, "exec")):
        if is_inner(code) or code.co_name == "<module>":
            continue
        key = (code.co_firstlineno, code.co_name)
        if key in names:
            found[names[key]] = _lines(code)
    return found


def _lines(code: CodeType) -> list[int]:
    own = {line for _, _, line in code.co_lines() if line}
    for inner in code.co_consts:
        if isinstance(inner, CodeType) and is_inner(inner):
            own |= {line for _, _, line in inner.co_lines() if line and line in own}
    return sorted(own - {code.co_firstlineno})
