// What a step did, in both languages.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ranLine } from "../../../site_runtime/browser/core/ran.js";
import { sayStep } from "../../../site_runtime/browser/core/say.js";
import { parseTrace } from "../../../site_runtime/browser/core/trace.js";
import { RandomTrace } from "./random-trace.js";
import { sample } from "./sample.js";

const TRACE = sample(
  [
    [10, 0, [1], { push: [[0]], heap: [[1, "dict", "dict", 0, "status", "pending"], [2, "instance", "Box", 0, "n", 1]], roots: [0, [1]] }],
    [11, { lock: 0 }],
    [12, 1, [2]],
    [13, { heap: [[1, 1, 1, 0, "approved"]] }],
    [14, { heap: [[2, 1, 1, 0, 2]] }],
    [30, 0, 1, { push: [[1]] }],
    [31],
    [31, { ret: 5 }],
    [15, 2, "先读 main.py"],
    [16, { files: [["box/a", 0, "x"]], out: "one\ntwo\n" }],
    [41, { push: [[2]] }],
    [17, { pop: 1 }],
    [42, { push: [2] }],
    [18, 2, ["-"], { pop: 1, err: ["object", "ValueError"] }],
    [18, { lock: null, files: [["box/a"]], exc: ["object", "ValueError"] }],
    [0],
  ],
  { names: ["record", "box", "text"], codes: [[0, "f", 10, true], [0, "g", 30, false], [0, "numbers", 40, false]], roots: ["state"] },
);

const SAID = [
  ["f was called", "调用 f"],
  ["line 10: the lock was taken", "第 10 行：锁已取得"],
  ["line 11: box became Box(n=1)", "第 11 行：box 变为 Box(n=1)"],
  ["line 12: record['status'] became approved", "第 12 行：record['status'] 变为 approved"],
  ["line 13: box.n became 2", "第 13 行：box.n 变为 2"],
  ["line 14: g was called", "第 14 行：调用 g"],
  ["line 30: now at line 31 of g", "第 30 行：现在在 g 的第 31 行"],
  ["line 31: g returns 5", "第 31 行：g 返回 5"],
  ["line 14: text became '先读 main.py'", "第 14 行：text 变为 '先读 main.py'"],
  ["line 15: box/a was written; printed one ⏎ two", "第 15 行：box/a 已写入；输出 one ⏎ two"],
  ["line 16: numbers was called", "第 16 行：调用 numbers"],
  ["line 41: numbers pauses", "第 41 行：numbers 暂停"],
  ["line 17: numbers goes on", "第 17 行：numbers 继续运行"],
  ["line 42: caught <ValueError>; numbers pauses; text is gone", "第 42 行：捕获 <ValueError>；numbers 暂停；text 没有了"],
  ["line 18: f ends with <ValueError>; box/a was removed; the lock was freed", "第 18 行：f 以 <ValueError> 结束；box/a 已删除；锁已释放"],
  ["the run has ended", "运行结束"],
];

for (const [p, [en, zh]] of SAID.entries()) {
  test(`step ${p}: ${en}`, () => {
    assert.equal(sayStep(TRACE, p, "en"), en);
    assert.equal(sayStep(TRACE, p, "zh"), zh);
  });
}

test("more than three facts are counted", () => {
  const trace = sample([[1, { push: [[0]] }], [1, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, { ret: null }], [0]], { names: ["a", "b", "c", "d", "e"] });
  assert.equal(sayStep(trace, 1, "en"), "line 1: f returns None; a became 1; b became 2; 3 more changes");
});

test("every position of random traces can be told", () => {
  for (let seed = 1; seed < 20; seed += 1) {
    const trace = parseTrace(new RandomTrace(seed).text);
    for (let p = 0; p < trace.count; p += 1) {
      assert.ok(sayStep(trace, p, "en").length > 0 && sayStep(trace, p, "zh").length > 0);
      const ran = ranLine(trace, p);
      if (ran) assert.ok(trace.state(p - 1).stack.some(({ activation, line }) => activation === ran.activation && line === ran.line));
    }
  }
});
