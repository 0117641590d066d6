// The lab's head: which input, Run and Debug, and at all times which recording is shown.

import { h, hide, keyed, oneStop, replace, set, setText, watcher } from "../dom.js";
import { icon } from "../icons.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../types.js").Lang} Lang */
/** @typedef {import("../types.js").Manifest} Manifest */
/** @typedef {import("../types.js").Input} Input */
/** @typedef {import("../types.js").Origin} Origin */
/** @typedef {import("../types.js").Shown} Shown */
/** @typedef {import("../live.js").LiveState} LiveState */

/**
 * @typedef {object} HeadModel
 * @property {Input} input
 * @property {Shown} shown
 * @property {readonly Origin[]} origins of the recordings that there are
 * @property {string} fileName of an opened trace, "" where none is
 * @property {LiveState} live
 * @property {OwnModel} own
 */

/** What is kept of a reader's own inputs; `open` while they write one. @typedef {{drafts: readonly {id: string, title: string}[], open: boolean}} OwnModel */

/**
 * @typedef {object} HeadActions
 * @property {(name: string) => void} choose
 * @property {() => void} run
 * @property {() => void} debug
 * @property {() => void} stop
 * @property {() => void} retry
 * @property {(origin: Origin) => void} show
 * @property {() => void} toggleOwn opens and closes the place for an input of one's own
 * @property {(id: string) => void} chooseOwn
 */

/**
 * @param {HeadModel} model
 * @param {Manifest} manifest
 * @param {Words} words
 * @returns {string} which recording is shown
 */
function shownText({ shown, input, live, fileName }, manifest, words) {
  const python = shown.python || live.python;
  if (fileName) return words.imported(fileName);
  if (manifest.alone) return manifest.mark ?? words.recordedBy(manifest.python);
  if (shown.edited) return input.own ? words.editOwnMark(input.title.zh, python) : words.editMark(python);
  if (input.own) return words.ownMark(input.title.zh, python);
  return shown.origin === "live" ? words.live(python) : words.recorded(manifest.python);
}

/**
 * @param {LiveState} live
 * @param {Words} words
 * @param {HeadModel} model
 * @returns {{text: string, tone: string}} what is known of this browser
 */
function liveText({ phase, parity }, words, { shown, input }) {
  if (phase === "loading") return { text: words.loading, tone: "busy" };
  if (phase === "running") return { text: words.running, tone: "busy" };
  if (phase === "recording") return { text: words.recording, tone: "busy" };
  if (phase === "closing") return { text: words.closing, tone: "" };
  if (shown.stopped) return { text: words.endedShown(words.endedEarly[/** @type {"steps"} */ (shown.stopped)] ?? shown.stopped), tone: "bad" };
  if (phase === "failed") return { text: words.failed, tone: "bad" };
  // There is nothing from the build to compare a reader's own texts with.
  if (input.own || shown.edited) return { text: "", tone: "" };
  if (!parity) return { text: words.notLive, tone: "" };
  return parity.first === null ? { text: words.equal(parity.equal, parity.of), tone: "good" } : { text: words.differs(parity.equal, parity.of), tone: "bad" };
}

/**
 * A reader's own inputs, beside the lesson's.
 * @param {Words} words
 * @param {HeadActions} actions
 */
