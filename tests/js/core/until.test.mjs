// Until holds its definition on random traces, written out here by plain search.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stepOver } from "../../../site_runtime/browser/core/steps.js";
import { KIND, parseTrace } from "../../../site_runtime/browser/core/trace.js";
import { until } from "../../../site_runtime/browser/core/until.js";
import { RandomTrace } from "./random-trace.js";

const SEEDS = Array.from({ length: 60 }, (_, i) => 5000 + i);

test("until goes to a greater line of the activation or to its end, and nowhere where neither comes", () => {
  const seen = { line: 0, end: 0, nowhere: 0, waited: 0, from: 0 };
  for (const seed of SEEDS) {
    const trace = parseTrace(new RandomTrace(seed, { steps: 90 }).text);
    const positions = Array.from({ length: trace.count }, (_, p) => p);
    const stacks = positions.map((q) => trace.state(q).stack.map((frame) => frame.activation));
    for (const p of positions) {
      if (trace.kind[p] !== KIND.LINE) {
        assert.equal(until(trace, p), stepOver(trace, p), `seed ${seed}: until(${p})`);
        seen.from += 1;
        continue;
      }
      const later = positions.filter((q) => q > p && trace.activation[q] === trace.activation[p]);
      const found = later.find((q) => trace.kind[q] === KIND.RETURNED || trace.kind[q] === KIND.RAISED || trace.line[q] > trace.line[p]);
      assert.equal(until(trace, p), found ?? p, `seed ${seed}: until(${p})`);
      const between = found === undefined ? [] : positions.slice(p + 1, found);
      seen[found === undefined ? "nowhere" : trace.kind[found] === KIND.LINE ? "line" : "end"] += 1;
      seen.waited += Number(between.some((q) => !stacks[q].includes(trace.activation[p])));
    }
  }
  for (const [what, count] of Object.entries(seen)) assert.ok(count > 50, `${what}: ${count}`);
});

test("until at the end position stays there", () => {
  const trace = parseTrace(new RandomTrace(1).text);
  assert.equal(until(trace, trace.count - 1), trace.count - 1);
});
