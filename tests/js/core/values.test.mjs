// Values as text, tree and names.

import assert from "node:assert/strict";
import { test } from "node:test";
import { aliases } from "../../../site_runtime/browser/core/aliases.js";
import { pathTo } from "../../../site_runtime/browser/core/paths.js";
import { sameValue } from "../../../site_runtime/browser/core/targets.js";
import { describe, hidden, nodes, quoted } from "../../../site_runtime/browser/core/values.js";
import { sample } from "./sample.js";

const object = (id, kind, type, cells, more = 0) => [id, { id, kind, type, more, cells }];
const HEAP = new Map([
  object(1, "list", "list", [1, [2], "x"]),
  object(2, "dict", "dict", ["a", [1], ["tuple", 0, 1, 2], null]),
  object(3, "set", "set", [1, 2], 5),
  object(4, "set", "set", []),
  object(5, "instance", "Point", ["x", 1, "y", [5]]),
  object(6, "exception", "ValueError", ["args", ["tuple", 0, "no"]]),
  object(7, "exception", "FileNotFoundError", ["errno", "ENOENT", "filename", "a"]),
  object(8, "deque", "deque", [1]),
  object(9, "list.", "Stack", [[10], 1, 2]),
  object(10, "dict", "dict", ["limit", 3]),
  object(11, "bytearray", "bytearray", [["bytes", "b'a'"]]),
  object(12, "dict", "defaultdict", ["k", 1]),
  object(13, "class", "Point", ["size", 2]),
  object(14, "list", "list", [["list"], []].map(() => [14])),
]);

/** @type {[any, string][]} the value, and as Python (or a reader of Python) writes it */
const TEXTS = [
  [null, "None"],
  [true, "True"],
  [-5, "-5"],
  ["it's", '"it\'s"'],
  ['both \' and "', "'both \\' and \"'"],
  ["a\n\t\\\u0000\u200b\u2028 \u00a0x", "'a\\n\\t\\\\\\x00\\u200b\\u2028 \\xa0x'"],
  ["先读", "'先读'"],
  [["float", "0.1"], "0.1"],
  [["int", "123456789012345678901"], "123456789012345678901"],
  [["int", "", 9000], "<int, 9000 bits>"],
  [["str", "head", 5000], "'head'… (5000)"],
  [["bytes", "b'x'"], "b'x'"],
  [["bytes", "b'x'", 400], "b'x'… (400)"],
  [["tuple", 0, 1], "(1,)"],
  [["tuple", 0], "()"],
  [["tuple", 3, 1, 2], "(1, 2, … +3)"],
  [["frozenset", 0, 1], "frozenset({1})"],
  [["named", "Point", 0, "x", 1, "y", 2], "Point(x=1, y=2)"],
  [["range", 0, 5, 1], "range(0, 5)"],
  [["range", 0, 5, 2], "range(0, 5, 2)"],
  [["slice", null, 1, null], "slice(None, 1, None)"],
  [["enum", "Color.RED", 1], "Color.RED"],
  [["sub", "Celsius", ["float", "1.5"]], "Celsius(1.5)"],
  [["path", "box/a"], "Path('box/a')"],
  [["shown", "Decimal", "Decimal('1.5')"], "Decimal('1.5')"],
  [["function", "f.<locals>.g"], "<function f.<locals>.g>"],
  [["constructor", "x"], "<constructor x>"],
  [["object", "RLock"], "<RLock>"],
  [["deep"], "…"],
  [[1], "[1, {'a': …, (1, 2): None}, 'x']"],
  [[3], "{1, 2, … +5}"],
  [[4], "set()"],
  [[5], "Point(x=1, y=…)"],
  [[6], "ValueError('no')"],
  [[7], "FileNotFoundError('ENOENT', 'a')"],
  [[8], "deque([1])"],
  [[9], "Stack([1, 2])"],
  [[11], "bytearray(b'a')"],
  [[12], "defaultdict({'k': 1})"],
  [[13], "<class Point>"],
  [[14], "[…, …]"],
  [[99], "…"],
];

for (const [value, text] of TEXTS) {
  test(`${JSON.stringify(value)} is written ${text}`, () => assert.equal(describe(value, HEAP), text));
}

