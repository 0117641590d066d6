// Which line ran in the step that led to a position.

import { KIND } from "./trace.js";

/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {{file: string, name: string, line: number, activation: number}} Ran */

/**
 * A line's own position shows the state before it runs; after a callee's end its caller's line goes on.
 * @param {Trace} trace
 * @param {number} p
 * @returns {Ran | null} null where nothing recorded ran: at the first position, and after an outermost activation ended
 */
export function ranLine(trace, p) {
  if (p <= 0) return null;
  const stack = trace.state(p - 1).stack;
  const frame = trace.kind[p - 1] === KIND.LINE ? stack[stack.length - 1] : stack[stack.length - 2];
  if (frame === undefined) return null;
  const { file, name } = trace.codes[frame.code];
  return { file, name, line: frame.line, activation: frame.activation };
}
