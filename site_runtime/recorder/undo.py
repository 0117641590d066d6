"""Puts the process back to how it was before a program ran in it.

Undone is what a program replaced, removed or added in any loaded module and in any class
of a module, in the standard library's own lists, dicts and sets, and in the settings
named here. Modules that it was the first to import are forgotten: the next run imports
them again, as this one did. What it changed *within* other objects stays
(docs/recorder.md, "What is not undone").
"""

from __future__ import annotations

import decimal
import logging
import os
import random
import sys
import time
import types
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from operator import is_not
from typing import Any

from site_runtime.recorder import safe

PutBack = Callable[[], object]
Fields = dict[str, Any]

_modules = sys.modules
_settrace, _gettrace = sys.settrace, sys.gettrace
_setprofile, _getprofile = sys.setprofile, sys.getprofile
_set_limit, _get_limit = sys.setrecursionlimit, sys.getrecursionlimit
_setstate, _getstate = random.setstate, random.getstate
_set_context, _get_context = decimal.setcontext, decimal.getcontext
_read_zone = getattr(time, "tzset", lambda: None)

_OPEN, _OPEN_MASK = 1 << 9, 1 << 9 | 1 << 8
"""Flags of a class that can be changed: made while running, not immutable (CPython, object.h)."""
_CONTAINERS = frozenset((list, dict, set))
_set, _delete = type.__setattr__, type.__delattr__


@contextmanager
def undone(base: str) -> Iterator[None]:
    """Undo, at the end, what the program changed; ``base`` is its sandbox."""
    with ExitStack() as stack:
        stack.callback(_read_zone)
        stack.callback(_everything())
        for put_back in (*_loggers(), *_states()):
            stack.callback(put_back)
        stack.callback(_forget_new_modules, frozenset(_modules), base)
        stack.enter_context(warnings.catch_warnings())
        yield


# What there is to keep. Each function takes note of it and returns how it is put back.
# Before the program runs nobody else's code is about, so ``issubclass`` is safe here.


class _Known:
    """A module's fields as they were, and what lies in them: its classes that can change, its own containers."""

    def __init__(self, name: str, fields: Fields) -> None:
        self.fields = fields
        self.then = fields.copy()
        classes = [value for value in fields.values() if issubclass(type(value), type)]
        self.classes = [cls for cls in classes if cls.__flags__ & _OPEN_MASK == _OPEN]
        library = name.partition(".")[0] in sys.stdlib_module_names
        self.containers = [value for value in fields.values() if type(value) in _CONTAINERS] if library else []


_known: dict[str, _Known] = {}
"""Modules by name as last seen: few change between runs, and to look through one takes longer than to compare it."""


def _everything() -> PutBack:
    """Keep the contents of modules, classes and containers: some ten thousand references."""
    modules = [*_seen()]
    spaces = {id(_modules), id(_known), *(id(one.fields) for one in modules)}
    classes = {id(cls): cls for one in modules for cls in one.classes}
    containers = {id(value): value for one in modules for value in one.containers if id(value) not in spaces}
    kept_modules = [(one.fields, one.then) for one in modules]
    kept_classes = [(cls, safe.type_vars(cls).copy()) for cls in classes.values()]
    kept_containers = [(value, value.copy()) for value in containers.values()]

    def put_back() -> None:
        _restore(kept_modules, _restore_module)
        _restore(kept_classes, _restore_class)
        _restore(kept_containers, _restore_container)

    return put_back


def _seen() -> Iterator[_Known]:
    """Yield what is known of every loaded module, made anew where it has changed."""
    for name, module in _modules.items():
        if type(module) is types.ModuleType:
            known, fields = _known.get(name), vars(module)
            if known is None or known.fields is not fields or _differs(fields, known.then):
                known = _known[name] = _Known(name, fields)
            yield known
    for name in _known.keys() - _modules.keys():
        del _known[name]


def _loggers() -> Iterator[PutBack]:
    known = logging.root.manager.loggerDict
    yield partial(_restore_container, known, known.copy())
    for logger in (logging.root, *known.values()):
        if isinstance(logger, logging.Logger):
            for part in (vars(logger), logger.handlers, logger.filters):
                yield partial(_restore_container, part, part.copy())


def _states() -> Iterator[PutBack]:
    yield partial(_restore_environment, os.environ, dict(os.environ))
    yield partial(_settrace, _gettrace())
    yield partial(_setprofile, _getprofile())
    yield partial(_set_limit, _get_limit())
    yield partial(_setstate, _getstate())
    yield partial(_set_context, _get_context().copy())


# How it is put back. Nothing is compared with ``==``: the program's own objects may be there.


def _restore(kept: Iterable[tuple[Any, Any]], restore: Callable[[Any, Any], None]) -> None:
    for owner, then in kept:
        now = safe.type_vars(owner) if restore is _restore_class else owner
        if _differs(now, then):
            restore(owner, then)


def _differs(now: Any, then: Any) -> bool:
    """Compare by identity, names and order included; a set's members stand in the same order while none changes."""
    if len(now) != len(then) or any(map(is_not, now, then)):
        return True
    return type(then) is dict and any(map(is_not, now.values(), then.values()))


def _restore_module(now: Fields, then: Fields) -> None:
    loaded = set(map(id, _modules.values()))
    for name in [*now]:
        if type(name) is not str or (name not in then and id(now[name]) not in loaded):
            del now[name]
    for name, value in then.items():
        if now.get(name, now) is not value:
            now[name] = value


def _restore_class(cls: type, then: Fields) -> None:
    now = safe.type_vars(cls).copy()
    for name in now:
        if name not in then:
            _delete(cls, name)
    for name, value in then.items():
        if now.get(name, now) is not value:
            _set(cls, name, value)


def _restore_container(now: Any, then: Any) -> None:
    now.clear()
    (now.extend if type(now) is list else now.update)(then)


def _restore_environment(now: Any, then: dict[str, str]) -> None:
    for name in now.keys() - then:
        del now[name]
    for name, value in then.items():
        if now.get(name) != value:
            now[name] = value


def _forget_new_modules(before: frozenset[str], base: str) -> None:
    for name in set(_modules) - before:
        file = getattr(_modules[name], "__file__", None)
        if not isinstance(file, str) or not file.endswith((".py", ".pyc")):
            continue
        if file.startswith(base) or name.partition(".")[0] in sys.stdlib_module_names:
            del _modules[name]
