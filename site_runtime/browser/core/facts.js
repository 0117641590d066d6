// What a step did, as a list of facts in the order in which a reader wants to hear them.

import { diff } from "./changes.js";
import { pathTo } from "./paths.js";
import { KIND } from "./trace.js";
import { describe } from "./values.js";

/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").State} State */
/** @typedef {import("./trace.js").Value} Value */

/**
 * `name` is a variable or a path as Python writes it, a function, a file; `value` its new value or the printed text, as text, "" where there is none.
 * @typedef {{kind: "changed" | "gone" | "added" | "called" | "resumed" | "left" | "returned" | "raised" | "handled" | "written" | "removed" | "printed" | "locked" | "freed" | "ended", name: string, value: string}} Fact
 */

const ROOM = 60;

/**
 * @param {Trace} trace
 * @param {number} p
 * @returns {Fact[]}
 */
export function facts(trace, p) {
  const state = trace.state(p);
  const change = diff(trace, p);
  return [
    ...endFacts(trace, state),
    ...errorFacts(state),
    ...objectFacts(state, change),
    ...(p > 0 ? fileFacts(change) : []),
    ...lockFacts(change),
    ...outputFacts(change),
    ...callFacts(trace, state, change),
    ...localFacts(state, change),
  ];
}

/** @type {(kind: Fact["kind"], name?: string, value?: string) => Fact} */
const fact = (kind, name = "", value = "") => ({ kind, name, value });

/**
 * @param {Value | undefined} value
 * @param {State} state
 * @returns {string} a plain word without its quotes
 */
function text(value, state) {
  return typeof value === "string" && /^[\p{L}\p{N}_./-]{1,40}$/u.test(value) ? value : describe(value, state.heap, { room: ROOM });
}

/**
 * @param {Trace} trace
 * @param {State} state
 * @returns {Fact[]}
 */
function endFacts(trace, state) {
  const name = trace.code(state.position)?.name ?? "";
  if (state.kind === KIND.END) return [fact("ended")];
  if (state.kind === KIND.RETURNED) return [fact("returned", name, text(state.result, state))];
  return state.kind === KIND.RAISED ? [fact("raised", name, text(state.exception, state))] : [];
}

/**
 * @param {State} state
 * @returns {Fact[]}
 */
const errorFacts = (state) => (state.error === undefined ? [] : [fact("handled", "", text(state.error, state))]);

/**
 * @param {State} state
 * @param {import("./changes.js").Diff} change
 * @returns {Fact[]}
 */
function objectFacts(state, { objects, roots }) {
  const known = objects.filter(({ before }) => before !== undefined);
  return [
    ...roots.filter(() => state.position > 0).map(({ name, after }) => fact(after === undefined ? "gone" : "changed", name, text(after, state))),
    ...known.flatMap(({ id, cells }) => cells.map((cell) => cellFact(pathTo(state, id), cell, state))),
  ];
}

/**
 * @param {string} path of the object
 * @param {import("./changes.js").CellChange} cell
 * @param {State} state
 * @returns {Fact}
 */
function cellFact(path, { key, before, after }, state) {
  const name = path.endsWith(".") ? `${path}${key}` : `${path}[${describe(key, state.heap, { room: 30 })}]`;
  if (after === undefined) return fact("gone", name);
  return fact(before === undefined ? "added" : "changed", name, text(after, state));
}

/**
 * @param {import("./changes.js").Diff} change
 * @returns {Fact[]}
 */
function fileFacts({ files }) {
  return files.map(({ path, after }) => fact(after === undefined ? "removed" : "written", path));
}

/**
 * @param {import("./changes.js").Diff} change
 * @returns {Fact[]}
 */
function lockFacts({ lock }) {
  return lock === null ? [] : [fact(lock.after === null ? "freed" : "locked")];
}

/**
 * @param {import("./changes.js").Diff} change
 * @returns {Fact[]}
 */
function outputFacts({ output }) {
  const line = output.trim().replaceAll("\n", " ⏎ ");
  return line === "" ? [] : [fact("printed", "", line.length > ROOM ? `${line.slice(0, ROOM)}…` : line)];
}

/**
 * @param {Trace} trace
 * @param {State} state
 * @param {import("./changes.js").Diff} change
 * @returns {Fact[]}
 */
function callFacts(trace, { position }, { entered, left }) {
  const name = (/** @type {number} */ activation) => trace.codes[trace.activations[activation].code].name;
  const paused = left.filter((activation) => trace.activations[activation].last !== position - 1);
  return [
    ...paused.map((activation) => fact("left", name(activation))),
    ...entered.map((activation) => fact(trace.activations[activation].first === position ? "called" : "resumed", name(activation))),
  ];
}

/**
 * A call's arguments are no news: they stand in the list of variables.
 * @param {State} state
 * @param {import("./changes.js").Diff} change
 * @returns {Fact[]}
 */
function localFacts(state, { locals, entered }) {
  const news = locals.filter(({ activation }) => !entered.includes(activation));
  return news.map(({ name, after }) => fact(after === undefined ? "gone" : "changed", name, text(after, state)));
}
