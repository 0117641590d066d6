// Asking the run: a line to ask with, what is watched, what was answered.

import { h, hide, keyed, replace, set, setText, watcher } from "../dom.js";
import { icon } from "../icons.js";
import { answerParts } from "./answers.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("./asking.js").Asking} Asking */
/** @typedef {import("./asking.js").Watched} Watched */
/** @typedef {import("./asking.js").Entry} Entry */

/**
 * @param {Watched} watched
 * @param {Words} words
 */
function stateText({ state, answer }, words) {
  if (state === "answered") return "";
  if (state === "idle") return words.askIdle;
  return state === "loading" ? words.askLoading : answer ? words.askStale : words.askPending;
}

/**
 * @param {Words} words
 * @param {{unwatch: (expression: string) => void}} actions
 */
function watchList(words, actions) {
  const dom = h("ul", { class: "lab-watches", "aria-label": words.askWatches });
  const draw = keyed(
    dom,
    (/** @type {Watched} */ { expression }) => {
      const name = words.askRemove(expression);
      const remove = h("button", { type: "button", class: "lab-icon-button", "aria-label": name, title: name, onclick: () => actions.unwatch(expression) }, icon("close"));
      const told = h("div", { class: "lab-watch-told" }, h("code", { class: "lab-watch-name" }, expression), h("div", { class: "lab-answer" }), h("small", { class: "lab-watch-state", role: "status" }));
      return h("li", { class: "lab-watch" }, told, remove);
    },
    (item, watched) => {
      const [, answer, state] = /** @type {HTMLElement[]} */ ([...item.children[0].children]);
      set(item, { "data-state": watched.state });
      if (shown.get(item) !== watched.answer) replace(answer, ...(watched.answer ? answerParts(watched.answer, words) : []));
      shown.set(item, watched.answer);
      setText(state, stateText(watched, words));
    },
  );
  /** @type {WeakMap<Element, import("./asking.js").Answer | null>} */
  const shown = new WeakMap();
  return { dom, draw: (/** @type {Watched[]} */ all) => draw(all, ({ expression }) => expression) };
}

/**
 * @param {Words} words
 * @param {{go: (position: number) => void}} actions
 */
function entryList(words, actions) {
  const dom = h("ol", { class: "lab-entries", "aria-label": words.askAnswers, "aria-live": "polite" });
  const draw = keyed(
    dom,
    (/** @type {Entry} */ { expression, position, end }) => {
      const place = h("button", { type: "button", class: "lab-entry-place", onclick: () => actions.go(position) }, end ? words.askEnd : words.stepNo(position + 1));
      return h("li", { class: "lab-entry" }, h("code", { class: "lab-watch-name" }, expression), place, h("div", { class: "lab-answer" }));
    },
    (item, entry) => {
      const answer = item.children[2];
      if (item.hasAttribute("data-answered")) return;
      set(item, { "data-answered": entry.answer !== null });
      replace(answer, ...(entry.answer ? answerParts(entry.answer, words) : [words.askPending]));
    },
  );
  return { dom, draw: (/** @type {Entry[]} */ all) => draw(all, ({ id }) => String(id)) };
}

/**
 * @param {Words} words
 * @param {{ask: (expression: string) => void, watchExpression: (expression: string) => void, unwatch: (expression: string) => void, armWatches: () => void, clearAnswers: () => void, go: (position: number) => void}} actions
 */
export function askView(words, actions) {
  const title = h("span", {});
  const field = h("input", { class: "lab-ask-field", type: "text", maxlength: 500, spellcheck: "false", autocapitalize: "off", autocomplete: "off", placeholder: words.askPlaceholder, "aria-label": words.askExpression });
  const ask = h("button", { type: "submit", class: "lab-button lab-small", "data-ask": "here" }, words.askHere);
  const watch = h("button", { type: "button", class: "lab-button lab-small", "data-ask": "watch" }, words.askWatch);
  const form = h("form", { class: "lab-ask-line" }, field, ask, watch);
  const all = h("button", { type: "button", class: "lab-button lab-small", "data-ask": "all", onclick: actions.armWatches }, words.askAll);
  const offered = h("p", { class: "lab-ask-offered" }, words.askFromLink);
  const idle = h("div", { class: "lab-ask-idle" }, offered, all);
  const nowhere = h("p", { class: "lab-none" }, words.askNowhere);
  const clear = h("button", { type: "button", class: "lab-button lab-small", onclick: actions.clearAnswers }, words.askClear);
  const [watches, entries] = [watchList(words, actions), entryList(words, actions)];
  const body = h("div", { class: "lab-ask-body lab-scroll" }, h("p", { class: "lab-ask-hint" }, words.askHint), form, idle, watches.dom, entries.dom, clear, nowhere);
  const dom = h("details", { class: "lab-ask" }, h("summary", {}, title), body);

  /** What was asked before, for the arrow keys. @type {string[]} */
  const history = [];
  let back = -1;
  /** @param {(expression: string) => void} act */
  const submit = (act) => {
    const text = field.value.trim();
    if (!text) return field.focus();
    history.unshift(text);
    back = -1;
    act(text);
    field.value = "";
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(actions.ask);
  });
  watch.addEventListener("click", () => submit(actions.watchExpression));
  field.addEventListener("keydown", (event) => {
    const move = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (move === 0) return;
    event.preventDefault();
    back = Math.max(-1, Math.min(history.length - 1, back + move));
    field.value = history[back] ?? "";
  });

  const opened = watcher();
  return {
    dom,
    /** @param {Asking} asking @param {boolean} possible whether there is a program to ask */
    update(asking, possible) {
      const { shown, entries: answered } = asking;
      setText(title, shown.length ? `${words.ask} (${shown.length})` : words.ask);
      // What is watched is to be seen, also after a reload; what a reader closes stays closed.
      if (opened(shown.length > 0) && shown.length > 0) dom.open = true;
      watches.draw(shown);
      entries.draw(answered);
      hide(form, !possible);
      hide(nowhere, possible);
      hide(idle, !possible || !(asking.idle || asking.troubled));
      setText(all, asking.idle ? words.askAll : words.askAgain);
      hide(offered, !asking.fromLink);
      hide(clear, answered.length === 0);
    },
  };
}
