"""An expression of the reader's means what it would mean as a line of the program at that place.

A function's variables are no dictionary: comprehensions and lambdas in the expression see
them only as variables of a function around them. So the expression is compiled within a
function that has the same ones, of the same kinds: its own as parameters, shared ones
by the very cells; within a class of the same name where names are mangled. Only the
innermost code object is kept and run.
"""

from __future__ import annotations

import ast
import builtins
import dis
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from types import CellType, CodeType, FrameType, FunctionType
from typing import Any

from site_runtime.recorder import safe
from site_runtime.recorder.cells import real_cell
from site_runtime.recorder.code import COMPILER_NAMES, OPTIMIZED, SUSPENDABLE, fast_names
from site_runtime.recorder.follow import Activation
from site_runtime.recorder.lines import code_objects
from site_runtime.recorder.scopes import Scopes

FILE = "<expression>"
_ABSENT = object()
_OUTER, _INNER = "__outer__", "__question__"
_eval, _compile, _build_class, _parse = builtins.eval, builtins.compile, builtins.__build_class__, ast.parse


class Expression:
    """One expression, to be evaluated any number of times.

    Raises SyntaxError, or another of ``checking.NOT_PYTHON``, for a text that is none.
    """

    def __init__(self, text: str, scopes: Scopes) -> None:
        self.scopes = scopes
        self.tree = _parse(text.strip(), FILE, "eval")
        self.names = {node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name)}
        self.plain = _compile(self.tree, FILE, "eval", dont_inherit=True)
        self.compiled: dict[tuple[int, frozenset[str]], CodeType] = {}

    def in_namespace(self, namespace: dict[str, Any]) -> Any:
        """Return the value in a module's namespace; raises whatever it raises."""
        return _eval(self.plain, namespace)

    def in_frame(self, activation: Activation) -> Any:
        """Return the value in a running frame; raises whatever it raises."""
        if not activation.code.body:
            return self.in_function(activation)
        if activation.frame.f_code.co_name == "<module>":
            return self.in_namespace(activation.frame.f_globals)
        return self.in_class(activation)

    # In a function.

    def in_function(self, activation: Activation) -> Any:
        """Return the value among a function's variables."""
        frame = activation.frame
        hidden = activation.code.hidden.get(frame.f_lasti, frozenset())
        self.refuse_hidden(hidden)
        values = variables(frame, hidden)
        inner = self.question(activation, frozenset(values))
        self.refuse_not_captured(activation, inner)
        closure = tuple(cells_for(frame, inner.co_freevars, values, self.names))
        function = FunctionType(inner, frame.f_globals, closure=closure)
        count = inner.co_argcount
        names = inner.co_varnames[count : count + inner.co_kwonlyargcount]
        first = map(values.get, inner.co_varnames[:count])
        return function(*first, **{name: values.get(name) for name in names})

    def question(self, activation: Activation, bound: frozenset[str]) -> CodeType:
        """Return the code object of a function with these variables bound that returns the expression."""
        key = id(activation.code), bound
        if key not in self.compiled:
            self.compiled[key] = self.compiled_for(activation, bound)
        return self.compiled[key]

    def compiled_for(self, activation: Activation, bound: frozenset[str]) -> CodeType:
        """Compile it; SyntaxError for what would make a generator of the function."""
        code, cls = activation.frame.f_code, disguised(class_of(activation.code.qualname))
        lines = function_lines(code, bound, self.names, self.assigned())
        outside = [name for name in shared(code, bound, self.names) if name != "__class__"]
        place = f"{_OUTER}.<locals>.{cls + '.' if cls else ''}{_INNER}"
        inner = self.within(outside, [f"class {cls}:"] if cls else [], lines, place, activation.code.qualname)
        if inner.co_flags & SUSPENDABLE:
            raise SyntaxError("'yield' and 'await' would suspend the program: they are no question")
        return inner

    def within(
        self, outside: Iterable[str], around: list[str], lines: list[str], place: str, qualname: str
    ) -> CodeType:
        """Return the code object in which the expression stands: the last, unfinished line's value."""
        nested = [f"def {_OUTER}({', '.join(outside)}):", *around, lines[0]]
        text = [" " * depth + line for depth, line in enumerate(nested)]
        text += [" " * len(nested) + line for line in lines[1:]]
        tree = _parse("\n".join(text))
        last: Any = tree
        while hasattr(last, "body"):
            last = last.body[-1]
        last.value = self.tree.body
        name = place.rpartition(".")[2]
        whole = _compile(tree, FILE, "exec", dont_inherit=True)
        return renamed(next(one for one in code_objects(whole) if one.co_name == name), place, qualname)

    def assigned(self) -> set[str]:
        """The names that the expression assigns by ``:=``."""
        found = (node.target.id for node in ast.walk(self.tree) if isinstance(node, ast.NamedExpr))
        return set(found)

    # In a class body.

    def in_class(self, activation: Activation) -> Any:
        """Return the value among the names of a class body, and those of the function around it."""
        frame = activation.frame
        around = function_around(frame)
        names = fast_names(around.f_code) if around else ()
        name = disguised(frame.f_code.co_name)
        inner = self.within(
            filter(str.isidentifier, names),
            [],
            [f"class {name}:", f"{_INNER} = None"],
            f"{_OUTER}.<locals>.{name}",
            activation.code.qualname,
        )
        self.refuse_not_captured(activation, inner, names)
        closure = tuple(cells_for(around, inner.co_freevars, variables(around, ()), ())) if around else ()
        body = FunctionType(inner, frame.f_globals, closure=closure)
        with untouched(activation.namespace) as namespace:
            _build_class(body, name, metaclass=_Anything, namespace=namespace)
            return namespace[_INNER]

    # What cannot be answered is said.

    def refuse_hidden(self, hidden: Iterable[str]) -> None:
        """Raise NameError for a variable that a comprehension's own covers just now."""
        for name in self.names.intersection(hidden):
            raise NameError(f"{name!r} is covered by a variable of a comprehension at this moment")

    def refuse_not_captured(self, activation: Activation, inner: CodeType, known: Iterable[str] = ()) -> None:
        """Raise NameError for a variable of a function around, which this one does not use: its value is not kept."""
        if "<locals>" not in activation.code.qualname:
            return
        around = self.scopes.around(activation.code.file, activation.frame.f_code)
        own = global_names(activation.frame.f_code).union(known)
        for name in sorted(global_names(inner) & around.keys() - own):
            raise NameError(
                f"{name!r} is a variable of {around[name]}, which {activation.code.qualname} does not use: "
                "its value is not kept here"
            )


