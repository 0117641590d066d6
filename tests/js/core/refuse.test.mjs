// What is no valid trace is refused, with the line and the reason; nothing else is thrown whatever stands in a file.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sha256 } from "../../../site_runtime/browser/core/sha256.js";
import { SourceError } from "../../../site_runtime/browser/core/error.js";
import { TraceError, parseTrace } from "../../../site_runtime/browser/core/trace.js";
import { exportRecording, importRecording } from "../../../site_runtime/browser/core/transfer.js";
import { Random } from "./random.js";
import { RandomTrace } from "./random-trace.js";
import { sample } from "./sample.js";

const HEADER_LIMITS = { steps: 9, items: 9, text: 9, objects: 9 };
const HEADER = { trace: 1, program: "p", focus: null, roots: ["state"], lock: null, folders: [], limits: { steps: 9, items: 9, text: 9, objects: 9 } };
const END = { end: { snapshots: 2, focus: 0, output: "", files: [], exception: null, stopped: null } };
const START = [1, { push: [[0]] }];
const LAST = [2, { ret: null }];

/** A trace of three positions, with one of its parts replaced. */
function made({ header = HEADER, steps = [START, LAST, [0]], end = END, chunk = {}, more = [] } = {}) {
  const first = { at: 0, files: [["p.py", ""]], codes: [[0, "f", 1, true]], names: ["x"], key: null, steps, ...chunk };
  return [header, first, ...more, end].map((line) => JSON.stringify(line)).join("\n");
}

const KEY = { stack: [0], acts: [[0, 0, 2, 0, "a"]], heap: [], roots: [["-"]], lock: null, files: [] };
const second = (key) => ({ steps: [[1, 0, "a", { push: [[0]] }]], more: [{ at: 1, files: [], codes: [], names: [], key: { ...KEY, ...key }, steps: [LAST, [0]] }] });

test("the smallest traces are read", () => {
  assert.equal(parseTrace(made()).count, 3);
  assert.equal(parseTrace(made(second({}))).state(1).stack[0].locals.get("x"), "a");
});

