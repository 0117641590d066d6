// A form's values become source text exactly as they are; a copy's difference is the lines that differ.

import assert from "node:assert/strict";
import { test } from "node:test";
import { diff } from "../../site_runtime/browser/page/edit/diff.js";
import { fill } from "../../site_runtime/browser/page/own/form.js";
import { pythonOfJson, pythonString } from "../../site_runtime/browser/page/own/literal.js";
import { Random } from "./core/random.js";

test("a text becomes one line that means exactly it", () => {
  assert.equal(pythonString(""), '""');
  assert.equal(pythonString("先读程序"), '"先读程序"');
  assert.equal(pythonString('a"b\\c\n\t\r'), '"a\\"b\\\\c\\n\\t\\r"');
  assert.equal(pythonString("\u0000\u007f\u0085\u2028\u202e\ufeff\u3000"), '"\\x00\\x7f\\x85\\u2028\\u202e\\ufeff\\u3000"');
  assert.equal(pythonString("\ud800x\u{e0001}😀"), '"\\ud800x\\U000e0001😀"');
});

test("JSON becomes the same value in Python's words, digit by digit", () => {
  assert.equal(pythonOfJson(' {"true": [true, false, null, 1.0, -0, 1e400, 12345678901234567890]}\n'), '{"true": [True, False, None, 1.0, -0, 1e400, 12345678901234567890]}');
  assert.equal(pythonOfJson('"\\u0041\\n\\ud83d\\ude00"'), '"A\\n😀"');
  for (const text of ["", "True", "{'a': 1}", "[1,]", "NaN", "1;import os", "//"]) assert.throws(() => pythonOfJson(text), SyntaxError, text);
});

test("holes are filled once, and what is filled in is never read as a hole", () => {
  const title = { zh: "", en: "" };
  /** @type {any} */
  const form = {
    fields: [
      { name: "a", title, kind: "text", default: "${b}$$" },
      { name: "b", title, kind: "json", default: "true" },
      { name: "c", title, kind: "choice", default: "one", options: [{ name: "one", title, text: "x = '$$'\n" }, { name: "two", title, text: "" }] },
    ],
    prepare: "${c}cost = '$$'\n",
    call: "f(${a}, ${b})\n",
  };
  assert.deepEqual(fill(form, {}), { prepare: "x = '$$'\ncost = '$'\n", call: 'f("${b}$$", True)\n', wrong: new Map() });
  assert.equal(fill(form, { c: "two" }).prepare, "cost = '$'\n");
  assert.equal(fill(form, { c: "none of them" }).prepare, "x = '$$'\ncost = '$'\n");
  const { wrong } = fill(form, { b: "yes" });
  assert.deepEqual([...wrong.keys()], ["b"]);
});

test("a difference holds both texts, and no line more than it must", () => {
  const random = new Random(11);
  const text = (/** @type {number} */ n) => Array.from({ length: n }, () => random.pick(["a", "b", "c", ""])).join("\n");
  for (let i = 0; i < 300; i += 1) {
    const [before, after] = [text(1 + random.below(9)), text(1 + random.below(9))];
    const lines = diff(before, after);
    assert.equal(lines.filter(({ kind }) => kind !== "added").map(({ text }) => text).join("\n"), before);
    assert.equal(lines.filter(({ kind }) => kind !== "removed").map(({ text }) => text).join("\n"), after);
    lines.filter(({ before: n }) => n !== null).forEach(({ before: n }, index) => assert.equal(n, index + 1));
    if (before === after) assert.ok(lines.every(({ kind }) => kind === "same"));
  }
  assert.deepEqual(diff("a\nb\nc", "a\nx\nb\nc").map(({ kind }) => kind), ["same", "added", "same", "same"]);
});
