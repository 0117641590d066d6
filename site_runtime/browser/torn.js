// A recording while it arrives, and one that was torn off: closed so that it can be read, with an end position and an end that says why.

import { KIND, parseTrace } from "./core/trace.js";

/** @typedef {import("./core/trace.js").Trace} Trace */
/** @typedef {import("./messages.js").Pieces} Pieces */
/** @typedef {{at: number, files: unknown[], codes: unknown[], names: string[], key: unknown, steps: unknown[]}} Chunk */
/** @typedef {{text: string, output: string, files: Record<string, string>, snapshots: number, focus: number}} Closed */

const FIRST = { at: 0, files: [], codes: [], names: [], key: null };

export class Arriving {
  /** @type {string[]} whole lines */
  #lines = [];
  /** @type {string[]} pieces of the next line */
  #tail = [];

  /** @param {Pieces} pieces */
  take({ lines = [], tail = [] }) {
    for (const line of lines) this.#lines.push(line);
    if (lines.length) this.#tail = [];
    for (const piece of tail) this.#tail.push(piece);
  }

  /** @returns {string} the whole trace */
  text() {
    return textOf(this.#lines);
  }

  /**
   * @param {string} stopped why it ended before its time
   * @returns {Closed | null} null where nothing had come
   */
  close(stopped) {
    if (!this.#lines.length) return null;
    const tail = joined(this.#tail);
    return closed(tail ? [...this.#lines, JSON.stringify(tail)] : this.#lines, stopped);
  }
}

/**
 * @param {readonly string[]} lines
 * @returns {string}
 */
function textOf(lines) {
  return lines.map((line) => `${line}\n`).join("");
}

/**
 * @param {readonly string[]} pieces chunks that hold what is new in each (recorder/writer.py, `tell_tail`)
 * @returns {Chunk | null}
 */
function joined(pieces) {
  if (!pieces.length) return null;
  /** @type {Chunk[]} */
  const chunks = pieces.map((piece) => JSON.parse(piece));
  const all = (/** @type {"files" | "codes" | "names" | "steps"} */ part) => chunks.flatMap((chunk) => /** @type {any[]} */ (chunk[part]));
  const [{ at, key }] = chunks;
  return { at, files: all("files"), codes: all("codes"), names: all("names"), key, steps: all("steps") };
}

/**
 * @param {readonly string[]} lines of a trace that ends after any of them
 * @param {string} stopped
 * @returns {Closed}
 */
function closed(lines, stopped) {
  if (lines.length === 1) return ended([...lines, JSON.stringify({ ...FIRST, steps: [[0]] })], stopped);
  const trace = parseTrace(textOf(lines), { partial: true });
  if (trace.end) return { text: textOf(lines), ...facts(trace) };
  if (trace.kind[trace.count - 1] === KIND.END) return ended(lines, stopped);
  /** @type {Chunk} */
  const last = JSON.parse(lines[lines.length - 1]);
  last.steps.push(endStep(trace));
  return ended([...lines.slice(0, -1), JSON.stringify(last)], stopped);
}

/**
 * The end position: everything leaves the stack. What ended at the last position has left it by itself.
 * @param {Trace} trace
 * @returns {unknown[]}
 */
function endStep(trace) {
  const last = trace.count - 1;
  const left = trace.depth[last] - (trace.kind[last] === KIND.LINE ? 0 : 1);
  return left ? [0, { pop: left }] : [0];
}

/**
 * @param {readonly string[]} lines up to the end position
 * @param {string} stopped
 * @returns {Closed}
 */
function ended(lines, stopped) {
  const trace = parseTrace(textOf(lines), { partial: true });
  const known = facts(trace);
  const { snapshots, focus, output } = known;
  const end = { snapshots, focus, output, files: [...trace.state(snapshots).files].map(row), exception: null, stopped };
  return { text: textOf([...lines, JSON.stringify({ end })]), ...known };
}

/**
 * @param {Trace} trace up to its end position
 * @returns {Omit<Closed, "text">}
 */
function facts(trace) {
  const snapshots = trace.count - 1;
  const files = [...trace.state(snapshots).files].map(([path, content]) => [path, typeof content === "string" ? content : content.bytes]);
  let focus = 0;
  for (let p = 0; p < snapshots; p += 1) focus += trace.code(p)?.focus ? 1 : 0;
  return { output: trace.output(snapshots), files: Object.fromEntries(files), snapshots, focus };
}

/**
 * @param {[string, string | {bytes: string}]} file
 * @returns {unknown[]} as the format writes it
 */
function row([path, content]) {
  return typeof content === "string" ? [path, 0, content] : [path, "bytes", content.bytes];
}
