// A link to a place in a run: area, input, position and breakpoints in the address after "#", and a parcel (parcel.js) with what a reader
// has written. Whatever else stands there is not used but named (linkFaults), and nothing of it but the parcel is more than a name or a number.

import { MOST_PACKED, PACKED } from "./parcel.js";

/** @typedef {import("./breakpoints.js").Breakpoint} Breakpoint */
/** @typedef {import("./breakpoints.js").HitCount} HitCount */

/**
 * `position` counts from 0. Null is what a link does not say.
 * @typedef {{lesson: string, area: string, input: string | null, position: number | null, breakpoints: Breakpoint[], parcel?: string}} Place
 */

/** What of a link cannot be used, and how it stands there. @typedef {{part: "lab" | "input" | "step" | "end" | "stops" | "many" | "with" | "own" | "copy" | "watches" | "conditions" | "other" | "twice" | "long", text: string}} LinkFault */

/** Without the parcel. */
const MOST_CHARACTERS = 6_000;
const MOST_BREAKPOINTS = 100;
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,99}$/u;
const STOP = /^(-?)([^:~]{1,200}):([1-9]\d{0,6})(?:~(from|only|every)([1-9]\d{0,6}))?$/u;

/**
 * @param {Place} place
 * @returns {string} "#lab=…"
 */
export function encodeLink({ lesson, area, input, position, breakpoints, parcel }) {
  const parts = [`lab=${encodeURIComponent(lesson)}/${encodeURIComponent(area)}`];
  if (input !== null) parts.push(`input=${encodeURIComponent(input)}`);
  if (position !== null) parts.push(`step=${position}`);
  if (breakpoints.length > 0) parts.push(`stops=${breakpoints.slice(0, MOST_BREAKPOINTS).map(encodeStop).join(",")}`);
  if (parcel) parts.push(`with=${parcel}`);
  return `#${parts.join("&")}`;
}

/** @param {Breakpoint} breakpoint */
function encodeStop({ file, line, enabled = true, hits = null }) {
  return `${enabled ? "" : "-"}${encodeURIComponent(file)}:${line}${hits ? `~${hits.when}${hits.n}` : ""}`;
}

/**
 * @param {string} hash with or without "#"
 * @returns {Place | null} null where the link names no lesson and area; parts that make no sense are left out
 */
export function decodeLink(hash) {
  const fields = fieldsOf(hash);
  const [lesson, area, ...rest] = (fields.get("lab") ?? "").split("/").map(decoded);
  if (!NAME.test(lesson ?? "") || !NAME.test(area ?? "") || rest.length > 0) return null;
  const input = decoded(fields.get("input") ?? "");
  const step = fields.get("step") ?? "";
  const parcel = fields.get("with") ?? "";
  const stops = (fields.get("stops") ?? "").split(",").slice(0, MOST_BREAKPOINTS);
  return {
    lesson,
    area,
    input: NAME.test(input) ? input : null,
    position: /^\d{1,9}$/.test(step) ? Number(step) : null,
    breakpoints: stops.flatMap(decodeStop),
    ...(parcel.length <= MOST_PACKED && PACKED.test(parcel) ? { parcel } : {}),
  };
}

/**
 * @param {string} hash
 * @returns {Map<string, string>} still encoded; the first of each name
 */
function fieldsOf(hash) {
  const fields = new Map();
  for (const [name, value] of partsOf(hash)) if (value !== undefined && !fields.has(name)) fields.set(name, value);
  return hash.length - (fields.get("with") ?? "").length > MOST_CHARACTERS ? new Map() : fields;
}

/**
 * @param {string} hash
 * @returns {[name: string, value: string | undefined][]} none where it is too long
 */
function partsOf(hash) {
  if (hash.length > MOST_CHARACTERS + MOST_PACKED) return [];
  const parts = hash.replace(/^#/, "").split("&");
  return parts.filter((part) => part !== "").map((part) => /** @type {[string, string | undefined]} */ (part.split("=", 2)));
}

const FIELDS = ["lab", "input", "step", "stops", "with"];

/**
 * @param {string} hash
 * @returns {boolean} whether it is meant as a link to a lab, however damaged; an anchor is none
 */
export function isLink(hash) {
  const [name] = hash.replace(/^#/, "").split("=", 1);
  return FIELDS.includes(name) && hash.includes("=");
}

/** @param {string} text @returns {string} as it stands where it is badly encoded */
const readable = (text) => decoded(text) || text;

/**
 * @param {string} hash
 * @returns {LinkFault[]} what decodeLink leaves out, in the link's order
 */
export function linkFaults(hash) {
  const fields = fieldsOf(hash);
  if (fields.size === 0) return [hash.length > MOST_CHARACTERS ? { part: "long", text: "" } : { part: "lab", text: readable(hash.replace(/^#/, "")) }];
  const place = decodeLink(hash);
  if (!place) return [{ part: "lab", text: readable(fields.get("lab") ?? "") }];
  const seen = new Set();
  return partsOf(hash).flatMap(([name, value]) => {
    if (!FIELDS.includes(name) || value === undefined) return [{ part: "other", text: readable(name) }];
    if (seen.has(name)) return [{ part: "twice", text: name }];
    seen.add(name);
    return faultsOf(name, value, place);
  });
}

/**
 * @param {string} name of a field
 * @param {string} value
 * @param {Place} place what could be read
 * @returns {LinkFault[]}
 */
function faultsOf(name, value, { input, position, parcel }) {
  if (name === "input" && input === null) return [{ part: "input", text: readable(value) }];
  if (name === "step" && position === null) return [{ part: "step", text: readable(value) }];
  if (name === "with" && parcel === undefined) return [{ part: "with", text: "" }];
  return name === "stops" ? stopFaults(value.split(",")) : [];
}

/** @param {string[]} stops @returns {LinkFault[]} */
function stopFaults(stops) {
  const used = stops.slice(0, MOST_BREAKPOINTS);
  /** @type {LinkFault[]} */
  const wrong = used.filter((stop) => decodeStop(stop).length === 0).map((stop) => ({ part: "stops", text: readable(stop) }));
  return used.length < stops.length ? [...wrong, { part: "many", text: String(used.length) }] : wrong;
}

/**
 * @param {string} text
 * @returns {string} "" where it is badly encoded
 */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/**
 * @param {string} text
 * @returns {Breakpoint[]} one, or none
 */
function decodeStop(text) {
  const match = STOP.exec(decoded(text));
  if (match === null) return [];
  const [, off, file, line, when, n] = match;
  const hits = when ? /** @type {HitCount} */ ({ when, n: Number(n) }) : null;
  return [{ file, line: Number(line), enabled: off === "", hits }];
}
