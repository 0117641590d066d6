// The place for an input of a reader's own: the form or the two texts, and what can be done with them.

import { h, hide, replace, set, setText, watcher } from "../dom.js";
import { highlight } from "../highlight.js";
import { icon } from "../icons.js";
import { fieldsView } from "./fields.js";
import { MOST_TEXT, MOST_TITLE } from "./inputs.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../types.js").Lang} Lang */
/** @typedef {import("../types.js").Manifest} Manifest */
/** @typedef {import("./owning.js").Owning} Owning */
/** @typedef {import("./owning.js").TextFault} TextFault */
/** @typedef {import("./form.js").Values} Values */

/**
 * @typedef {object} OwnActions
 * @property {(values: Values) => void} fillOwn
 * @property {(texts: {prepare?: string, call?: string}) => void} writeOwn
 * @property {(byHand: boolean) => void} ownByHand
 * @property {(title: string) => void} nameOwn
 * @property {() => void} keepOwn
 * @property {() => void} deleteOwn
 * @property {() => void} discardOwn
 * @property {() => void} debugOwn
 * @property {() => void} runOwn
 * @property {() => void} link
 * @property {() => void} toggleOwn
 */

/** @param {string} text @returns {HTMLElement[]} */
function coloured(text) {
  return highlight(text).map((pieces) => h("span", { class: "lab-own-line-of-code" }, ...pieces.map(([piece, kind]) => (kind ? h("span", { class: kind }, piece) : piece)), "\n"));
}

/** @param {string} title */
function shownText(title) {
  const code = h("code", { class: "lab-listing" });
  const pre = h("pre", { class: "lab-own-code", tabindex: 0, role: "group", "aria-label": title }, code);
  const changed = watcher();
  return { dom: h("figure", { class: "lab-own-text" }, h("figcaption", {}, title), pre), update: (/** @type {string} */ text) => changed(text) && replace(code, ...coloured(text)) };
}

/** @param {string} title @param {(text: string) => void} write */
function writtenText(title, write) {
  const area = h("textarea", { class: "lab-own-area", rows: 8, maxlength: MOST_TEXT, spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-label": title });
  const wrong = h("p", { class: "lab-field-wrong", role: "alert", hidden: true });
  area.addEventListener("input", () => write(area.value));
  return {
    dom: h("label", { class: "lab-own-text" }, h("span", { "aria-hidden": "true" }, title), area, wrong),
    /** @param {string} text @param {string} fault */
    update(text, fault) {
      if (area.value !== text) area.value = text;
      hide(wrong, fault === "");
      setText(wrong, fault);
      set(area, { "aria-invalid": fault ? "true" : null });
    },
  };
}

/**
 * @param {Manifest} manifest
 * @param {Lang} lang
 * @param {Words} words
 * @param {OwnActions} actions
 */
export function ownView(manifest, lang, words, actions) {
  const button = (/** @type {string} */ text, /** @type {string} */ name, /** @type {() => void} */ act, kind = "lab-small") => h("button", { type: "button", class: `lab-button ${kind}`, "data-own-action": name, onclick: act }, text);
  const close = h("button", { type: "button", class: "lab-icon-button", "aria-label": words.ownClose, title: words.ownClose, onclick: actions.toggleOwn }, icon("close"));
  const hint = h("p", { class: "lab-own-hint" });
  const offered = h("p", { class: "lab-own-offered", role: "status" }, words.ownFromLink);
  const fields = manifest.form ? fieldsView(manifest.form.fields, lang, words, actions.fillOwn) : null;
  const shown = [shownText(words.ownPrepare), shownText(words.ownCall)];
  const byHand = button(words.ownByHand, "hand", () => actions.ownByHand(true));
  const texts = h("details", { class: "lab-own-texts" }, h("summary", {}, words.ownTexts), h("div", { class: "lab-own-pair" }, ...shown.map(({ dom: one }) => one)), byHand);
  const areas = [writtenText(words.ownPrepare, (prepare) => actions.writeOwn({ prepare })), writtenText(words.ownCall, (call) => actions.writeOwn({ call }))];
  const toForm = button(words.ownToForm, "form", () => actions.ownByHand(false));
  const written = h("div", { class: "lab-own-written" }, h("div", { class: "lab-own-pair" }, ...areas.map(({ dom: one }) => one)), manifest.form ? toForm : null);
  const name = h("input", { type: "text", class: "lab-field-control lab-own-name", maxlength: MOST_TITLE, autocomplete: "off", "aria-label": words.ownName });
  name.addEventListener("input", () => actions.nameOwn(name.value));
  const keep = button(words.ownKeep, "keep", actions.keepOwn);
  const remove = button(words.ownDelete, "delete", actions.deleteOwn);
  const discard = button(words.ownDiscard, "discard", actions.discardOwn);
  const changed = h("span", { class: "lab-own-changed", role: "status" });
  const debug = button(words.ownDebug, "debug", actions.debugOwn, "lab-go");
  const run = button(words.ownRun, "run", actions.runOwn, "lab-plain");
  const dom = h(
    "section",
    { class: "lab-own", "aria-label": words.own, hidden: true },
    h("header", { class: "lab-pane-head" }, h("h3", {}, words.own), close),
    h("div", { class: "lab-own-body" }, offered, hint, fields?.dom ?? null, texts, written),
    h("footer", { class: "lab-own-foot" }, debug, run, changed, h("span", { class: "lab-own-keeping" }, h("label", { class: "lab-own-naming" }, words.ownName, name), keep, discard, remove, button(words.ownShare, "share", actions.link))),
  );
  return {
    dom,
    /** @param {Owning} owning */
    update(owning) {
      const { draft, open, wrong, faults } = owning;
      hide(dom, !open || !draft);
      if (!draft || !open) return;
      const byForm = draft.values !== null;
      setText(hint, byForm ? words.ownHint : words.ownTextsHint);
      hide(offered, !owning.fromLink);
      if (fields) {
        hide(fields.dom, !byForm);
        if (draft.values) fields.update(draft.values, wrong);
      }
      hide(texts, !byForm);
      hide(written, byForm);
      const fault = (/** @type {TextFault | undefined} */ one, /** @type {string} */ where) => (one ? words.ownWrong(where, one.line, one.message) : "");
      if (byForm) [draft.prepare, draft.call].forEach((text, index) => shown[index].update(text));
      else {
        areas[0].update(draft.prepare, fault(faults.prepare, words.ownPrepare));
        areas[1].update(draft.call, fault(faults.call, words.ownCall));
      }
      if (name.value !== draft.title) name.value = draft.title;
      setText(keep, owning.isKept ? words.ownKept : words.ownKeep);
      set(keep, { "aria-disabled": owning.isKept ? "true" : null });
      hide(discard, !owning.isUnkept);
      hide(remove, !owning.isStored);
      setText(changed, owning.changedSince ? words.ownChanged : "");
      for (const one of [debug, run]) set(one, { "aria-disabled": wrong.size ? "true" : null });
    },
  };
}
