// The experiment copy in the code's place: the editor, what it differs in, and what can be done with it.

import { h, hide, replace, set, setText, watcher } from "../dom.js";
import { icon } from "../icons.js";
import { diff } from "./diff.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../types.js").Manifest} Manifest */
/** @typedef {import("../live.js").SyntaxFault} SyntaxFault */
/** @typedef {import("./experiment.js").Experiment} Experiment */
/** @typedef {import("../../../editor/editor.js").Editor} Editor */
/** @typedef {typeof import("../../../editor/editor.js")} EditorModule */

/**
 * @typedef {object} EditActions
 * @property {(text: string, moved: (line: number) => number) => void} writeCopy
 * @property {(line: number) => void} toggleCopy a breakpoint on a line of the file
 * @property {() => void} debugCopy
 * @property {() => void} runCopy
 * @property {() => void} resetCopy
 * @property {() => void} restoreCopy
 * @property {() => void} closeCopy
 */

/** @type {Map<string, Promise<EditorModule>>} by address */
const loading = new Map();

/** @param {string} base @returns {Promise<EditorModule>} a later call tries again what failed */
function loadEditor(base) {
  const address = new URL("editor/editor.js", base).href;
  const there = loading.get(address) ?? import(address);
  loading.set(address, there);
  there.catch(() => loading.delete(address));
  return there;
}

const SIGNS = { same: " ", added: "+", removed: "−" };

/**
 * @param {Experiment} experiment
 * @param {Words} words
 * @returns {HTMLElement[]}
 */
function differenceLines({ original, text, cut }, words) {
  const number = (/** @type {number | null} */ line) => h("span", { class: "lab-diff-no", "aria-hidden": "true" }, line === null ? "" : line + cut.first - 1);
  const said = { same: "", added: words.editAdded, removed: words.editRemoved };
  return diff(original, text).map(({ kind, text: line, before, after }) =>
    h("span", { class: "lab-diff-line", "data-kind": kind }, number(before), number(after), h("span", { class: "lab-diff-sign", "aria-hidden": "true" }, SIGNS[kind]), said[kind] ? h("span", { class: "lab-hidden" }, `${said[kind]}: `) : null, h("span", { class: "lab-src" }, line), "\n"),
  );
}

/**
 * @param {Manifest} manifest
 * @param {string} base absolute address of the site's assets/lesson/
 * @param {Words} words
 * @param {EditActions} actions
 */
export function editView(manifest, base, words, actions) {
  const button = (/** @type {string} */ text, /** @type {string} */ name, /** @type {() => void} */ act, kind = "lab-small") => h("button", { type: "button", class: `lab-button ${kind}`, "data-edit": name, onclick: act }, text);
  const host = h("div", { class: "lab-editor" });
  const state = h("p", { class: "lab-edit-state", role: "status" });
  const note = h("p", { class: "lab-edit-note" });
  const difference = h("pre", { class: "lab-diff", tabindex: 0, role: "group", "aria-label": words.editDifference, hidden: true });
  const differs = button(words.editDifference, "difference", () => show(difference.hidden));
  const [debug, run] = [button(words.editDebug, "debug", actions.debugCopy, "lab-go"), button(words.editRun, "run", actions.runCopy, "lab-plain")];
  const close = h("button", { type: "button", class: "lab-icon-button", "data-edit": "close", "aria-label": words.editClose, title: words.editClose, onclick: actions.closeCopy }, icon("close"));
  const reset = button(words.editReset, "reset", actions.resetCopy);
  const restore = button(words.editRestore, "restore", actions.restoreCopy);
  const dom = h(
    "section",
    { class: "lab-pane lab-edit", "aria-label": words.editLabel(manifest.function), hidden: true },
    h("header", { class: "lab-pane-head" }, h("h3", {}, words.editTitle), h("span", { class: "lab-unverified" }, words.editNotVerified), close),
    h("p", { class: "lab-edit-hint" }, words.editHint, " ", h("small", {}, words.editLeave)),
    note,
    host,
    difference,
    state,
    h("footer", { class: "lab-edit-foot" }, debug, run, h("span", { class: "lab-edit-more" }, differs, reset, restore)),
  );
  // Keys that are typed into the editor are nobody else's: seen from outside they come from an element that is no field.
  host.addEventListener("keydown", (event) => event.stopPropagation());

  /** @type {Editor | null} */
  let editor = null;
  let asked = false;
  const compared = watcher();
  /** @param {boolean} on */
  const show = (on) => {
    hide(difference, !on);
    hide(host, on);
    set(differs, { "aria-pressed": String(on) });
    draw();
  };

  /** @param {Experiment} experiment */
  const open = async (experiment) => {
    asked = true;
    setText(state, words.editLoading);
    try {
      const { mount } = await loadEditor(base);
      const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
      const { first } = experiment.cut;
      editor = mount({ root, text: experiment.text, first, label: words.editLabel(manifest.function), stopLabel: words.editStop, change: actions.writeCopy, toggle: (line) => actions.toggleCopy(line + first - 1) });
      draw();
    } catch {
      asked = false;
      setText(state, words.editFailed);
    }
  };

  /** @type {EditModel | null} */
  let model = null;
  const marked = watcher();
  const dotted = watcher();
  const draw = () => {
    if (!model) return;
    const { experiment, stops, changedSince } = model;
    const { first } = experiment.cut;
    const current = experiment.checked === experiment.text;
    const fault = current ? experiment.fault : null;
    if (!difference.hidden && compared(experiment.text)) {
      replace(difference, ...(experiment.changed ? differenceLines(experiment, words) : [words.editNoDifference]));
    }
    hide(reset, !experiment.changed);
    hide(restore, !experiment.mayRestore);
    hide(note, !experiment.fromLink && !experiment.outdated);
    setText(note, experiment.fromLink ? words.editFromLink : words.editOutdated);
    if (!editor) return;
    editor.write(experiment.text);
    if (dotted(stops.join(), experiment.text)) editor.stops(stops.map((line) => line - first + 1));
    if (marked(fault)) editor.mark(fault ? { ...fault, line: fault.line - first + 1, endLine: fault.endLine - first + 1 } : null);
    setText(state, fault ? words.editError(fault.line, fault.column, fault.message) : current ? words.editFine : changedSince ? words.editChanged : words.editUnchecked);
    set(state, { "data-fault": fault !== null });
  };
  /** @typedef {{experiment: Experiment, stops: readonly number[], changedSince: boolean}} EditModel */
  return {
    dom,
    /** @param {number} line of the file */
    goTo: (line) => model && editor?.go(line - model.experiment.cut.first + 1),
    focus: () => (editor ? editor.focus() : host.focus()),
    /** @param {EditModel} next */
    update(next) {
      model = next;
      hide(dom, !next.experiment.open);
      if (next.experiment.open && !asked) void open(next.experiment);
      if (next.experiment.open) draw();
    },
  };
}
