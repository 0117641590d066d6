// A trace that was read: what is known of every position at once, and the full state of any one at constant cost.
// Strings from a trace are only ever strings: they index maps, never objects, and are never run.

import { Chunks } from "./chunks.js";
import { TraceError } from "./error.js";
import { BOUNDS, Reader } from "./reader.js";
import { countAtMost } from "./search.js";

export { TraceError } from "./error.js";
export { BOUNDS, CHANGED, KIND } from "./reader.js";

/** @typedef {import("./types.js").Value} Value */
/** @typedef {import("./types.js").HeapObject} HeapObject */
/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").FileContent} FileContent */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Code} Code */
/** @typedef {import("./types.js").SourceFile} SourceFile */
/** @typedef {import("./types.js").Activation} Activation */
/** @typedef {import("./types.js").Header} Header */
/** @typedef {import("./types.js").End} End */

const KEPT_STATES = 64;

export class Trace {
  /**
   * @param {string} text
   * @param {Reader} reader that has read it
   */
  constructor(text, reader) {
    this.text = text;
    this.header = /** @type {Header} */ (reader.header);
    /** @type {End | null} null where the text ends before the run did */
    this.end = reader.end;
    /** @type {number} of positions, the end position included */
    this.count = reader.count;
    /** @type {readonly string[]} */
    this.names = reader.names;
    /** @type {readonly Code[]} */
    this.codes = reader.codes;
    /** @type {readonly SourceFile[]} */
    this.files = reader.files;
    /** By position: one of KIND. */
    this.kind = Uint8Array.from(reader.kind);
    /** By position: the line of the activation on top, 0 at the end. */
    this.line = Int32Array.from(reader.line);
    /** By position: the activation on top, -1 at the end. */
    this.activation = Int32Array.from(reader.activation);
    /** By position: how many activations are on the stack. */
    this.depth = Int32Array.from(reader.depth);
    /** By position: bits of CHANGED. */
    this.changed = Uint8Array.from(reader.changed);
    /** @type {readonly Activation[]} */
    this.activations = reader.activations.map((activation, id) => Object.freeze({ id, ...activation }));
    this.visits = reader.visits;
    this.visits.close();
    /** @type {Chunks} */
    this.chunks = new Chunks(text, reader.chunks, { names: reader.names, roots: this.header.roots, codes: reader.codes });
    this.printed = reader.output.join("");
    this.printedAt = Int32Array.from(reader.outputAt);
    this.printedEnd = Int32Array.from(sums(reader.output));
    /** @type {Map<number, State>} the most recently used last */
    this.states = new Map();
  }

  /**
   * @param {number} position 0 … count - 1
   * @returns {State}
   * @throws {RangeError} where there is no such position
   */
  state(position) {
    const known = this.states.get(this.checked(position));
    this.states.delete(position);
    const state = known ?? this.makeState(position);
    this.states.set(position, state);
    for (const oldest of this.states.keys()) if (this.states.size > KEPT_STATES) this.states.delete(oldest);
    return state;
  }

  /**
   * @param {number} position
   * @returns {State}
   */
  makeState(position) {
    const { stack, heap, roots, lock, files, extra } = this.chunks.replay(position);
    const moment = { result: extra.ret, exception: extra.exc, error: extra.err };
    const place = { position, kind: this.kind[position], line: this.line[position] };
    return Object.freeze({ ...place, stack: Object.freeze(stack), heap, roots, lock, files, ...moment });
  }

  /**
   * @param {number} position
   * @returns {string} what was printed up to here
   */
  output(position) {
    const count = countAtMost(this.printedAt, this.checked(position));
    return count === 0 ? "" : this.printed.slice(0, this.printedEnd[count - 1]);
  }

  /**
   * @param {number} position
   * @returns {import("./types.js").Step} what changed from the position before, as the trace writes it
   */
  step(position) {
    return this.chunks.step(this.checked(position));
  }

  /**
   * @param {number} position
   * @returns {Code | null} whose line is shown there; null at the end
   */
  code(position) {
    const activation = this.activation[this.checked(position)];
    return activation < 0 ? null : this.codes[this.activations[activation].code];
  }

  /**
   * @param {number} position
   * @returns {number} the same
   */
  checked(position) {
    if (Number.isInteger(position) && position >= 0 && position < this.count) return position;
    throw new RangeError(`position ${position} of a trace with positions 0 to ${this.count - 1}`);
  }
}

/**
 * Reads a trace.
 * @param {string} text
 * @param {{partial?: boolean, bounds?: typeof BOUNDS}} [options] with `partial` a trace may end before its end record, also within a line:
 *   what has arrived of a run that goes on or was stopped
 * @returns {Trace}
 * @throws {TraceError} where it does not hold to the format or to the bounds
 */
export function parseTrace(text, { partial = false, bounds = BOUNDS } = {}) {
  if (text.length > bounds.characters) throw new TraceError(`longer than ${bounds.characters} characters`);
  const reader = new Reader(bounds);
  let number = 0;
  let from = 0;
  for (let to = lineEnd(text, 0, partial); from < text.length && to >= 0; to = lineEnd(text, from, partial)) {
    reader.read(text, from, to, (number += 1));
    from = to + 1;
  }
  if (reader.count === 0) throw new TraceError("there are no steps", number);
  if (reader.end === null && !partial) throw new TraceError("the end is missing", number);
  return new Trace(text, reader);
}

/**
 * @param {string} text
 * @param {number} from
 * @param {boolean} partial
 * @returns {number} where the line ends; -1 where it is torn
 */
function lineEnd(text, from, partial) {
  const end = text.indexOf("\n", from);
  return end < 0 && !partial ? text.length : end;
}

/**
 * @param {readonly string[]} texts
 * @returns {number[]} the running total of their lengths
 */
function sums(texts) {
  let total = 0;
  return texts.map((text) => (total += text.length));
}
