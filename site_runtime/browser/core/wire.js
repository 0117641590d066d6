// The shape of values, objects and steps as a trace writes them (docs/trace-format.md). What a step refers to is checked by replay.js.

import { demand, refuse } from "./error.js";

/** @typedef {import("./types.js").Value} Value */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {Readonly<Record<string, any>>} Extra */

/** Levels of immutable containers a recorder writes, and what can stand around the innermost. */
const DEEPEST = 16;

/** @type {Extra} */
const NOTHING = Object.freeze({});

const EXTRA_KEYS = new Set(["pop", "push", "up", "heap", "roots", "lock", "files", "out", "err", "ret", "exc"]);
const KEY_KEYS = ["stack", "acts", "heap", "roots", "lock", "files"];
const LISTS = ["push", "up", "heap", "roots", "files"];
const VALUES = ["err", "ret", "exc"];

const PAIRED = new Set(["dict", "instance", "class", "exception"]);
const KINDS = new Set([...PAIRED, "list", "deque", "set", "bytearray"]);

/**
 * @param {unknown} value
 * @returns {value is number}
 */
export const isCount = (value) => Number.isSafeInteger(value) && /** @type {number} */ (value) >= 0;

/** @param {unknown} value */
export const isText = (value) => typeof value === "string";

/**
 * @param {ReadonlyArray<any>} value
 * @param {...(part: any) => boolean} shape
 */
const isRow = (value, ...shape) => value.length === shape.length + 1 && shape.every((fits, i) => fits(value[i + 1]));

/** @type {Record<string, (value: ReadonlyArray<any>, depth: number) => boolean>} */
const SHAPES = {
  __proto__: /** @type {any} */ (null),
  int: (v) => isRow(v, isText) || (isRow(v, isText, isCount) && v[1] === ""),
  str: (v) => isRow(v, isText, isCount),
  bytes: (v) => isRow(v, isText) || isRow(v, isText, isCount),
  tuple: (v, depth) => isCount(v[1]) && areValues(v, 2, depth),
  frozenset: (v, depth) => isCount(v[1]) && areValues(v, 2, depth),
  named: (v, depth) => isText(v[1]) && isCount(v[2]) && areFields(v, 3, depth),
  range: (v, depth) => v.length === 4 && areValues(v, 1, depth),
  slice: (v, depth) => v.length === 4 && areValues(v, 1, depth),
  enum: (v, depth) => v.length === 3 && isText(v[1]) && areValues(v, 2, depth),
  sub: (v, depth) => v.length === 3 && isText(v[1]) && areValues(v, 2, depth),
  shown: (v) => isRow(v, isText, isText),
  deep: (v) => v.length === 1,
  "-": () => false,
  "+": () => false,
};

/**
 * @param {ReadonlyArray<any>} row
 * @param {number} from
 * @param {number} depth
 */
function areValues(row, from, depth) {
  for (let i = from; i < row.length; i += 1) if (!isValue(row[i], depth + 1)) return false;
  return true;
}

/**
 * @param {ReadonlyArray<any>} row name, value, name, value … from `from` on
 * @param {number} from
 * @param {number} depth
 */
function areFields(row, from, depth) {
  if ((row.length - from) % 2) return false;
  for (let i = from; i < row.length; i += 2) if (!isText(row[i]) || !isValue(row[i + 1], depth + 1)) return false;
  return true;
}

/**
 * Says whether this is a value. A head that this version does not know, followed by one text, is one: a newer recorder may name more things.
 * @param {unknown} value
 * @param {number} [depth]
 * @returns {value is Value}
 */
export function isValue(value, depth = 0) {
  if (value === null || typeof value === "boolean" || typeof value === "string") return true;
  if (typeof value === "number") return Number.isSafeInteger(value);
  if (!Array.isArray(value) || depth > DEEPEST) return false;
  const head = value[0];
  if (typeof head === "number") return value.length === 1 && isCount(head) && head > 0;
  if (typeof head !== "string") return false;
  return head in SHAPES ? SHAPES[head](value, depth) : isRow(value, isText);
}

/**
 * @param {Value | undefined} value
 * @returns {number} the object's number, or 0 where the value is no reference
 */
export function idOf(value) {
  return Array.isArray(value) && typeof value[0] === "number" ? value[0] : 0;
}

/**
 * Says whether the cells fit the kind: pairs in a dict, an attribute dict in front where the kind ends with a dot.
 * @param {string} kind
 * @param {readonly Value[]} cells
 */
export function fitsKind(kind, cells) {
  const dotted = kind.endsWith(".");
  if (dotted && cells.length === 0) return false;
  return !PAIRED.has(dotted ? kind.slice(0, -1) : kind) || (cells.length - (dotted ? 1 : 0)) % 2 === 0;
}

/** @param {unknown} kind */
const isKind = (kind) => typeof kind === "string" && KINDS.has(kind.replace(/\.$/, ""));

/**
 * @param {Step} step
 * @returns {Extra} the object at a step's end, or an empty one
 */
export function extraOf(step) {
  const last = step[step.length - 1];
  return typeof last === "object" && last !== null && !Array.isArray(last) ? last : NOTHING;
}

/**
 * @param {Step} step
 * @param {Extra} extra what extraOf(step) gave
 * @returns {number} where the name-value pairs end
 */
export const pairsEnd = (step, extra) => (extra === NOTHING ? step.length : step.length - 1);

/** @param {unknown} value */
const isUnbound = (value) => Array.isArray(value) && value.length === 1 && value[0] === "-";

/** @param {unknown} value */
const isAppended = (value) => Array.isArray(value) && value.length === 2 && value[0] === "+" && isText(value[1]);

