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
 * @typedef {{name: string, title: Title, prepare: string, call: string, trace: string, sha256: string, bytes: number, snapshots: number, focus: number, own?: true}} Input
 */

/**
 * A field of an area's form. "text" becomes a string literal, "json" the literal of any JSON value, "choice" the source text of one option.
 * `default` is a text, a JSON text, or an option's name.
 * @typedef {object} Field
 * @property {string} name
 * @property {Title} title
 * @property {"text" | "json" | "choice"} kind
 * @property {string} default
 * @property {string[]} [suggestions]
 * @property {{name: string, title: Title, text: string}[]} [options]
 */

/** @typedef {{fields: Field[], prepare: string, call: string}} Form the two templates have a hole `${name}` for each field */

/**
 * @typedef {object} Manifest
 * @property {string} lesson
 * @property {string} area
 * @property {string} function
 * @property {string} file
 * @property {Title} title
 * @property {Watch} watch
 * @property {Form | null} [form] what a reader may fill in; the two texts themselves where there is none
 * @property {[number, number]} [span] first and last line of the displayed function in its file
 * @property {string} python version that recorded the shipped traces
 * @property {string} base
 * @property {import("../runtime.js").RuntimeFiles & {python: string}} runtime
 * @property {Source[]} sources
 * @property {Input[]} inputs
 * @property {Record<string, string>} shipped
 * @property {string} [mark] which recording it is, on a page by itself
 * @property {boolean} [alone] there is neither a Python nor any other file: an opened recording, or a page by itself
 */

/**
 * Where the shown trace comes from: the build, this browser, an opened file; a reader's own input or edited code, always of this browser.
 * @typedef {"shipped" | "live" | "file" | "own" | "edited"} Origin
 */

/**
 * What a runtime is to run: the texts and edited sources, where there are any, are a reader's own.
 * @typedef {{lesson: string, area: string, input?: string, prepare?: string, call?: string, edited?: Record<string, string>}} Program
 */

/**
 * A recording with all that is needed to show it truly. `stopped` says why it ended before its program did.
 * @typedef {object} Shown
 * @property {Origin} origin
 * @property {Trace} trace
 * @property {Source[]} sources that it was recorded from
 * @property {Record<string, string> | null} edited a reader's texts among them, by label
 * @property {string} python version, "" where it is the manifest's
 * @property {string | null} stopped
 */

/** @typedef {import("../core/targets.js").Target} Target */
/** @typedef {import("../core/breakpoints.js").Watched} Watched */
/** @typedef {import("../core/breakpoints.js").Breakpoint} Breakpoint */
/** @typedef {import("../core/breakpoints.js").ChangeStop & {label: string}} ChangeStop */

/**
 * @typedef {"into" | "over" | "out" | "continue" | "backInto" | "backOver" | "backOut" | "reverse" | "first" | "last"} Command
 */
export {};