/** @type {[string, any, RegExp][]} */
const REFUSED = [
  ["another version", { header: { ...HEADER, trace: 2 } }, /line 1: version 2/],
  ["no header", { header: { at: 0 } }, /line 1: .*header/],
  ["roots that are no names", { header: { ...HEADER, roots: [1] } }, /line 1: .*roots/],
  ["a focus of three", { header: { ...HEADER, focus: ["a", "b", "c"] } }, /line 1: .*focus/],
  ["a part that no header has", { header: { ...HEADER, time: 5 } }, /line 1: .*other parts/],
  ["a limit too few", { header: { ...HEADER, limits: { steps: 9 } } }, /line 1: .*limits/],
  ["limits that are no numbers", { header: { ...HEADER, limits: { ...HEADER_LIMITS, steps: "many" } } }, /line 1: .*limits/],
  ["a gap between chunks", { chunk: { at: 1 } }, /line 2: .*position 1, expected was 0/],
  ["a key in the first chunk", { chunk: { key: KEY } }, /line 2: .*key/],
  ["a second chunk without key", { ...second({}), more: [{ ...second({}).more[0], key: null }] }, /line 3: .*key/],
  ["a code in no file", { chunk: { codes: [[3, "f", 1, true]] } }, /line 2: .*no known file/],
  ["a chunk without steps", { steps: [] }, /line 2: .*no steps/],
  ["a step without a line", { steps: [[null, { push: [[0]] }], LAST, [0]] }, /line 2: .*line number/],
  ["a name that is in no table", { steps: [[1, 7, null, { push: [[0]] }], LAST, [0]] }, /no name number 7/],
  ["a name without its value", { steps: [[1, 0, { push: [[0]] }], LAST, [0]] }, /name stands without its value/],
  ["a number that is not exact", { steps: [[1, 0, 2 ** 53, { push: [[0]] }], LAST, [0]] }, /no known shape/],
  ["a broken number", { steps: [[1, 0, 0.5, { push: [[0]] }], LAST, [0]] }, /no known shape/],
  ["an object as a value", { steps: [[1, 0, { a: 1 }, { push: [[0]] }], LAST, [0]] }, /no known shape/],
  ["a value of a wrong shape", { steps: [[1, 0, ["tuple"], { push: [[0]] }], LAST, [0]] }, /no known shape/],
  ["a value that is endlessly deep", { steps: [[1, 0, deep(40), { push: [[0]] }], LAST, [0]] }, /no known shape/],
  ["an unknown part", { steps: [[1, { push: [[0]], evil: 1 }], LAST, [0]] }, /unknown part: evil/],
  ["a push of no code", { steps: [[1, { push: [[4]] }], LAST, [0]] }, /no code number 4/],
  ["a push of what runs", { steps: [START, [2, { push: [0] }], [0]] }, /was not suspended/],
  ["too many pops", { steps: [START, [0, { pop: 2 }]] }, /more activations/],
  ["a change of another activation that is not there", { steps: [[1, { push: [[0]], up: [[5, 0, 1]] }], LAST, [0]] }, /activation 5/],
  ["a splice of nothing", { steps: [[1, { push: [[0]], heap: [[1, 0, 0, 0]] }], LAST, [0]] }, /object 1 changes and is not known/],
  ["a splice beyond the end", { steps: [[1, { push: [[0]], heap: [[1, "list", "list", 0]] }], [2, { heap: [[1, 0, 1, 0]], ret: null }], [0]] }, /more cells than it has/],
  ["a key without value in a dict", { steps: [[1, { push: [[0]], heap: [[1, "dict", "dict", 0, "a"]] }], LAST, [0]] }, /key without its value/],
  ["an unknown kind of object", { steps: [[1, { push: [[0]], heap: [[1, "tree", "T", 0]] }], LAST, [0]] }, /no known shape/],
  ["a text appended to a number", { steps: [[1, 0, 5, { push: [[0]] }], [2, 0, ["+", "a"], { ret: null }], [0]] }, /appended/],
  ["a file that keeps what it has not", { steps: [[1, { push: [[0]], files: [["a", 3, "b"]] }], LAST, [0]] }, /another length/],
  ["a file removed twice", { steps: [[1, { push: [[0]], files: [["a"]] }], LAST, [0]] }, /was not there/],
  ["an end in the middle", { steps: [START, LAST, [0], [0]] }, /follows the end position/],
  ["no end position", { steps: [START, LAST] }, /end position/],
  ["a line 0 in a running activation", { steps: [START, [0]] }, /number 0/],
  ["a step of nobody", { steps: [[1], LAST, [0]] }, /empty stack/],
  ["an empty last part", { steps: [START, [2, {}], [0]] }, /last part is empty/],
  ["an empty list", { steps: [START, [2, { files: [], ret: null }], [0]] }, /no list of something/],
  ["an unknown reason to stop", { end: { end: { ...END.end, stopped: "tired" } } }, /reason/],
  ["another number of snapshots", { end: { end: { ...END.end, snapshots: 5 } } }, /counts 5 snapshots/],
  ["another output", { end: { end: { ...END.end, output: "x" } } }, /output/],
  ["something after the end", { more: [END] }, /follows the end/],
  ["a key with another line", second({ acts: [[0, 0, 3, 0, "a"]] }), /line 3: .*differ in the stack/],
  ["a key with another value", second({ acts: [[0, 0, 2, 0, "b"]] }), /differ in the stack/],
  ["a key with another lock", second({ lock: 0 }), /differ in the lock/],
  ["a key with another root", second({ roots: [1] }), /differ in the watched names/],
  ["a key with another file", second({ files: [["a", 0, ""]] }), /differ in the files/],
  ["a key with an object from nowhere", second({ heap: [[1, "list", "list", 0]] }), /differ in object 1/],
  ["a key with an activation from nowhere", second({ stack: [4] }), /activation 4 is missing/],
];

function deep(levels) {
  return levels === 0 ? null : ["tuple", 0, deep(levels - 1)];
}

for (const [what, parts, reason] of REFUSED) {
  test(`${what} is refused`, () => {
    assert.throws(() => parseTrace(made(parts)), (error) => error instanceof TraceError && (assert.match(error.message, reason), true));
  });
}

test("texts that are no traces at all are refused", () => {
  for (const text of ["", "\n", "{}", "null", "[]", "nonsense", "{\"trace\":1}", JSON.stringify(HEADER)]) assert.throws(() => parseTrace(text), TraceError);
});

test("bounds are kept", () => {
  const { text } = new RandomTrace(1);
  assert.throws(() => parseTrace(text, { bounds: { characters: 100, positions: 1000 } }), /longer than 100/);
  assert.throws(() => parseTrace(text, { bounds: { characters: 1e6, positions: 50 } }), /more positions/);
});

test("a trace that was changed anywhere either is still valid in every state or is refused as a trace", () => {
  const random = new Random(5);
  let refused = 0;
  for (let seed = 1; seed <= 400; seed += 1) {
    const { text } = new RandomTrace(1 + (seed % 20), { steps: 40, chunk: 7 });
    const at = random.below(text.length);
    const changed = text.slice(0, at) + random.pick(["", "0", "1", "[", "]", '"', "-", ",", "9", "null", '"a"']) + text.slice(at + random.below(3));
    try {
      const trace = parseTrace(changed);
      for (let p = 0; p < trace.count; p += 1) trace.state(p);
    } catch (error) {
      assert.ok(error instanceof TraceError, String(/** @type {any} */ (error).stack));
      refused += 1;
    }
  }
  assert.ok(refused > 100 && refused < 400, `${refused} refused`);
});

