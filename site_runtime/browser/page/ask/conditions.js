// A breakpoint's condition and log expression, and what has been found of them.

import { h, hide, replace, set, setText, watcher } from "../dom.js";
import { asks } from "./searching.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../types.js").Breakpoint} Breakpoint */
/** @typedef {import("./searching.js").Found} Found */

/**
 * @typedef {object} ConditionModel
 * @property {Breakpoint} stop
 * @property {string} name
 * @property {{of: number}} hits
 * @property {Found} found
 * @property {boolean} idle whether nothing is looked for before a click
 * @property {boolean} possible
 */

const ERRORS = 3;

/**
 * @param {ConditionModel} model
 * @param {Words} words
 * @returns {string} how the search stands
 */
function stateText({ stop, hits, found }, words) {
  if (found.state === "searching") return words.searching;
  if (found.state === "idle") return "";
  if (found.trouble) return found.trouble;
  const good = found.hits.filter(({ error }) => !error).length;
  const said = stop.condition ? words.searched(good, hits.of) : words.logged(good);
  if (found.strayed) return `${said} · ${words.conditionStrayed}`;
  return found.stopped ? `${said} · ${words.endedEarly[/** @type {"hits"} */ (found.stopped)] ?? found.stopped}` : said;
}

/**
 * @param {ConditionModel} model
 * @param {Words} words
 * @param {(position: number) => void} go
 * @returns {HTMLElement[]} what the expression raises, with the steps where it does
 */
function errorParts({ found }, words, go) {
  const wrong = found.hits.filter(({ error }) => error);
  if (wrong.length === 0) return [];
  const lines = wrong.slice(0, ERRORS).map(({ position, error }) =>
    h("button", { type: "button", class: "lab-condition-error", onclick: () => go(position) }, h("small", {}, words.stepNo(position + 1)), " ", `${error?.type}: ${error?.message}`),
  );
  return [h("span", {}, words.conditionError(wrong.length)), ...lines];
}

/**
 * @param {Words} words
 * @param {{change: (change: Partial<Breakpoint>) => void, go: (position: number) => void, arm: () => void}} actions
 */
export function conditionView(words, actions) {
  const field = (/** @type {"condition" | "log"} */ name, /** @type {string} */ label, /** @type {string} */ hint) => {
    const input = h("input", { type: "text", class: "lab-ask-field", maxlength: 500, spellcheck: "false", autocapitalize: "off", autocomplete: "off", "data-field": name });
    input.addEventListener("change", () => {
      actions.change({ [name]: input.value.trim() || undefined });
      actions.arm();
    });
    return { input, dom: h("label", { class: "lab-condition-field" }, h("span", {}, h("b", {}, label), " ", h("small", {}, hint)), input) };
  };
  const condition = field("condition", words.condition, words.conditionHint);
  const log = field("log", words.logExpression, words.logHint);
  const state = h("span", { class: "lab-condition-state", role: "status" });
  const errors = h("div", { class: "lab-condition-errors" });
  const find = h("button", { type: "button", class: "lab-button lab-small", "data-condition": "find", onclick: actions.arm }, words.searchNow);
  const dom = h("div", { class: "lab-condition", hidden: true }, condition.dom, log.dom, find, state, errors);
  const button = h("button", { type: "button", class: "lab-small-button", "data-condition": "edit", "aria-expanded": "false" }, words.condition);
  const open = (/** @type {boolean} */ shown) => {
    hide(dom, !shown);
    set(button, { "aria-expanded": String(shown) });
  };
  button.addEventListener("click", () => {
    open(dom.hidden);
    if (!dom.hidden) condition.input.focus();
  });
  const fresh = watcher();
  const found = watcher();
  return {
    button,
    dom,
    /** @param {ConditionModel} model */
    update(model) {
      const { stop, idle, possible } = model;
      hide(button, !possible);
      if (fresh(stop.condition, stop.log)) {
        condition.input.value = stop.condition ?? "";
        log.input.value = stop.log ?? "";
        if (asks(stop)) open(true);
      }
      if (!possible) open(false);
      set(button, { "aria-label": words.conditionEdit(model.name), "data-on": asks(stop) });
      hide(find, !idle || !asks(stop) || model.found.state !== "idle");
      setText(state, asks(stop) ? stateText(model, words) : "");
      if (found(model.found)) replace(errors, ...(asks(stop) ? errorParts(model, words, actions.go) : []));
    },
  };
}
