// Stepping. Each command takes a trace and a position and gives a position; where there is none to go to, the same.
//
// Words: the *stack* at a position is the set of activations on it then; a position *lies outside* activations that are
// not on its stack. With these, for positions p < q:
//
//   into(p)      p + 1
//   over(p)      the least q > p whose stack holds no activation that is not on the stack at p:
//                outside every activation entered after p, whether it began or was resumed
//   toCaller(p)  the same, without the activation on top at p
//   out(p)       the end of the activation on top at p, or toCaller(p), whichever is nearer:
//                from a line to the return, from the return to the caller, and to the caller at once where it yields
//
// and the mirror images, the least q > p read as the greatest q < p, an end as a beginning, a return as a call.
// The end position has an empty stack; the way back over from it leads to the last q with one activation on its stack.

import { KIND } from "./trace.js";
import { positionsOfLine } from "./places.js";
import { countAtMost } from "./search.js";

/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {{readonly positions: Int32Array}} Stops ascending positions, see breakpoints.js */

/** @type {(trace: Trace) => number} */
export const first = () => 0;

/** @type {(trace: Trace) => number} */
export const last = (trace) => trace.count - 1;

/** @type {(trace: Trace, p: number) => number} */
export const stepInto = (trace, p) => Math.min(p + 1, last(trace));

/** @type {(trace: Trace, p: number) => number} */
export const backInto = (_trace, p) => Math.max(p - 1, 0);

/** @type {(trace: Trace, p: number) => number} */
export const stepOver = (trace, p) => forward(trace, p, -1);

/** @type {(trace: Trace, p: number) => number} */
export const toCaller = (trace, p) => forward(trace, p, trace.activation[p]);

/** @type {(trace: Trace, p: number) => number} */
export const backOver = (trace, p) => (isEnd(trace, p) ? backFromEnd(trace, p) : backward(trace, p, -1));

/** @type {(trace: Trace, p: number) => number} */
export const backToCaller = (trace, p) => (isEnd(trace, p) ? p : backward(trace, p, trace.activation[p]));

/**
 * @param {Trace} trace
 * @param {number} p
 * @returns {number}
 */
export function stepOut(trace, p) {
  const end = trace.activations[trace.activation[p]]?.last ?? -1;
  const caller = toCaller(trace, p);
  return end > p && (end < caller || caller === p) ? end : caller;
}

/**
 * @param {Trace} trace
 * @param {number} p
 * @returns {number}
 */
export function backOut(trace, p) {
  const beginning = trace.activations[trace.activation[p]]?.first ?? p;
  const caller = backToCaller(trace, p);
  return beginning < p && (beginning > caller || caller === p) ? beginning : caller;
}

/**
 * @param {Trace} trace
 * @param {number} p
 * @param {Stops} stops
 * @returns {number} the next stop, or the end position
 */
export function continueTo(trace, p, stops) {
  const place = countAtMost(stops.positions, p);
  return place < stops.positions.length ? stops.positions[place] : last(trace);
}

/**
 * @param {Trace} _trace
 * @param {number} p
 * @param {Stops} stops
 * @returns {number} the stop before, or the first position
 */
export function reverseContinue(_trace, p, stops) {
  const place = countAtMost(stops.positions, p - 1);
  return place > 0 ? stops.positions[place - 1] : 0;
}

/**
 * @param {Trace} trace
 * @param {number} p
 * @param {string} file label of the source
 * @param {number} line
 * @returns {number} the next position before that line runs, or p where it does not run again
 */
export function runToLine(trace, p, file, line) {
  const positions = positionsOfLine(trace, file, line);
  return positions[countAtMost(positions, p)] ?? p;
}

/**
 * @param {Trace} trace
 * @param {number} p
 */
const isEnd = (trace, p) => trace.kind[p] === KIND.END;

/**
 * The least q > p with every activation of its stack on the stack at p and none of them `without`.
 * Each turn leaves one visit that does not fit, and all that stands on it, at once.
 * @param {Trace} trace
 * @param {number} p
 * @param {number} without
 * @returns {number}
 */
function forward(trace, p, without) {
  const { visits, count } = trace;
  const base = baseAfter(trace, p, without);
  for (let q = p + 1; q < count; ) {
    const visit = foreign(trace, q, p, without);
    if (visit < 0) return q;
    q = visits.below[visit] === base && visits.next[visit] >= 0 ? visits.next[visit] : visits.leave[visit];
  }
  return p;
}

/**
 * The mirror image of `forward`.
 * @param {Trace} trace
 * @param {number} p
 * @param {number} without
 * @returns {number}
 */
function backward(trace, p, without) {
  const { visits } = trace;
  const base = baseBefore(trace, p, without);
  for (let q = p - 1; q >= 0; ) {
    const visit = foreign(trace, q, p, without);
    if (visit < 0) return q;
    q = visits.below[visit] === base && visits.previous[visit] >= 0 ? visits.previous[visit] : visits.enter[visit] - 1;
  }
  return p;
}

/**
 * The highest visit at p above which nothing of p's stack can come back: whatever is entered on it may be skipped to
 * its own next position, however many calls its line makes.
 * @param {Trace} trace
 * @param {number} p
 * @param {number} without
 * @returns {number} -1 where there is none
 */
function baseAfter(trace, p, without) {
  const top = trace.visits.top[p];
  const over = without >= 0 || trace.activations[trace.activation[p]]?.last === p;
  return over ? (trace.visits.below[top] ?? -1) : top;
}

/**
 * The mirror image of `baseAfter`.
 * @param {Trace} trace
 * @param {number} p
 * @param {number} without
 * @returns {number}
 */
function baseBefore(trace, p, without) {
  const top = trace.visits.top[p];
  const over = without >= 0 || trace.activations[trace.activation[p]]?.first === p;
  return over ? (trace.visits.below[top] ?? -1) : top;
}

/**
 * @param {Trace} trace
 * @param {number} q
 * @param {number} p
 * @param {number} without
 * @returns {number} the lowest visit on the stack at q whose activation is `without` or not on the stack at p; -1 where all are
 */
function foreign(trace, q, p, without) {
  const { visits } = trace;
  let found = -1;
  for (let visit = visits.top[q]; visit >= 0; visit = visits.below[visit]) {
    const activation = visits.activation[visit];
    if (visits.covers(visit, p) && activation !== without) break;
    if (activation === without || !visits.isOnStack(activation, p)) found = visit;
  }
  return found;
}

/**
 * @param {Trace} trace
 * @param {number} end
 * @returns {number} the last position with at most one activation on the stack
 */
function backFromEnd(trace, end) {
  const { visits } = trace;
  let q = end - 1;
  while (q >= 0 && trace.depth[q] > 1) {
    const visit = secondLowest(visits, q);
    q = visits.previous[visit] >= 0 ? visits.previous[visit] : visits.enter[visit] - 1;
  }
  return q < 0 ? end : q;
}

/**
 * @param {import("./visits.js").Visits} visits
 * @param {number} q with more than one visit on its stack
 * @returns {number}
 */
function secondLowest(visits, q) {
  let visit = visits.top[q];
  while (visits.below[visits.below[visit]] >= 0) visit = visits.below[visit];
  return visit;
}
