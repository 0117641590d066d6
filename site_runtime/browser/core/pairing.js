// Which positions of two runs belong together, for stepping both at once.

import { align } from "./align.js";
import { countAtMost } from "./search.js";

/** @typedef {import("./trace.js").Trace} Trace */

/**
 * Rows of positions side by side, each column never falling. Where only one run goes on, the other waits; where both go ways of their
 * own, they go side by side.
 * @typedef {{readonly a: Int32Array, readonly b: Int32Array, readonly matched: Uint8Array}} Pairing
 */

/**
 * @param {Trace} a
 * @param {Trace} b
 * @returns {Pairing}
 */
export function pairUp(a, b) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  const pairs = align(flowOf(a, numbers), flowOf(b, numbers));
  /** @type {[number, number, number][]} */
  const rows = [];
  let [i, j] = [0, 0];
  for (const [x, y] of [...pairs, /** @type {const} */ ([a.count, b.count])]) {
    for (; i < x || j < y; i += 1, j += 1) rows.push([Math.min(i, x - 1), Math.min(j, y - 1), 0]);
    if (x < a.count) rows.push([x, y, 1]);
    [i, j] = [x + 1, y + 1];
  }
  return columns(rows);
}

/**
 * @param {[number, number, number][]} rows
 * @returns {Pairing}
 */
function columns(rows) {
  const column = (/** @type {0 | 1 | 2} */ which) => rows.map((row) => Math.max(row[which], 0));
  return { a: Int32Array.from(column(0)), b: Int32Array.from(column(1)), matched: Uint8Array.from(column(2)) };
}

/**
 * @param {Pairing} pairing
 * @param {"a" | "b"} side
 * @param {number} position
 * @returns {number} the position of the other side that belongs to this one
 */
export function partner(pairing, side, position) {
  const row = countAtMost(pairing[side], position) - 1;
  const first = countAtMost(pairing[side], position - 1);
  const matched = pairing.matched.subarray(first, row + 1).indexOf(1);
  return pairing[side === "a" ? "b" : "a"][matched < 0 ? first : first + matched];
}

/**
 * What has to be equal for two positions to belong together: where the run is, not what it holds.
 * @param {Trace} trace
 * @param {Map<string, number>} numbers shared by both traces
 * @returns {Int32Array}
 */
export function flowOf(trace, numbers) {
  return Int32Array.from({ length: trace.count }, (_, p) => {
    const code = trace.code(p);
    const place = JSON.stringify([code?.file, code?.name, trace.line[p], trace.kind[p], trace.depth[p]]);
    const number = numbers.get(place) ?? numbers.size;
    numbers.set(place, number);
    return number;
  });
}
