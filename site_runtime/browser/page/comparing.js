// Two runs side by side: where they part, and which position of the one belongs to which of the other. No page here.

import { compare } from "../core/compare.js";
import { differences } from "../core/differences.js";
import { pairUp } from "../core/pairing.js";
import { countAtMost } from "../core/search.js";

/** @typedef {import("./types.js").Trace} Trace */
/** @typedef {import("../core/compare.js").Comparison} Comparison */
/** @typedef {import("../core/differences.js").Difference} Difference */

/** One of the two: its recording, the sources it was made from, and what it is called. @typedef {{trace: Trace, sources: readonly import("./types.js").Source[], title: string}} Side */

/** Both runs go on row by row; in a row where only one goes on, the other waits. */
export class Comparing {
  /**
   * @param {Side} a
   * @param {Side} b
   * @param {{input: string, name: string}} names of a's input, and b's among those that can be compared with
   * @param {(file: string, line: number) => string} lineText of a
   */
  constructor({ trace: a, ...sideA }, { trace: b, ...sideB }, { input, name }, lineText) {
    this.a = a;
    this.b = b;
    this.sides = [sideA, sideB];
    this.input = input;
    this.name = name;
    /** @type {Comparison} */
    this.found = compare(a, b, lineText);
    this.pairing = pairUp(a, b);
    this.row = 0;
  }

  get last() {
    return this.pairing.a.length - 1;
  }

  /**
   * Follows the first run: to its row if the present one is of another position.
   * @param {number} position of a
   */
  follow(position) {
    if (this.pairing.a[this.row] === position) return;
    const first = countAtMost(this.pairing.a, position - 1);
    const end = countAtMost(this.pairing.a, position);
    const matched = this.pairing.matched.subarray(first, end).indexOf(1);
    this.row = Math.min(this.last, matched < 0 ? first : first + matched);
  }

  /** @param {number} by rows */
  move(by) {
    this.row = Math.min(this.last, Math.max(0, this.row + by));
  }

  /** @returns {{a: number, b: number}} positions */
  get positions() {
    return { a: this.pairing.a[this.row], b: this.pairing.b[this.row] };
  }

  /** @returns {Difference[]} what the two states differ in now */
  get differences() {
    const { a, b } = this.positions;
    return differences(this.a.state(a), this.b.state(b));
  }

  /** @returns {number | null} a's position of the first difference: of a value, or of the way */
  get firstDifference() {
    const { value, fork } = this.found;
    const position = value?.position ?? fork?.position ?? null;
    return position === null ? null : Math.min(position, this.a.count - 1);
  }

  /** @returns {number | null} a's position at which the ways part */
  get fork() {
    return this.found.fork && Math.min(this.found.fork.position, this.a.count - 1);
  }
}
