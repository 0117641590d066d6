// What a reader types as an input of their own outlives a reload, bounded, and damaged data is none.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { MOST_TEXT } from "../../site_runtime/browser/page/own/inputs.js";
import { Owning } from "../../site_runtime/browser/page/own/owning.js";

/** @type {Map<string, string>} */
const stored = new Map();
/** @type {any} */ (globalThis).localStorage = {
  getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ text) => stored.set(key, text),
  removeItem: (/** @type {string} */ key) => stored.delete(key),
};
const KEY = "lesson-lab 1 draft lesson area";
const again = () => new Owning(/** @type {any} */ ({ lesson: "lesson", area: "area", form: null }), (n) => `No. ${n}`);
const SHOWN = /** @type {any} */ ({ prepare: "a = 1\n", call: "f(a)\n" });

beforeEach(() => stored.clear());

test("what is written stands again, opened as it was; what is only looked at is not stored", () => {
  const owning = again();
  owning.toggle(SHOWN);
  assert.equal(stored.size, 0);
  owning.write({ call: "f(2)\n" });
  assert.deepEqual([again().draft?.call, again().open], ["f(2)\n", true]);
  owning.toggle(SHOWN);
  assert.deepEqual([again().draft?.call, again().open], ["f(2)\n", false]);
});

test("kept or discarded it needs no place of its own, and discarding brings back what is kept", () => {
  const owning = again();
  owning.toggle(SHOWN);
  owning.write({ call: "f(2)\n" });
  owning.keep();
  assert.equal(stored.has(KEY), false);
  owning.write({ call: "f(3)\n" });
  assert.equal(again().draft?.call, "f(3)\n");
  owning.discard();
  assert.deepEqual([owning.draft?.call, stored.has(KEY)], ["f(2)\n", false]);
});

test("what a link brings is not stored before it is changed", () => {
  const owning = again();
  owning.offer({ id: "own-a", title: "theirs", prepare: "", call: "g()\n" });
  owning.toggle(SHOWN);
  assert.equal(stored.size, 0);
});

test("damaged or long data is bounded or none", () => {
  for (const text of ["{", "7", "[]", '"x"', '{"values": 3}', '{"prepare": 1, "call": ""}']) {
    stored.set(KEY, text);
    assert.equal(again().draft, null, text);
  }
  stored.set(KEY, JSON.stringify({ prepare: "x".repeat(MOST_TEXT * 3), call: "" }));
  assert.equal(again().draft?.prepare.length, MOST_TEXT);
});
