// What one lab shows: an input, a recording of it, a position; and what a reader has set. Everything on the screen is derived
// from this. Nothing here touches the page.

import { makeStops } from "../core/breakpoints.js";
import * as steps from "../core/steps.js";
import { parseTrace } from "../core/trace.js";

/** @typedef {import("./types.js").Manifest} Manifest */
/** @typedef {import("./types.js").Input} Input */
/** @typedef {import("./types.js").Origin} Origin */
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

/** Fires "change" after every change, and "stops" after one of the stops. */
export class Session extends EventTarget {
  /** @type {Map<string, Trace>} shipped traces by input */
  #shipped = new Map();
  /** @type {Trace | null} */
  #live = null;
  /** @type {{name: string, trace: Trace} | null} */
  #file = null;
  /** @type {Stops | null} */
  #stops = null;
  /** @type {Map<string, Promise<Trace>>} */
  #loading = new Map();

  /**
   * @param {Manifest} manifest
   * @param {StopSettings} settings
   * @param {(path: string) => Promise<string>} load the text of a file below the manifest's base
   */
  constructor(manifest, settings, load) {
    super();
    this.manifest = manifest;
    this.settings = settings;
    this.load = load;
    this.input = manifest.inputs[0];
    /** @type {Origin} */
    this.origin = "shipped";
    this.position = 0;
    /** @type {number | null} index in the stack; null for the activation on top */
    this.frame = null;
    for (const [name, text] of Object.entries(manifest.shipped)) this.#shipped.set(name, parseTrace(text));
  }

  /** @returns {Trace} */
  get trace() {
    if (this.origin === "file" && this.#file) return this.#file.trace;
    if (this.origin === "live" && this.#live) return this.#live;
    return this.shipped;
  }

  /** @returns {Trace} of the chosen input; it is loaded before an input is chosen */
  get shipped() {
    return /** @type {Trace} */ (this.#shipped.get(this.input.name));
  }

  get fileName() {
    return this.#file?.name ?? "";
  }

  /** @returns {Stops} */
  get stops() {
    this.#stops ??= makeStops(this.trace, this.settings);
    return this.#stops;
  }

  #change() {
    this.dispatchEvent(new Event("change"));
  }

  /**
   * @param {string} name of an input
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
   * @param {string} name of an input
   * @param {number} [position]
   */
  async choose(name, position = 0) {
    const input = this.manifest.inputs.find((one) => one.name === name);
    if (!input) return;
    await this.traceOf(name);
    this.input = input;
    this.#live = null;
    this.#file = null;
    this.#show("shipped", position);
  }

  /**
   * @param {Origin} origin
   * @param {number} position
   */
  #show(origin, position) {
    this.origin = origin;
    this.#stops = null;
    this.frame = null;
    this.position = Math.min(Math.max(0, position), this.trace.count - 1);
    this.#change();
  }

  /**
   * Shows another recording of the same input at the same position.
   * @param {Origin} origin
   * @param {Trace | null} [live] the recording made in this browser
   */
  show(origin, live = this.#live) {
    this.#live = live;
    this.#show(origin, this.position);
  }

  /**
   * @param {string} name of the file
   * @param {Trace} trace
   */
  open(name, trace) {
    this.#file = { name, trace };
    this.#show("file", 0);
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
    this.settings = { ...this.settings, ...change };
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
    const rest = lines.filter((stop) => stop.file !== file || stop.line !== line);
    const added = rest.length === lines.length;
    const order = (/** @type {Breakpoint} */ a, /** @type {Breakpoint} */ b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1);
    this.set({ lines: added ? [...rest, { file, line, enabled: true, hits: null }].sort(order) : rest });
    return added;
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
