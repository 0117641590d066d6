// The worker: Python, the recorder and the lessons, answering requests. The only file that knows Pyodide.

import { inBatches } from "./batches.js";
import { boundMemory, confine, seal } from "./confine.js";
import { guarded } from "./guard.js";
import { ALIVE } from "./messages.js";

/** Bytes that the interpreter can ever have; a run's own limit is lower (runtime.js). */
const MEMORY_MOST = 2 ** 30;

// A reader's code may replace what it finds in this world, but not what is bound here.
const { parse, stringify } = JSON;

/** @typedef {import("./messages.js").Request} Request */
/** @typedef {import("./messages.js").Place} Place */
/** @typedef {import("./messages.js").Failure} Failure */
/** @typedef {import("./messages.js").Code} Code */
/** @typedef {{[name: string]: any}} Proxy a Python object */
/** @typedef {import("./messages.js").Pieces} Pieces */
/** @typedef {{respond: Proxy, lessons: Proxy, used: () => number}} Python */

/**
 * @param {Code} code
 * @param {unknown} cause
 * @returns {Failure}
 */
function failure(code, cause) {
  return { code, detail: /** @type {any} */ (cause)?.message ?? String(cause) };
}

/**
 * The second module is loadPyodide's own; asked for here, a failure is known for what it is, and both arrive at once.
 * @param {Place} place
 * @returns {Promise<typeof import("pyodide").loadPyodide>}
 */
async function fetchLoader({ indexURL }) {
  const [{ loadPyodide }] = await Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map((file) => import(indexURL + file)));
  return loadPyodide;
}

/**
 * The recorder catches what a lesson prints; what is written here is the interpreter's own last words.
 * @param {typeof import("pyodide").loadPyodide} loadPyodide
 * @param {Place} place
 * @returns {Promise<import("pyodide").PyodideAPI>}
 */
async function startPython(loadPyodide, { indexURL, lockFileURL, stdLibURL, packageBaseUrl }) {
  /** @type {string[]} */
  const said = [];
  const options = {
    indexURL,
    lockFileURL,
    stdLibURL,
    packageBaseUrl,
    env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" }, // as natively
    stdout: () => undefined,
    stderr: (/** @type {string} */ text) => void said.push(text),
  };
  return loadPyodide(options).catch((cause) => {
    throw failure("boot", [failure("boot", cause).detail, ...said].join("\n"));
  });
}

/**
 * Why a wheel did not come: with a checksum, fetch says the same of a missing file and of a wrong one.
 * @param {import("pyodide").PyodideAPI} pyodide
 * @param {Place} place
 * @param {string} said by the loader
 * @returns {Promise<Failure>}
 */
async function whyRefused({ lockfile }, { package: name, lockFileURL, packageBaseUrl }, said) {
  const wheel = lockfile.packages[name]?.file_name;
  if (!wheel) return failure("package", `${lockFileURL} names no package ${name}.`);
  const url = new URL(wheel, packageBaseUrl).href;
  const status = await fetch(url).then(({ ok, status }) => (ok ? "" : `HTTP ${status}`), String);
  return status ? failure("network", `${url}: ${status}`) : failure("package", `${url}: ${said}`);
}

/**
 * loadPackage resolves also when the checksum is wrong or the file is missing; only what it returns tells.
 * @param {import("pyodide").PyodideAPI} pyodide
 * @param {Place} place
 */
async function installLessons(pyodide, place) {
  /** @type {string[]} */
  const said = [];
  const options = {
    messageCallback: () => undefined,
    errorCallback: (/** @type {string} */ text) => void said.push(text),
  };
  const loaded = await pyodide.loadPackage(place.package, options);
  if (!loaded.some(({ name }) => name === place.package)) throw await whyRefused(pyodide, place, said.join(" "));
}

/**
 * @param {import("pyodide").PyodideAPI} pyodide
 * @param {string} folder of the lessons in the installed wheel
 * @returns {Python}
 */
