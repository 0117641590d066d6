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
    ({ output = "" }) => sent.push(output),
    () => time,
  );
  for (; time < writes; time += 1) output.tell("output", `${time}\n`);
  return { sent, output };
}

test("little output is sent at once, piece by piece", () => {
  assert.deepEqual(written(3).sent, ["0\n", "1\n", "2\n"]);
});

test("a flood is sent in batches", () => {
  const { sent } = written(10_000);
  assert.equal(sent.length, 200 + (10_000 - 200) / 20);
});

test("a whole line takes the place of the pieces of it that still wait", () => {
  /** @type {object[]} */
  const sent = [];
  const { tell, flush } = inBatches(
    (pieces) => sent.push(pieces),
    () => 0,
  );
  for (let n = 0; n < 200; n += 1) tell("output", "x");
  sent.length = 0;
  tell("tail", "piece of 1");
  tell("line", "1");
  tell("tail", "piece of 2");
  tell("hit", '{"stop":0,"position":3}');
  flush();
  assert.deepEqual(sent, [{ lines: ["1"], tail: ["piece of 2"], hits: [{ stop: 0, position: 3 }] }]);
});

test("nothing is lost, nothing comes twice", () => {
  const { sent, output } = written(5_005);
  output.flush();
  output.flush();
  assert.equal(sent.join(""), Array.from({ length: 5_005 }, (_, number) => `${number}\n`).join(""));
});