test("names that mean something to objects are only names", () => {
  const steps = [[1, 0, "a", 1, "b", { push: [[0]], files: [["__proto__", 0, "x"]] }], LAST, [0]];
  const trace = parseTrace(made({ header: { ...HEADER, roots: ["__proto__"] }, steps, chunk: { names: ["__proto__", "constructor"] } }));
  assert.deepEqual([...trace.state(0).stack[0].locals], [["__proto__", "a"], ["constructor", "b"]]);
  assert.equal(trace.state(0).files.get("__proto__"), "x");
  assert.equal(/** @type {any} */ ({}).x, undefined);
});

/** A random trace that was recorded of these texts. @param {Record<string, string>} texts */
function recordedOf(texts) {
  const { text } = new RandomTrace(9);
  return Object.entries(texts).reduce((all, [label, source]) => all.replace(new RegExp(`\\["${label}","[0-9a-f]*"\\]`), JSON.stringify([label, hashed(source)])), text);
}

/** As many lines as a random trace can name. */
const BLANK = "\n".repeat(200);
const hashed = (text) => createHash("sha256").update(text).digest("hex");

test("a recording goes into a file and comes back; a bare trace is a file, too", () => {
  const source = `x = 1\n${BLANK}`;
  const text = recordedOf({ "one.py": source });
  const trace = parseTrace(text);
  const sources = [{ label: "one.py", text: source }, { label: "unused.py", text: "" }];
  const file = exportRecording({ trace, lesson: "l", area: "a", input: "i", sources });
  const back = importRecording(file);
  assert.equal(back.trace.text, text);
  assert.deepEqual([back.lesson, back.area, back.input, back.sources], ["l", "a", "i", sources.slice(0, 1)]);
  assert.equal(importRecording(text).trace.count, trace.count);
});

test("a source that is not the one that was recorded is refused by its name", () => {
  const texts = { "one.py": `x = '许可'\n${BLANK}`, "two.py": BLANK };
  const whole = { "lesson-trace": 1, lesson: "l", area: "a", input: "i", trace: recordedOf(texts) };
  const given = (sources) => JSON.stringify({ ...whole, sources: Object.entries(sources).map(([label, text]) => ({ label, text })) });
  assert.equal(importRecording(given(texts)).sources.length, 2);
  // Not each source need be there, and one that was not recorded shows nothing.
  assert.equal(importRecording(given({ "two.py": BLANK, "other.py": "anything" })).sources.length, 2);
  for (const [label, text] of [["one.py", `x = '同意'\n${BLANK}`], ["two.py", "\n"], ["one.py", ""]]) {
    assert.throws(() => importRecording(given({ ...texts, [label]: text })), (error) => error instanceof SourceError && error.label === label);
  }
});

test("a step beyond its file's end is refused with its position", () => {
  const steps = (/** @type {number} */ line) => [[1, { push: [[0]] }], [line, { ret: null }], [0]];
  const given = (/** @type {number} */ line, /** @type {string} */ text) => {
    const { text: trace } = sample(steps(line));
    const named = trace.replace('["p.py",""]', JSON.stringify(["p.py", hashed(text)]));
    return JSON.stringify({ "lesson-trace": 1, lesson: "l", area: "a", input: "i", sources: [{ label: "p.py", text }], trace: named });
  };
  for (const text of ["a\nb\n", "a\nb", "a\r\nb\r\n", "a\rb", "a\fb\n\n"]) {
    assert.equal(importRecording(given(2, text)).trace.count, 3);
    assert.throws(() => importRecording(given(3, text)), /position 1: line 3 of p\.py, which has 2/);
  }
});

test("SHA-256 is the one that everybody has", () => {
  const random = new Random(3);
  const long = Array.from({ length: 3000 }, () => String.fromCodePoint(random.below(0x4000)));
  for (const length of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 3000]) {
    const text = long.slice(0, length).join("");
    for (const one of [text, "a".repeat(length)]) assert.equal(sha256(one), hashed(one));
  }
});

test("files that are no recordings are refused", () => {
  const { text } = new RandomTrace(9);
  const whole = { "lesson-trace": 1, lesson: "l", area: "a", input: "i", sources: [], trace: text };
  const broken = [
    { ...whole, "lesson-trace": 2 },
    { ...whole, trace: 5 },
    { ...whole, trace: text.slice(0, 500) },
    { ...whole, sources: null },
    { ...whole, sources: [{ label: "x" }] },
    { ...whole, sources: Array.from({ length: 201 }, () => ({ label: "x", text: "" })) },
    { ...whole, sources: [{ label: "x", text: "y".repeat(2 ** 20 + 1) }] },
  ];
  for (const one of broken) assert.throws(() => importRecording(JSON.stringify(one)), TraceError);
  assert.throws(() => importRecording("x".repeat(64 * 2 ** 20 + 1)), /longer than/);
  assert.deepEqual([importRecording(JSON.stringify({ ...whole, lesson: {}, area: "x".repeat(300) })).lesson, importRecording(JSON.stringify({ ...whole, area: "x".repeat(300) })).area], ["", ""]);
});
