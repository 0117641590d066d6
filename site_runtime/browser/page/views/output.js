// Standard output: up to the shown step, and of the last plain run.

import { h, set, setText, watcher } from "../dom.js";

/** @typedef {import("../types.js").Words} Words */

/**
 * What a plain run in this browser left behind.
 * @typedef {{output: string, exception: string | null, seconds: number, python: string, same: boolean}} RunResult
 */

/**
 * @param {Words} words
 */
export function outputView(words) {
  const text = h("pre", { class: "lab-output-text", tabindex: 0, role: "group", "aria-label": words.output });
  const fresh = h("mark", { class: "lab-fresh" });
  const old = document.createTextNode("");
  const none = h("p", { class: "lab-none" });
  const facts = h("p", { class: "lab-run-facts" });
  const same = h("p", { class: "lab-run-same" });
  const exception = h("p", { class: "lab-run-exception" });
  text.append(old, fresh);
  /** @type {"here" | "run"} */
  let shown = "here";
  /** @type {OutputModel | null} */
  let model = null;
  const tab = (/** @type {"here" | "run"} */ which, /** @type {string} */ label) =>
    h("button", { type: "button", class: "lab-seg", "data-output": which, onclick: () => show(which) }, label);
  const tabs = [tab("here", words.outputHere), tab("run", words.outputRun)];
  const choice = h("div", { class: "lab-segs", role: "group", "aria-label": words.output }, ...tabs);
  const dom = h("section", { class: "lab-pane lab-outputs" }, h("header", { class: "lab-pane-head" }, h("h3", {}, words.output), choice), h("div", { class: "lab-scroll" }, facts, same, exception, text, none));

  const changed = watcher();
  /** @param {"here" | "run"} which */
  const show = (which) => {
    shown = which;
    draw();
  };
  const draw = () => {
    if (!model || !changed(shown, model.output, model.earlier, model.run)) return;
    for (const button of tabs) set(button, { "aria-pressed": String(button.dataset.output === shown) });
    choice.hidden = !model.run;
    const run = shown === "run" ? model.run : null;
    const whole = run ? run.output : model.output;
    const kept = run || !whole.startsWith(model.earlier) ? whole.length : model.earlier.length;
    old.data = whole.slice(0, kept);
    setText(fresh, whole.slice(kept));
    text.hidden = whole === "";
    none.hidden = whole !== "";
    setText(none, run ? words.noOutputRun : words.noOutput);
    facts.hidden = same.hidden = !run;
    exception.hidden = !run?.exception;
    if (!run) return;
    setText(facts, words.ranIn(run.python, run.seconds.toFixed(2)));
    setText(same, run.same ? words.sameAsDebug : words.notSameAsDebug);
    same.classList.toggle("lab-bad", !run.same);
    setText(exception, run.exception ? `${words.leftException} ${run.exception}` : "");
  };
  /** @typedef {{output: string, earlier: string, run: RunResult | null}} OutputModel */
  return {
    dom,
    show,
    /** @param {OutputModel} next */
    update(next) {
      if (shown === "run" && !next.run) shown = "here";
      model = next;
      draw();
    },
  };
}