test("a text is cut to its room, and no more of a value is looked at", () => {
  assert.equal(describe("a".repeat(1000), HEAP, { room: 10 }), "'aaaaaaaa…");
  assert.equal(describe("𝒳".repeat(30), HEAP, { room: 10 }).length, 18);
  const long = new Map([object(1, "list", "list", Array.from({ length: 100 }, () => [1]))]);
  const cells = new Proxy([...Array.from({ length: 100 }, (_, i) => i)], { get: (list, i) => (Number(i) > 20 ? assert.fail("looked too far") : list[i]) });
  assert.equal(describe([1], new Map([[1, { .../** @type {any} */ (long.get(1)), cells }]]), { room: 12 }), "[0, 1, 2, 3…");
  assert.equal(describe([1], HEAP, { depth: 1 }), "[1, {…}, 'x']");
});

test("parts of values, with what tells them apart", () => {
  const shown = (value) => nodes(value, HEAP).map(({ label, key, value: part }) => [label, key, part]);
  assert.deepEqual(shown([1]), [["[0]", 0, 1], ["[1]", 1, [2]], ["[2]", 2, "x"]]);
  assert.deepEqual(shown([2]), [["['a']", "a", [1]], ["[(1, 2)]", ["tuple", 0, 1, 2], null]]);
  assert.deepEqual(shown([5]), [[".x", "x", 1], [".y", "y", [5]]]);
  assert.deepEqual(shown([9]), [[".limit", "limit", 3], ["[0]", 0, 1], ["[1]", 1, 2]]);
  assert.deepEqual(shown(["named", "P", 0, "x", 1]), [[".x", "x", 1]]);
  assert.deepEqual([shown("text"), shown([99]), shown(null)], [[], [], []]);
  assert.deepEqual([hidden([3], HEAP), hidden(["tuple", 4, 1], HEAP), hidden(5, HEAP)], [5, 4, 0]);
});

test("names of one object, and the shortest way to it", () => {
  const record = [2, "dict", "dict", 0, "status", "pending"];
  const trace = sample([[1, 0, [1], 1, [2], { push: [[0]], heap: [[1, "dict", "dict", 0, "req-1", [2]], record, [3, "instance", "P", 0, "me", [3]]], roots: [0, [1]] }], [1, 0, [1], 2, [3], { ret: null }], [0]], { names: ["state", "record", "p"], roots: ["state"] });
  const names = (p, id) => aliases(trace.state(p)).get(id)?.map(({ label, activation }) => `${label}@${activation}`);
  assert.deepEqual(names(0, 2), ["record@0", "state['req-1']@null", "state['req-1']@0"]);
  assert.deepEqual(names(0, 1), ["state@null", "state@0"]);
  assert.equal(names(0, 3), undefined);
  assert.deepEqual(names(1, 3), ["p@0", "p.me@0", "p.me.me@0"]);
  assert.deepEqual([pathTo(trace.state(0), 2), pathTo(trace.state(0), 3), pathTo(trace.state(1), 3)], ["record", "#3.", "p."]);
});

test("quoted texts are Python's", () => {
  assert.equal(quoted("𝒳\u{e0001}\ud800"), "'𝒳\\U000e0001\\ud800'");
});

test("values are the same with all that they refer to, by content", () => {
  const heap = new Map([object(1, "list", "list", [["tuple", 0, [2]], 7]), object(2, "dict", "dict", ["a", [1]])]);
  const copy = () => structuredClone(heap);
  const changed = (id, change) => new Map([...copy()].map(([key, value]) => [key, key === id ? { ...value, ...change } : value]));
  assert.equal(sameValue([1], heap, [1], copy()), true, "a circle ends");
  assert.equal(sameValue([1], heap, [2], copy()), false);
  assert.equal(sameValue(undefined, heap, undefined, copy()), true);
  assert.equal(sameValue([1], heap, [1], changed(2, { cells: ["a", [1], "b", 1] })), false, "two levels down");
  assert.equal(sameValue([1], heap, [1], changed(2, { type: "defaultdict" })), false);
  assert.equal(sameValue([1], heap, [1], changed(1, { more: 1 })), false);
  assert.equal(sameValue([1], heap, [1], new Map([[1, heap.get(1)]])), false, "what it refers to is gone");
  assert.equal(sameValue([1], heap, [1], copy(), 2), false, "too much to look at");
});
