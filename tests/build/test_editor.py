"""The editor is one file that asks nobody else for anything, with the licences of all that is in it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from site_runtime.build import editor
from site_runtime.build.cache import Cache
from site_runtime.build.errors import BuildError

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return editor.bundle(Cache(tmp_path_factory.mktemp("cache")))


def test_it_is_whole_and_within_the_policy(made: dict[str, Path]) -> None:
    text = made["editor.js"].read_text("utf-8")
    assert re.findall(r"\bexport\s*\{[^}]*\bas mount\b", text)
    assert not re.search(r"\bimport\s*[\"'(]|\beval\(|new Function\(|https?://(?!www\.w3\.org/)", text)
    assert len(text) < 400_000


def test_every_package_in_it_is_locked_and_brings_its_licence(made: dict[str, Path]) -> None:
    licences = made["LICENCES.txt"].read_text("utf-8")
    names = re.findall(r"^(@?[a-z][\w/-]+)\n\n", licences, re.M)
    assert {"@codemirror/view", "@codemirror/state", "@lezer/python", "style-mod"} <= set(names)
    assert licences.count("Permission is hereby granted") == len(names)
    locked = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    assert all(locked[f"node_modules/{name}"]["integrity"] for name in names)


def test_a_missing_esbuild_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(editor, "ESBUILD", tmp_path / "esbuild")
    with pytest.raises(BuildError, match="make setup"):
        editor.bundle(Cache(tmp_path / "cache"))


def test_what_cannot_be_bundled_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    source = tmp_path / "editor.js"
    source.write_text("import { nothing } from './not-there.js';\n")
    monkeypatch.setattr(editor, "SOURCE", source)
    with pytest.raises(BuildError, match="not-there"):
        editor.bundle(Cache(tmp_path / "cache"))
