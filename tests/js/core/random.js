// Random numbers that are the same on every run of a test.

export class Random {
  /** @param {number} seed */
  constructor(seed) {
    this.state = (seed * 2654435761) >>> 0 || 1;
  }

  /** @returns {number} in [0, 1) */
  next() {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    this.state >>>= 0;
    return this.state / 2 ** 32;
  }

  /**
   * @param {number} bound
   * @returns {number} an integer in [0, bound)
   */
  below(bound) {
    return Math.floor(this.next() * bound);
  }

  /** @param {number} probability */
  chance(probability) {
    return this.next() < probability;
  }

  /**
   * @template T
   * @param {readonly T[]} list
   * @returns {T}
   */
  pick(list) {
    return list[this.below(list.length)];
  }
}
