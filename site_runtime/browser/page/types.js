// The words of the page: what the build hands over, what a view is shown, what a reader can ask for.

/** @typedef {import("../core/trace.js").Trace} Trace */
/** @typedef {import("../core/types.js").State} State */
/** @typedef {import("../core/types.js").Value} Value */
/** @typedef {import("./strings.js").Words} Words */
/** @typedef {import("./strings.js").Lang} Lang */

/** @typedef {{zh: string, en: string}} Title */

/**
 * What a lesson asks the page to show; everything is optional.
 * @typedef {object} Watch
 * @property {{name: string, title: Title, view?: string}[]} [objects]
 * @property {{path: string, title: Title, format?: string, limits?: {lines?: number, bytes?: number}}[]} [folders]
 * @property {{name: string, title: Title, holder?: string[]}} [lock]
 * @property {{actors: string, state?: string, messages: string, from: string, to: string, text: string}} [diagram]
 */

/**
 * @typedef {{label: string, text: string, lines: Record<string, number[]>}} Source
 * @typedef {{name: string, title: Title, prepare: string, call: string, trace: string, sha256: string, bytes: number, snapshots: number, focus: number}} Input
 */

/**
 * @typedef {object} Manifest
 * @property {string} lesson
 * @property {string} area
 * @property {string} function
 * @property {string} file
 * @property {Title} title
 * @property {Watch} watch
 * @property {string} python version that recorded the shipped traces
 * @property {string} base
 * @property {import("../runtime.js").RuntimeFiles & {python: string}} runtime
 * @property {Source[]} sources
 * @property {Input[]} inputs
 * @property {Record<string, string>} shipped
 * @property {boolean} [alone] there is neither a Python nor any other file: an opened recording, or a page by itself
 */

/** @typedef {"shipped" | "live" | "file"} Origin where the shown trace comes from */

/** @typedef {import("../core/targets.js").Target} Target */
/** @typedef {import("../core/breakpoints.js").Watched} Watched */
/** @typedef {import("../core/breakpoints.js").Breakpoint} Breakpoint */
/** @typedef {import("../core/breakpoints.js").ChangeStop & {label: string}} ChangeStop */

/**
 * @typedef {"into" | "over" | "out" | "continue" | "backInto" | "backOver" | "backOut" | "reverse" | "first" | "last"} Command
 */
export {};
