// Inputs of a reader's own: read from storage and links, where anything may stand, and bounded.

import { defaults, fill, MOST } from "./form.js";

/** @typedef {import("../types.js").Manifest} Manifest */
/** @typedef {import("../types.js").Input} Input */
/** @typedef {import("./form.js").Values} Values */

/**
 * `values` is null where the texts were written by hand; otherwise the texts follow from them.
 * @typedef {{id: string, title: string, values: Values | null, prepare: string, call: string}} Draft
 */

export const MOST_KEPT = 20;
export const MOST_TEXT = 20_000;
export const MOST_TITLE = 60;

const ID = /^own-[a-z0-9]{1,16}$/;

/** @returns {string} */
export const freshId = () => `own-${Math.random().toString(36).slice(2, 12)}`;

/** Whether it names an input of a reader's own, which only their browser knows. @param {string} name */
export const isOwnId = (name) => ID.test(name);

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} text @param {number} most @returns {string} */
const bounded = (text, most) => (typeof text === "string" ? text.slice(0, most) : "");

/**
 * @param {unknown} data
 * @param {Manifest} manifest
 * @returns {Values | null} a value for every field of the area's form, where it has one
 */
function valuesOf(data, { form }) {
  if (!form || !isRecord(data)) return null;
  const given = Object.fromEntries(form.fields.map(({ name }) => [name, data[name]]).filter(([, value]) => typeof value === "string"));
  return { ...defaults(form), ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, bounded(value, MOST)])) };
}

/**
 * @param {Manifest} manifest
 * @param {Pick<Draft, "id" | "title"> & {values: Values | null, prepare: string, call: string}} draft
 * @returns {Draft} with the texts that its values make
 */
export function settled({ form }, draft) {
  if (!form || !draft.values) return { ...draft, values: null };
  const { prepare, call } = fill(form, draft.values);
  return { ...draft, prepare, call };
}

/**
 * @param {unknown} data
 * @param {Manifest} manifest
 * @returns {Draft | null} null where it is none
 */
export function readDraft(data, manifest) {
  if (!isRecord(data)) return null;
  const values = valuesOf(data.values, manifest);
  if (!values && (typeof data.prepare !== "string" || typeof data.call !== "string")) return null;
  const id = typeof data.id === "string" && isOwnId(data.id) ? data.id : freshId();
  return settled(manifest, { id, title: bounded(data.title, MOST_TITLE), values, prepare: bounded(data.prepare, MOST_TEXT), call: bounded(data.call, MOST_TEXT) });
}

/**
 * @param {unknown} data
 * @param {Manifest} manifest
 * @returns {Draft[]} each id once
 */
export function readDrafts(data, manifest) {
  const list = Array.isArray(data) ? data.slice(0, MOST_KEPT) : [];
  const drafts = list.map((one) => readDraft(one, manifest)).filter((one) => one !== null);
  return drafts.filter(({ id }, index) => drafts.findIndex((other) => other.id === id) === index);
}

/**
 * @param {Draft} draft
 * @returns {object} as it is kept and sent: texts only where no values make them
 */
export function written({ id, title, values, prepare, call }) {
  return values ? { id, title, values } : { id, title, prepare, call };
}

/**
 * @param {Draft} draft
 * @returns {Input} as the lab shows it
 */
export function inputOf({ id, title, prepare, call }) {
  return { name: id, title: { zh: title, en: title }, prepare, call, trace: "", sha256: "", bytes: 0, snapshots: 0, focus: 0, own: true };
}

/**
 * Where an area has no form, the texts of the input that is shown are what one begins with.
 * @param {Manifest} manifest
 * @param {Input} shown
 * @param {string} title
 * @returns {Draft}
 */
export function newDraft(manifest, { prepare, call }, title) {
  return settled(manifest, { id: freshId(), title, values: manifest.form ? defaults(manifest.form) : null, prepare, call });
}
