// What one lab shows: an input, a recording of it, a position; and what a reader has set. Everything on the screen is derived
// from this. Nothing here touches the page.

import { makeStops } from "../core/breakpoints.js";
import * as steps from "../core/steps.js";
import { parseTrace } from "../core/trace.js";

/** @typedef {import("./types.js").Manifest} Manifest */
/** @typedef {import("./types.js").Input} Input */
/** @typedef {import("./types.js").Origin} Origin */
/** @typedef {import("./types.js").Shown} Shown */
/** @typedef {import("./types.js").Program} Program */
/** @typedef {import("./types.js").Command} Command */
/** @typedef {import("./types.js").Trace} Trace */
/** @typedef {import("./types.js").Breakpoint} Breakpoint */
/** @typedef {import("./types.js").ChangeStop} ChangeStop */
/** @typedef {import("./kept.js").StopSettings} StopSettings */
/** @typedef {import("../core/breakpoints.js").Stops} Stops */

/** @type {Record<Command, (trace: Trace, p: number, stops: Stops) => number>} */
const COMMANDS = {
  into: steps.stepInto,
  over: steps.stepOver,
  out: steps.stepOut,
  continue: steps.continueTo,
  backInto: steps.backInto,
  backOver: steps.backOver,
  backOut: steps.backOut,
  reverse: steps.reverseContinue,
  first: steps.first,
  last: steps.last,
};

/**
 * @param {Input} input
 * @returns {Pick<Program, "input" | "prepare" | "call">}
 */
export function textsOf({ name, prepare, call, own }) {
  return own ? { prepare, call } : { input: name };
}

/**
 * @param {readonly Breakpoint[]} lines
 * @param {string} file
 * @param {number} line
 * @returns {Breakpoint[]} in order, with a breakpoint there where there was none, and without one where there was one
 */
export function toggledIn(lines, file, line) {
  const rest = lines.filter((stop) => stop.file !== file || stop.line !== line);
  if (rest.length < lines.length) return rest;
  const order = (/** @type {Breakpoint} */ a, /** @type {Breakpoint} */ b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1);
  return [...rest, { file, line, enabled: true, hits: null }].sort(order);
}

/** Fires "change" after every change, and "stops" after one of the stops. */
export class Session extends EventTarget {
  /** @type {Map<string, Trace>} shipped traces by input */
  #shipped = new Map();
  /** @type {Stops | null} */
  #stops = null;
  /** @type {Map<string, Promise<Trace>>} */
  #loading = new Map();
  /** @type {StopSettings} of the original code */
  #original;
  /** Stops on the lines of a reader's edited code are of their own. @type {StopSettings | null} */
  #edited = null;
  /** @type {import("../core/breakpoints.js").FindTrue} */
  findTrue = () => [];

  /**
   * @param {Manifest} manifest
   * @param {StopSettings} settings
   * @param {(path: string) => Promise<string>} load the text of a file below the manifest's base
   */
  constructor(manifest, settings, load) {
    super();
    this.manifest = manifest;
    this.#original = settings;
    this.load = load;
    this.input = manifest.inputs[0];
    this.position = 0;
    /** @type {number | null} index in the stack; null for the activation on top */
    this.frame = null;
    for (const [name, text] of Object.entries(manifest.shipped)) this.#shipped.set(name, parseTrace(text));
    /** @type {Shown} */
    this.shown = this.shippedOf(this.input);
  }

  /** @returns {Trace} */
  get trace() {
    return this.shown.trace;
  }

  /** @returns {Origin} */
  get origin() {
    return this.shown.origin;
  }

  get isEdited() {
    return this.shown.edited !== null;
  }