class _Metaclass:
    """Makes no class: only the body is run, in a namespace that is there already."""

    @staticmethod
    def __prepare__(name: str, bases: tuple[type, ...], namespace: Any) -> Any:
        return namespace

    def __call__(self, *args: object, **named: object) -> None:
        return None


_Anything: Any = _Metaclass()


@contextmanager
def untouched(namespace: Any) -> Iterator[Any]:
    """Lend a class body's namespace; what the compiler writes into any class's is taken out again, if it is a dict."""
    plain = safe.is_kind(type(namespace), dict)
    before = {name: dict.get(namespace, name, _ABSENT) for name in COMPILER_NAMES} if plain else {}
    try:
        yield namespace
    finally:
        for name, value in {**before, _INNER: _ABSENT}.items() if plain else ():
            if value is not _ABSENT:
                dict.__setitem__(namespace, name, value)
            elif dict.__contains__(namespace, name):
                dict.__delitem__(namespace, name)


def variables(frame: FrameType, hidden: Iterable[str]) -> dict[str, Any]:
    """Return a function's bound variables that have a name one can write, but the hidden ones."""
    found = frame.f_locals
    own = (name for name in fast_names(frame.f_code) if name.isidentifier() and name not in hidden)
    return {name: found[name] for name in own if name in found}


def shared(code: CodeType, bound: Iterable[str], names: Container[str]) -> list[str]:
    """Return the variables that are handed over by cells.

    The first parameter is not where ``super`` is among the expression's names: it is looked for there. Nor is
    an own variable that is unbound: it is to be missed as one's own.
    """
    kept = first_parameter(code) if "super" in names else ()
    own = [name for name in code.co_cellvars if name in bound and name not in kept]
    return [*own, *code.co_freevars]


def first_parameter(code: CodeType) -> tuple[str, ...]:
    """Return a function's first parameter, or nothing where it takes none."""
    return code.co_varnames[: min(code.co_argcount, 1)]


