// Visits: a visit is one stay of an activation on the stack. A call makes one; a generator or coroutine one more each time it is resumed.
// Visits nest like brackets, so that the stack at a position is the visit on top and those it stands on.

import { countAtMost } from "./search.js";

/**
 * Collected while a trace is read, then read only. All lists but `top` are by visit, in the order of entering.
 */
export class Visits {
  constructor() {
    /** @type {number[]} by position: the visit on top, or -1 */
    this.top = [];
    /** @type {number[]} */
    this.activation = [];
    /** @type {number[]} the visit below, or -1 */
    this.below = [];
    /** @type {number[]} the first position on the stack */
    this.enter = [];
    /** @type {number[]} the first position no more on the stack; the number of positions where there is none */
    this.leave = [];
    /** @type {Int32Array} the first position, after this visit, at which the visit below is on top; or -1 */
    this.next = new Int32Array();
    /** @type {Int32Array} the last position, before this visit, at which the visit below is on top; or -1 */
    this.previous = new Int32Array();
    /** @type {number[]} by activation: its first visit */
    this.first = [];
    /** @type {Map<number, number[]>} by activation that was resumed: all its visits */
    this.all = new Map();
  }

  /**
   * Takes the next position.
   * @param {number} left how many activations left the top of the stack
   * @param {readonly number[]} entered the activations that then entered it
   */
  add(left, entered) {
    const position = this.top.length;
    let top = position > 0 ? this.top[position - 1] : -1;
    for (let i = 0; i < left; i += 1) {
      this.leave[top] = position;
      top = this.below[top];
    }
    for (const activation of entered) top = this.start(activation, top, position);
    this.top.push(top);
  }

  /**
   * @param {number} activation
   * @param {number} below
   * @param {number} position
   * @returns {number} the new visit
   */
  start(activation, below, position) {
    const visit = this.activation.length;
    this.activation.push(activation);
    this.below.push(below);
    this.enter.push(position);
    this.leave.push(-1);
    this.remember(activation, visit);
    return visit;
  }

  /**
   * @param {number} activation
   * @param {number} visit
   */
  remember(activation, visit) {
    if (this.first[activation] === undefined) this.first[activation] = visit;
    else if (this.all.has(activation)) this.all.get(activation)?.push(visit);
    else this.all.set(activation, [this.first[activation], visit]);
  }

  /** Completes the lists after the last position; visits that are still open end there. */
  close() {
    for (let visit = this.top[this.top.length - 1] ?? -1; visit >= 0; visit = this.below[visit]) this.leave[visit] = this.top.length;
    const positions = this.top.map((_, position) => position);
    this.previous = this.neighbours(positions);
    this.next = this.neighbours(positions.reverse());
  }

  /**
   * @param {readonly number[]} positions all, in one direction
   * @returns {Int32Array} by visit: the last position met, before its beginning is, at which the visit below is on top; or -1
   */
  neighbours(positions) {
    const found = new Int32Array(this.below.length).fill(-1);
    const met = new Int32Array(this.below.length).fill(-1);
    for (const position of positions) {
      const top = this.top[position];
      for (let visit = top; visit >= 0 && this.enter[visit] === position; visit = this.below[visit]) found[visit] = met[this.below[visit]] ?? -1;
      if (top >= 0) met[top] = position;
    }
    return found;
  }

  /**
   * @param {number} visit
   * @param {number} position
   * @returns {boolean} whether the visit is on the stack there
   */
  covers(visit, position) {
    return this.enter[visit] <= position && position < this.leave[visit];
  }

  /**
   * @param {number} activation
   * @param {number} position
   * @returns {boolean} whether the activation is on the stack there
   */
  isOnStack(activation, position) {
    const visit = this.before(activation, position + 1);
    return visit >= 0 && this.covers(visit, position);
  }

  /**
   * @param {number} activation
   * @param {number} position
   * @returns {number} the activation's last visit that began before, or -1
   */
  before(activation, position) {
    const visits = this.all.get(activation);
    if (visits === undefined) return this.enter[this.first[activation]] < position ? this.first[activation] : -1;
    const begun = countAtMost(this.enter, position - 1);
    return visits[countAtMost(visits, begun - 1) - 1] ?? -1;
  }
}
