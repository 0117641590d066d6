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
 * What to run: an input of an area, or the reader's own preparation and call. `edited`: other texts for sources of the lesson, by label.
 * @typedef {{lesson: string, area: string, input?: string, prepare?: string, call?: string, edited?: Record<string, string>}} Program
 */

/**
 * Where a run is ended. `seconds` of the clock; `memory` and `output` in bytes and characters; `steps` of a recording.
 * @typedef {{steps?: number, seconds?: number, output?: number, memory?: number}} Limits
 */

/**
 * What is asked at a position of a trace. `line`: what the trace shows there, 0 at its end. `activation`: one of those on the stack; null at the end
 * position, where the namespace of preparation and call is asked. `stopped`: the trace's own, where it has ended early.
 * @typedef {{position: number, line: number, activation: number | null, expressions: string[], stopped?: string | null}} Question
 * @typedef {{file: string, line: number, condition?: string, log?: string}} SearchStop
 */

/**
 * @typedef {{type: "boot", id: number, place: Place}} Boot
 * @typedef {{type: "run" | "record", limits?: Limits} & Program} Run
 * @typedef {{type: "evaluate", limits?: Limits} & Program & Question} Evaluate
 * @typedef {{type: "search", limits?: Limits, stops: SearchStop[]} & Program} Search
 * @typedef {{type: "check", label: string, text: string}} Check
 * @typedef {Run | Evaluate | Search | Check} Work
 * @typedef {Boot | (Work & {id: number})} Request
 */

/**
 * What a run leaves behind: standard output, the watched files by path, the exception that left it. `stopped`: the limit that ended it ("steps",
 * "seconds", "output", "memory"), or why the recording ended before the program ("depth", "tracing", "recorder").
 * @typedef {{output: string, files: Record<string, string>, exception: string | null, stopped: string | null}} Outcome
 * @typedef {{python: string}} Booted
 * @typedef {Outcome & {seconds: number}} Ran
 * @typedef {Outcome & {snapshots: number, focus: number}} Recorded
 */

/**
 * An expression's value: its whole `repr` (`cut`: only the beginning) and its type, or the error that it raised; `output` is what it printed.
 * @typedef {{text: string, type: string, error: {type: string, message: string} | null, output: string, cut: boolean}} Answer
 */

/**
 * `diverged`: the run is not where the trace is; there are no answers then. `stopped`: a limit ended the run before the position.
 * @typedef {{reason: string, position: number, line: number, function: string | null}} Diverged
 * @typedef {{answers: Answer[], diverged: Diverged | null, stopped: string | null}} Answers
 */

/**
 * A hit: where the condition is true, with the `text` of the log expression; or where one of them raises.
 * `snapshots`: how many the run passed; `stopped`: the limit that ended it, "hits" among them.
 * @typedef {{stop: number, position: number, text?: string, error?: {type: string, message: string}}} Hit
 * @typedef {{stopped: string | null, snapshots: number}} Searched
 */

/**
 * Where a text is no Python, or raises; columns count characters from 1, 0 where no place is known.
 * @typedef {{file: string, line: number, column: number, endLine: number, endColumn: number, message: string}} Fault
 * @typedef {{lines: Record<string, number[]>, error: Fault | null}} Checked
 */

/**
 * `code` says what failed:
 * "network" a file did not arrive, "wasm" the compiled interpreter was refused, "package" the lessons' wheel was
 * refused, "lessons" what is in it is no lesson, "boot" the interpreter did not start, "request" this request cannot be done (the worker goes on),
 * "syntax" one of the reader's texts is no Python and "preparation" the preparation raised (`faults` say where; the worker goes on),
 * "died" the worker is gone, "stopped" it was stopped on purpose, "slow" a question was not answered in its time, "newer" another took its place.
 * @typedef {"network" | "wasm" | "package" | "lessons" | "boot" | "request" | "syntax" | "preparation" | "died" | "stopped" | "slow" | "newer"} Code
 * @typedef {{code: Code, detail: string, faults?: Fault[]}} Failure
 */

/**
 * `part` is what left while the request was still at work: whole lines of the trace; pieces of the line after them that is not whole
 * yet (recorder/writer.py, `tell_tail`); standard output; hits; answers, while what the run has changed is still being undone.
 * @typedef {{lines?: string[], tail?: string[], output?: string, hits?: Hit[], answers?: Answers}} Pieces
 * @typedef {{type: "part", id: number} & Pieces} Part
 * @typedef {{type: "done", id: number, result: any}} Done
 * @typedef {{type: "failed", id: number, failure: Failure}} Failed
 * @typedef {Part | Done | Failed} Reply
 */

/** The worker says once, with id 0, that it holds the lock by which its death is noticed. */
export const ALIVE = Object.freeze({ type: "alive", id: 0 });
