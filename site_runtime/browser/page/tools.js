// The less frequent things: compare, link, save, open, keys.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("./types.js").Words} Words */

/**
 * @typedef {object} ToolActions
 * @property {(() => void) | null} compare null where there is nothing to compare with
 * @property {() => void} objects
 * @property {() => void} link
 * @property {() => void} save
 * @property {(() => void) | null} savePage null on a page that was saved so
 * @property {(file: File) => void} open
 * @property {() => void} keys
 */

/**
 * @param {Words} words
 * @param {ToolActions} actions
 * @returns {HTMLElement}
 */
export function toolBar(words, actions) {
  const button = (/** @type {import("./icons.js").IconName} */ name, /** @type {string} */ label, /** @type {() => void} */ act) =>
    h("button", { type: "button", class: "lab-icon-button", "aria-label": label, title: label, "data-tool": name, onclick: act }, icon(name));
  const file = h("input", { type: "file", class: "lab-hidden", tabindex: -1, accept: ".json,.jsonl", "aria-label": words.importTrace });
  file.addEventListener("change", () => {
    if (file.files?.[0]) actions.open(file.files[0]);
    file.value = "";
  });
  return h(
    "div",
    { class: "lab-tools", role: "group", "aria-label": words.menu },
    actions.compare ? button("compare", words.compare, actions.compare) : null,
    button("graph", words.heap, actions.objects),
    button("link", words.link, actions.link),
    button("save", words.exportTrace, actions.save),
    actions.savePage ? button("page", words.exportPage, actions.savePage) : null,
    button("open", words.importTrace, () => file.click()),
    button("keys", words.keys, actions.keys),
    file,
  );
}
