// The state at one position, moved forward step by step. Frames and objects are replaced, never changed,
// so that states share what is equal in them, and "the same object as before" means "nothing changed in it".

import { demand, refuse } from "./error.js";
import { sameFile, sameMaps, sameObject } from "./equal.js";
import { addReached } from "./targets.js";
import { extraOf, fitsKind, pairsEnd } from "./wire.js";

/** @typedef {import("./types.js").Value} Value */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").HeapObject} HeapObject */
/** @typedef {import("./types.js").FileContent} FileContent */
/** @typedef {import("./wire.js").Extra} Extra */
/** @typedef {{names: readonly string[], roots: readonly string[], codes: readonly unknown[]}} Tables */

/**
 * A full state as a chunk begins with it.
 * @typedef {{stack: number[], acts: any[][], heap: any[][], roots: Value[], lock: null | number, files: any[][]}} Key
 */

export class Replay {
  /** @param {Tables} tables shared, and growing while a trace is read */
  constructor(tables) {
    this.tables = tables;
    /** @type {Frame[]} the outermost first */
    this.stack = [];
    /** @type {Map<number, Frame>} activations that left the stack without an end, by number */
    this.suspended = new Map();
    /** The number that the next new activation gets. */
    this.started = 0;
    /** @type {Map<number, HeapObject>} */
    this.heap = new Map();
    /** @type {Map<string, Value>} */
    this.roots = new Map();
    /** @type {null | number} */
    this.lock = null;
    /** @type {Map<string, FileContent>} */
    this.files = new Map();
    /** @type {Extra} what the last step brought beside lines and variables */
    this.extra = {};
  }

  /** @returns {Replay} one that can move on by itself */
  copy() {
    const copy = new Replay(this.tables);
    copy.stack = [...this.stack];
    copy.suspended = new Map(this.suspended);
    copy.started = this.started;
    copy.heap = new Map(this.heap);
    copy.roots = new Map(this.roots);
    copy.lock = this.lock;
    copy.files = new Map(this.files);
    copy.extra = this.extra;
    return copy;
  }

  /** @returns {boolean} whether the activation on top leaves the stack after this position */
  get ending() {
    return "ret" in this.extra || "exc" in this.extra;
  }

  /**
   * Moves to the next position.
   * @param {Step} step
   * @throws {import("./error.js").TraceError} where the step does not fit the state
   */
  apply(step) {
    if (this.ending) this.stack.pop();
    const extra = extraOf(step);
    this.extra = extra;
    if ("pop" in extra) this.suspend(extra.pop);
    if ("push" in extra) this.enter(extra.push);
    this.moveTop(step, pairsEnd(step, extra));
    if ("up" in extra) for (const row of extra.up) this.moveOther(row);
    if ("heap" in extra) for (const row of extra.heap) this.changeObject(row);
    if ("roots" in extra) bind(this.roots, this.tables.roots, extra.roots, 0, extra.roots.length);
    if ("lock" in extra) this.lock = extra.lock;
    if ("files" in extra) for (const row of extra.files) changeFile(this.files, row);
  }

  /** @param {number} count */
  suspend(count) {
    demand(count <= this.stack.length, "more activations are suspended than the stack has");
    for (const frame of this.stack.splice(this.stack.length - count)) this.suspended.set(frame.activation, frame);
  }

  /** @param {(number | [number])[]} push */
  enter(push) {
    for (const entry of push) this.stack.push(Array.isArray(entry) ? this.start(entry[0]) : this.resume(entry));
  }

  /**
   * @param {number} code
   * @returns {Frame}
   */
  start(code) {
    if (code >= this.tables.codes.length) refuse(`there is no code number ${code}`);
    const activation = this.started;
    this.started += 1;
    return { activation, code, line: 0, locals: new Map() };
  }

  /**
   * @param {number} activation
   * @returns {Frame}
   */
  resume(activation) {
    const frame = this.suspended.get(activation);
    if (frame === undefined) refuse(`activation ${activation} enters the stack and was not suspended`);
    this.suspended.delete(activation);
    return frame;
  }

  /**
   * @param {Step} step
   * @param {number} end
   */
  moveTop(step, end) {
    const top = this.stack.length - 1;
    if (top < 0) return demand(step[0] === 0 && end === 1, "a step with an empty stack is not the last");
    demand(step[0] > 0, "a line has the number 0");
    const { activation, code, locals } = this.stack[top];
    this.stack[top] = { activation, code, line: step[0], locals: this.rebound(locals, step, 1, end) };
  }

  /** @param {readonly any[]} row activation, name, value … */
  moveOther(row) {
    const place = this.stack.findIndex((frame) => frame.activation === row[0]);
    if (place < 0) refuse(`activation ${row[0]} changes and is not on the stack`);
    const { activation, code, line, locals } = this.stack[place];
    this.stack[place] = { activation, code, line, locals: this.rebound(locals, row, 1, row.length) };
  }

  /**
   * @param {ReadonlyMap<string, Value>} locals
   * @param {readonly any[]} row
   * @param {number} from
   * @param {number} to
   * @returns {ReadonlyMap<string, Value>}
   */
  rebound(locals, row, from, to) {
    if (from === to) return locals;
    const changed = new Map(locals);
    bind(changed, this.tables.names, row, from, to);
    return changed;
  }

  /** @param {readonly any[]} row */
  changeObject(row) {
    this.heap.set(row[0], typeof row[1] === "string" ? wholeObject(row) : spliced(this.heap.get(row[0]), row));
  }

