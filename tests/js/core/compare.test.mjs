// Two runs side by side.

import assert from "node:assert/strict";
import { test } from "node:test";
import { align } from "../../../site_runtime/browser/core/align.js";
import { compare } from "../../../site_runtime/browser/core/compare.js";
import { pairUp, partner } from "../../../site_runtime/browser/core/pairing.js";
import { parseTrace } from "../../../site_runtime/browser/core/trace.js";
import { Random } from "./random.js";
import { RandomTrace } from "./random-trace.js";
import { sample } from "./sample.js";

/** Length of the longest common subsequence, by the table that everybody knows. */
function longest(a, b) {
  let row = new Array(b.length + 1).fill(0);
  for (const x of a) {
    const next = [0];
    b.forEach((y, j) => next.push(x === y ? row[j] + 1 : Math.max(row[j + 1], next[j])));
    row = next;
  }
  return row[b.length];
}

test("an alignment pairs equal elements in order, and as many as can be", () => {
  const random = new Random(11);
  for (let round = 0; round < 300; round += 1) {
    const list = () => Int32Array.from({ length: random.below(25) }, () => random.below(5));
    const [a, b] = [list(), list()];
    const pairs = align(a, b);
    for (const [i, j] of pairs) assert.equal(a[i], b[j]);
    for (let n = 1; n < pairs.length; n += 1) assert.ok(pairs[n][0] > pairs[n - 1][0] && pairs[n][1] > pairs[n - 1][1]);
    assert.equal(pairs.length, longest([...a], [...b]), `${a} | ${b}`);
  }
});

test("sequences with nothing in common stay unpaired, in bounded time", () => {
  const a = Int32Array.from({ length: 20_000 }, (_, i) => i);
  const b = a.map((i) => i + 20_000);
  assert.deepEqual(align(a, b), []);
});

test("rows of a pairing hold every position of both runs in order", () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const [a, b] = [parseTrace(new RandomTrace(seed).text), parseTrace(new RandomTrace(seed + 1).text)];
    const rows = pairUp(a, b);
    for (const [side, trace] of [[rows.a, a], [rows.b, b]]) {
      assert.deepEqual([...new Set(side)], Array.from({ length: trace.count }, (_, p) => p));
      assert.deepEqual([...side], [...side].sort((x, y) => x - y));
    }
    for (let p = 0; p < a.count; p += 1) assert.ok(partner(rows, "a", p) < b.count);
  }
});

/** `if flag: x = 1 / else: x = 2`, then `y = 3`. */
const branch = (flag) =>
  sample(
    [[1, 0, flag, { push: [[0]], heap: [[1, "dict", "dict", 0, "flag", flag]], roots: [0, [1]] }], [flag ? 2 : 4], [5, 1, flag ? 1 : 2], [5, 2, 3, { ret: null }], [0]],
    { names: ["flag", "x", "y"], roots: ["data"] },
  );

test("the first difference in values and the fork are found and explained", () => {
  const found = compare(branch(true), branch(false), (_file, line) => (line === 1 ? "if flag:" : ""));
  assert.equal(found.steps, 1);
  assert.deepEqual(found.value, {
    position: 0,
    differences: [
      { kind: "local", name: "flag", label: "flag", depth: 0, a: true, b: false },
      { kind: "root", name: "data", label: "data['flag']", depth: null, a: true, b: false },
    ],
  });
  assert.equal(found.fork?.position, 1);
  assert.equal(found.fork?.ran?.line, 1);
  assert.deepEqual([found.fork?.a?.line, found.fork?.b?.line], [2, 4]);
  assert.equal(found.fork?.because[0].name, "flag");
});

test("positions after a branch are paired again", () => {
  const rows = pairUp(branch(true), branch(false));
  assert.deepEqual([[...rows.a], [...rows.b], [...rows.matched]], [[0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [1, 0, 1, 1, 1]]);
  assert.deepEqual([0, 1, 2, 3, 4].map((p) => partner(rows, "a", p)), [0, 1, 2, 3, 4]);
});

test("a run is equal to itself, in whatever chunks it was written", () => {
  const [a, b] = [parseTrace(new RandomTrace(3, { chunk: 1000 }).text), parseTrace(new RandomTrace(3, { chunk: 1000 }).text)];
  assert.deepEqual(compare(a, b), { steps: a.count, value: null, fork: null });
});

test("object numbers do not count, what the objects hold does", () => {
  const run = (id, value) => sample([[1, 0, [id], { push: [[0]], heap: [[id, "list", "list", 0, value]] }], [1, { ret: null }], [0]], { names: ["a"] });
  assert.equal(compare(run(1, "x"), run(2, "x")).value, null);
  assert.deepEqual(compare(run(1, "x"), run(2, "y")).value?.differences, [{ kind: "local", name: "a", label: "a[0]", depth: 0, a: "x", b: "y" }]);
});

test("a fork into an exception names it", () => {
  const fine = sample([[1, { push: [[0]] }], [2, { ret: null }], [0]]);
  const fails = sample([[1, { push: [[0]] }], [1, { exc: ["object", "ValueError"] }], [0]]);
  const { fork } = compare(fine, fails);
  assert.deepEqual([fork?.position, fork?.a?.error, fork?.b?.error], [1, undefined, ["object", "ValueError"]]);
});

test("cyclic data is compared", () => {
  const ring = (value) => sample([[1, 0, [1], { push: [[0]], heap: [[1, "list", "list", 0, [2], 5], [2, "list", "list", 0, [1], value]] }], [1, { ret: null }], [0]], { names: ["a"] });
  assert.equal(compare(ring(1), ring(1)).value, null);
  assert.equal(compare(ring(1), ring(2)).value?.differences[0].label, "a[0][1]");
});
