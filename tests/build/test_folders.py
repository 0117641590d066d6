"""The sentences of the design about who may import what."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOADER = re.compile(r"loadPyodide|loadPackage|pyodide\.mjs|pyimport|runPython|PyodideAPI")


def imported(source: str) -> Iterator[str]:
    """Yield the full name of every module that a source imports, wherever in it; a relative one starts with a dot."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def strangers(source: str, own: str) -> list[str]:
    """Return what a source imports that is neither the standard library's nor below the package `own`."""
    return [
        name
        for name in imported(source)
        if name.split(".")[0] not in sys.stdlib_module_names and not f"{name}.".startswith(f"{own}.")
    ]


def sources(folder: str) -> list[Path]:
    found = sorted((ROOT / folder).rglob("*.py"))
    assert found, f"{folder} holds no Python"
    return found


@pytest.mark.parametrize(
    ("folder", "own"),
    [
        ("lesson_code", "lesson_code"),
        ("essay_code", "essay_code"),
        ("site_runtime/recorder", "site_runtime.recorder"),
    ],
)
def test_lessons_and_recorder_import_the_standard_library_and_themselves_only(folder: str, own: str) -> None:
    assert {str(path): found for path in sources(folder) if (found := strangers(path.read_text("utf-8"), own))} == {}


def test_only_the_plugin_imports_mkdocs() -> None:
    users = [
        path.relative_to(ROOT).as_posix()
        for path in [*sources("site_runtime"), *sources("lesson_code"), *sources("tools")]
        if any(name.split(".")[0] == "mkdocs" for name in imported(path.read_text("utf-8")))
    ]
    assert users == ["site_runtime/build/plugin.py"]


def test_only_the_worker_names_the_loader_of_pyodide() -> None:
    users = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "site_runtime" / "browser").rglob("*.js"))
        if LOADER.search(path.read_text("utf-8"))
    ]
    assert users == ["site_runtime/browser/worker.js"]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import json, os.path\nfrom collections import abc", []),
        ("from lesson_code.team_protocols import team", []),
        ("import lesson_code_other", ["lesson_code_other"]),
        ("def late():\n    import mkdocs.plugins", ["mkdocs.plugins"]),
        ("from site_runtime import recorder", ["site_runtime"]),
        ("from . import team", ["."]),
    ],
)
def test_a_forbidden_import_is_found_wherever_it_stands(source: str, found: list[str]) -> None:
    assert strangers(source, "lesson_code") == found