  /**
   * Takes a chunk's key for the state of this position.
   * @param {Key} key
   * @param {number} started how many activations had begun
   * @param {Step} step the chunk's first, whose outcome the key is
   */
  load(key, started, step) {
    const frames = new Map(key.acts.map((row) => [row[0], this.keyFrame(row)]));
    this.stack = key.stack.map((activation) => frames.get(activation) ?? refuse(`activation ${activation} is missing in a key`));
    for (const frame of this.stack) frames.delete(frame.activation);
    this.suspended = frames;
    this.started = started;
    this.heap = new Map(key.heap.map((row) => [row[0], wholeObject(row)]));
    this.roots = new Map();
    bind(this.roots, this.tables.roots, key.roots.flatMap((value, index) => [index, value]), 0, 2 * key.roots.length);
    this.lock = key.lock;
    this.files = new Map();
    for (const row of key.files) changeFile(this.files, row);
    this.extra = extraOf(step);
    this.addUnreached();
  }

  /** A value that is only returned or raised refers to objects that a key leaves out. */
  addUnreached() {
    for (const row of this.extra.heap ?? []) {
      if (typeof row[1] === "string" && !this.heap.has(row[0])) this.changeObject(row);
    }
  }

  /**
   * @param {readonly any[]} row
   * @returns {Frame}
   */
  keyFrame(row) {
    const [activation, code, line] = row;
    return { activation, code, line, locals: this.rebound(new Map(), row, 3, row.length) };
  }

  /**
   * Forgets what can no longer be reached, as a new chunk does.
   * @param {Replay} other the state that the chunk's key gives
   */
  settle(other) {
    for (const id of this.heap.keys()) if (!other.heap.has(id)) this.heap.delete(id);
  }

  /**
   * @param {Replay} other
   * @returns {string} what differs between two states of one position, "" where nothing does
   */
  differs(other) {
    if (!sameStacks(this.stack, other.stack)) return "the stack";
    if (!sameMaps(this.suspended, other.suspended, sameFrame)) return "suspended activations";
    if (!sameMaps(this.roots, other.roots)) return "the watched names";
    if (this.lock !== other.lock) return "the lock";
    if (!sameMaps(this.files, other.files, sameFile)) return "the files";
    for (const [id, object] of other.heap) if (!sameObject(this.heap.get(id), object)) return `object ${id}`;
    for (const { id } of this.reached()) if (!other.heap.has(id)) return `object ${id}`;
    return "";
  }

  /** @returns {Set<HeapObject>} what the stack, the watched names and the step's own values lead to */
  reached() {
    const { err = null, ret = null, exc = null } = this.extra;
    const locals = this.stack.flatMap((frame) => [...frame.locals.values()]);
    /** @type {Set<HeapObject>} */
    const found = new Set();
    addReached(["tuple", 0, ...locals, ...this.roots.values(), err, ret, exc], this.heap, found, Infinity);
    return found;
  }
}

/**
 * @param {Map<string, Value>} target
 * @param {readonly string[]} names
 * @param {readonly any[]} row
 * @param {number} from
 * @param {number} to
 */
function bind(target, names, row, from, to) {
  for (let i = from; i < to; i += 2) {
    const name = names[row[i]];
    const value = row[i + 1];
    if (!Array.isArray(value)) target.set(name, value);
    else if (value[0] === "-") target.delete(name);
    else target.set(name, value[0] === "+" ? appended(target.get(name), value[1]) : value);
  }
}

/**
 * @param {Value | undefined} before
 * @param {string} text
 */
function appended(before, text) {
  if (typeof before !== "string") refuse("a text is appended to what is no string");
  return before + text;
}

/**
 * @param {readonly any[]} row
 * @returns {HeapObject}
 */
function wholeObject(row) {
  const cells = row.slice(4);
  if (!fitsKind(row[1], cells)) refuse(`object ${row[0]} has a key without its value`);
  return Object.freeze({ id: row[0], kind: row[1], type: row[2], more: row[3], cells });
}

/**
 * @param {HeapObject | undefined} before
 * @param {readonly any[]} row id, start, deleted, more, cell …
 * @returns {HeapObject}
 */
function spliced(before, row) {
  if (before === undefined) refuse(`object ${row[0]} changes and is not known`);
  if (row[1] + row[2] > before.cells.length) refuse(`object ${row[0]} loses more cells than it has`);
  const cells = [...before.cells.slice(0, row[1]), ...row.slice(4), ...before.cells.slice(row[1] + row[2])];
  if (!fitsKind(before.kind, cells)) refuse(`object ${row[0]} has a key without its value`);
  return Object.freeze({ ...before, more: row[3], cells });
}

/**
 * @param {Map<string, FileContent>} files
 * @param {readonly any[]} row
 */
function changeFile(files, row) {
  const [path, keep, text] = row;
  if (row.length === 1) demand(files.delete(path), "a file is removed that was not there");
  else files.set(path, keep === "bytes" ? { bytes: text } : kept(files.get(path), keep) + text);
}

/**
 * @param {FileContent | undefined} content
 * @param {number} keep 0, or the length of the whole content
 * @returns {string}
 */
function kept(content, keep) {
  if (keep === 0) return "";
  if (typeof content !== "string" || pointsOf(content) !== keep) refuse("a file is appended to and has another length");
  return content;
}

/**
 * @param {string} text
 * @returns {number} its code points: what Python counts as characters
 */
function pointsOf(text) {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/**
 * @param {readonly Frame[]} a
 * @param {readonly Frame[]} b
 */
function sameStacks(a, b) {
  return a.length === b.length && a.every((frame, place) => sameFrame(frame, b[place]));
}

/**
 * @param {Frame} a
 * @param {Frame} b
 */
function sameFrame(a, b) {
  return a.activation === b.activation && a.code === b.code && a.line === b.line && sameMaps(a.locals, b.locals);
}
