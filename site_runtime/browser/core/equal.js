// Equality of values as a trace writes them.

/** @typedef {import("./types.js").Value} Value */

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
