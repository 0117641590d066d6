// The positions at which each line is about to run.

import { KIND } from "./trace.js";

/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {Map<string, Map<number, number[]>>} Places by file, then line */

const NONE = Object.freeze(/** @type {number[]} */ ([]));

/** @type {WeakMap<Trace, Places>} */
const known = new WeakMap();

/**
 * @param {Trace} trace
 * @param {string} file label of the source
 * @param {number} line
 * @returns {readonly number[]} ascending
 */
export function positionsOfLine(trace, file, line) {
  const places = known.get(trace) ?? findPlaces(trace);
  known.set(trace, places);
  return places.get(file)?.get(line) ?? NONE;
}

/**
 * @param {Trace} trace
 * @returns {Places}
 */
function findPlaces(trace) {
  /** @type {Places} */
  const places = new Map(trace.codes.map((code) => [code.file, new Map()]));
  const lines = trace.codes.map((code) => /** @type {Map<number, number[]>} */ (places.get(code.file)));
  for (let p = 0; p < trace.count; p += 1) {
    if (trace.kind[p] === KIND.LINE) add(lines[trace.activations[trace.activation[p]].code], trace.line[p], p);
  }
  return places;
}

/**
 * @param {Map<number, number[]>} positions
 * @param {number} line
 * @param {number} position
 */
function add(positions, line, position) {
  const list = positions.get(line);
  if (list) list.push(position);
  else positions.set(line, [position]);
}
