// What changed in the step that led to a position, old beside new.

import { equal, equalRows, sameFile } from "./equal.js";
import { isPaired } from "./targets.js";
import { extraOf } from "./wire.js";

/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").State} State */
/** @typedef {import("./trace.js").Value} Value */
/** @typedef {import("./trace.js").HeapObject} HeapObject */
/** @typedef {import("./trace.js").FileContent} FileContent */

/** @typedef {{activation: number, name: string, before: Value | undefined, after: Value | undefined}} LocalChange */
/** @typedef {{name: string, before: Value | undefined, after: Value | undefined}} RootChange */
/** @typedef {{key: Value, before: Value | undefined, after: Value | undefined}} CellChange `key`: a dict's key, an attribute's name, an index */
/** @typedef {{id: number, before: HeapObject | undefined, after: HeapObject, cells: CellChange[]}} ObjectChange an object that was not there before has no `before` and all its cells are new */
/** @typedef {{path: string, before: FileContent | undefined, after: FileContent | undefined}} FileChange */
/** @typedef {{before: number | null, after: number | null}} LockChange */

/**
 * @typedef {object} Diff
 * @property {LocalChange[]} locals
 * @property {ObjectChange[]} objects
 * @property {RootChange[]} roots
 * @property {FileChange[]} files
 * @property {string} output printed in this step
 * @property {LockChange | null} lock
 * @property {number[]} entered activations that were not on the stack before
 * @property {number[]} left activations that were on the stack before
 */

/** @type {Pick<State, "stack" | "heap" | "roots" | "files" | "lock">} */
const BEFORE_ALL = Object.freeze({ stack: [], heap: new Map(), roots: new Map(), files: new Map(), lock: null });

/**
 * @param {Trace} trace
 * @param {number} p
 * @returns {Diff} against position p - 1; at the first position, against nothing
 */
export function diff(trace, p) {
  const after = trace.state(p);
  const before = p > 0 ? trace.state(p - 1) : BEFORE_ALL;
  const extra = extraOf(trace.step(p));
  const numbers = (/** @type {Pick<State, "stack">} */ { stack }) => stack.map((frame) => frame.activation);
  return {
    locals: localChanges(trace, before, after),
    objects: objectChanges(before, after, extra.heap ?? []),
    roots: mapChanges(before.roots, after.roots, equal).map(([name, a, b]) => ({ name, before: a, after: b })),
    files: mapChanges(before.files, after.files, sameFile).map(([path, a, b]) => ({ path, before: a, after: b })),
    output: extra.out ?? "",
    lock: before.lock === after.lock ? null : { before: before.lock, after: after.lock },
    entered: missing(numbers(after), numbers(before)),
    left: missing(numbers(before), numbers(after)),
  };
}

/**
 * @param {readonly number[]} some
 * @param {readonly number[]} others
 */
function missing(some, others) {
  const known = new Set(others);
  return some.filter((one) => !known.has(one));
}

/**
 * @param {Trace} trace
 * @param {Pick<State, "stack">} before
 * @param {State} after
 * @returns {LocalChange[]}
 */
function localChanges(trace, before, after) {
  const earlier = new Map(before.stack.map((frame) => [frame.activation, frame.locals]));
  return after.stack.flatMap(({ activation, locals }) => {
    const old = earlier.get(activation) ?? suspendedLocals(trace, activation, after.position);
    if (old === locals) return [];
    return mapChanges(old, locals, equal).map(([name, a, b]) => ({ activation, name, before: a, after: b }));
  });
}

/**
 * @param {Trace} trace
 * @param {number} activation that enters the stack
 * @param {number} position
 * @returns {ReadonlyMap<string, Value>} its variables when it was last on the stack; none where it begins
 */
function suspendedLocals(trace, activation, position) {
  const earlier = trace.visits.before(activation, position);
  if (earlier < 0) return new Map();
  const { stack } = trace.state(trace.visits.leave[earlier] - 1);
  return stack.find((frame) => frame.activation === activation)?.locals ?? new Map();
}

/**
 * @template V
 * @param {ReadonlyMap<string, V>} before
 * @param {ReadonlyMap<string, V>} after
 * @param {(a: any, b: any) => boolean} same
 * @returns {[string, V | undefined, V | undefined][]}
 */
function mapChanges(before, after, same) {
  if (before === after) return [];
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => {
    const [a, b] = [before.get(name), after.get(name)];
    return same(a, b) && before.has(name) === after.has(name) ? [] : [/** @type {[string, V | undefined, V | undefined]} */ ([name, a, b])];
  });
}

/**
 * @param {Pick<State, "heap">} before
 * @param {State} after
 * @param {readonly any[][]} rows
 * @returns {ObjectChange[]}
 */
function objectChanges(before, after, rows) {
  return rows.flatMap(([id]) => {
    const [a, b] = [before.heap.get(id), /** @type {HeapObject} */ (after.heap.get(id))];
    if (a && a.more === b.more && equalRows(a.cells, b.cells)) return [];
    return [{ id, before: a, after: b, cells: cellChanges(a, b) }];
  });
}

/**
 * @param {HeapObject | undefined} before
 * @param {HeapObject} after
 * @returns {CellChange[]}
 */
export function cellChanges(before, after) {
  const skip = after.kind.endsWith(".") ? 1 : 0;
  const [old, now] = [(before?.cells ?? []).slice(skip), after.cells.slice(skip)];
  return isPaired(after.kind) ? pairChanges(old, now) : itemChanges(old, now);
}

/**
 * @param {readonly Value[]} before key, value, key, value …
 * @param {readonly Value[]} after
 * @returns {CellChange[]}
 */
function pairChanges(before, after) {
  const [a, b] = [keyed(before), keyed(after)];
  return mapChanges(a, b, (x, y) => equal(x?.[1], y?.[1])).map(([, x, y]) => ({ key: (y ?? x)?.[0] ?? null, before: x?.[1], after: y?.[1] }));
}

/**
 * @param {readonly Value[]} cells
 * @returns {Map<string, [Value, Value]>} by the key's JSON text
 */
function keyed(cells) {
  const pairs = new Map();
  for (let i = 0; i + 1 < cells.length; i += 2) pairs.set(JSON.stringify(cells[i]), [cells[i], cells[i + 1]]);
  return pairs;
}

/**
 * Items between the common beginning and the common end were replaced, one by one as far as they go.
 * @param {readonly Value[]} before
 * @param {readonly Value[]} after
 * @returns {CellChange[]}
 */
function itemChanges(before, after) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && equal(before[start], after[start])) start += 1;
  let tail = 0;
  while (tail < shorter - start && equal(before[before.length - 1 - tail], after[after.length - 1 - tail])) tail += 1;
  const length = Math.max(before.length, after.length) - tail - start;
  const at = (/** @type {readonly Value[]} */ list, /** @type {number} */ i) => (start + i < list.length - tail ? list[start + i] : undefined);
  return Array.from({ length }, (_, i) => ({ key: start + i, before: at(before, i), after: at(after, i) }));
}
