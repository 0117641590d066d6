// Where exceptions are raised, pass on and are handled.

import { equal } from "./equal.js";
import { CHANGED } from "./trace.js";
import { extraOf } from "./wire.js";

/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").Value} Value */

/**
 * `raised`: here for the first time, not passed on by a callee. `handled`: the activation goes on; otherwise it ends.
 * @typedef {{position: number, value: Value, raised: boolean, handled: boolean}} ExceptionEvent
 */

/** @type {WeakMap<Trace, readonly ExceptionEvent[]>} */
const known = new WeakMap();

/**
 * @param {Trace} trace
 * @returns {readonly ExceptionEvent[]} in order
 */
export function exceptions(trace) {
  const events = known.get(trace) ?? findEvents(trace);
  known.set(trace, events);
  return events;
}

/**
 * @param {Trace} trace
 * @returns {ExceptionEvent[]}
 */
function findEvents(trace) {
  /** @type {ExceptionEvent[]} */
  const events = [];
  for (let p = 0; p < trace.count; p += 1) if (trace.changed[p] & CHANGED.ERROR) addEvents(events, p, extraOf(trace.step(p)));
  return events;
}

/**
 * An exception that is the same object as the one before is that one on its way.
 * @param {ExceptionEvent[]} events
 * @param {number} position
 * @param {import("./wire.js").Extra} extra
 */
function addEvents(events, position, extra) {
  for (const part of ["err", "exc"]) {
    if (!(part in extra)) continue;
    const value = extra[part];
    events.push({ position, value, raised: !equal(value, events.at(-1)?.value), handled: part === "err" });
  }
}