function ownChoices(words, actions) {
  const list = h("div", { class: "lab-own-choices", role: "group", "aria-label": words.ownInputs });
  const fresh = h("button", { type: "button", class: "lab-choice lab-own-new", "aria-expanded": "false", onclick: actions.toggleOwn }, icon("plus"), words.ownNew);
  const draw = keyed(
    list,
    (/** @type {{id: string}} */ { id }) => h("button", { type: "button", class: "lab-choice lab-own-choice", "data-own": id, onclick: () => actions.chooseOwn(id) }, ""),
    (button, /** @type {{id: string, title: string, on: boolean}} */ { title, on }) => {
      setText(button, title || words.own);
      set(button, { "aria-pressed": String(on) });
    },
  );
  return {
    dom: h("div", { class: "lab-own-line" }, list, fresh),
    /** @param {HeadModel} model */
    update({ own, input }) {
      draw(own.drafts.map(({ id, title }) => ({ id, title, on: id === input.name })), ({ id }) => id);
      hide(list, own.drafts.length === 0);
      set(fresh, { "aria-expanded": String(own.open) });
    },
  };
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
  const owned = ownChoices(words, actions);
  const members = () => buttons;
  const stopTab = oneStop(choices, members, { next: "ArrowRight", previous: "ArrowLeft" });

  const run = h("button", { type: "button", class: "lab-button lab-run", onclick: actions.run }, icon("play"), words.run);
  const debug = h("button", { type: "button", class: "lab-button lab-debug", onclick: actions.debug }, icon("into"), words.debug);
  const stop = h("button", { type: "button", class: "lab-button lab-halt", onclick: actions.stop }, icon("close"), words.stop);

  const shown = h("p", { class: "lab-shown" });
  const here = h("p", { class: "lab-here", role: "status" });
  const progress = h("progress", { class: "lab-progress", "aria-label": words.loading });
  const seg = (/** @type {Origin} */ origin, /** @type {string} */ text) => h("button", { type: "button", class: "lab-seg", "data-origin": origin, onclick: () => actions.show(origin) }, text);
  const segs = [seg("shipped", words.showRecorded), seg("live", words.showLive), seg("own", words.showOwn), seg("edited", words.showEdited)];
  const which = h("div", { class: "lab-segs lab-which", role: "group", "aria-label": words.shown }, ...segs);
  const badge = h("div", { class: "lab-badge" }, h("div", { class: "lab-badge-text" }, shown, here), progress, which);

  run.hidden = debug.hidden = here.hidden = owned.dom.hidden = manifest.alone === true;
  const trouble = h("div", { class: "lab-trouble", role: "alert", hidden: true });
  const title = h("p", { class: "lab-area" }, h("b", {}, manifest.function), h("span", {}, manifest.title[lang]));
  const dom = h("header", { class: "lab-head" }, h("div", { class: "lab-head-line" }, title, h("div", { class: "lab-start" }, run, debug, stop), badge, tools), h("div", { class: "lab-choosing" }, choices, owned.dom), trouble);

  const chosen = watcher();
  const changed = watcher();
  const troubled = watcher();
  return {
    dom,
    mark: () => shown.textContent ?? "",
    /** @param {HeadModel} model */
    update(model) {
      const { input, shown: recording, origins, live } = model;
      owned.update(model);
      if (chosen(input)) {
        for (const button of buttons) set(button, { "aria-checked": String(button.dataset.input === input.name) });
        stopTab(buttons.find((button) => button.dataset.input === input.name));
      }
      if (changed(input, recording, origins.join(), live, model.fileName)) {
        const { text, tone } = liveText(live, words, model);
        setText(shown, shownText(model, manifest, words));
        set(badge, { "data-origin": model.fileName ? "file" : recording.origin, "data-tone": tone || null });
        setText(here, text);
        hide(progress, tone !== "busy");
        hide(stop, tone !== "busy");
        hide(which, origins.length < 2);
        for (const button of segs) {
          hide(button, !origins.includes(/** @type {Origin} */ (button.dataset.origin)));
          set(button, { "aria-pressed": String(button.dataset.origin === recording.origin) });
        }
      }
      const parity = input.own || recording.edited ? null : live.parity;
      if (troubled(live.problem, parity)) {
        const parts = [...problemParts(live, words, actions), ...differenceParts(parity, words)];
        hide(trouble, parts.length === 0);
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
 * @param {LiveState["parity"]} parity
 * @param {Words} words
 * @returns {HTMLElement[]}
 */
function differenceParts(parity, words) {
  const first = parity?.first;
  if (!first) return [];
  const row = (/** @type {string} */ name, /** @type {string | null} */ value) => [h("dt", {}, name), h("dd", {}, value ?? words.nothing)];
  const values = h("dl", { class: "lab-two" }, ...row(words.recordedValue, first.a), ...row(words.liveValue, first.b));
  return [h("div", { class: "lab-difference" }, h("p", {}, words.difference(String(first.position + 1), String(first.line), first.name)), values)];
}
