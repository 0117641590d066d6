// States of random traces, sequentially and at random, equal the model that wrote them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { canonical } from "../../../site_runtime/browser/core/canonical.js";
import { KIND, TraceError, parseTrace } from "../../../site_runtime/browser/core/trace.js";
import { Random } from "./random.js";
import { RandomTrace } from "./random-trace.js";

const SEEDS = Array.from({ length: 36 }, (_, i) => i + 1);

/** The expected heap holds all objects; compare those that the state shows, which are those that can be reached. */
function check(trace, expected, p) {
  const shown = JSON.parse(JSON.stringify(canonical(trace, p)));
  const want = structuredClone(expected[p]);
  const ids = new Set(shown.heap.map((row) => row[0]));
  want.heap = want.heap.filter((row) => ids.has(row[0])).sort((a, b) => a[0] - b[0]);
  assert.deepEqual(shown, JSON.parse(JSON.stringify(want)), `position ${p}`);
  for (const id of referred(shown)) assert.ok(ids.has(id) || !expected[p].heap.some((row) => row[0] === id), `object ${id} is reached and missing`);
}

function referred(shown) {
  const found = new Set();
  const visit = (value) => {
    if (!Array.isArray(value)) return;
    if (value.length === 1 && typeof value[0] === "number") found.add(value[0]);
    value.forEach(visit);
  };
  for (const [, , , locals] of shown.stack) Object.values(locals).forEach(visit);
  Object.values(shown.roots).forEach(visit);
  for (const [, , , , ...cells] of shown.heap) cells.forEach(visit);
  return found;
}

for (const seed of SEEDS) {
  test(`random trace ${seed}: every state, forward and at random, is the model's`, () => {
    const made = new RandomTrace(seed, { chunk: [1, 3, 9, 40, 1000][seed % 5] });
    const trace = parseTrace(made.text);
    assert.equal(trace.count, made.expected.length);
    for (let p = 0; p < trace.count; p += 1) check(trace, made.expected, p);
    const again = parseTrace(made.text);
    const random = new Random(seed);
    for (let i = 0; i < 40; i += 1) check(again, made.expected, random.below(again.count));
  });

  test(`random trace ${seed}: the columns say the same as the states`, () => {
    const trace = parseTrace(new RandomTrace(seed).text);
    for (let p = 0; p < trace.count; p += 1) {
      const { kind, line, stack } = trace.state(p);
      const top = stack.at(-1);
      assert.deepEqual([trace.kind[p], trace.line[p], trace.activation[p], trace.depth[p]], [kind, line, top?.activation ?? -1, stack.length]);
      assert.equal(trace.code(p), top ? trace.codes[top.code] : null);
      if (kind === KIND.RETURNED || kind === KIND.RAISED) assert.equal(trace.activations[trace.activation[p]].last, p);
      for (const { activation } of stack) assert.ok(trace.activations[activation].first <= p);
      if (top && trace.activations[top.activation].first === p) assert.equal(trace.activations[top.activation].parent, stack.at(-2)?.activation ?? -1);
    }
  });
}

test("a trace longer than what is kept decoded shows the same states again", () => {
  const made = new RandomTrace(7, { steps: 3000, chunk: 700 });
  const trace = parseTrace(made.text);
  for (const p of [0, 2999, 1400, 0, 700, 699, 1399, 1400, 2100, 3000, 5]) check(trace, made.expected, p);
});

test("a text that stops anywhere is read as far as it goes, and refused without being asked for", () => {
  const { text, expected } = new RandomTrace(3, { chunk: 5 });
  const cut = text.slice(0, Math.floor(text.length * 0.7));
  assert.throws(() => parseTrace(cut), TraceError);
  const trace = parseTrace(cut, { partial: true });
  assert.equal(trace.end, null);
  assert.ok(trace.count > 10 && trace.count < expected.length);
  for (let p = 0; p < trace.count; p += 1) check(trace, expected, p);
});

test("a position that does not exist is refused", () => {
  const trace = parseTrace(new RandomTrace(1).text);
  for (const p of [-1, trace.count, 0.5, NaN]) assert.throws(() => trace.state(p), RangeError);
});
