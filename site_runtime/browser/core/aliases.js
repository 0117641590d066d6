// Which names lead to one and the same object.

import { nodes } from "./values.js";
import { idOf } from "./wire.js";

/** @typedef {import("./trace.js").State} State */
/** @typedef {import("./trace.js").Value} Value */

/** @typedef {{label: string, activation: number | null}} Name as it would be written in Python; `activation` is null for a watched name */

const DEPTH = 3;
const MOST = 2_000;
const MOST_NAMES = 20;

/**
 * @param {State} state
 * @returns {Map<number, Name[]>} by object: the names and paths that lead to it, the shortest first, where there is more than one
 */
export function aliases(state) {
  /** @type {Map<number, Name[]>} */
  const names = new Map();
  let level = starts(state);
  for (let depth = 0; depth < DEPTH && names.size < MOST; depth += 1) {
    for (const { name, value } of level) add(names, idOf(value), name);
    level = level.flatMap((place) => parts(place, state)).slice(0, MOST);
  }
  for (const [id, found] of names) if (found.length < 2) names.delete(id);
  return names;
}

/**
 * @param {Map<number, Name[]>} names
 * @param {number} id
 * @param {Name} name
 */
function add(names, id, name) {
  const found = names.get(id);
  if (found === undefined) names.set(id, [name]);
  else if (found.length < MOST_NAMES) found.push(name);
}

/**
 * @param {State} state
 * @returns {{name: Name, value: Value}[]}
 */
function starts(state) {
  const roots = [...state.roots].map(([label, value]) => ({ name: { label, activation: null }, value }));
  const locals = state.stack.flatMap(({ activation, locals: all }) => [...all].map(([label, value]) => ({ name: { label, activation }, value })));
  return [...roots, ...locals].filter(({ value }) => idOf(value) > 0);
}

/**
 * @param {{name: Name, value: Value}} place
 * @param {State} state
 * @returns {{name: Name, value: Value}[]}
 */
function parts({ name, value }, state) {
  const inner = nodes(value, state.heap).filter(({ id, label }) => id > 0 && label !== "");
  return inner.map(({ label, value: part }) => ({ name: { label: name.label + label, activation: name.activation }, value: part }));
}
