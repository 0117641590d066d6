// Reads a trace line by line, holds each to the format, and collects what is known of every position without its state.

import { TraceError, demand, refuse } from "./error.js";
import { Replay } from "./replay.js";
import { Visits } from "./visits.js";
import { checkKey, checkStep, checkWholeFile, extraOf, hasKeys, isCount, isObject, isText } from "./wire.js";

/** @typedef {import("./types.js").Header} Header */
/** @typedef {import("./types.js").Code} Code */
/** @typedef {import("./types.js").SourceFile} SourceFile */
/** @typedef {import("./types.js").End} End */
/** @typedef {import("./types.js").FileContent} FileContent */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {{at: number, steps: number, from: number, to: number, started: number}} Chunk where a chunk stands in the text; `started`: activations begun when its first step is done */

/** Bounds of what is read: above them a text is refused, not cut. */
export const BOUNDS = Object.freeze({ characters: 256 * 2 ** 20, positions: 1_100_000 });

/** What a position is. */
export const KIND = Object.freeze({ LINE: 0, RETURNED: 1, RAISED: 2, END: 3 });

/** What may have changed at a position, as bits. */
export const CHANGED = Object.freeze({ LOCALS: 1, HEAP: 2, ROOTS: 4, LOCK: 8, FILES: 16, OUTPUT: 32, ERROR: 64 });

const HEADER_KEYS = ["trace", "program", "focus", "roots", "lock", "folders", "limits"];
const LIMIT_KEYS = ["steps", "items", "text", "objects"];
const CHUNK_KEYS = ["at", "files", "codes", "names", "key", "steps"];
const END_KEYS = ["snapshots", "focus", "output", "files", "exception", "stopped"];
const STOPPED = [null, "steps", "seconds", "output", "memory", "depth", "tracing", "recorder", "stopped", "died"];

const NO_FRAME = Object.freeze({ activation: -1, line: 0 });

export class Reader {
  /** @param {typeof BOUNDS} [bounds] */
  constructor(bounds = BOUNDS) {
    this.bounds = bounds;
    /** @type {Header | null} */
    this.header = null;
    /** @type {End | null} */
    this.end = null;
    /** @type {SourceFile[]} */
    this.files = [];
    /** @type {Code[]} */
    this.codes = [];
    /** @type {string[]} */
    this.names = [];
    /** @type {Chunk[]} */
    this.chunks = [];
    /** @type {{code: number, parent: number, first: number, last: number}[]} */
    this.activations = [];
    this.visits = new Visits();
    /** @type {number[]} */
    this.kind = [];
    /** @type {number[]} */
    this.line = [];
    /** @type {number[]} */
    this.activation = [];
    /** @type {number[]} */
    this.depth = [];
    /** @type {number[]} */
    this.changed = [];
    /** @type {string[]} */
    this.output = [];
    /** @type {number[]} positions that add output */
    this.outputAt = [];
    this.replay = new Replay({ names: this.names, roots: [], codes: this.codes });
  }

  /** @returns {number} */
  get count() {
    return this.kind.length;
  }

  /**
   * @param {string} text the whole trace
   * @param {number} from
   * @param {number} to
   * @param {number} number of the line, from 1
   */
  read(text, from, to, number) {
    try {
      demand(this.end === null, "something follows the end");
      this.readRecord(parsed(text.slice(from, to)), from, to);
    } catch (error) {
      throw error instanceof TraceError ? new TraceError(error.reason, number) : error;
    }
  }

  /**
   * @param {unknown} record
   * @param {number} from
   * @param {number} to
   */
  readRecord(record, from, to) {
    demand(isObject(record), "a line is no object");
    if (this.header === null) this.readHeader(record);
    else if (hasKeys(record, ["end"])) this.readEnd(record.end);
    else this.readChunk(record, from, to);
  }

