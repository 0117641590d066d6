// From what a reader has filled in to the two source texts. A form has no rules of its own: every value is put in as it is.

import { pythonOfJson, pythonString } from "./literal.js";

/** @typedef {import("../types.js").Form} Form */
/** @typedef {import("../types.js").Field} Field */

/** @typedef {Record<string, string>} Values what stands in each field: text, JSON, or the name of a choice */

/** Characters of one field. */
export const MOST = 4000;

/** Placeholders `${name}`; a dollar sign itself is `$$`. */
const HOLES = /\$\$|\$\{([A-Za-z_]\w*)\}/g;

/**
 * @param {Form} form
 * @returns {Values}
 */
export function defaults({ fields }) {
  return Object.fromEntries(fields.map((field) => [field.name, field.default]));
}

/**
 * @param {Field} field
 * @param {string} value
 * @returns {string} as it stands in the source text
 * @throws {SyntaxError} where it is to be JSON and is none
 */
function written(field, value) {
  if (field.kind === "json") return pythonOfJson(value);
  if (field.kind === "text") return pythonString(value);
  return (field.options?.find(({ name }) => name === value) ?? field.options?.[0])?.text ?? "";
}

/**
 * @param {string} template
 * @param {ReadonlyMap<string, string>} texts by field
 */
function filled(template, texts) {
  return template.replace(HOLES, (all, name) => (name === undefined ? "$" : (texts.get(name) ?? all)));
}

/**
 * @param {Form} form
 * @param {Values} values
 * @returns {{prepare: string, call: string, wrong: Map<string, string>}} `wrong`: by field, why its value is no JSON; then the texts have a hole
 */
export function fill(form, values) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  /** @type {Map<string, string>} */
  const wrong = new Map();
  for (const field of form.fields) {
    try {
      texts.set(field.name, written(field, values[field.name] ?? field.default));
    } catch (error) {
      wrong.set(field.name, error instanceof Error ? error.message : String(error));
    }
  }
  return { prepare: filled(form.prepare, texts), call: filled(form.call, texts), wrong };
}