function openLessons(pyodide, folder) {
  const recorder = pyodide.pyimport("site_runtime.recorder");
  const installed = pyodide.pyimport("sysconfig").get_path("purelib");
  const lessons = recorder.load_lessons(pyodide.pyimport("pathlib").Path(installed, folder));
  return { respond: recorder.respond, lessons, used: () => memoryOf(pyodide) };
}

/**
 * @param {import("pyodide").PyodideAPI} pyodide
 * @returns {number} bytes of the interpreter's memory, which never shrinks
 */
function memoryOf(pyodide) {
  return /** @type {any} */ (pyodide)._module.HEAP8.length;
}

/**
 * Runs `task`; whatever goes wrong in it that is not told yet is told as `code`.
 * @template T
 * @param {Code} code
 * @param {() => T | Promise<T>} task
 * @returns {Promise<T>}
 */
async function stage(code, task) {
  try {
    return await task();
  } catch (cause) {
    if (cause && typeof cause === "object" && "code" in cause && "detail" in cause) throw cause;
    throw failure(code, cause);
  }
}

/**
 * @param {Place} place
 * @returns {Promise<Python & {version: string}>} rejects with a Failure
 */
async function boot(place) {
  await stage("boot", () => confine(self));
  boundMemory(self, MEMORY_MOST);
  const loadPyodide = await stage("network", () => fetchLoader(place));
  const pyodide = await stage("boot", () => guarded(self, () => startPython(loadPyodide, place)));
  await stage("package", () => installLessons(pyodide, place));
  const python = await stage("lessons", () => openLessons(pyodide, place.lessons));
  const version = pyodide.pyimport("platform").python_version();
  await stage("boot", () => seal(self));
  return { ...python, version };
}

/**
 * Python answers in JSON; nothing of it is understood here.
 * @param {Python} python
 * @param {Request} request
 * @param {(pieces: Pieces) => void} send
 * @returns {{result: object} | {failure: Failure}}
 */
function respond({ respond, lessons, used }, request, send) {
  const { tell, flush } = inBatches(send);
  const answer = parse(/** @type {any} */ (respond)(lessons, stringify(request), tell, used));
  flush();
  return answer;
}

/**
 * A Python exception leaves the interpreter whole; anything else (its stack, its memory) does not.
 * @param {unknown} cause
 * @returns {Failure}
 */
function whatFailed(cause) {
  const python = cause instanceof Error && cause.name === "PythonError";
  return failure(python ? "request" : "died", cause);
}

/**
 * @param {string} name of the lock to be held until this worker's end; "" where there are no locks
 * @returns {Promise<void>} when it is held
 */
function holdLife(name) {
  if (!name) return Promise.resolve();
  return new Promise((held) => {
    navigator.locks.request(name, () => {
      held();
      return new Promise(() => undefined);
    });
  });
}

/**
 * Answers every request that comes through `port`, one after the other.
 * @param {MessagePort} port
 * @param {string} lifeName see launch.js
 */
export async function serve(port, lifeName) {
  /** @type {Promise<Python & {version: string}> | undefined} */
  let python;
  const post = port.postMessage.bind(port);
  await holdLife(lifeName);
  post(ALIVE);
  port.onmessage = async ({ data }) => {
    const { id, type } = data;
    const send = (/** @type {Pieces} */ pieces) => post({ type: "part", id, ...pieces });
    try {
      if (type === "boot") python = boot(data.place);
      const ready = await python;
      const booted = { result: { python: ready?.version } };
      const { result, failure } = /** @type {any} */ (type === "boot" ? booted : respond(/** @type {any} */ (ready), data, send));
      post(failure ? { type: "failed", id, failure } : { type: "done", id, result });
    } catch (cause) {
      post({ type: "failed", id, failure: cause instanceof Error ? whatFailed(cause) : cause });
    }
  };
}
