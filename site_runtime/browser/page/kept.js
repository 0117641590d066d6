// What a reader has set and finds again: the stops of each area.

import { keep, keyOf, load } from "./stored.js";

/** @typedef {import("./types.js").Manifest} Manifest */
/** @typedef {import("./types.js").Breakpoint} Breakpoint */
/** @typedef {import("./types.js").ChangeStop} ChangeStop */

/** @typedef {{lines: Breakpoint[], raise: boolean, changes: ChangeStop[]}} StopSettings */

const MOST = 100;
/** Characters of an expression. */
export const MOST_EXPRESSION = 500;

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} value @returns {value is number} */
const isCount = (value) => Number.isSafeInteger(value) && /** @type {number} */ (value) > 0;

/** @param {unknown} hits @returns {Breakpoint["hits"]} */
function hitsOf(hits) {
  if (!isRecord(hits) || !isCount(hits.n)) return null;
  return hits.when === "from" || hits.when === "only" || hits.when === "every" ? { when: hits.when, n: hits.n } : null;
}

/** @param {unknown} text @returns {string} */
export const expressionOf = (text) => (typeof text === "string" ? text.slice(0, MOST_EXPRESSION).trim() : "");

/**
 * @param {unknown} line
 * @param {import("./types.js").Source[]} sources
 * @returns {Breakpoint[]} none where it is no breakpoint on a line that can stop
 */
function breakpointOf(line, sources) {
  if (!isRecord(line) || !isCount(line.line)) return [];
  const source = sources.find(({ label }) => label === line.file);
  if (!source || !Object.values(source.lines).some((lines) => lines.includes(/** @type {number} */ (line.line)))) return [];
  const [condition, log] = [expressionOf(line.condition), expressionOf(line.log)];
  return [{ file: source.label, line: line.line, enabled: line.enabled !== false, hits: hitsOf(line.hits), ...(condition ? { condition } : {}), ...(log ? { log } : {}) }];
}

/** @param {unknown} target @returns {target is ChangeStop["target"]} */
function isTarget(target) {
  if (!isRecord(target)) return false;
  const path = target.path === undefined || (Array.isArray(target.path) && target.path.every((part) => ["string", "number"].includes(typeof part)));
  if (isRecord(target.variable)) return path && typeof target.variable.name === "string" && typeof target.variable.function === "string" && typeof target.variable.file === "string";
  return typeof target.file === "string" ? target.line === undefined || isCount(target.line) : path && Array.isArray(target.path) && target.path.length > 0;
}

/** @param {unknown} change @returns {ChangeStop[]} */
function changeOf(change) {
  if (!isRecord(change) || !isTarget(change.target) || typeof change.label !== "string") return [];
  return [{ target: change.target, label: change.label.slice(0, 200), enabled: change.enabled !== false }];
}

/**
 * @param {unknown} data anything
 * @param {Pick<Manifest, "sources">} sources
 * @returns {StopSettings} what of it can be used
 */
export function readStops(data, { sources }) {
  const given = isRecord(data) ? data : {};
  const list = (/** @type {unknown} */ value) => (Array.isArray(value) ? value.slice(0, MOST) : []);
  return { lines: list(given.lines).flatMap((line) => breakpointOf(line, sources)), raise: given.raise === true, changes: list(given.changes).flatMap(changeOf) };
}

/**
 * @param {Manifest} manifest
 * @returns {StopSettings}
 */
export function loadStops(manifest) {
  return readStops(load(keyOf(manifest)), manifest);
}

/**
 * @param {Manifest} manifest
 * @param {StopSettings} stops
 */
export function keepStops(manifest, stops) {
  keep(keyOf(manifest), stops);
}
