"""Programs whose traces differ between versions of Python because the language itself changed, and why.

Program -> ((first minor that differs, reason), …). A pair of versions on both sides of that minor is not compared; that
the traces then really differ is tested too, so no row can stay here without need.
"""

from __future__ import annotations

_ANNOTATIONS = "PEP 649: an annotation in a class body is no step any more"
_BODIES = "the compiler adds names to class bodies, and the metaclass is handed them"

CHANGED: dict[str, tuple[tuple[int, str], ...]] = {
    "03_slots": ((13, "message text of an AttributeError"),),
    "04_dataclasses": ((14, _ANNOTATIONS),),
    "05_named_tuples": ((14, _ANNOTATIONS),),
    "15_nested_exceptions": ((14, "PEP 765: a warning about return and break in finally"),),
    "18_match": ((14, _ANNOTATIONS),),
    "51_class_bodies": ((13, _BODIES), (14, _BODIES)),
    "52_hostile_namespace": ((13, _BODIES),),
    "55_del": ((11, "message text of an UnboundLocalError"),),
    "70_simulation": ((14, _ANNOTATIONS),),
}


def reason(program: str, one: str, other: str) -> str | None:
    """Return why two runtimes may differ in a program, or None: they may not."""
    low, high = sorted(int(runtime.rpartition(".")[2]) for runtime in (one, other))
    return next((why for minor, why in CHANGED.get(program, ()) if low < minor <= high), None)
