// node compile_stdlib.mjs PYODIDE ARCHIVE PACKAGES
// Compiles the Python files in ARCHIVE, in place, inside the Pyodide in the folder PYODIDE, by the pyodide-build in PACKAGES.

import { basename, dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, archive, packages] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
// With a fixed epoch the bytecode carries a hash of its source in place of a time.
const pyodide = await loadPyodide({ indexURL: `${runtime}/`, env: { HOME: "/home/pyodide", SOURCE_DATE_EPOCH: "315532800" } });
pyodide.mountNodeFS("/packages", packages);
pyodide.mountNodeFS("/archive", dirname(archive));
pyodide.globals.set("archive", `/archive/${basename(archive)}`);
pyodide.runPython(`
import sys
sys.path.append("/packages")
from pyodide_build.cli.py_compile import main
main([archive, "--silent"], standalone_mode=False)
`);
