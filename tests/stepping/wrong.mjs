// Commands that are nearly right. The table must find each of them.

import { stepInto, stepOut, stepOver, toCaller } from "../../site_runtime/browser/core/steps.js";
import { KIND } from "../../site_runtime/browser/core/trace.js";

const first = (trace, p, fits) => {
  for (let q = p + 1; q < trace.count; q += 1) if (fits(q)) return q;
  return p;
};

const isEnd = (trace, q) => trace.kind[q] === KIND.RETURNED || trace.kind[q] === KIND.RAISED;

/** Each entry replaces the commands that it names. */
export const WRONG = {
  "into skips ends": { into: (trace, p) => first(trace, p, (q) => !isEnd(trace, q)) },
  "into is over": { into: stepOver },
  "over is into": { over: stepInto },
  "over goes by depth": { over: (trace, p) => first(trace, p, (q) => trace.depth[q] <= trace.depth[p]) },
  "over goes by function": {
    over: (trace, p) => first(trace, p, (q) => trace.depth[q] < trace.depth[p] || trace.code(q) === trace.code(p)),
  },
  "over skips ends": { over: (trace, p) => (isEnd(trace, stepOver(trace, p)) ? stepOver(trace, stepOver(trace, p)) : stepOver(trace, p)) },
  "over stays in a generator": {
    over: (trace, p) => first(trace, p, (q) => trace.activation[q] === trace.activation[p] || trace.depth[q] < 2),
  },
  "out skips the end": { out: toCaller },
  "out goes by depth": { out: (trace, p) => first(trace, p, (q) => trace.depth[q] < trace.depth[p] || isEnd(trace, q)) },
  "until is over": { until: stepOver },
  "until takes the same line": {
    until: (trace, p) => first(trace, p, (q) => trace.activation[q] === trace.activation[p] && (trace.line[q] >= trace.line[p] || isEnd(trace, q))),
  },
  "until takes any activation": { until: (trace, p) => first(trace, p, (q) => trace.code(q) === trace.code(p) && trace.line[q] > trace.line[p]) },
  "until is out": { until: stepOut },
  "to the caller is out": { toCaller: stepOut },
  "to the caller goes by depth": { toCaller: (trace, p) => first(trace, p, (q) => trace.depth[q] < trace.depth[p]) },
};
