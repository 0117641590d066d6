"""Which variables the functions around a function have, by its source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import CodeType

from site_runtime.recorder.code import OPTIMIZED, fast_names
from site_runtime.recorder.names import qualified_names

Place = tuple[int, str]


class Scopes:
    """The functions of a program's sources; each source is compiled when it is first asked for."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.sources = sources
        self.known: dict[str, dict[Place, list[CodeType]]] = {}
        self.names: dict[str, Mapping[Place, str]] = {}

    def around(self, label: str, code: CodeType) -> dict[str, str]:
        """Return variable -> qualified name of the function around that has it, the innermost."""
        if label not in self.known:
            source = self.sources[label]
            self.known[label] = dict(_parents(compile(source, label, "exec", dont_inherit=True), []))
            self.names[label] = qualified_names(source)
        found: dict[str, str] = {}
        for outer in self.known[label].get((code.co_firstlineno, code.co_name), ()):
            if outer.co_flags & OPTIMIZED:
                qualname = self.names[label].get((outer.co_firstlineno, outer.co_name), outer.co_name)
                found.update(dict.fromkeys(fast_names(outer), qualname))
        return found


def _parents(code: CodeType, outside: list[CodeType]) -> Iterator[tuple[Place, list[CodeType]]]:
    """Yield each code object's place, and those around it from the outside in."""
    yield (code.co_firstlineno, code.co_name), outside
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _parents(constant, [*outside, code])
