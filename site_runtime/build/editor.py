"""The editor of the experiment copy: CodeMirror from npm, bundled with its licences into one file by esbuild."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from site_runtime.build.cache import Cache, digest
from site_runtime.build.errors import BuildError
from site_runtime.build.node import find_node

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "site_runtime" / "editor" / "editor.js"
LOCK = ROOT / "package-lock.json"
ESBUILD = ROOT / "node_modules" / "esbuild" / "bin" / "esbuild"
BUNDLE = "editor.js"
LICENCES = "LICENCES.txt"
OPTIONS = ("--bundle", "--format=esm", "--target=es2022", "--minify", "--legal-comments=none", "--charset=utf8")


def bundle(cache: Cache) -> dict[str, Path]:
    """Return file name -> file of the bundle and of its packages' licences; BuildError when it cannot be made."""
    key = digest(LOCK, SOURCE, *OPTIONS)
    made = cache.get("editor", key, _make)
    return {name: made / name for name in (BUNDLE, LICENCES)}


def _make(folder: Path) -> None:
    meta = folder / "meta.json"
    command = [*_esbuild(), str(SOURCE), *OPTIONS, f"--outfile={folder / BUNDLE}", f"--metafile={meta}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"the editor cannot be bundled: {done.stderr.strip()[-2000:]}")
    packages = _packages(json.loads(meta.read_text("utf-8"))["inputs"])
    meta.unlink()
    (folder / LICENCES).write_text("\n".join(map(_licence, packages)), "utf-8")


def _esbuild() -> list[str]:
    """Return the command: esbuild's set-up puts a program in the place of its own script where it may."""
    if not ESBUILD.is_file():
        raise BuildError("esbuild is missing: run `make setup`")
    script = ESBUILD.read_bytes()[:2] == b"#!"
    return [find_node(), str(ESBUILD)] if script else [str(ESBUILD)]


def _packages(inputs: dict[str, object]) -> list[Path]:
    """Return the folders of the packages that these files come from."""
    paths = [Path(path).parts for path in inputs if path.startswith("node_modules/")]
    return sorted({ROOT.joinpath(*parts[: 3 if parts[1].startswith("@") else 2]) for parts in paths})


def _licence(package: Path) -> str:
    name = package.relative_to(ROOT / "node_modules").as_posix()
    found = sorted(package.glob("LICEN[CS]E*"))
    if not found:
        raise BuildError(f"{package}: no licence to hand on with the editor; name its file LICENSE")
    return f"{name}\n\n{found[0].read_text('utf-8').strip()}\n"
