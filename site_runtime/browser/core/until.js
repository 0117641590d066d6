// Until: on to a greater line of the same activation, or to its end. It leaves a loop without its turns.

import { KIND } from "./trace.js";
import { stepOver } from "./steps.js";

/** @typedef {import("./trace.js").Trace} Trace */

/**
 * The least q > p of the activation on top at p that is its end or before a line greater than the one at p. A generator
 * that yields is waited for. From an activation's end it is `stepOver`: there are no more lines.
 * @param {Trace} trace
 * @param {number} p
 * @returns {number} p where there is none
 */
export function until(trace, p) {
  const { kind, line, activation, activations } = trace;
  if (kind[p] !== KIND.LINE) return stepOver(trace, p);
  const end = activations[activation[p]].last;
  const to = end < 0 ? trace.count - 1 : end;
  for (let q = p + 1; q <= to; q += 1) {
    if (activation[q] === activation[p] && (line[q] > line[p] || q === end)) return q;
  }
  return p;
}
