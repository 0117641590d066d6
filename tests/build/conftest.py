"""A site with lessons from outside, and a way to build small sites of one page."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from site_runtime.commands.build import build

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = Path(__file__).with_name("samples")
CONFIG = """\
site_name: one page
theme: {{name: material, font: false}}
extra: {{languages: [{{name: zh, lang: zh}}, {{name: en, lang: en}}]}}
plugins:
  - lesson: {{lessons: [{lessons}], cache: {cache}}}
markdown_extensions: [pymdownx.superfences]
"""

OnePage = Callable[[str], "CompletedProcess[str]"]


@pytest.fixture(scope="session")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's site with both samples, which lie outside it and may not be written to."""
    folder = tmp_path_factory.mktemp("outside")
    for name in ("plain", "paged"):
        shutil.copytree(SAMPLES / name, folder / name)
    before = listing(folder)
    assert build(folder / "site", [folder / "plain", folder / "paged"], quiet=True) == 0
    assert [line for line in listing(folder) if "/site/" not in line] == before, "the build wrote into the lessons"
    return folder / "site"


def listing(folder: Path) -> list[str]:
    return sorted(f"{path} {path.stat().st_mtime_ns}" for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def one_page(tmp_path: Path) -> OnePage:
    """Build a strict site whose page ``part/page.md`` is the given text, into the test's folder ``site``."""

    def run(text: str) -> CompletedProcess[str]:
        (tmp_path / "docs" / "part").mkdir(parents=True)
        (tmp_path / "docs" / "part" / "page.md").write_text(text, "utf-8")
        config = CONFIG.format(lessons=ROOT / "lesson_code", cache=ROOT / ".cache" / "lesson")
        (tmp_path / "mkdocs.yml").write_text(config, "utf-8")
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")]
        env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
        return subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)

    return run