def function_lines(code: CodeType, bound: Iterable[str], names: set[str], assigned: set[str]) -> list[str]:
    """Return the source lines of a function with the same variables, the last one's value left open."""
    cells = shared(code, bound, names)
    own = [name for name in fast_names(code) if name.isidentifier() and name not in cells]
    first = [name for name in own if name in first_parameter(code)]
    others = [name for name in own if name not in first]
    stored = {one.argval for one in dis.get_instructions(code) if one.opname in ("STORE_GLOBAL", "DELETE_GLOBAL")}
    lines = [f"def {_INNER}({', '.join([*first, *(['*'] if others else []), *others])}):"]
    for word, chosen in (
        ("global", stored & names),
        ("nonlocal", assigned.intersection(cells)),
        ("del", [name for name in own if name not in bound]),
    ):
        if chosen:
            lines.append(f"{word} {', '.join(sorted(chosen))}")
    # Not compiled, but it makes them variables of this function, as ``locals()`` shows them.
    lines.append(f"if 0: {', '.join(cells) or '...'}")
    return [*lines, "return None"]


def class_of(qualname: str) -> str:
    """Return the class whose name mangles names in a function, or nothing."""
    parts = qualname.split(".")
    pairs = [*pairwise(parts)]
    return next((one for one, after in reversed(pairs) if "<locals>" not in (one, after)), "")


def disguised(cls: str) -> str:
    """Return another name that mangles alike: the class's own is to be looked for outside, where it is."""
    return cls and "_______" + cls


def renamed(code: CodeType, old: str, new: str) -> CodeType:
    """Return the code object with functions within it named as if they stood in ``new``."""

    def again(value: Any) -> Any:
        if isinstance(value, CodeType):
            return renamed(value, old, new)
        return new + value[len(old) :] if isinstance(value, str) and value.startswith(old) else value

    changed: dict[str, Any] = {"co_consts": tuple(map(again, code.co_consts))}
    if hasattr(code, "co_qualname"):
        changed["co_qualname"] = again(code.co_qualname)
    return code.replace(**changed)


def global_names(code: CodeType) -> set[str]:
    """Return the names that a code object, or one within it, looks for outside of all functions."""
    return {
        one.argval
        for each in code_objects(code)
        for one in dis.get_instructions(each)
        if one.opname in ("LOAD_GLOBAL", "STORE_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
    }


def function_around(frame: FrameType) -> FrameType | None:
    """Return the frame of the function that a running class body stands in, or None at the top of a module."""
    inner, outer = frame.f_code, frame.f_back
    while outer is not None:
        if any(constant is inner for constant in outer.f_code.co_consts):
            if outer.f_code.co_flags & OPTIMIZED:
                return outer
            inner = outer.f_code
        outer = outer.f_back
    return None


def cells_for(
    frame: FrameType, names: Iterable[str], values: Mapping[str, Any], asked: Container[str]
) -> Iterator[CellType]:
    """Yield a cell for each of a function's variables: its own, a new one for what is not shared.

    ``asked``: the names in the expression.
    """
    own = shared(frame.f_code, values, asked)
    for name in names:
        yield real_cell(frame, name) if name in own and name in values else _new_cell(name, values, frame)


def _new_cell(name: str, values: Mapping[str, Any], frame: FrameType) -> CellType:
    if name == "__class__" and name not in values:
        return _class_cell(frame)
    return CellType(values[name]) if name in values else CellType()


def _class_cell(frame: FrameType) -> CellType:
    """A method that uses no ``super()`` keeps no class: it is looked for above its first argument."""
    code = frame.f_code
    first = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
    own = first if isinstance(first, type) else type(first)
    for cls in safe.mro(own):
        if any(_code_of(value) is code for value in safe.type_vars(cls).values()):
            return CellType(cls)
    return CellType()


def _code_of(value: Any) -> CodeType | None:
    """The code of a method as a class holds it: plain, or within a property or the like."""
    functions: tuple[Callable[..., Any] | None, ...] = (value,)
    if type(value) is property:
        functions = value.fget, value.fset, value.fdel
    elif type(value) in (classmethod, staticmethod):
        functions = (value.__func__,)
    return next((one.__code__ for one in functions if type(one) is FunctionType), None)
