// Two recordings of one input, snapshot by snapshot. Equal bytes are equal snapshots; otherwise each position is looked at.

import { sameValue } from "../core/targets.js";
import { short } from "./values.js";

/** @typedef {import("../core/trace.js").Trace} Trace */
/** @typedef {import("../core/types.js").State} State */
/** @typedef {import("../core/types.js").Value} Value */

/**
 * The first difference: `a` and `b` are the two values as text, null where there is none.
 * @typedef {{position: number, line: number, name: string, a: string | null, b: string | null}} Difference
 */

/** @typedef {{equal: number, of: number, first: Difference | null}} Parity `of`: snapshots of the longer recording */

/**
 * @param {Value | undefined} value
 * @param {State} state
 */
const textOf = (value, state) => (value === undefined ? null : short(value, state.heap, 400));

/** @typedef {{name: string, a: string | null, b: string | null}} Found */

/**
 * @param {ReadonlyMap<string, Value>} mapA
 * @param {ReadonlyMap<string, Value>} mapB
 * @param {State} a
 * @param {State} b
 * @returns {Found | null}
 */
function differentValue(mapA, mapB, a, b) {
  for (const name of new Set([...mapA.keys(), ...mapB.keys()])) {
    const [valueA, valueB] = [mapA.get(name), mapB.get(name)];
    if (!sameValue(valueA, a.heap, valueB, b.heap)) return { name, a: textOf(valueA, a), b: textOf(valueB, b) };
  }
  return null;
}

/**
 * @param {Trace} trace
 * @param {State} state
 * @returns {string} where the run is
 */
function place(trace, { stack, kind }) {
  return `${stack.map(({ code, line }) => `${trace.codes[code].file}:${line} ${trace.codes[code].name}`).join(" < ")}${["", " return", " raise", ""][kind]}`;
}

/**
 * @param {State} state
 * @returns {Map<string, string>}
 */
function fileTexts({ files }) {
  return new Map([...files].map(([path, content]) => [path, typeof content === "string" ? content : content.bytes]));
}

/**
 * @param {Trace} traceA
 * @param {Trace} traceB
 * @param {number} position that both have
 * @returns {Found | null}
 */
function differenceAt(traceA, traceB, position) {
  const [a, b] = [traceA.state(position), traceB.state(position)];
  const [placeA, placeB] = [place(traceA, a), place(traceB, b)];
  if (placeA !== placeB) return { name: "line", a: placeA, b: placeB };
  for (const [index, frame] of a.stack.entries()) {
    const found = differentValue(frame.locals, b.stack[index].locals, a, b);
    if (found) return found;
  }
  const moments = /** @type {const} */ (["result", "exception", "error"]);
  for (const name of moments) if (!sameValue(a[name], a.heap, b[name], b.heap)) return { name, a: textOf(a[name], a), b: textOf(b[name], b) };
  return differentValue(a.roots, b.roots, a, b) ?? differentValue(fileTexts(a), fileTexts(b), a, b) ?? differentRest(traceA, traceB, position, a, b);
}

/**
 * @param {Trace} traceA
 * @param {Trace} traceB
 * @param {number} position
 * @param {State} a
 * @param {State} b
 * @returns {Found | null}
 */
function differentRest(traceA, traceB, position, a, b) {
  if (traceA.output(position) !== traceB.output(position)) return { name: "output", a: traceA.output(position), b: traceB.output(position) };
  return a.lock === b.lock ? null : { name: "lock", a: String(a.lock), b: String(b.lock) };
}

/**
 * @param {Trace} a the recording that was shipped
 * @param {Trace} b the one made here
 * @returns {Parity}
 */
export function parity(a, b) {
  const of = Math.max(a.count, b.count) - 1;
  if (a.text === b.text) return { equal: of, of, first: null };
  /** @type {Difference | null} */
  let first = null;
  let same = 0;
  // The last position of each is its end, no snapshot.
  for (let position = 0; position < of; position += 1) {
    const both = position < a.count - 1 && position < b.count - 1;
    const found = both ? differenceAt(a, b, position) : { name: "line", a: placeOf(a, position), b: placeOf(b, position) };
    if (!found) same += 1;
    else first ??= { position, line: (position < a.count ? a : b).line[position], ...found };
  }
  return { equal: same, of, first: first ?? endDifference(a, b, of) };
}

/**
 * @param {Trace} trace
 * @param {number} position
 */
const placeOf = (trace, position) => (position < trace.count - 1 ? place(trace, trace.state(position)) : null);

/**
 * All snapshots are the same, the bytes are not: what the run left behind, or the way it is written.
 * @param {Trace} a
 * @param {Trace} b
 * @param {number} position
 * @returns {Difference | null}
 */
function endDifference(a, b, position) {
  const found = a.count === b.count ? differenceAt(a, b, position) : null;
  return found && { position, line: 0, ...found };
}
