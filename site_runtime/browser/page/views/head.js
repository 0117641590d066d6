// The lab's head: which input, Run and Debug, and at all times which recording is shown.

import { h, oneStop, replace, set, setText, watcher } from "../dom.js";
import { icon } from "../icons.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../types.js").Lang} Lang */
/** @typedef {import("../types.js").Manifest} Manifest */
/** @typedef {import("../types.js").Input} Input */
/** @typedef {import("../types.js").Origin} Origin */
/** @typedef {import("../live.js").LiveState} LiveState */

/**
 * @typedef {object} HeadModel
 * @property {Input} input
 * @property {Origin} origin
 * @property {string} fileName of an opened trace
 * @property {LiveState} live
 */

/**
 * @typedef {object} HeadActions
 * @property {(name: string) => void} choose
 * @property {() => void} run
 * @property {() => void} debug
 * @property {() => void} stop
 * @property {() => void} retry
 * @property {(origin: Origin) => void} show
 */

/**
 * @param {HeadModel} model
 * @param {Manifest} manifest
 * @param {Words} words
 * @returns {string} which recording is shown
 */
function shownText({ origin, live, fileName }, manifest, words) {
  if (origin === "file") return words.imported(fileName);
  if (manifest.alone) return words.recordedBy(manifest.python);
  return origin === "live" ? words.live(live.python) : words.recorded(manifest.python);
}

/**
 * @param {LiveState} live
 * @param {Words} words
 * @returns {{text: string, tone: string}} what is known of this browser
 */
function liveText({ phase, parity }, words) {
  if (phase === "loading") return { text: words.loading, tone: "busy" };
  if (phase === "running") return { text: words.running, tone: "busy" };
  if (phase === "recording") return { text: words.recording, tone: "busy" };
  if (phase === "failed") return { text: words.failed, tone: "bad" };
  if (!parity) return { text: words.notLive, tone: "" };
  return parity.first === null ? { text: words.equal(parity.equal, parity.of), tone: "good" } : { text: words.differs(parity.equal, parity.of), tone: "bad" };
}

/**
 * @param {Manifest} manifest
 * @param {Lang} lang
 * @param {Words} words
 * @param {HeadActions} actions
 * @param {HTMLElement} tools the buttons for the less frequent things
 */
export function headView(manifest, lang, words, actions, tools) {
  const choices = h("div", { class: "lab-choices", role: "radiogroup", "aria-label": words.inputs });
  const choice = (/** @type {Input} */ { name, title }) =>
    h("button", { type: "button", class: "lab-choice", role: "radio", tabindex: -1, "data-input": name, "aria-checked": "false", onclick: () => actions.choose(name) }, title[lang]);
  const buttons = manifest.inputs.map(choice);
  choices.append(...buttons);
  const members = () => buttons;
  const stopTab = oneStop(choices, members, { next: "ArrowRight", previous: "ArrowLeft" });

  const run = h("button", { type: "button", class: "lab-button lab-run", onclick: actions.run }, icon("play"), words.run);
  const debug = h("button", { type: "button", class: "lab-button lab-debug", onclick: actions.debug }, icon("into"), words.debug);
  const stop = h("button", { type: "button", class: "lab-button lab-halt", onclick: actions.stop }, icon("close"), words.stop);

  const shown = h("p", { class: "lab-shown" });
  const here = h("p", { class: "lab-here", role: "status" });
  const progress = h("progress", { class: "lab-progress", "aria-label": words.loading });
  const seg = (/** @type {Origin} */ origin, /** @type {string} */ text) => h("button", { type: "button", class: "lab-seg", "data-origin": origin, onclick: () => actions.show(origin) }, text);
  const segs = [seg("shipped", words.showRecorded), seg("live", words.showLive)];
  const which = h("div", { class: "lab-segs lab-which", role: "group", "aria-label": words.shown }, ...segs);
  const badge = h("div", { class: "lab-badge" }, h("div", { class: "lab-badge-text" }, shown, here), progress, which);

  run.hidden = debug.hidden = here.hidden = manifest.alone === true;
  const trouble = h("div", { class: "lab-trouble", role: "alert", hidden: true });
  const title = h("p", { class: "lab-area" }, h("b", {}, manifest.function), h("span", {}, manifest.title[lang]));
  const dom = h("header", { class: "lab-head" }, h("div", { class: "lab-head-line" }, title, h("div", { class: "lab-start" }, run, debug, stop), badge, tools), choices, trouble);

  const chosen = watcher();
  const changed = watcher();
  const troubled = watcher();
  return {
    dom,
    /** @param {HeadModel} model */
    update(model) {
      const { input, origin, live } = model;
      if (chosen(input)) {
        for (const button of buttons) set(button, { "aria-checked": String(button.dataset.input === input.name) });
        stopTab(buttons.find((button) => button.dataset.input === input.name));
      }
      if (changed(input, origin, live, model.fileName)) {
        const { text, tone } = liveText(live, words);
        setText(shown, shownText(model, manifest, words));
        set(badge, { "data-origin": origin, "data-tone": tone || null });
        setText(here, text);
        progress.hidden = tone !== "busy";
        stop.hidden = tone !== "busy";
        which.hidden = !live.recorded;
        for (const button of segs) set(button, { "aria-pressed": String(button.dataset.origin === origin) });
      }
      if (troubled(live.problem, live.parity)) {
        const parts = [...problemParts(live, words, actions), ...differenceParts(live, words)];
        trouble.hidden = parts.length === 0;
        replace(trouble, ...parts);
      }
    },
  };
}

/**
 * @param {LiveState} live
 * @param {Words} words
 * @param {HeadActions} actions
 * @returns {HTMLElement[]}
 */
function problemParts({ problem }, words, actions) {
  if (!problem) return [];
  const detail = problem.detail ? h("p", { class: "lab-detail" }, problem.detail) : null;
  return [h("div", { class: "lab-problem" }, h("p", { class: "lab-problem-title" }, problem.title), detail, h("button", { type: "button", class: "lab-button", onclick: actions.retry }, icon("retry"), words.retry))];
}

/**
 * @param {LiveState} live
 * @param {Words} words
 * @returns {HTMLElement[]}
 */
function differenceParts({ parity }, words) {
  const first = parity?.first;
  if (!first) return [];
  const row = (/** @type {string} */ name, /** @type {string | null} */ value) => [h("dt", {}, name), h("dd", {}, value ?? words.nothing)];
  const values = h("dl", { class: "lab-two" }, ...row(words.recordedValue, first.a), ...row(words.liveValue, first.b));
  return [h("div", { class: "lab-difference" }, h("p", {}, words.difference(String(first.position + 1), String(first.line), first.name)), values)];
}
