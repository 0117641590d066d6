// Equality of values, objects and files as a trace writes them.

/** @typedef {import("./types.js").Value} Value */
/** @typedef {import("./types.js").HeapObject} HeapObject */
/** @typedef {import("./types.js").FileContent} FileContent */

/**
 * @param {Value | undefined} a
 * @param {Value | undefined} b
 * @returns {boolean}
 */
export function equal(a, b) {
  if (a === b) return true;
  return Array.isArray(a) && Array.isArray(b) && equalRows(a, b);
}

/**
 * @param {readonly Value[]} a
 * @param {readonly Value[]} b
 * @returns {boolean}
 */
export function equalRows(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (!equal(a[i], b[i])) return false;
  return true;
}

/**
 * @param {HeapObject | undefined} a
 * @param {HeapObject | undefined} b
 * @returns {boolean} whether both are there and show the same, by the numbers of what they refer to
 */
export function sameObject(a, b) {
  if (a === undefined || b === undefined || a === b) return a !== undefined && a === b;
  return a.kind === b.kind && a.type === b.type && a.more === b.more && equalRows(a.cells, b.cells);
}

/**
 * @param {FileContent | undefined} a
 * @param {FileContent | undefined} b
 * @returns {boolean}
 */
export const sameFile = (a, b) => a === b || (typeof a === "object" && typeof b === "object" && a.bytes === b.bytes);

/**
 * @template K, V
 * @param {ReadonlyMap<K, V>} a
 * @param {ReadonlyMap<K, V>} b
 * @param {(a: any, b: any) => boolean} [same]
 * @returns {boolean}
 */
export function sameMaps(a, b, same = equal) {
  if (a.size !== b.size) return false;
  for (const [name, value] of a) if (!b.has(name) || !same(value, b.get(name))) return false;
  return true;
}
