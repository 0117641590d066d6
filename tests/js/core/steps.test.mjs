// Every stepping command holds its definition (the head of steps.js) on random traces, written out by plain search (definitions.js).

import assert from "node:assert/strict";
import { test } from "node:test";
import { makeStops } from "../../../site_runtime/browser/core/breakpoints.js";
import * as steps from "../../../site_runtime/browser/core/steps.js";
import { KIND, parseTrace } from "../../../site_runtime/browser/core/trace.js";
import { definitions, search } from "./definitions.js";
import { RandomTrace } from "./random-trace.js";

const SEEDS = Array.from({ length: 150 }, (_, i) => 1000 + i);

for (const seed of SEEDS) {
  test(`random trace ${seed}: into, over, out and their mirror images`, () => {
    const trace = parseTrace(new RandomTrace(seed, { steps: 90 }).text);
    for (const [name, defined] of Object.entries(definitions(trace))) {
      for (let p = 0; p < trace.count; p += 1) assert.equal(steps[name](trace, p), defined(p), `${name}(${p})`);
    }
  });
}

test("the random traces hold what makes stepping hard", () => {
  const seen = { resumed: 0, raised: 0, deep: 0, poppedAndBack: 0, siblings: 0 };
  for (const seed of SEEDS) {
    const { visits, kind, depth, count } = parseTrace(new RandomTrace(seed, { steps: 90 }).text);
    seen.resumed += visits.all.size;
    seen.raised += kind.filter((one) => one === KIND.RAISED).length;
    seen.deep = Math.max(seen.deep, ...depth);
    for (let visit = 0; visit < visits.activation.length; visit += 1) {
      const before = visits.top[visits.enter[visit] - 1];
      if (before >= 0 && visits.activation[before] === visits.activation[visit]) seen.poppedAndBack += 1;
      if (before >= 0 && before !== visit && visits.leave[before] === visits.enter[visit] && visits.below[before] === visits.below[visit]) seen.siblings += 1;
      assert.ok(visits.leave[visit] <= count);
    }
  }
  for (const [what, count] of Object.entries(seen)) assert.ok(count > (what === "deep" ? 6 : 50), `${what}: ${count}`);
});

test("over and its mirror image undo each other wherever a call stands alone on its line", () => {
  const trace = parseTrace(CALL);
  assert.deepEqual(Array.from(trace.line), [1, 11, 12, 12, 2, 2, 0]);
  assert.equal(steps.stepOver(trace, 0), 4);
  assert.equal(steps.backOver(trace, 4), 0);
  assert.equal(steps.stepOut(trace, 1), 3);
  assert.equal(steps.stepOut(trace, 3), 4);
  assert.equal(steps.backOut(trace, 3), 1);
  assert.equal(steps.backOut(trace, 1), 0);
  assert.equal(steps.backOver(trace, 6), 5);
});

const CALL = `${[
  { trace: 1, program: "p", focus: null, roots: [], lock: null, folders: [], limits: { steps: 9, items: 9, text: 9, objects: 9 } },
  {
    at: 0,
    files: [["p.py", ""]],
    codes: [[0, "<module>", 1, true], [0, "f", 10, false]],
    names: [],
    key: null,
    steps: [[1, { push: [[0]] }], [11, { push: [[1]] }], [12], [12, { ret: 3 }], [2], [2, { ret: null }], [0]],
  },
  { end: { snapshots: 6, focus: 3, output: "", files: [], exception: null, stopped: null } },
].map((line) => JSON.stringify(line)).join("\n")}\n`;

test("continue goes from stop to stop and to both ends, run to line to the next time the line runs", () => {
  for (const seed of SEEDS.slice(0, 20)) {
    const trace = parseTrace(new RandomTrace(seed).text);
    const lines = [{ file: "one.py", line: 3 }, { file: "two.py", line: 42 }];
    const stops = makeStops(trace, { lines });
    const isStop = (p) => lines.some(({ file, line }) => trace.kind[p] === KIND.LINE && trace.code(p).file === file && trace.line[p] === line);
    for (let p = 0; p < trace.count; p += 1) {
      assert.equal(stops.has(p), isStop(p));
      const next = search(p + 1, trace.count - 1, isStop);
      assert.equal(steps.continueTo(trace, p, stops), p + 1 < trace.count && next >= 0 ? next : trace.count - 1);
      const before = p > 0 ? search(p - 1, 0, isStop) : -1;
      assert.equal(steps.reverseContinue(trace, p, stops), Math.max(before, 0));
      const line = p + 1 < trace.count ? search(p + 1, trace.count - 1, (q) => isStop(q) && trace.line[q] === 3) : -1;
      assert.equal(steps.runToLine(trace, p, "one.py", 3), line < 0 ? p : line);
    }
  }
});
