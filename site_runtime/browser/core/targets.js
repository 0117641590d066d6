// What one can follow through a run: a variable, a part of a watched object, a file or a line of it.

import { equal, sameObject } from "./equal.js";
import { idOf } from "./wire.js";

/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").Value} Value */
/** @typedef {import("./trace.js").HeapObject} HeapObject */
/** @typedef {import("./trace.js").FileContent} FileContent */
/** @typedef {import("./trace.js").Frame} Frame */

/**
 * `path` leads from a watched name, or from a variable, through keys, attribute names and indices.
 * @typedef {{variable: {activation: number, name: string}, path?: readonly Value[]} | {path: readonly Value[]} | {file: string, line?: number}} Target
 */

/**
 * What a target is at one position: the objects passed on the way, the value, and the objects that it reaches.
 * @typedef {{passed: readonly HeapObject[], value: Value | undefined, parts: readonly HeapObject[]}} Look
 */

/**
 * @typedef {object} Place what state and replay have in common
 * @property {readonly Frame[]} stack
 * @property {ReadonlyMap<number, Frame>} [suspended]
 * @property {ReadonlyMap<number, HeapObject>} heap
 * @property {ReadonlyMap<string, Value>} roots
 * @property {ReadonlyMap<string, FileContent>} files
 */

/** Objects that one value is followed through. */
export const MOST_PARTS = 2_000;

/**
 * @param {Place} place
 * @param {Target} target
 * @returns {Look}
 */
export function look(place, target) {
  /** @type {HeapObject[]} */
  const passed = [];
  /** @type {Set<HeapObject>} */
  const parts = new Set();
  const value = follow(startOf(place, target), pathOf(target), place.heap, passed);
  addReached(value, place.heap, parts);
  return { passed, value, parts: [...parts] };
}

/**
 * @param {Place} place
 * @param {Target} target
 * @returns {Value | undefined} where the target's path begins; of a file, its content or line
 */
export function startOf(place, target) {
  if ("file" in target) return fileValue(place.files.get(target.file), target.line);
  if (!("variable" in target)) return place.roots.get(String(target.path[0]));
  const { activation, name } = target.variable;
  const frame = place.stack.findLast((one) => one.activation === activation) ?? place.suspended?.get(activation);
  return frame?.locals.get(name);
}

/**
 * @param {Target} target
 * @returns {readonly Value[]} the path's steps after its start
 */
function pathOf(target) {
  if ("file" in target) return [];
  return "variable" in target ? (target.path ?? []) : target.path.slice(1);
}

/**
 * @param {Value | undefined} value
 * @param {readonly Value[]} path
 * @param {ReadonlyMap<number, HeapObject>} heap
 * @param {HeapObject[]} passed
 * @returns {Value | undefined}
 */
function follow(value, path, heap, passed) {
  for (const step of path) {
    const object = heap.get(idOf(value));
    if (object) passed.push(object);
    value = object ? member(object, step) : item(value, step);
  }
  return value;
}

/**
 * @param {HeapObject} object
 * @param {Value} step a dict's key, an attribute's name, an index
 * @returns {Value | undefined}
 */
export function member(object, step) {
  const cells = object.kind.endsWith(".") ? object.cells.slice(1) : object.cells;
  if (!isPaired(object.kind)) return typeof step === "number" ? cells[step] : undefined;
  for (let i = 0; i + 1 < cells.length; i += 2) if (equal(cells[i], step)) return cells[i + 1];
  return undefined;
}

/**
 * @param {string} kind
 * @returns {boolean} whether the cells alternate between keys or names and values
 */
export const isPaired = (kind) => /^(dict|instance|class|exception)\.?$/.test(kind);

/**
 * @param {Value | undefined} value an immutable container
 * @param {Value} step
 * @returns {Value | undefined}
 */
function item(value, step) {
  if (!Array.isArray(value)) return undefined;
  if (value[0] === "tuple" && typeof step === "number") return value[step + 2];
  if (value[0] !== "named") return undefined;
  const place = value.findIndex((part, i) => i >= 3 && i % 2 === 1 && part === step);
  return place < 0 ? undefined : value[place + 1];
}

/**
 * @param {Value | undefined} value
 * @param {ReadonlyMap<number, HeapObject>} heap
 * @param {Set<HeapObject>} found gets the objects that the value reaches
 * @param {number} [most]
 */
export function addReached(value, heap, found, most = MOST_PARTS) {
  const queue = Array.isArray(value) ? [value] : [];
  while (queue.length > 0 && found.size < most) {
    const next = /** @type {readonly Value[]} */ (queue.pop());
    const object = heap.get(idOf(next));
    if (object && found.has(object)) continue;
    if (object) found.add(object);
    for (const part of object ? object.cells : next) if (Array.isArray(part)) queue.push(part);
  }
}

/**
 * @param {FileContent | undefined} content
 * @param {number} [line] from 1
 * @returns {Value | undefined}
 */
function fileValue(content, line) {
  if (content === undefined) return undefined;
  if (typeof content !== "string") return ["bytes", content.bytes];
  if (line === undefined) return content;
  const lines = content.split("\n");
  return line < lines.length || lines[line - 1] !== "" ? lines[line - 1] : undefined;
}

/**
 * @param {Look} a
 * @param {Look} b
 * @returns {boolean} whether the value is equal, with all that it refers to
 */
export function sameLook(a, b) {
  return equal(a.value, b.value) && a.parts.length === b.parts.length && a.parts.every((part, i) => sameObject(part, b.parts[i]));
}

/**
 * @param {Value | undefined} a
 * @param {ReadonlyMap<number, HeapObject>} heapA
 * @param {Value | undefined} b
 * @param {ReadonlyMap<number, HeapObject>} heapB
 * @param {number} [most] objects that are looked at; of a value that refers to as many, it says false
 * @returns {boolean} whether both, with all that they refer to, are the same; numbers of objects count
 */
export function sameValue(a, heapA, b, heapB, most = Infinity) {
  if (!equal(a, b)) return false;
  /** @type {Set<HeapObject>} */
  const parts = new Set();
  addReached(a, heapA, parts, most);
  if (parts.size >= most) return false;
  for (const part of parts) if (!sameObject(part, heapB.get(part.id))) return false;
  return true;
}
