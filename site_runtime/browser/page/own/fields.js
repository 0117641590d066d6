// The fields of an area's form. They check nothing but that JSON is JSON: what may be said is for the real function to say.

import { h, hide, set, setText } from "../dom.js";
import { MOST } from "./form.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../types.js").Lang} Lang */
/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("./form.js").Values} Values */

let made = 0;

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

const PLAIN = { spellcheck: "false", autocapitalize: "off", autocomplete: "off" };

/**
 * @param {Field} field
 * @param {Lang} lang
 * @param {string} id
 * @returns {{control: Control, beside: HTMLElement | null}}
 */
function controlOf({ kind, options = [], suggestions = [], default: first }, lang, id) {
  if (kind === "choice") return { control: h("select", { id, class: "lab-field-control" }, ...options.map(({ name, title }) => h("option", { value: name }, title[lang]))), beside: null };
  if (first.length > 40) return { control: h("textarea", { id, class: "lab-field-control", rows: 2, maxlength: MOST, ...PLAIN }), beside: null };
  const list = suggestions.length ? h("datalist", { id: `${id}-list` }, ...suggestions.map((value) => h("option", { value }))) : null;
  return { control: h("input", { id, type: "text", class: "lab-field-control", maxlength: MOST, list: list?.id, ...PLAIN }), beside: list };
}

/**
 * @param {Field} field
 * @param {Lang} lang
 * @param {Words} words
 * @param {(value: string) => void} changed
 */
function fieldView(field, lang, words, changed) {
  const id = `lab-field-${(made += 1)}`;
  const { control, beside } = controlOf(field, lang, id);
  const note = field.kind === "json" ? h("small", {}, words.ownJson) : null;
  const wrong = h("p", { class: "lab-field-wrong", id: `${id}-wrong`, hidden: true });
  control.addEventListener(field.kind === "choice" ? "change" : "input", () => changed(control.value));
  set(control, { "data-field": field.name, "aria-describedby": wrong.id });
  return {
    dom: h("div", { class: "lab-field", "data-kind": field.kind }, h("label", { for: id }, field.title[lang], " ", note), control, beside, wrong),
    /** @param {string} value @param {string | undefined} why it is wrong */
    update(value, why) {
      if (control.value !== value) control.value = value;
      hide(wrong, why === undefined);
      setText(wrong, why === undefined ? "" : words.ownNotJson(why));
      set(control, { "aria-invalid": why === undefined ? null : "true" });
    },
  };
}

/**
 * @param {readonly Field[]} fields
 * @param {Lang} lang
 * @param {Words} words
 * @param {(change: Values) => void} changed
 */
export function fieldsView(fields, lang, words, changed) {
  const views = fields.map((field) => ({ field, view: fieldView(field, lang, words, (value) => changed({ [field.name]: value })) }));
  return {
    dom: h("div", { class: "lab-fields" }, ...views.map(({ view }) => view.dom)),
    /** @param {Values} values @param {ReadonlyMap<string, string>} wrong */
    update(values, wrong) {
      for (const { field, view } of views) view.update(values[field.name] ?? field.default, wrong.get(field.name));
    },
  };
}
