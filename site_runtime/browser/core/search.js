// Binary search.

/**
 * @param {ArrayLike<number>} sorted ascending
 * @param {number} value
 * @returns {number} how many of them are at most `value`
 */
export function countAtMost(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
