// Values as the views want them; how they are written is core/values.js's matter.

import { describe, hidden, nodes } from "../core/values.js";
import { idOf } from "../core/wire.js";

/** @typedef {import("../core/types.js").Value} Value */
/** @typedef {ReadonlyMap<number, import("../core/types.js").HeapObject>} Heap */

/**
 * A part of a value: `label` as it is written in Python; `key` as text, to show and to tell it from its siblings; `raw` the key itself.
 * @typedef {{label: string, key: string, raw: Value, value: Value}} Part
 */

const ROOM = 72;
const DEPTH = 4;

/**
 * @param {Value | undefined} value
 * @param {Heap} heap
 * @param {number} [room] characters
 * @returns {string} the value on one line, in Python's notation
 */
export function short(value, heap, room = ROOM) {
  return describe(value, heap, { room, depth: DEPTH });
}

/**
 * @param {Value} value
 * @returns {string} a string as it is, anything else in Python's notation
 */
export function bare(value) {
  return typeof value === "string" ? value : short(value, new Map());
}

/**
 * @param {Value | undefined} value
 * @param {Heap} heap
 * @returns {Part[]} empty for anything that has no parts
 */
export function parts(value, heap) {
  return nodes(value, heap).map(({ label, key, value: part }) => ({ label: label || "·", key: bare(key), raw: key, value: part }));
}

/**
 * @param {Value | undefined} value
 * @returns {number | null} the object's number, if the value is a reference
 */
export function reference(value) {
  return idOf(value) || null;
}

/**
 * @param {Value | undefined} value
 * @param {Heap} heap
 * @returns {string} the type's name where the notation alone does not show it well
 */
export function typeName(value, heap) {
  const object = heap.get(idOf(value));
  if (object) return object.type;
  return Array.isArray(value) && (value[0] === "tuple" || value[0] === "frozenset") ? value[0] : "";
}

export const missing = hidden;
