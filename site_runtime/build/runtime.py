"""The Python runtime of the page: npm's pyodide, checked file by file, its standard library compiled beforehand.

npm checks the package against package-lock.json only when it installs. ``pyodide.sha256`` holds the checksums of the
files as they were in that verified package (`make lock` writes them anew); each build compares.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sysconfig
import zipfile
from importlib.metadata import version
from pathlib import Path

from site_runtime.build.cache import Cache, digest
from site_runtime.build.errors import BuildError
from site_runtime.build.node import find_node

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "node_modules" / "pyodide"
SUMS = Path(__file__).with_name("pyodide.sha256")
COMPILER = Path(__file__).with_name("compile_stdlib.mjs")
STDLIB = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
SERVED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")


def check(package: Path = PACKAGE, sums: Path = SUMS) -> None:
    """Raise BuildError unless every file that `sums` lists is in `package` with its checksum."""
    for line in sums.read_text("ascii").splitlines():
        expected, name = line.split()
        if _sha256(package / name) != expected:
            raise BuildError(f"{package / name} is not the locked runtime's (its sha256 differs): run `npm ci`")


def _sha256(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise BuildError(f"the browser's Python runtime is incomplete ({error}): run `make setup`") from error


def versions(package: Path = PACKAGE) -> dict[str, str]:
    """Return the versions of Pyodide and of the Python inside it."""
    info = json.loads((package / LOCK).read_text("utf-8"))["info"]
    return {"pyodide": json.loads((package / "package.json").read_text("utf-8"))["version"], "python": info["python"]}


def compiled_stdlib(cache: Cache, package: Path = PACKAGE) -> Path:
    """Return the runtime's standard library with bytecode in place of sources: a browser starts twice as fast on it.

    pyodide-build compiles for the interpreter it runs in, so it runs inside the runtime itself, under node.
    """
    key = digest(version("pyodide-build"), COMPILER, *(package / name for name in (*SERVED, STDLIB)))
    return cache.get("stdlib", key, lambda folder: _compile(package, folder)) / STDLIB


def _compile(package: Path, folder: Path) -> None:
    raw = folder / "raw.zip"
    raw.write_bytes((package / STDLIB).read_bytes())
    command = [find_node(), str(COMPILER), str(package), str(raw), sysconfig.get_path("purelib")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"the runtime's standard library cannot be compiled:\n{done.stdout}{done.stderr}"[:4000])
    _pack(raw, folder / STDLIB)
    raw.unlink()


def _pack(source: Path, target: Path) -> None:
    """Copy a zip without its times, so that equal contents are equal bytes."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as new:
        for name in old.namelist():
            new.writestr(zipfile.ZipInfo(name), old.read(name), zipfile.ZIP_DEFLATED, 6)
