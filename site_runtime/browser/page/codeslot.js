// The code of what is shown: the lesson's own, or a reader's edited copy with its own lines; and the editor in the same place.

import { h, hide } from "./dom.js";
import { icon } from "./icons.js";
import { codeView } from "./views/code.js";

/** @typedef {import("./types.js").Words} Words */
/** @typedef {import("./types.js").Manifest} Manifest */
/** @typedef {import("./types.js").Source} Source */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {ReturnType<typeof codeView>} CodeView */

/**
 * @param {Manifest} manifest
 * @param {HTMLElement | null} figure the displayed code as the build made it
 * @param {Words} words
 * @param {{toggle: (file: string, line: number) => void, runTo: (file: string, line: number) => void, editCopy: (() => void) | null}} actions editCopy: null where nothing can be run
 * @param {HTMLElement} editor stands in the code's place while it is open
 */
export function codeSlot(manifest, figure, words, actions, editor) {
  const own = codeView(manifest, figure, words, actions);
  /** @type {WeakMap<readonly Source[], CodeView>} */
  const views = new WeakMap([[/** @type {readonly Source[]} */ (manifest.sources), own]]);
  /** @param {readonly Source[]} sources */
  const viewOf = (sources) => {
    const view = views.get(sources) ?? codeView({ ...manifest, sources: [...sources] }, null, words, actions);
    views.set(sources, view);
    return view;
  };
  const edit = h("button", { type: "button", class: "lab-small-button lab-edit-open", title: words.editHint, onclick: () => actions.editCopy?.() }, icon("pencil"), h("span", {}, words.edit));
  const mark = h("span", { class: "lab-unverified", hidden: true }, words.editNotVerified);
  const dom = h("div", { class: "lab-code-slot" }, own.dom, editor);
  let shown = own;
  /** @param {CodeView} view */
  const put = (view) => {
    if (view !== shown) shown.dom.replaceWith(view.dom);
    shown = view;
    view.dom.querySelector(".lab-code-head")?.append(mark, ...(actions.editCopy ? [edit] : []));
  };
  put(own);
  return {
    dom,
    lines: (/** @type {string} */ label) => shown.lines(label),
    snap: (/** @type {string} */ file, /** @type {number} */ line) => shown.snap(file, line),
    reveal: (/** @type {string} */ file, /** @type {number} */ line) => shown.reveal(file, line),
    settle: () => shown.settle(),
    /** @param {Model} model @param {boolean} editing */
    update(model, editing) {
      const view = viewOf(model.sources);
      if (view !== shown) put(view);
      hide(mark, !model.edited);
      hide(shown.dom, editing);
      shown.update(model);
    },
  };
}
