// States of a trace's positions, each reached from the key of its chunk. Decoded chunks are kept up to a number of
// characters and states up to a number, the least recently used given up first: memory does not grow with use.

import { Replay } from "./replay.js";

/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./reader.js").Chunk} Chunk */
/** @typedef {{steps: Step[], marks: Replay[]}} Decoded `marks[i]`: the state at the chunk's step i × STRIDE */

const KEPT_CHARACTERS = 8 * 2 ** 20;
const STRIDE = 256;

export class Chunks {
  /**
   * @param {string} text the whole trace
   * @param {readonly Chunk[]} chunks
   * @param {import("./replay.js").Tables} tables
   */
  constructor(text, chunks, tables) {
    this.text = text;
    this.chunks = chunks;
    this.tables = tables;
    /** @type {Map<Chunk, Decoded>} the most recently used last */
    this.decoded = new Map();
    this.kept = 0;
  }

  /**
   * @param {number} position
   * @returns {Step} as the trace writes it
   */
  step(position) {
    const chunk = this.find(position);
    return this.decode(chunk).steps[position - chunk.at];
  }

  /**
   * @param {number} position
   * @returns {Replay} a state that the caller may move on
   */
  replay(position) {
    const chunk = this.find(position);
    const { steps, marks } = this.decode(chunk);
    const target = position - chunk.at;
    const mark = Math.min(Math.floor(target / STRIDE), marks.length - 1);
    const replay = marks[mark].copy();
    for (let i = mark * STRIDE + 1; i <= target; i += 1) {
      replay.apply(steps[i]);
      if (i % STRIDE === 0) marks[i / STRIDE] = replay.copy();
    }
    return replay;
  }

  /**
   * @param {number} position
   * @returns {Chunk} the one that holds it
   */
  find(position) {
    let low = 0;
    let high = this.chunks.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.chunks[middle].at <= position) low = middle;
      else high = middle;
    }
    return this.chunks[low];
  }

  /**
   * @param {Chunk} chunk
   * @returns {Decoded}
   */
  decode(chunk) {
    const known = this.decoded.get(chunk);
    this.decoded.delete(chunk);
    const decoded = known ?? this.read(chunk);
    this.decoded.set(chunk, decoded);
    if (!known) this.trim(chunk.to - chunk.from);
    return decoded;
  }

  /**
   * @param {Chunk} chunk
   * @returns {Decoded}
   */
  read(chunk) {
    const { key, steps } = JSON.parse(this.text.slice(chunk.from, chunk.to));
    const first = new Replay(this.tables);
    if (key === null) first.apply(steps[0]);
    else first.load(key, chunk.started, steps[0]);
    return { steps, marks: [first] };
  }

  /** @param {number} added */
  trim(added) {
    this.kept += added;
    for (const chunk of this.decoded.keys()) {
      if (this.kept <= KEPT_CHARACTERS || this.decoded.size === 1) return;
      this.decoded.delete(chunk);
      this.kept -= chunk.to - chunk.from;
    }
  }
}
