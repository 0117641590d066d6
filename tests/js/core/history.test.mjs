// Writes, changes and exceptions of random traces against plain search over all states.

import assert from "node:assert/strict";
import { test } from "node:test";
import { makeStops, snapLine } from "../../../site_runtime/browser/core/breakpoints.js";
import { diff } from "../../../site_runtime/browser/core/changes.js";
import { exceptions } from "../../../site_runtime/browser/core/exceptions.js";
import { lastWrite, nextWrite, writers } from "../../../site_runtime/browser/core/history.js";
import { KIND, parseTrace } from "../../../site_runtime/browser/core/trace.js";
import { RandomTrace } from "./random-trace.js";

const SEEDS = Array.from({ length: 24 }, (_, i) => 2000 + i);
const open = (seed) => parseTrace(new RandomTrace(seed, { steps: 100, chunk: [4, 11, 300][seed % 3] }).text);

/** A value with all that it reaches, as text; written without the code that is tested. */
function whole(value, heap) {
  const seen = new Set();
  const visit = (part) => {
    if (!Array.isArray(part)) return part;
    if (part.length !== 1 || typeof part[0] !== "number") return part.map(visit);
    const object = heap.get(part[0]);
    if (object === undefined || seen.has(part[0])) return part;
    seen.add(part[0]);
    return { id: part[0], more: object.more, cells: object.cells.map(visit) };
  };
  return JSON.stringify(visit(value)) ?? "none";
}

/** All values over the run by looking at every position. */
function searched(trace, valueAt) {
  const found = [];
  let before = "none";
  for (let p = 0; p < trace.count; p += 1) {
    const now = valueAt(p);
    if (now !== before) found.push(p);
    before = now;
  }
  return found;
}

const positions = (writes) => writes.map((write) => write.position);

for (const seed of SEEDS) {
  test(`random trace ${seed}: all writes of watched objects, their parts and files`, () => {
    const trace = open(seed);
    for (const root of ["state", "team"]) {
      const target = { path: [root] };
      assert.deepEqual(positions(writers(trace, target)), searched(trace, (p) => whole(trace.state(p).roots.get(root), trace.state(p).heap)), root);
      for (const key of [0, 1, "a", "record", "__proto__"]) {
        const part = (p) => {
          const { roots, heap } = trace.state(p);
          const value = roots.get(root);
          return whole(value?.[0] === "tuple" && typeof key === "number" ? value[key + 2] : memberOf(heap.get(value?.[0]), key), heap);
        };
        assert.deepEqual(positions(writers(trace, { path: [root, key] })), searched(trace, part), `${root} ${key}`);
      }
    }
    for (const file of ["box/a.jsonl", "box/a.jsonl.tmp"]) {
      assert.deepEqual(positions(writers(trace, { file })), searched(trace, (p) => JSON.stringify(trace.state(p).files.get(file)) ?? "none"), file);
      const line = (p) => {
        const content = trace.state(p).files.get(file);
        if (typeof content !== "string") return content === undefined ? "none" : JSON.stringify(content.bytes);
        return content === "" ? "none" : JSON.stringify(content.split("\n")[0]);
      };
      assert.deepEqual(positions(writers(trace, { file, line: 1 })), searched(trace, line), `${file}:1`);
    }
  });

  test(`random trace ${seed}: all writes of variables, also while their generator is suspended`, () => {
    const trace = open(seed);
    for (const { id, first, last } of trace.activations.slice(0, 12)) {
      for (const name of ["a", "record"]) {
        let locals = new Map();
        const valueAt = (p) => {
          if (p < first || (last >= 0 && p > last)) return "none";
          locals = trace.state(p).stack.find((frame) => frame.activation === id)?.locals ?? locals;
          return whole(locals.get(name), trace.state(p).heap);
        };
        const expected = searched(trace, valueAt).filter((p) => last < 0 || p <= last);
        assert.deepEqual(positions(writers(trace, { variable: { activation: id, name } })), expected, `${name} of ${id}`);
      }
    }
  });

  test(`random trace ${seed}: what changed turns one state into the next`, () => {
    const trace = open(seed);
    for (let p = 1; p < trace.count; p += 1) {
      const [before, after, change] = [trace.state(p - 1), trace.state(p), diff(trace, p)];
      const roots = new Map(before.roots);
      for (const { name, before: old, after: now } of change.roots) {
        assert.deepEqual(roots.get(name), old);
        now === undefined ? roots.delete(name) : roots.set(name, now);
      }
      assert.deepEqual(roots, new Map([...after.roots]));
      for (const frame of after.stack) {
        const mine = change.locals.filter(({ activation }) => activation === frame.activation);
        for (const { name, before: old, after: now } of mine) assert.ok(JSON.stringify(old) !== JSON.stringify(now) && JSON.stringify(now) === JSON.stringify(frame.locals.get(name)));
        const old = lastLocals(trace, frame.activation, p);
        const names = new Set([...old.keys(), ...frame.locals.keys()].filter((name) => JSON.stringify(old.get(name)) !== JSON.stringify(frame.locals.get(name))));
        assert.deepEqual(new Set(mine.map(({ name }) => name)), names, `position ${p}`);
      }
      for (const [id, object] of after.heap) {
        const old = before.heap.get(id);
        const told = change.objects.find((one) => one.id === id);
        if (old) assert.equal(told !== undefined, JSON.stringify(old) !== JSON.stringify(object), `object ${id} at ${p}`);
        if (old && told && object.kind === "list") assert.deepEqual(applied(old.cells, told.cells), object.cells);
      }
      assert.equal(trace.output(p - 1) + change.output, trace.output(p));
      assert.deepEqual(change.lock, before.lock === after.lock ? null : { before: before.lock, after: after.lock });
    }
  });

  test(`random trace ${seed}: exceptions, where they are raised and where they pass`, () => {
    const trace = open(seed);
    const seen = [];
    for (let p = 0; p < trace.count; p += 1) {
      const { error, exception } = trace.state(p);
      if (error !== undefined) seen.push([p, error, true]);
      if (exception !== undefined) seen.push([p, exception, false]);
    }
    const events = exceptions(trace);
    assert.deepEqual(events.map(({ position, value, handled }) => [position, value, handled]), seen);
    for (const [i, { raised, value }] of events.entries()) assert.equal(raised, JSON.stringify(value) !== JSON.stringify(events[i - 1]?.value));
    const stops = makeStops(trace, { raise: true });
    assert.deepEqual([...stops.positions], [...new Set(events.filter(({ raised }) => raised).map(({ position }) => position))]);
  });
}

