// What two states differ in, by the names that lead there. Object numbers do not count, only what the objects hold.

import { nodes } from "./values.js";
import { equal } from "./equal.js";
import { idOf } from "./wire.js";

/** @typedef {import("./trace.js").Value} Value */
/** @typedef {import("./trace.js").State} State */
/** @typedef {import("./trace.js").HeapObject} HeapObject */

/**
 * `name` is the variable, watched name or file; `label` the way to the differing part as Python writes it; `depth` the place of the
 * variable's activation on the stack, null for what belongs to none.
 * @typedef {{kind: "local" | "root" | "file" | "value", name: string, label: string, depth: number | null, a: Value | undefined, b: Value | undefined}} Difference
 */

const MOST = 40;
const DEEPEST = 8;

/**
 * @param {State} a
 * @param {State} b
 * @param {ReadonlySet<string>} [first] variables by which an object is called where it has more names than one
 * @returns {Difference[]} those of the activation on top first; at most a number that can be read
 */
export function differences(a, b, first = new Set()) {
  const finder = new Finder(a, b, first);
  for (let depth = Math.max(a.stack.length, b.stack.length) - 1; depth >= 0; depth -= 1) {
    finder.maps("local", depth, a.stack[depth]?.locals ?? new Map(), b.stack[depth]?.locals ?? new Map());
  }
  finder.values({ kind: "value", name: "", label: "", depth: null }, momentOf(a), momentOf(b), 0);
  finder.maps("root", null, a.roots, b.roots);
  finder.maps("file", null, textOf(a.files), textOf(b.files));
  return finder.found;
}

/**
 * @param {State} state
 * @returns {Value | undefined} what is returned, raised or handled here
 */
const momentOf = ({ result, exception, error }) => result ?? exception ?? error;

/**
 * @param {State["files"]} files
 * @returns {Map<string, Value>}
 */
const textOf = (files) => new Map([...files].map(([path, content]) => [path, typeof content === "string" ? content : ["bytes", content.bytes]]));

class Finder {
  /**
   * @param {State} a
   * @param {State} b
   * @param {ReadonlySet<string>} first
   */
  constructor(a, b, first) {
    this.a = a;
    this.b = b;
    this.first = first;
    /** @type {Difference[]} */
    this.found = [];
    /** @type {Set<string>} pairs of objects that were compared, or are being compared */
    this.seen = new Set();
  }

  /**
   * @param {Difference["kind"]} kind
   * @param {number | null} depth
   * @param {ReadonlyMap<string, Value>} a
   * @param {ReadonlyMap<string, Value>} b
   */
  maps(kind, depth, a, b) {
    const names = [...new Set([...a.keys(), ...b.keys()])];
    names.sort((x, y) => Number(this.first.has(y)) - Number(this.first.has(x)));
    for (const name of names) this.values({ kind, name, label: name, depth }, a.get(name), b.get(name), 0);
  }

  /**
   * @param {Omit<Difference, "a" | "b">} place
   * @param {Value | undefined} a
   * @param {Value | undefined} b
   * @param {number} level
   */
  values(place, a, b, level) {
    if (this.found.length >= MOST || (equal(a, b) && idOf(a) === 0 && !holdsObjects(a))) return;
    if (!this.comparable(a, b) || level > DEEPEST) {
      if (!equal(a, b)) this.found.push({ ...place, a, b });
      return;
    }
    const pair = idOf(a) > 0 ? `${idOf(a)} ${idOf(b)}` : "";
    if (pair !== "" && this.seen.has(pair)) return;
    if (pair !== "") this.seen.add(pair);
    this.parts(place, a, b, level);
  }

  /**
   * @param {Value | undefined} a
   * @param {Value | undefined} b
   * @returns {boolean} whether both are containers or objects of one kind, so that the difference is looked for inside
   */
  comparable(a, b) {
    const [x, y] = [this.a.heap.get(idOf(a)), this.b.heap.get(idOf(b))];
    if (x || y) return x?.kind === y?.kind && x?.type === y?.type;
    return Array.isArray(a) && Array.isArray(b) && a[0] === b[0] && ["tuple", "named"].includes(a[0]);
  }

  /**
   * @param {Omit<Difference, "a" | "b">} place
   * @param {Value | undefined} a
   * @param {Value | undefined} b
   * @param {number} level
   */
  parts(place, a, b, level) {
    const [x, y] = [keyed(nodes(a, this.a.heap)), keyed(nodes(b, this.b.heap))];
    for (const key of new Set([...x.keys(), ...y.keys()])) {
      const label = place.label + (x.get(key) ?? y.get(key))?.label;
      this.values({ ...place, label }, x.get(key)?.value, y.get(key)?.value, level + 1);
    }
  }
}

/**
 * @param {Value | undefined} value
 * @returns {boolean}
 */
const holdsObjects = (value) => Array.isArray(value) && value.some((part) => idOf(part) > 0 || holdsObjects(part));

/**
 * @param {import("./values.js").Node[]} list
 * @returns {Map<string, import("./values.js").Node>}
 */
const keyed = (list) => new Map(list.map((node) => [`${node.label.slice(0, 1)}${JSON.stringify(node.key)}`, node]));
