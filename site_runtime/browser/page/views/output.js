// Standard output: up to the shown step, and of the last plain run; and what log points print.

import { h, hide, keyed, set, setText, watcher } from "../dom.js";

/** @typedef {import("../types.js").Words} Words */

/**
 * What a plain run in this browser left behind. `same` is null where there is no recording of the same program to compare with;
 * `mark` says of which texts of the reader's own it was, "" where of none.
 * @typedef {{mark: string, output: string, exception: string | null, seconds: number, python: string, same: boolean | null, stopped: string | null}} RunResult
 */

/** @typedef {{position: number, file: string, line: number, text: string, error: boolean}} Logged */

const MOST_LOGGED = 500;

/**
 * @param {Words} words
 * @param {{go: (position: number) => void}} actions
 */
function logList(words, actions) {
  const dom = h("ol", { class: "lab-log" });
  const draw = keyed(
    dom,
    (/** @type {Logged} */ { position }) => h("li", {}, h("button", { type: "button", class: "lab-log-line", onclick: () => actions.go(position) }, h("small", {}), h("code", {}))),
    (item, { position, file, line, text, error }) => {
      const button = /** @type {Element} */ (item.firstElementChild);
      setText(button.children[0], `${words.stepNo(position + 1)} · ${file}:${line}`);
      setText(button.children[1], text);
      set(button, { "data-error": error });
    },
  );
  return { dom, draw: (/** @type {readonly Logged[]} */ log) => draw(log.slice(0, MOST_LOGGED), ({ position, file, line }, index) => `${index} ${position} ${file}:${line}`) };
}

/** @typedef {"here" | "run" | "log"} Which */

/**
 * @param {Words} words
 * @param {{go: (position: number) => void}} actions
 */
export function outputView(words, actions) {
  const text = h("pre", { class: "lab-output-text", tabindex: 0, role: "group", "aria-label": words.output });
  const fresh = h("mark", { class: "lab-fresh" });
  const old = document.createTextNode("");
  const none = h("p", { class: "lab-none" });
  const facts = h("p", { class: "lab-run-facts" });
  const same = h("p", { class: "lab-run-same" });
  const exception = h("p", { class: "lab-run-exception" });
  text.append(old, fresh);
  const log = logList(words, actions);
  const more = h("p", { class: "lab-none" });
  /** @type {Which} */
  let shown = "here";
  /** @type {OutputModel | null} */
  let model = null;
  const tab = (/** @type {Which} */ which, /** @type {string} */ label) =>
    h("button", { type: "button", class: "lab-seg", "data-output": which, onclick: () => show(which) }, label);
  const tabs = [tab("here", words.outputHere), tab("run", words.outputRun), tab("log", words.logTab)];
  const choice = h("div", { class: "lab-segs", role: "group", "aria-label": words.output }, ...tabs);
  const dom = h("section", { class: "lab-pane lab-outputs" }, h("header", { class: "lab-pane-head" }, h("h3", {}, words.output), choice), h("div", { class: "lab-scroll" }, facts, same, exception, text, log.dom, more, none));

  const changed = watcher();
  /** @param {Which} which */
  const show = (which) => {
    shown = which;
    draw();
  };
  const draw = () => {
    if (!model || !changed(shown, model.output, model.earlier, model.run, model.log)) return;
    for (const button of tabs) set(button, { "aria-pressed": String(button.dataset.output === shown) });
    hide(choice, !model.run && !model.log);
    hide(tabs[1], !model.run);
    hide(tabs[2], !model.log);
    const run = shown === "run" ? model.run : null;
    const logged = shown === "log" ? (model.log ?? []) : [];
    log.draw(logged);
    hide(log.dom, logged.length === 0);
    hide(more, logged.length <= MOST_LOGGED);
    setText(more, words.logMore(logged.length - MOST_LOGGED));
    const whole = run ? run.output : shown === "log" ? "" : model.output;
    const kept = run || !whole.startsWith(model.earlier) ? whole.length : model.earlier.length;
    old.data = whole.slice(0, kept);
    setText(fresh, whole.slice(kept));
    hide(text, whole === "");
    hide(none, whole !== "" || logged.length > 0);
    setText(none, shown === "log" ? words.logNone : run ? words.noOutputRun : words.noOutput);
    hide(facts, !run);
    hide(same, run?.same === null || !run);
    hide(exception, !run?.exception);
    if (!run) return;
    const ended = run.stopped ? words.endedEarly[/** @type {"steps"} */ (run.stopped)] : "";
    setText(facts, [run.mark, words.ranIn(run.python, run.seconds.toFixed(2)), ended].filter(Boolean).join(" · "));
    setText(same, run.same ? words.sameAsDebug : words.notSameAsDebug);
    same.classList.toggle("lab-bad", !run.same);
    setText(exception, run.exception ? `${words.leftException} ${run.exception}` : "");
  };
  /** @typedef {{output: string, earlier: string, run: RunResult | null, log: readonly Logged[] | null}} OutputModel log: null where there is no log point */
  return {
    dom,
    show,
    /** @param {OutputModel} next */
    update(next) {
      if ((shown === "run" && !next.run) || (shown === "log" && !next.log)) shown = "here";
      model = next;
      draw();
    },
  };
}
