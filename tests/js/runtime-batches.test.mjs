// Output is sent at once until it floods; then at most once in twenty milliseconds, and nothing is lost.

import assert from "node:assert/strict";
import { test } from "node:test";

import { inBatches } from "../../site_runtime/browser/batches.js";

/** @param {number} writes one a millisecond */
function written(writes) {
  /** @type {string[]} */
  const sent = [];
  let time = 0;
  const output = inBatches(
    (text) => sent.push(text),
    () => time,
  );
  for (; time < writes; time += 1) output.write(`${time}\n`);
  return { sent, output };
}

test("little output is sent at once, piece by piece", () => {
  assert.deepEqual(written(3).sent, ["0\n", "1\n", "2\n"]);
});

test("a flood is sent in batches", () => {
  const { sent } = written(10_000);
  assert.equal(sent.length, 200 + (10_000 - 200) / 20);
});

test("nothing is lost, nothing comes twice", () => {
  const { sent, output } = written(5_005);
  output.flush();
  output.flush();
  assert.equal(sent.join(""), Array.from({ length: 5_005 }, (_, number) => `${number}\n`).join(""));
});
