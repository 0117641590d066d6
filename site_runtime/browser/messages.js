// What the page and the worker say to each other. Every request has an id; every reply repeats it.
// A request is answered by any number of "part" replies and then by exactly one "done" or "failed".

/**
 * Where the runtime's files lie; absolute addresses, folders end with "/".
 * @typedef {object} Place
 * @property {string} indexURL folder of the Python runtime
 * @property {string} lockFileURL
 * @property {string} stdLibURL
 * @property {string} packageBaseUrl folder of the wheel
 * @property {string} package name of the wheel's package in the lock file
 * @property {string} lessons folder of the lessons inside the installed wheel
 */

/**
 * Which input of which lesson.
 * @typedef {{lesson: string, area: string, input: string}} Choice
 */

/**
 * @typedef {{type: "boot", id: number, place: Place}} Boot
 * @typedef {{type: "run", id: number} & Choice} Run
 * @typedef {{type: "record", id: number} & Choice} Recording
 * @typedef {Boot | Run | Recording} Request
 */

/**
 * What a run leaves behind: standard output, the watched files by path, the exception that left it.
 * @typedef {{output: string, files: Record<string, string>, exception: string | null}} Outcome
 * @typedef {{python: string}} Booted
 * @typedef {Outcome & {seconds: number}} Ran
 * @typedef {Outcome & {snapshots: number, focus: number, stopped: string | null}} Recorded
 */

/**
 * `code` says what failed:
 * "network" a file did not arrive, "wasm" the compiled interpreter was refused, "package" the lessons' wheel was
 * refused, "lessons" what is in it is no lesson, "boot" the interpreter did not start, "request" this request cannot be done (the worker goes on),
 * "died" the worker is gone, "stopped" it was stopped on purpose.
 * @typedef {"network" | "wasm" | "package" | "lessons" | "boot" | "request" | "died" | "stopped"} Code
 * @typedef {{code: Code, detail: string}} Failure
 */

/**
 * `part` is a piece that left while the request was still at work: a line of the trace, or standard output.
 * @typedef {{type: "part", id: number, line?: string, output?: string}} Part
 * @typedef {{type: "done", id: number, result: Booted | Ran | Recorded}} Done
 * @typedef {{type: "failed", id: number, failure: Failure}} Failed
 * @typedef {Part | Done | Failed} Reply
 */

/** The worker says once, with id 0, that it holds the lock by which its death is noticed. */
export const ALIVE = Object.freeze({ type: "alive", id: 0 });
