// Values in Python's own notation, cut to a given room, and as the nodes of a tree. Everything here is text, nothing markup.

import { isPaired } from "./targets.js";
import { idOf } from "./wire.js";

/** @typedef {import("./trace.js").Value} Value */
/** @typedef {import("./trace.js").HeapObject} HeapObject */
/** @typedef {import("./trace.js").State} State */
/** @typedef {ReadonlyMap<number, HeapObject>} Heap */

/** @typedef {{label: string, key: Value, value: Value, id: number}} Node a part of a value; `key` tells it from its siblings; `id` is the object's number or 0 */

const ROOM = 80;
const DEPTH = 4;
const ELLIPSIS = "…";

/**
 * @param {Value | undefined} value
 * @param {Heap} heap
 * @param {{room?: number, depth?: number}} [limits] characters, and levels of containers
 * @returns {string} like Python's repr; "" where there is no value
 */
export function describe(value, heap, { room = ROOM, depth = DEPTH } = {}) {
  if (value === undefined) return "";
  const printer = new Printer(heap, room, depth);
  printer.value(value, 0);
  return printer.text;
}

/**
 * @param {Value | undefined} value
 * @param {Heap} heap
 * @returns {Node[]} the parts of a container or object, none of anything else
 */
export function nodes(value, heap) {
  const object = heap.get(idOf(value));
  if (object) return objectNodes(object, heap);
  if (!Array.isArray(value)) return [];
  if (value[0] === "tuple") return value.slice(2).map((part, i) => node(`[${i}]`, i, part));
  if (value[0] === "frozenset") return value.slice(2).map((part, i) => node("", i, part));
  return value[0] === "named" ? pairNodes(value.slice(3), (key) => `.${key}`) : [];
}

/**
 * @param {Value | undefined} value
 * @param {Heap} heap
 * @returns {number} items of a container that the trace does not show
 */
export function hidden(value, heap) {
  const object = heap.get(idOf(value));
  if (object) return object.more;
  if (!Array.isArray(value)) return 0;
  if (value[0] === "named") return value[2];
  return value[0] === "tuple" || value[0] === "frozenset" ? value[1] : 0;
}

/**
 * @param {HeapObject} object
 * @param {Heap} heap
 * @returns {Node[]}
 */
function objectNodes(object, heap) {
  const cells = object.kind.endsWith(".") ? object.cells.slice(1) : object.cells;
  const attributes = object.kind.endsWith(".") ? heap.get(idOf(object.cells[0])) : undefined;
  const own = attributes?.kind === "dict" ? pairNodes(attributes.cells, (key) => `.${key}`) : [];
  if (object.kind.startsWith("dict")) return [...own, ...pairNodes(cells, (key) => `[${describe(key, heap, { room: 30 })}]`)];
  if (isPaired(object.kind)) return pairNodes(cells, (key) => `.${key}`);
  const label = object.kind.startsWith("set") ? () => "" : (/** @type {number} */ i) => `[${i}]`;
  return [...own, ...cells.map((part, i) => node(label(i), i, part))];
}

/**
 * @param {string} label
 * @param {Value} key
 * @param {Value} value
 * @returns {Node}
 */
const node = (label, key, value) => ({ label, key, value, id: idOf(value) });

/**
 * @param {readonly Value[]} cells
 * @param {(key: Value) => string} label
 * @returns {Node[]}
 */
function pairNodes(cells, label) {
  const found = [];
  for (let i = 0; i + 1 < cells.length; i += 2) found.push(node(label(cells[i]), cells[i], cells[i + 1]));
  return found;
}

/**
 * @param {string} text
 * @returns {string} as Python's repr writes a string
 */
export function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(/[\\\n\r\t]|[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, escape);
  return mark + (mark === "'" ? escaped.replaceAll("'", "\\'") : escaped) + mark;
}

