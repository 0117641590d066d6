// The shortest way to an object by names.

import { nodes } from "./values.js";
import { idOf } from "./wire.js";

/** @typedef {import("./trace.js").State} State */
/** @typedef {import("./trace.js").Value} Value */

const MOST = 2_000;
const DEEPEST = 4;

/**
 * @param {State} state
 * @param {number} id
 * @returns {string} a variable of the activation on top, a watched name or another variable, with keys and attributes as Python writes
 *   them; it ends with a dot where the object has attributes, not items; "#id" where nothing near leads to it
 */
export function pathTo(state, id) {
  /** @type {Set<number>} */
  const seen = new Set();
  let level = starts(state);
  for (let depth = 0; depth < DEEPEST && seen.size < MOST; depth += 1) {
    const found = level.find(({ value }) => idOf(value) === id);
    if (found) return found.label + dot(state, id);
    level = level.filter(({ value }) => isNew(seen, idOf(value))).flatMap((place) => inside(place, state));
  }
  return `#${id}${dot(state, id)}`;
}

/**
 * @param {State} state
 * @param {number} id
 */
const dot = (state, id) => (/^(instance|class|exception)$/.test(state.heap.get(id)?.kind ?? "") ? "." : "");

/**
 * @param {Set<number>} seen
 * @param {number} id
 */
const isNew = (seen, id) => id > 0 && !seen.has(id) && seen.add(id).has(id);

/**
 * @param {State} state
 * @returns {{label: string, value: Value}[]}
 */
function starts({ stack, roots }) {
  const named = (/** @type {Iterable<[string, Value]>} */ entries) => [...entries].map(([label, value]) => ({ label, value }));
  const callers = stack.slice(0, -1).reverse();
  return [...named(stack[stack.length - 1]?.locals ?? []), ...named(roots), ...callers.flatMap(({ locals }) => named(locals))];
}

/**
 * @param {{label: string, value: Value}} place
 * @param {State} state
 * @returns {{label: string, value: Value}[]}
 */
function inside({ label, value }, state) {
  return nodes(value, state.heap).filter((node) => node.id > 0).map((node) => ({ label: label + node.label, value: node.value }));
}
