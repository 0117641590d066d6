// From (trace, position) and what the reader has set to what the views are shown. Every view gets this one object.

import { aliases } from "../core/aliases.js";
import { facts } from "../core/facts.js";
import { positionsOfLine } from "../core/places.js";
import { ranLine } from "../core/ran.js";
import { countAtMost } from "../core/search.js";
import { KIND } from "../core/trace.js";
import { errorText } from "./story.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./types.js").Trace} Trace */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./views/code.js").Here} Here */

/** @typedef {Map<string, Map<number, {on: boolean, hits: string}>>} StopsByLine */

const KINDS = /** @type {Record<number, Here["kind"]>} */ ({ [KIND.LINE]: "line", [KIND.RETURNED]: "returned", [KIND.RAISED]: "raised" });
const NOTE = 90;

/**
 * @param {Trace} trace
 * @param {State} state
 */
function framesOf(trace, { stack }) {
  return stack.map(({ activation, code, line }, index) => ({ index, activation, line, name: trace.codes[code].name, file: trace.codes[code].file }));
}

/**
 * What the line that ran has written, to stand at its end.
 * @param {Trace} trace
 * @param {number} position
 * @returns {{file: string, line: number, text: string}[]}
 */
function notesOf(trace, position) {
  const ran = ranLine(trace, position);
  if (!ran) return [];
  const written = facts(trace, position).filter(({ kind }) => kind === "changed" || kind === "added");
  const text = written.map(({ name, value }) => `${name} = ${value}`).join("  ");
  return text ? [{ file: ran.file, line: ran.line, text: text.length > NOTE ? `${text.slice(0, NOTE)}…` : text }] : [];
}

/**
 * @param {Trace} trace
 * @param {number} position
 * @param {{file: string, line: number}} stop
 * @returns {{done: number, of: number}}
 */
function hitsOf(trace, position, { file, line }) {
  const positions = positionsOfLine(trace, file, line);
  return { done: countAtMost(positions, position), of: positions.length };
}

/** Keeps what is costly between two steps of one trace. */
export class Modeller {
  /** @type {{trace: Trace, settings: object, positions: Int32Array[]} | null} */
  #changes = null;
  /** @type {{key: string, value: StopsByLine} | null} */
  #lines = null;

  /**
   * @param {(trace: Trace, change: import("./types.js").ChangeStop) => Int32Array} positionsOfChange
   * @param {import("./types.js").Words} words
   */
  constructor(positionsOfChange, words) {
    this.positionsOfChange = positionsOfChange;
    this.words = words;
  }

  /** @param {Session} session */
  changeHits({ trace, settings, position }) {
    if (this.#changes?.trace !== trace || this.#changes.settings !== settings.changes) {
      this.#changes = { trace, settings: settings.changes, positions: settings.changes.map((change) => this.positionsOfChange(trace, change)) };
    }
    return this.#changes.positions.map((positions) => ({ done: countAtMost(positions, position), of: positions.length }));
  }

  /**
   * @param {Session["settings"]["lines"]} lines
   * @param {{done: number, of: number}[]} hits
   * @returns {StopsByLine} the same object while nothing differs
   */
  stopsByLine(lines, hits) {
    const key = JSON.stringify([lines, hits]);
    if (this.#lines?.key === key) return this.#lines.value;
    /** @type {StopsByLine} */
    const value = new Map();
    lines.forEach((stop, index) => {
      const file = value.get(stop.file) ?? new Map();
      file.set(stop.line, { on: stop.enabled !== false, hits: this.words.hits(hits[index].done, hits[index].of) });
      value.set(stop.file, file);
    });
    this.#lines = { key, value };
    return value;
  }

  /** @param {Session} session */
  model(session) {
    const { trace, position, settings, input, origin } = session;
    const state = trace.state(position);
    const before = position > 0 ? trace.state(position - 1) : null;
    const frames = framesOf(trace, state);
    const top = frames.length - 1;
    const frame = session.frame !== null && session.frame <= top ? session.frame : top;
    const hits = settings.lines.map((stop) => hitsOf(trace, position, stop));
    return {
      ...{ trace, position, state, before, frames, frame, input, origin, settings, hits },
      last: trace.count - 1,
      here: top < 0 ? null : { file: frames[top].file, line: frames[top].line, kind: KINDS[state.kind] },
      chosen: top < 0 ? null : frames[frame],
      callers: frames.slice(0, -1),
      frameName: top < 0 ? "" : `${frames[frame].name}()`,
      nameOf: (/** @type {number} */ activation) => trace.codes[trace.activations[activation]?.code]?.name ?? "",
      names: aliases(state),
      notes: notesOf(trace, position),
      caught: state.error === undefined ? "" : errorText(state.error, state.heap),
      output: trace.output(position),
      earlier: position > 0 ? trace.output(position - 1) : "",
      changeHits: this.changeHits(session),
      stops: this.stopsByLine(settings.lines, hits),
      sources: session.shown.sources,
      edited: session.isEdited,
    };
  }
}

/** @typedef {ReturnType<Modeller["model"]>} Model */