  /** @param {Record<string, any>} record */
  readHeader(record) {
    demand("trace" in record, "the first line is no header of a trace");
    if (record.trace !== 1) refuse(`version ${JSON.stringify(record.trace)} of the format is not known here; known is 1`);
    demand(hasKeys(record, HEADER_KEYS), "the header has other parts");
    const { program, focus, roots, lock, folders, limits } = record;
    demand(isText(program) && (lock === null || isText(lock)), "the header names no program or a lock of no known shape");
    demand(focus === null || (isTexts(focus) && focus.length === 2), "the header's focus is no pair of file and function");
    demand(isTexts(roots) && isTexts(folders), "the header's roots or folders are no lists of names");
    demand(hasKeys(limits, LIMIT_KEYS) && Object.values(limits).every(isCount), "the header's limits are no numbers");
    this.header = Object.freeze({ program, focus, roots, lock, folders, limits });
    this.replay = new Replay({ names: this.names, roots, codes: this.codes });
  }

  /**
   * @param {Record<string, any>} record
   * @param {number} from
   * @param {number} to
   */
  readChunk(record, from, to) {
    demand(hasKeys(record, CHUNK_KEYS), "a line is no chunk");
    const { at, files, codes, names, key, steps } = record;
    if (at !== this.count) refuse(`a chunk begins at position ${at}, expected was ${this.count}`);
    demand([files, codes, steps].every(Array.isArray) && isTexts(names), "a chunk has no tables or steps");
    demand(steps.length > 0, "a chunk has no steps");
    demand((key === null) === (at === 0), "only the first chunk has no key");
    demand(at + steps.length <= this.bounds.positions, "there are more positions than can be shown");
    this.growTables(files, codes, names);
    this.readSteps(key, steps);
    this.chunks.push({ at, steps: steps.length, from, to, started: this.startedAt(at) });
  }

  /**
   * @param {any[]} files
   * @param {any[]} codes
   * @param {string[]} names
   */
  growTables(files, codes, names) {
    for (const row of files) {
      demand(isTexts(row) && row.length === 2, "a file of the table has no label and digest");
      this.files.push(Object.freeze({ label: row[0], sha256: row[1] }));
    }
    for (const row of codes) this.codes.push(this.readCode(row));
    for (const name of names) this.names.push(name);
  }

  /**
   * @param {any} row
   * @returns {Code}
   */
  readCode(row) {
    demand(Array.isArray(row) && row.length === 4, "a code of the table has no known shape");
    const [file, name, first, focus] = row;
    demand(isCount(file) && file < this.files.length, "a code lies in no known file");
    demand(isText(name) && isCount(first) && typeof focus === "boolean", "a code of the table has no known shape");
    return Object.freeze({ file: this.files[file].label, name, first, focus });
  }

  /**
   * @param {any} key
   * @param {any[]} steps
   */
  readSteps(key, steps) {
    if (key !== null) checkKey(key, this.names.length, this.replay.tables.roots.length);
    for (let i = 0; i < steps.length; i += 1) {
      this.readStep(steps[i]);
      if (i === 0 && key !== null) this.compareKey(key, steps[0]);
    }
  }

  /**
   * The key is what the steps before it lead to: any position can be reached from it as well as from the start.
   * @param {any} key
   * @param {Step} step
   */
  compareKey(key, step) {
    const fromKey = new Replay(this.replay.tables);
    fromKey.load(key, this.replay.started, step);
    const differs = this.replay.differs(fromKey);
    if (differs) refuse(`the key at position ${this.count - 1} and the steps before it differ in ${differs}`);
    this.replay.settle(fromKey);
  }

  /** @param {Step} step */
  readStep(step) {
    demand(this.kind[this.count - 1] !== KIND.END, "a step follows the end position");
    checkStep(step, this.names.length, this.replay.tables.roots.length);
    const left = (this.replay.ending ? 1 : 0) + (extraOf(step).pop ?? 0);
    const before = this.replay.started;
    this.replay.apply(step);
    const entered = this.entered(this.replay.extra.push ?? [], before);
    this.visits.add(left, entered);
    this.note(entered, before);
    if (step.length > 1 && typeof step[1] === "number") this.changed[this.count - 1] |= CHANGED.LOCALS;
  }

