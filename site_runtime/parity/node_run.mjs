// node node_run.mjs PYODIDE ROOT LESSONS
// Runs `python -m site_runtime.recorder --lessons LESSONS` of the project at ROOT inside the Pyodide in the folder PYODIDE.

import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const MAIN = `
import runpy, sys
sys.argv = ["site_runtime.recorder", "--lessons", lessons]
sys.path.insert(0, "/project")
try:
    runpy.run_module("site_runtime.recorder", run_name="__main__", alter_sys=True)
except SystemExit as end:
    sys.stdout.flush()
    status = end.code or 0
`;

const [pyodideFolder, root, lessons] = process.argv.slice(2).map((/** @type {string} */ path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({
  indexURL: `${pyodideFolder}/`,
  env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1" },
});

/** @type {Uint8Array[]} */
const written = [];
pyodide.setStdout({ write: (/** @type {Uint8Array} */ bytes) => written.push(bytes.slice()) && bytes.length });
pyodide.setStderr({ batched: (/** @type {string} */ text) => console.error(text) });
pyodide.mountNodeFS("/project", root);
pyodide.mountNodeFS(`/lessons/${basename(lessons)}`, lessons);
pyodide.globals.set("lessons", `/lessons/${basename(lessons)}`);
pyodide.globals.set("status", 0);
pyodide.runPython(MAIN);
process.stdout.write(Buffer.concat(written));
process.exitCode = Number(pyodide.globals.get("status"));
