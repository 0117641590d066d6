// What the stepping commands mean, by plain search over all positions: slow, and nothing but the definitions.

import { KIND } from "../../../site_runtime/browser/core/trace.js";

/** What the definitions speak of: the set of activations on the stack at each position, taken from the states. */
const stacksOf = (trace) => Array.from({ length: trace.count }, (_, p) => new Set(trace.state(p).stack.map((frame) => frame.activation)));

const isWithin = (some, others, without) => [...some].every((one) => others.has(one) && one !== without);

export function search(from, to, fits) {
  const by = from <= to ? 1 : -1;
  for (let q = from; by > 0 ? q <= to : q >= to; q += by) if (fits(q)) return q;
  return -1;
}

export function definitions(trace) {
  const stacks = stacksOf(trace);
  const last = trace.count - 1;
  const top = (p) => trace.activation[p];
  const isOutside = (p, without) => (q) => isWithin(stacks[q], stacks[p], without);
  const or = (p, found) => (found < 0 ? p : found);
  const forward = (p, fits) => or(p, p === last ? -1 : search(p + 1, last, fits));
  const backward = (p, fits) => or(p, p === 0 ? -1 : search(p - 1, 0, fits));
  const isEndOf = (p) => (q) => top(q) === top(p) && (trace.kind[q] === KIND.RETURNED || trace.kind[q] === KIND.RAISED);
  const isBeginningOf = (p) => (q) => top(q) === top(p) && !stacks.slice(0, q).some((stack) => stack.has(top(p)));
  const isEnd = (p) => trace.kind[p] === KIND.END;
  return {
    stepInto: (p) => Math.min(p + 1, last),
    backInto: (p) => Math.max(p - 1, 0),
    stepOver: (p) => forward(p, isOutside(p)),
    backOver: (p) => backward(p, isEnd(p) ? (q) => stacks[q].size <= 1 : isOutside(p)),
    toCaller: (p) => forward(p, isOutside(p, top(p))),
    backToCaller: (p) => (isEnd(p) ? p : backward(p, isOutside(p, top(p)))),
    stepOut: (p) => forward(p, (q) => isEndOf(p)(q) || isOutside(p, top(p))(q)),
    backOut: (p) => (isEnd(p) ? p : backward(p, (q) => isBeginningOf(p)(q) || isOutside(p, top(p))(q))),
  };
}
