// Where two runs part, and why.

import { differences } from "./differences.js";
import { flowOf } from "./pairing.js";
import { ranLine } from "./ran.js";

/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./differences.js").Difference} Difference */
/** @typedef {import("./ran.js").Ran} Ran */

/**
 * The first position at which the runs stand at different places. `ran` is the line that led there in both, `because` what the states
 * before it differ in, what that line mentions first.
 * @typedef {{position: number, ran: Ran | null, a: Place, b: Place, because: Difference[]}} Fork
 */

/**
 * Null at the end. `error` is the exception that is handled, or ends the activation, there.
 * @typedef {{file: string, name: string, line: number, kind: number, error: import("./trace.js").Value | undefined} | null} Place
 */

/**
 * @typedef {object} Comparison
 * @property {number} steps how many positions from the beginning stand at the same places
 * @property {{position: number, differences: Difference[]} | null} value the first position at which anything differs though the places are the same
 * @property {Fork | null} fork null where both go the same way to the end
 */

/**
 * @param {Trace} a
 * @param {Trace} b
 * @param {(file: string, line: number) => string} [sourceLine] the source text of a line, to tell what it mentions
 * @returns {Comparison}
 */
export function compare(a, b, sourceLine = () => "") {
  const steps = commonSteps(a, b);
  const position = firstDifference(a, b, steps);
  return {
    steps,
    value: position < 0 ? null : { position, differences: differences(a.state(position), b.state(position)) },
    fork: steps === a.count && steps === b.count ? null : forkAt(a, b, steps, sourceLine),
  };
}

/**
 * @param {Trace} a
 * @param {Trace} b
 * @returns {number}
 */
function commonSteps(a, b) {
  const numbers = new Map();
  const [x, y] = [flowOf(a, numbers), flowOf(b, numbers)];
  const shorter = Math.min(x.length, y.length);
  let steps = 0;
  while (steps < shorter && x[steps] === y[steps]) steps += 1;
  return steps;
}

/**
 * While all steps are written alike, so are all states.
 * @param {Trace} a
 * @param {Trace} b
 * @param {number} steps
 * @returns {number} -1 where nothing differs
 */
function firstDifference(a, b, steps) {
  let alike = true;
  for (let p = 0; p < steps; p += 1) {
    alike &&= JSON.stringify(a.step(p)) === JSON.stringify(b.step(p));
    if (!alike && differences(a.state(p), b.state(p)).length > 0) return p;
  }
  return -1;
}

/**
 * @param {Trace} a
 * @param {Trace} b
 * @param {number} position
 * @param {(file: string, line: number) => string} sourceLine
 * @returns {Fork}
 */
function forkAt(a, b, position, sourceLine) {
  const ran = position < a.count ? ranLine(a, position) : ranLine(b, position);
  const words = new Set(wordsOf(ran ? sourceLine(ran.file, ran.line) : ""));
  const because = position === 0 ? [] : differences(a.state(position - 1), b.state(position - 1), words);
  because.sort((x, y) => mentions(words, y) - mentions(words, x));
  return { position, ran, a: placeOf(a, position), b: placeOf(b, position), because };
}

/**
 * @param {Trace} trace
 * @param {number} p
 * @returns {Place}
 */
function placeOf(trace, p) {
  const code = p < trace.count ? trace.code(p) : null;
  if (code === null) return null;
  const { error, exception } = trace.state(p);
  return { file: code.file, name: code.name, line: trace.line[p], kind: trace.kind[p], error: exception ?? error };
}

/**
 * @param {ReadonlySet<string>} words of a source line
 * @param {Difference} difference
 * @returns {number} how many words of the way to the difference stand in the line; 0 where its variable does not
 */
function mentions(words, { label }) {
  const [variable, ...way] = wordsOf(label);
  return words.has(variable) ? 1 + way.filter((word) => words.has(word)).length : 0;
}

/**
 * @param {string} text
 * @returns {string[]}
 */
const wordsOf = (text) => text.match(/[\p{L}\p{N}_]+/gu) ?? [];