/**
 * Demands index, value, index, value … where a value may also be unbound or appended to.
 * @param {ReadonlyArray<any>} row
 * @param {number} from
 * @param {number} to
 * @param {number} names how many names there are
 */
export function checkPairs(row, from, to, names) {
  demand((to - from) % 2 === 0, "a name stands without its value");
  for (let i = from; i < to; i += 2) {
    if (!isCount(row[i]) || row[i] >= names) refuse(`there is no name number ${row[i]}`);
    if (!isValue(row[i + 1]) && !isUnbound(row[i + 1]) && !isAppended(row[i + 1])) refuse("a variable's value has no known shape");
  }
}

/**
 * Demands the whole content of an object.
 * @param {ReadonlyArray<any>} row
 */
export function checkWhole(row) {
  demand(Array.isArray(row) && isCount(row[0]) && row[0] > 0, "an object has no number");
  if (!isKind(row[1]) || !isText(row[2]) || !isCount(row[3]) || !areValues(row, 4, 0)) refuse(`object ${row[0]} has no known shape`);
}

/** @param {ReadonlyArray<any>} row */
function checkHeapRow(row) {
  if (Array.isArray(row) && typeof row[1] === "string") return checkWhole(row);
  demand(Array.isArray(row) && row.length >= 4 && row.slice(0, 4).every(isCount) && areValues(row, 4, 0), "a change of an object has no known shape");
}

/** @param {ReadonlyArray<any>} row */
function checkUp(row, /** @type {number} */ names) {
  demand(Array.isArray(row) && isCount(row[0]), "a change of another activation names none");
  checkPairs(row, 1, row.length, names);
}

/** @param {ReadonlyArray<any>} row */
export function checkFile(row) {
  demand(Array.isArray(row) && isText(row[0]), "a file has no path");
  demand(row.length === 1 || (isRow(row, (keep) => keep === "bytes" || isCount(keep), isText)), `the file ${row[0]} has no known shape`);
}

/** @param {ReadonlyArray<any>} row */
export function checkWholeFile(row) {
  checkFile(row);
  demand(row[1] === 0 || row[1] === "bytes", "a file that should be whole is not");
}

/** @param {unknown} lock */
export const isLock = (lock) => lock === null || lock === -1 || isCount(lock);

/** @param {unknown} item */
const isPush = (item) => isCount(item) || (Array.isArray(item) && item.length === 1 && isCount(item[0]));

/**
 * @param {Extra} extra
 * @param {number} names
 */
function checkExtra(extra, names) {
  demand(Object.keys(extra).length > 0, "a step's last part is empty");
  for (const key of Object.keys(extra)) if (!EXTRA_KEYS.has(key)) refuse(`a step has an unknown part: ${key.slice(0, 40)}`);
  for (const key of LISTS) if (key in extra && !(Array.isArray(extra[key]) && extra[key].length > 0)) refuse(`"${key}" is no list of something`);
  demand(!("pop" in extra) || (isCount(extra.pop) && extra.pop > 0), '"pop" is no number of activations');
  demand(!("push" in extra) || extra.push.every(isPush), '"push" names neither activation nor code');
  for (const row of extra.up ?? []) checkUp(row, names);
  for (const row of extra.heap ?? []) checkHeapRow(row);
  for (const row of extra.files ?? []) checkFile(row);
  demand(!("lock" in extra) || isLock(extra.lock), '"lock" is no activation');
  demand(!("out" in extra) || (isText(extra.out) && extra.out !== ""), '"out" is no text');
  for (const key of VALUES) if (key in extra && !isValue(extra[key])) refuse(`"${key}" is no value`);
  demand(!("ret" in extra && "exc" in extra), "an activation both returns and raises");
}

/**
 * Demands the shape of one step.
 * @param {unknown} step
 * @param {number} names how many names there are so far
 * @param {number} roots how many watched names there are
 */
export function checkStep(step, names, roots) {
  demand(Array.isArray(step) && isCount(step[0]), "a step has no line number");
  const extra = extraOf(step);
  checkPairs(step, 1, pairsEnd(step, extra), names);
  if (extra === NOTHING) return;
  checkExtra(extra, names);
  if ("roots" in extra) checkPairs(extra.roots, 0, extra.roots.length, roots);
}

/**
 * Demands the shape of a chunk's key.
 * @param {any} key
 * @param {number} names
 * @param {number} roots
 */
export function checkKey(key, names, roots) {
  demand(hasKeys(key, KEY_KEYS), "a chunk has no key, or one with other parts");
  for (const list of ["stack", "acts", "heap", "roots", "files"]) if (!Array.isArray(key[list])) refuse(`the key has no list "${list}"`);
  demand(key.stack.every(isCount), "the key's stack names no activation");
  for (const row of key.acts) checkKeyFrame(row, names);
  for (const row of key.heap) checkWhole(row);
  for (const row of key.files) checkWholeFile(row);
  demand(key.roots.length === roots, "the key leaves out watched names");
  checkPairs(key.roots.flatMap((/** @type {Value} */ value, /** @type {number} */ index) => [index, value]), 0, 2 * roots, roots);
  demand(isLock(key.lock), "the key's lock is no activation");
}

/**
 * @param {any} row
 * @param {number} names
 */
function checkKeyFrame(row, names) {
  demand(Array.isArray(row) && row.length >= 3 && row.slice(0, 3).every(isCount), "the key has an activation of no known shape");
  checkPairs(row, 3, row.length, names);
  for (let i = 4; i < row.length; i += 2) demand(isValue(row[i]), "a variable in a key has no value");
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * @param {unknown} value
 * @param {readonly string[]} keys
 * @returns {value is Record<string, any>} an object with just these keys
 */
export const hasKeys = (value, keys) => isObject(value) && Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key));
