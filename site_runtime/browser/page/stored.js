// The browser's storage: it may be forbidden, full, or hold anything at all.

/** @typedef {import("./types.js").Manifest} Manifest */

/**
 * @param {Manifest} manifest
 * @param {string} [what] "" for the stops
 */
export const keyOf = ({ lesson, area }, what = "") => ["lesson-lab 1", what, lesson, area].filter(Boolean).join(" ");

/**
 * @param {string} key
 * @returns {unknown} null where there is nothing that can be read
 */
export function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {unknown} data null forgets it
 * @returns {boolean} whether it is kept; otherwise it holds until the page is left
 */
export function keep(key, data) {
  try {
    if (data === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(data));
    return true;
  } catch {
    return false;
  }
}
