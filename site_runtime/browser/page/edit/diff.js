// What was added to a text and what was taken out of it, line by line.

/** @typedef {{kind: "same" | "added" | "removed", text: string, before: number | null, after: number | null}} DiffLine with line numbers from 1 */

/** Cells of the table; beyond it the changed part counts as replaced whole. */
const MOST = 4_000_000;

/**
 * @param {string[]} a
 * @param {string[]} b
 * @returns {[number, number][]} lines of both, in order, that belong together: a longest common subsequence
 */
function common(a, b) {
  if (a.length * b.length > MOST) return [];
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? lengths[(i + 1) * width + j + 1] + 1 : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  /** @type {[number, number][]} */
  const pairs = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) i += 1;
    else j += 1;
  }
  return pairs;
}

/** @param {string[]} a @param {string[]} b @returns {number} how many lines both begin with */
function commonStart(a, b) {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n += 1;
  return n;
}

/**
 * @param {string} before
 * @param {string} after
 * @returns {DiffLine[]}
 */
export function diff(before, after) {
  const [a, b] = [before.split("\n"), after.split("\n")];
  const start = commonStart(a, b);
  const end = commonStart(a.slice(start).reverse(), b.slice(start).reverse());
  const middle = common(a.slice(start, a.length - end), b.slice(start, b.length - end)).map(([i, j]) => [i + start, j + start]);
  const pairs = [...Array.from({ length: start }, (_, i) => [i, i]), ...middle, ...Array.from({ length: end }, (_, i) => [a.length - end + i, b.length - end + i]), [a.length, b.length]];
  /** @type {DiffLine[]} */
  const lines = [];
  let [i, j] = [0, 0];
  for (const [nextA, nextB] of pairs) {
    for (; i < nextA; i += 1) lines.push({ kind: "removed", text: a[i], before: i + 1, after: null });
    for (; j < nextB; j += 1) lines.push({ kind: "added", text: b[j], before: null, after: j + 1 });
    if (i < a.length && j < b.length) lines.push({ kind: "same", text: a[i], before: ++i, after: ++j });
  }
  return lines;
}
