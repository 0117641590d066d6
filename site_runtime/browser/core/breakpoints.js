// Breakpoints: which positions of a trace are stops, and why.

import { exceptions } from "./exceptions.js";
import { writers } from "./history.js";
import { positionsOfLine } from "./places.js";

/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./targets.js").Target} Target */

/**
 * Which hits count, by their number from 1: all from the n-th on, only the n-th, or every n-th.
 * @typedef {{when: "from" | "only" | "every", n: number}} HitCount
 */

/**
 * `condition` and `log` are Python expressions: one with a condition stops only where it is true; one with a log stops nowhere.
 * @typedef {{file: string, line: number, enabled?: boolean, hits?: HitCount | null, condition?: string, log?: string}} Breakpoint
 */

/** @typedef {(breakpoint: Breakpoint) => readonly number[]} FindTrue ascending positions at which a condition is known to be true */

/**
 * A variable may also be named by its function, for all its activations: so it holds for another input, too.
 * @typedef {Target | {variable: {file: string, function: string, name: string}}} Watched
 */

/** @typedef {{target: Watched, enabled?: boolean}} ChangeStop */

/** @typedef {{lines?: readonly Breakpoint[], raise?: boolean, changes?: readonly ChangeStop[]}} StopSettings */

/** @typedef {{kind: "line" | "raise" | "change", index: number}} Reason `index`: place in the settings' list, 0 for a raise */

/** The positions at which a run stops. */
export class Stops {
  /** @param {ReadonlyMap<number, Reason[]>} reasons by position */
  constructor(reasons) {
    this.reasonsAt = reasons;
    /** Ascending. */
    this.positions = Int32Array.from(reasons.keys()).sort();
  }

  /** @param {number} position */
  has(position) {
    return this.reasonsAt.has(position);
  }

  /**
   * @param {number} position
   * @returns {readonly Reason[]}
   */
  reasons(position) {
    return this.reasonsAt.get(position) ?? [];
  }
}

/**
 * @param {Trace} trace
 * @param {StopSettings} settings what is switched off does not stop
 * @param {FindTrue} [findTrue] nothing is true until it has been found so
 * @returns {Stops}
 */
export function makeStops(trace, { lines = [], raise = false, changes = [] }, findTrue = () => []) {
  /** @type {Map<number, Reason[]>} */
  const reasons = new Map();
  const add = (/** @type {number} */ position, /** @type {Reason} */ reason) => {
    reasons.set(position, [...(reasons.get(position) ?? []), reason]);
  };
  for (const [index, breakpoint] of lines.entries()) for (const p of lineStops(trace, breakpoint, findTrue)) add(p, { kind: "line", index });
  for (const [index, change] of changes.entries()) for (const p of changeStops(trace, change)) add(p, { kind: "change", index });
  if (raise) for (const p of raiseStops(trace)) add(p, { kind: "raise", index: 0 });
  return new Stops(reasons);
}

/**
 * @param {Trace} trace
 * @param {Breakpoint} breakpoint
 * @param {FindTrue} findTrue
 * @returns {readonly number[]}
 */
function lineStops(trace, breakpoint, findTrue) {
  const { file, line, enabled = true, hits = null, condition, log } = breakpoint;
  if (!enabled || log) return [];
  const positions = condition ? findTrue(breakpoint) : positionsOfLine(trace, file, line);
  return hits === null ? positions : positions.filter((_, index) => counts(hits, index + 1));
}

/**
 * @param {HitCount} hits
 * @param {number} number
 */
function counts({ when, n }, number) {
  if (when === "every") return n > 0 && number % n === 0;
  return when === "only" ? number === n : number >= n;
}

/**
 * @param {Trace} trace
 * @returns {number[]} where an exception is raised, not where it only passes on
 */
function raiseStops(trace) {
  return exceptions(trace).filter((event) => event.raised).map((event) => event.position);
}

/**
 * @param {Trace} trace
 * @param {ChangeStop} change
 * @returns {number[]}
 */
function changeStops(trace, { target, enabled = true }) {
  if (!enabled) return [];
  return targetsIn(trace, target).flatMap((one) => writers(trace, one).map((write) => write.position)).filter((p) => p > 0);
}

/**
 * @param {Trace} trace
 * @param {Watched} watched
 * @returns {Target[]}
 */
function targetsIn(trace, watched) {
  if (!("variable" in watched && "function" in watched.variable)) return [/** @type {Target} */ (watched)];
  const { file, function: called, name } = watched.variable;
  const fits = trace.codes.map((code) => code.file === file && code.name === called);
  return trace.activations.filter(({ code }) => fits[code]).map(({ id }) => ({ variable: { activation: id, name } }));
}

/**
 * A line without code of its own gives its breakpoint to the next one that has.
 * @param {Readonly<Record<string, readonly number[]>>} lines by function: those that can stop, from the bytecode
 * @param {number} line
 * @returns {number | null} the first of them from `line` on; null after the last
 */
export function snapLine(lines, line) {
  const later = Object.values(lines).flat().filter((one) => one >= line);
  return later.length === 0 ? null : later.reduce((a, b) => Math.min(a, b));
}
