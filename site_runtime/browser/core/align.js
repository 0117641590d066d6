// Pairs what is common to two sequences: a longest common subsequence (Myers, "An O(ND) Difference Algorithm", 1986).

/** Differences up to which a pairing is sought; beyond, what lies between common beginning and end stays unpaired. */
const MOST_DIFFERENCES = 1_500;

/**
 * @param {Int32Array} a
 * @param {Int32Array} b
 * @returns {[number, number][]} indices of equal elements, ascending in both
 */
export function align(a, b) {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const middle = alignMiddle(a.subarray(start, a.length - tail), b.subarray(start, b.length - tail));
  return [
    ...Array.from({ length: start }, (_, i) => pair(i, i)),
    ...middle.map(([i, j]) => pair(start + i, start + j)),
    ...Array.from({ length: tail }, (_, i) => pair(a.length - tail + i, b.length - tail + i)),
  ];
}

/** @type {(i: number, j: number) => [number, number]} */
const pair = (i, j) => [i, j];

/**
 * @param {Int32Array} a
 * @param {Int32Array} b
 * @returns {[number, number][]}
 */
function alignMiddle(a, b) {
  /** @type {Int32Array[]} by number of differences: how far each diagonal gets */
  const rounds = [];
  const most = Math.min(a.length + b.length, MOST_DIFFERENCES);
  for (let d = 0; d <= most; d += 1) {
    const reached = advance(a, b, d, rounds[d - 1]);
    rounds.push(reached);
    const end = a.length - b.length;
    if (Math.abs(end) <= d && (end + d) % 2 === 0 && reached[end + d] >= a.length) return goBack(rounds, a.length, b.length);
  }
  return [];
}

/**
 * @param {Int32Array} a
 * @param {Int32Array} b
 * @param {number} d
 * @param {Int32Array | undefined} before the round before; diagonal k stands at k + d - 1
 * @returns {Int32Array} how far into `a` each diagonal k gets with d differences, at k + d
 */
function advance(a, b, d, before) {
  const reached = new Int32Array(2 * d + 1).fill(-1);
  for (let k = -d; k <= d; k += 2) {
    let x = startOf(before, d, k);
    while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
    reached[k + d] = x;
  }
  return reached;
}

/**
 * @param {Int32Array | undefined} before
 * @param {number} d
 * @param {number} k
 * @returns {number}
 */
function startOf(before, d, k) {
  if (before === undefined) return 0;
  return isDown(before, d, k) ? before[k + d] : before[k + d - 2] + 1;
}

/**
 * @param {Int32Array} before
 * @param {number} d
 * @param {number} k
 * @returns {boolean} whether diagonal k is reached by an element that only `b` has
 */
const isDown = (before, d, k) => k === -d || (k !== d && before[k + d - 2] < before[k + d]);

/**
 * @param {Int32Array[]} rounds
 * @param {number} x
 * @param {number} y
 * @returns {[number, number][]}
 */
function goBack(rounds, x, y) {
  /** @type {[number, number][]} */
  const pairs = [];
  for (let d = rounds.length - 1; d >= 0; d -= 1) {
    const k = x - y;
    const start = startOf(rounds[d - 1], d, k);
    while (x > start) pairs.push(pair((x -= 1), (y -= 1)));
    if (d > 0 && isDown(rounds[d - 1], d, k)) y -= 1;
    else x -= 1;
  }
  return pairs.reverse();
}
