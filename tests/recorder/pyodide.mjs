// node pyodide.mjs PACKAGE ROOT: tests.recorder.child of the project at ROOT inside the Pyodide in the folder PACKAGE.

import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const START = `
import sys
sys.path.insert(0, "/project")
from tests.recorder.child import answer_line, first_line
`;

const [folder, root] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({
  indexURL: `${folder}/`,
  env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1" },
});
pyodide.setStdout({ batched: (/** @type {string} */ text) => console.error(text) });
pyodide.setStderr({ batched: (/** @type {string} */ text) => console.error(text) });
pyodide.mountNodeFS("/project", root);
pyodide.runPython(START);
const answer = pyodide.globals.get("answer_line");
console.log(pyodide.globals.get("first_line")());
for await (const line of createInterface({ input: process.stdin })) console.log(answer(line));
