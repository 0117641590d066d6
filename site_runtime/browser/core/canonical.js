// A state in a plain form that does not depend on how the trace was cut into chunks: for comparing, here and with other readers.

import { addReached } from "./targets.js";
import { KIND } from "./trace.js";

/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").State} State */
/** @typedef {import("./trace.js").HeapObject} HeapObject */

/** @type {Readonly<Record<number, string>>} */
const KINDS = Object.freeze({ [KIND.LINE]: "line", [KIND.RETURNED]: "returned", [KIND.RAISED]: "raised", [KIND.END]: "end" });

/**
 * @param {Trace} trace
 * @param {number} p
 * @returns {Record<string, unknown>} JSON; the heap holds just what can be reached from the stack, the watched names and the position's own value
 */
export function canonical(trace, p) {
  const state = trace.state(p);
  const { position, line, lock, result, exception, error } = state;
  return {
    position,
    kind: KINDS[state.kind],
    line,
    stack: state.stack.map(({ activation, code, line: at, locals }) => [activation, [trace.codes[code].file, trace.codes[code].name], at, plain(locals)]),
    heap: reachable(state).map(({ id, kind, type, more, cells }) => [id, kind, type, more, ...cells]),
    roots: plain(state.roots),
    lock,
    files: plain(state.files),
    output: trace.output(p),
    ...(result === undefined ? {} : { result }),
    ...(exception === undefined ? {} : { exception }),
    ...(error === undefined ? {} : { error }),
  };
}

/**
 * @param {ReadonlyMap<string, unknown>} map
 * @returns {Record<string, unknown>} in which no name means anything but itself
 */
function plain(map) {
  const object = Object.create(null);
  for (const [name, value] of [...map].sort(([a], [b]) => (a < b ? -1 : 1))) object[name] = value;
  return object;
}

/**
 * @param {State} state
 * @returns {HeapObject[]} ascending by number
 */
function reachable({ stack, heap, roots, result, exception, error }) {
  /** @type {Set<HeapObject>} */
  const found = new Set();
  const locals = stack.flatMap((frame) => [...frame.locals.values()]);
  addReached(["tuple", 0, ...locals, ...roots.values(), result ?? null, exception ?? null, error ?? null], heap, found, Infinity);
  return [...found].sort((a, b) => a.id - b.id);
}