  /** @returns {StopSettings} */
  get settings() {
    return this.isEdited ? (this.#edited ?? this.#original) : this.#original;
  }

  /** @returns {StopSettings} of the edited code; at first those of the original */
  get editedSettings() {
    return this.#edited ?? this.#original;
  }

  set editedSettings(settings) {
    this.#edited = settings;
    this.#stops = null;
    this.#change();
  }

  /** @returns {Program | null} what was recorded; null for an opened file */
  get program() {
    const { lesson, area } = this.manifest;
    if (this.origin === "file" || this.manifest.alone) return null;
    return { lesson, area, ...textsOf(this.input), ...(this.shown.edited ? { edited: this.shown.edited } : {}) };
  }

  /**
   * @param {Input} input one of the lesson's, already loaded
   * @returns {Shown}
   */
  shippedOf({ name }) {
    const trace = /** @type {Trace} */ (this.#shipped.get(name));
    return { origin: "shipped", trace, sources: this.manifest.sources, edited: null, python: "", stopped: null };
  }

  /** @returns {Trace | null} the shipped one of the chosen input; it is loaded before one of the lesson's inputs is chosen */
  get shipped() {
    return this.#shipped.get(this.input.name) ?? null;
  }

  /** @returns {Stops} */
  get stops() {
    this.#stops ??= makeStops(this.trace, this.settings, this.findTrue);
    return this.#stops;
  }

  #change() {
    this.dispatchEvent(new Event("change"));
  }

  /** Other hits have become known. */
  found() {
    this.#stops = null;
    this.#change();
  }

  /**
   * @param {string} name of one of the lesson's inputs
   * @returns {Promise<Trace>} rejects where it cannot be loaded or read; a later call tries again
   */
  traceOf(name) {
    const there = this.#shipped.get(name);
    if (there) return Promise.resolve(there);
    const loading = this.#loading.get(name) ?? this.#fetch(name).finally(() => this.#loading.delete(name));
    this.#loading.set(name, loading);
    return loading;
  }

  /** @param {string} name */
  async #fetch(name) {
    const input = this.manifest.inputs.find((one) => one.name === name);
    if (!input) throw new RangeError(`no input ${name}`);
    const trace = parseTrace(await this.load(input.trace));
    this.#shipped.set(name, trace);
    return trace;
  }

  /**
   * @param {string} name of one of the lesson's inputs
   * @param {number} [position]
   */
  async choose(name, position = 0) {
    const input = this.manifest.inputs.find((one) => one.name === name);
    if (!input) return;
    await this.traceOf(name);
    this.input = input;
    this.show(this.shippedOf(input), position);
  }

  /**
   * Shows another recording; without a position, at the same one.
   * @param {Shown} shown
   * @param {number} [position]
   * @param {Input} [input] a reader's own, where it is of one
   */
  show(shown, position = this.position, input = this.input) {
    this.shown = shown;
    this.input = input;
    if (shown.edited) this.#edited ??= this.#original;
    this.#stops = null;
    this.frame = null;
    this.position = Math.min(Math.max(0, position), this.trace.count - 1);
    this.#change();
  }

  /** @param {number} position */
  go(position) {
    const next = Math.min(Math.max(0, Math.round(position)), this.trace.count - 1);
    if (next === this.position && this.frame === null) return;
    this.position = next;
    this.frame = null;
    this.#change();
  }

  /** @param {Command} command */
  command(command) {
    this.go(COMMANDS[command](this.trace, this.position, this.stops));
  }

  /**
   * @param {string} file
   * @param {number} line
   */
  runTo(file, line) {
    this.go(steps.runToLine(this.trace, this.position, file, line));
  }

  /** @param {number} index of a frame in the stack */
  choosesFrame(index) {
    this.frame = index;
    this.#change();
  }

  /** @param {Partial<StopSettings>} change */
  set(change) {
    const settings = { ...this.settings, ...change };
    if (this.isEdited) this.#edited = settings;
    else this.#original = settings;
    this.#stops = null;
    this.dispatchEvent(new Event("stops"));
    this.#change();
  }

  /**
   * @param {string} file
   * @param {number} line one that can stop
   * @returns {boolean} whether there is a breakpoint now
   */
  toggle(file, line) {
    const { lines } = this.settings;
    const next = toggledIn(lines, file, line);
    this.set({ lines: next });
    return next.length > lines.length;
  }

  /**
   * @param {number} index
   * @param {Partial<Breakpoint> | null} change null removes it
   */
  setLine(index, change) {
    this.set({ lines: this.settings.lines.flatMap((stop, at) => (at !== index ? [stop] : change ? [{ ...stop, ...change }] : [])) });
  }

  /**
   * @param {number} index
   * @param {Partial<ChangeStop> | null} change null removes it
   */
  setChange(index, change) {
    this.set({ changes: this.settings.changes.flatMap((stop, at) => (at !== index ? [stop] : change ? [{ ...stop, ...change }] : [])) });
  }
}
