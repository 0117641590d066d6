// Who wrote this: the positions at which a variable, a part of a watched object, a file or a line of it got another value.

import { equal } from "./equal.js";
import { countAtMost } from "./search.js";
import { look, sameLook, startOf } from "./targets.js";
import { CHANGED } from "./trace.js";
import { walk } from "./walk.js";

/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").Value} Value */
/** @typedef {import("./targets.js").Target} Target */
/** @typedef {import("./targets.js").Look} Look */
/** @typedef {import("./replay.js").Replay} Replay */

/**
 * `position` is the first that shows the value; the line that wrote it is `ranLine(trace, position)`. Position 0 shows what was there
 * before. `value` is undefined where there is none any more.
 * @typedef {{readonly position: number, readonly value: Value | undefined}} Write
 */

const KEPT = 200;

/** @type {WeakMap<Trace, Map<string, readonly Write[]>>} */
const known = new WeakMap();

/**
 * @param {Trace} trace
 * @param {Target} target
 * @returns {readonly Write[]} all values over the run, in order; also where something changed inside of what the value refers to
 */
export function writers(trace, target) {
  const lists = known.get(trace) ?? new Map();
  known.set(trace, lists);
  const name = JSON.stringify(target);
  const writes = lists.get(name) ?? findWrites(trace, target);
  if (lists.size >= KEPT) lists.delete(lists.keys().next().value);
  lists.set(name, writes);
  return writes;
}

/**
 * @param {Trace} trace
 * @param {Target} target
 * @param {number} p
 * @returns {Write | null} the write whose value shows at p
 */
export function lastWrite(trace, target, p) {
  const writes = writers(trace, target);
  return writes[countAtMost(writes.map((write) => write.position), p) - 1] ?? null;
}

/**
 * @param {Trace} trace
 * @param {Target} target
 * @param {number} p
 * @returns {Write | null}
 */
export function nextWrite(trace, target, p) {
  return writers(trace, target).find((write) => write.position > p) ?? null;
}

/**
 * @param {Trace} trace
 * @param {Target} target
 * @returns {Write[]}
 */
function findWrites(trace, target) {
  const [from, to] = rangeOf(trace, target);
  const bits = bitsOf(target);
  const follower = new Follower(target);
  /** @type {Write[]} */
  const writes = [];
  if (from > to) return writes;
  walk(trace, from, to, (position, replay) => {
    const may = position === from || (trace.changed[position] & bits) !== 0;
    if (may && follower.moves(replay)) writes.push({ position, value: follower.look.value });
  });
  return writes;
}

/**
 * @param {Trace} trace
 * @param {Target} target
 * @returns {[number, number]} the positions among which it can exist
 */
function rangeOf(trace, target) {
  if (!("variable" in target)) return [0, trace.count - 1];
  const activation = trace.activations[target.variable.activation];
  if (activation === undefined) return [0, -1];
  return [activation.first, activation.last < 0 ? trace.count - 1 : activation.last];
}

/** @param {Target} target */
function bitsOf(target) {
  if ("file" in target) return CHANGED.FILES;
  return CHANGED.HEAP | ("variable" in target ? CHANGED.LOCALS : CHANGED.ROOTS);
}

/** Knows a target's last look, and by it whether a step can have changed it at all. */
class Follower {
  /** @param {Target} target */
  constructor(target) {
    this.target = target;
    /** @type {Look} */
    this.look = { passed: [], value: undefined, parts: [] };
    /** @type {Value | undefined} */
    this.start = undefined;
    /** @type {Set<number>} */
    this.ids = new Set();
  }

  /**
   * @param {Replay} replay
   * @returns {boolean} whether the target is another than before
   */
  moves(replay) {
    const start = startOf(replay, this.target);
    if (equal(start, this.start) && !this.touched(replay)) return false;
    const before = this.look;
    this.start = start;
    this.look = look(replay, this.target);
    this.ids = new Set([...this.look.passed, ...this.look.parts].map((object) => object.id));
    return !sameLook(before, this.look);
  }

  /** @param {Replay} replay */
  touched(replay) {
    return replay.extra.heap?.some((/** @type {any[]} */ row) => this.ids.has(row[0])) ?? false;
  }
}
