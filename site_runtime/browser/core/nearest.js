// Names that are like one that is not there.

const MOST = 3;
/** Longer names are not compared: the work grows with the square of the length. */
const MOST_CHARACTERS = 100;
const PREFIX = 3;

/**
 * @param {string} a
 * @param {string} b
 * @returns {number} how many characters are added, left out or exchanged between them
 */
export function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length];
}

/**
 * @param {string} name
 * @param {readonly string[]} names
 * @returns {string[]} at most three, the nearest first: those a third of its length away, or that begin as it does
 */
export function nearest(name, names) {
  if (name === "" || name.length > MOST_CHARACTERS) return [];
  const far = Math.max(1, Math.floor(name.length / 3));
  return names
    .map((other) => ({ other, away: distance(name.toLowerCase(), other.toLowerCase()) }))
    .filter(({ other, away }) => away <= far || (name.length >= PREFIX && other.toLowerCase().startsWith(name.slice(0, PREFIX).toLowerCase())))
    .sort((a, b) => a.away - b.away)
    .slice(0, MOST)
    .map(({ other }) => other);
}