function memberOf(object, key) {
  if (!object) return undefined;
  const cells = object.kind.endsWith(".") ? object.cells.slice(1) : object.cells;
  if (["dict", "instance", "exception"].includes(object.kind)) {
    for (let i = 0; i < cells.length; i += 2) if (cells[i] === key) return cells[i + 1];
    return undefined;
  }
  return typeof key === "number" ? cells[key] : undefined;
}

function lastLocals(trace, activation, p) {
  for (let q = p - 1; q >= 0; q -= 1) {
    const frame = trace.state(q).stack.find((one) => one.activation === activation);
    if (frame) return frame.locals;
  }
  return new Map();
}

/** Old items with the change's items in their place. */
function applied(old, changes) {
  if (changes.length === 0) return old;
  const start = changes[0].key;
  const gone = changes.filter(({ before }) => before !== undefined).length;
  return [...old.slice(0, start), ...changes.filter(({ after }) => after !== undefined).map(({ after }) => after), ...old.slice(start + gone)];
}

test("the write that shows, and the next one", () => {
  const trace = open(2003);
  const target = { path: ["state"] };
  const all = writers(trace, target);
  assert.ok(all.length > 2);
  for (let p = 0; p < trace.count; p += 1) {
    assert.deepEqual(lastWrite(trace, target, p), all.filter(({ position }) => position <= p).at(-1) ?? null);
    assert.deepEqual(nextWrite(trace, target, p), all.find(({ position }) => position > p) ?? null);
  }
});

test("an activation that does not exist has no writes", () => {
  assert.deepEqual(writers(open(2003), { variable: { activation: 9999, name: "a" } }), []);
});

test("hit counts and switches of breakpoints", () => {
  const trace = parseTrace(new RandomTrace(2004, { steps: 600 }).text);
  const hits = Array.from({ length: trace.count }, (_, p) => p).filter((p) => trace.kind[p] === KIND.LINE && trace.code(p).file === "one.py" && trace.line[p] === 22);
  assert.ok(hits.length >= 3, `${hits.length} hits`);
  const stops = (parts) => [...makeStops(trace, { lines: [{ file: "one.py", line: 22, ...parts }] }).positions];
  assert.deepEqual(stops({}), hits);
  assert.deepEqual(stops({ enabled: false }), []);
  assert.deepEqual(stops({ hits: { when: "from", n: 2 } }), hits.slice(1));
  assert.deepEqual(stops({ hits: { when: "only", n: 2 } }), [hits[1]]);
  assert.deepEqual(stops({ hits: { when: "every", n: 2 } }), hits.filter((_, i) => i % 2 === 1));
  assert.deepEqual(stops({ hits: { when: "every", n: 0 } }), []);
});

test("a stop on change holds for every activation of a function; reasons name what stopped", () => {
  const trace = open(2005);
  const watched = { variable: { file: "one.py", function: "helper", name: "a" } };
  const stops = makeStops(trace, { lines: [{ file: "one.py", line: 3 }], changes: [{ target: { path: ["state"] }, enabled: false }, { target: watched }] });
  const expected = trace.activations
    .filter(({ code }) => trace.codes[code].name === "helper")
    .flatMap(({ id }) => positions(writers(trace, { variable: { activation: id, name: "a" } })));
  assert.ok(expected.length > 3);
  for (const p of expected) assert.deepEqual(stops.reasons(p).filter(({ kind }) => kind === "change"), [{ kind: "change", index: 1 }]);
  assert.deepEqual([...stops.positions], [...stops.positions].sort((a, b) => a - b));
});

test("a line without code gives its breakpoint to the next line that has some", () => {
  const lines = { f: [3, 5, 9], g: [12], "<module>": [1, 2, 11] };
  assert.deepEqual([1, 4, 5, 10, 12, 13].map((line) => snapLine(lines, line)), [1, 5, 5, 11, 12, null]);
});