  /**
   * @param {(number | [number])[]} push
   * @param {number} started how many activations had begun before
   * @returns {number[]}
   */
  entered(push, started) {
    let next = started;
    return push.map((entry) => (Array.isArray(entry) ? next++ : entry));
  }

  /**
   * Writes down what is known of the position that was just reached.
   * @param {number[]} entered
   * @param {number} started how many activations had begun before
   */
  note(entered, started) {
    const { stack, extra } = this.replay;
    const position = this.count;
    const top = stack[stack.length - 1] ?? NO_FRAME;
    for (const [above, frame] of stack.slice(stack.length - entered.length).entries()) {
      if (frame.activation >= started) this.begin(frame.code, stack[stack.length - entered.length + above - 1], position);
    }
    this.kind.push(kindOf(top.line, extra));
    this.line.push(top.line);
    this.activation.push(top.activation);
    this.depth.push(stack.length);
    this.changed.push(changesOf(extra));
    if (this.replay.ending) this.activations[top.activation].last = position;
    if ("out" in extra) this.print(extra.out, position);
  }

  /**
   * @param {number} code
   * @param {{activation: number} | undefined} caller
   * @param {number} first
   */
  begin(code, caller, first) {
    this.activations.push({ code, parent: caller ? caller.activation : -1, first, last: -1 });
  }

  /**
   * @param {string} text
   * @param {number} position
   */
  print(text, position) {
    this.output.push(text);
    this.outputAt.push(position);
  }

  /**
   * @param {number} position
   * @returns {number} how many activations had begun there
   */
  startedAt(position) {
    let started = this.activations.length;
    while (started > 0 && this.activations[started - 1].first > position) started -= 1;
    return started;
  }

  /** @param {any} end */
  readEnd(end) {
    demand(this.kind[this.count - 1] === KIND.END, "the steps do not lead to an end position");
    demand(hasKeys(end, END_KEYS) && isCount(end.snapshots) && isCount(end.focus) && isText(end.output), "the end has no known shape");
    if (end.snapshots !== this.count - 1) refuse(`the end counts ${end.snapshots} snapshots, the steps make ${this.count - 1}`);
    demand(end.exception === null || (isTexts(end.exception) && end.exception.length === 2), "the end's exception is no type and message");
    demand(STOPPED.includes(end.stopped), "the end's reason is not known");
    demand(end.output === this.output.join(""), "the end's output is not what the steps printed");
    demand(Array.isArray(end.files), "the end has no list of files");
    const { snapshots, focus, output, exception, stopped } = end;
    this.end = Object.freeze({ snapshots, focus, output, files: endFiles(end.files), exception, stopped });
  }
}

/**
 * @param {string} line
 * @returns {unknown}
 */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return refuse("this is no JSON");
  }
}

/**
 * @param {unknown} list
 * @returns {list is string[]}
 */
const isTexts = (list) => Array.isArray(list) && list.every(isText);

/**
 * @param {number} line
 * @param {import("./wire.js").Extra} extra
 */
function kindOf(line, extra) {
  if (line === 0) return KIND.END;
  if ("ret" in extra) return KIND.RETURNED;
  return "exc" in extra ? KIND.RAISED : KIND.LINE;
}

/** @param {import("./wire.js").Extra} extra */
function changesOf(extra) {
  let bits = "up" in extra ? CHANGED.LOCALS : 0;
  if ("heap" in extra) bits |= CHANGED.HEAP;
  if ("roots" in extra) bits |= CHANGED.ROOTS;
  if ("lock" in extra) bits |= CHANGED.LOCK;
  if ("files" in extra) bits |= CHANGED.FILES;
  if ("out" in extra) bits |= CHANGED.OUTPUT;
  if ("err" in extra || "exc" in extra) bits |= CHANGED.ERROR;
  return bits;
}

/**
 * @param {any[]} rows
 * @returns {Map<string, FileContent>}
 */
function endFiles(rows) {
  for (const row of rows) checkWholeFile(row);
  return new Map(rows.map(([path, keep, text]) => [path, keep === "bytes" ? Object.freeze({ bytes: text }) : text]));
}