/** @type {Readonly<Record<string, string>>} */
const SHORT = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** @param {string} char */
function escape(char) {
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (char in SHORT) return SHORT[char];
  if (code < 0x100) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

/** @type {Readonly<Record<string, (value: ReadonlyArray<any>, printer: Printer, level: number) => void>>} */
const HEADS = {
  int: ([, digits, bits], printer) => printer.put(digits || `<int, ${bits} bits>`),
  float: ([, text], printer) => printer.put(text),
  complex: ([, text], printer) => printer.put(text),
  str: ([, head, length], printer) => printer.put(`${quoted(head)}${ELLIPSIS} (${length})`),
  bytes: ([, text, length], printer) => printer.put(length === undefined ? text : `${text}${ELLIPSIS} (${length})`),
  tuple: (value, printer, level) => printer.items("(", value.slice(2), value[1], value.length === 3 && !value[1] ? ",)" : ")", level),
  frozenset: (value, printer, level) => printer.items("frozenset({", value.slice(2), value[1], "})", level),
  named: (value, printer, level) => printer.pairs(`${value[1]}(`, value.slice(3), value[2], ")", level, "="),
  range: ([, ...parts], printer, level) => printer.items("range(", parts[2] === 1 ? parts.slice(0, 2) : parts, 0, ")", level),
  slice: ([, ...parts], printer, level) => printer.items("slice(", parts, 0, ")", level),
  enum: ([, name], printer) => printer.put(name),
  sub: ([, name, plain], printer, level) => printer.items(`${name}(`, [plain], 0, ")", level),
  path: ([, text], printer) => printer.put(`Path(${quoted(text)})`),
  shown: ([, , text], printer) => printer.put(text),
  object: ([, name], printer) => printer.put(`<${name}>`),
  deep: (_, printer) => printer.put(ELLIPSIS),
};

/** @type {Readonly<Record<string, [string, string]>>} */
const BRACKETS = { list: ["[", "]"], set: ["{", "}"], dict: ["{", "}"], deque: ["deque([", "])"], bytearray: ["bytearray(", ")"] };

/** Writes until its room is used up; then nothing more is looked at. */
class Printer {
  /**
   * @param {Heap} heap
   * @param {number} room
   * @param {number} depth
   */
  constructor(heap, room, depth) {
    this.heap = heap;
    this.room = room;
    this.depth = depth;
    this.text = "";
    this.full = false;
    /** @type {number[]} objects that are being written */
    this.open = [];
  }

  /** @param {string} text */
  put(text) {
    if (this.full) return;
    const chars = [...text];
    const free = this.room - this.text.length;
    this.full = chars.length > free;
    this.text += this.full ? chars.slice(0, Math.max(free - 1, 0)).join("") + ELLIPSIS : text;
  }

  /**
   * @param {Value} value
   * @param {number} level
   */
  value(value, level) {
    if (this.full) return;
    if (value === null || typeof value !== "object") this.put(atom(value));
    else if (typeof value[0] === "number") this.reference(value[0], level);
    else if (Object.hasOwn(HEADS, value[0])) HEADS[value[0]](value, this, level);
    else this.put(`<${value[0]} ${value[1]}>`);
  }

  /**
   * @param {number} id
   * @param {number} level
   */
  reference(id, level) {
    const object = this.heap.get(id);
    if (object === undefined || this.open.includes(id)) return this.put(ELLIPSIS);
    this.open.push(id);
    this.object(object, level);
    this.open.pop();
  }

  /**
   * @param {HeapObject} object
   * @param {number} level
   */
  object({ kind, type, more, cells }, level) {
    const dotted = kind.endsWith(".");
    const plain = dotted ? kind.slice(0, -1) : kind;
    const [start, end] = BRACKETS[plain] ?? [`${type}(`, ")"];
    const named = plain in BRACKETS && type !== plain;
    if (plain === "class") return this.put(`<class ${type}>`);
    if (plain === "exception") return this.exception(type, cells, level);
    if (plain === "set" && cells.length === (dotted ? 1 : 0) && !more) return this.put(`${type}()`);
    const [head, tail] = named ? [`${type}(${start}`, `${end})`] : [start, end];
    if (isPaired(kind)) this.pairs(head, dotted ? cells.slice(1) : cells, more, tail, level, plain === "dict" ? ": " : "=");
    else this.items(head, dotted ? cells.slice(1) : cells, more, tail, level);
  }

  /**
   * @param {string} type
   * @param {readonly Value[]} cells
   * @param {number} level
   */
  exception(type, cells, level) {
    const values = new Map();
    for (let i = 0; i + 1 < cells.length; i += 2) values.set(cells[i], cells[i + 1]);
    const args = values.get("args");
    const shown = Array.isArray(args) ? args.slice(2) : [values.get("errno"), values.get("filename")].filter((one) => one !== undefined);
    this.items(`${type}(`, shown, 0, ")", level);
  }

  /**
   * @param {string} start
   * @param {readonly Value[]} values
   * @param {number} more
   * @param {string} end
   * @param {number} level
   */
  items(start, values, more, end, level) {
    this.list(start, values.length, more, end, level, (i) => this.value(values[i], level + 1));
  }

  /**
   * @param {string} start
   * @param {readonly Value[]} cells
   * @param {number} more
   * @param {string} end
   * @param {number} level
   * @param {string} between
   */
  pairs(start, cells, more, end, level, between) {
    this.list(start, cells.length / 2, more, end, level, (i) => {
      if (between === "=") this.put(String(cells[2 * i]));
      else this.value(cells[2 * i], level + 1);
      this.put(between);
      this.value(cells[2 * i + 1], level + 1);
    });
  }

  /**
   * @param {string} start
   * @param {number} count
   * @param {number} more
   * @param {string} end
   * @param {number} level
   * @param {(i: number) => void} write
   */
  list(start, count, more, end, level, write) {
    this.put(start);
    if (level >= this.depth && count > 0) this.put(ELLIPSIS);
    for (let i = 0; i < count && level < this.depth && !this.full; i += 1) {
      if (i > 0) this.put(", ");
      write(i);
    }
    if (more > 0) this.put(`${count > 0 ? ", " : ""}${ELLIPSIS} +${more}`);
    this.put(end);
  }
}

/** @param {null | boolean | number | string} value */
function atom(value) {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return typeof value === "string" ? quoted(value) : String(value);
}
