// The keys that the lab knows, as it shows them. None is one of the browser's own; all are plain letters, and heard only
// while the focus is inside the lab.

import { h } from "../dom.js";
import { icon } from "../icons.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../types.js").Command} Command */

/** @typedef {Command | "play" | "breakHere" | "keys"} KeyAction */

/** A capital is the way back of its small letter. */
/** @type {[string, KeyAction][]} */
export const KEYS = [
  ["n", "over"],
  ["N", "backOver"],
  ["i", "into"],
  ["I", "backInto"],
  ["o", "out"],
  ["O", "backOut"],
  ["c", "continue"],
  ["C", "reverse"],
  ["a", "first"],
  ["z", "last"],
  ["p", "play"],
  ["b", "breakHere"],
  ["?", "keys"],
];

/** @type {Map<string, KeyAction>} */
const BY_KEY = new Map(KEYS);

/**
 * @param {KeyboardEvent} event
 * @returns {KeyAction | undefined}
 */
export function keyAction(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return undefined;
  const target = event.target;
  const typing = target instanceof HTMLElement && target.closest("input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]");
  return typing ? undefined : BY_KEY.get(event.key);
}

/**
 * @param {Words} words
 */
export function keysView(words) {
  const name = (/** @type {KeyAction} */ action) => (action === "keys" || action === "breakHere" ? words[action] : words[`${action}Long`]);
  const key = (/** @type {string} */ text) => (text === text.toLowerCase() ? [h("kbd", {}, text)] : [h("kbd", {}, "⇧"), " ", h("kbd", {}, text.toLowerCase())]);
  const rows = KEYS.map(([text, action]) => h("div", { class: "lab-key" }, h("dt", {}, ...key(text)), h("dd", {}, name(action))));
  const close = h("button", { type: "button", class: "lab-icon-button", "aria-label": words.close, title: words.close }, icon("close"));
  const more = words.moreKeys.map(([text, what]) => h("div", { class: "lab-key" }, h("dt", {}, h("kbd", {}, text)), h("dd", {}, what)));
  const dom = h(
    "dialog",
    { class: "lab-dialog lab-keys", "aria-label": words.keys },
    h("header", { class: "lab-pane-head" }, h("h3", {}, words.keys), close),
    h("p", { class: "lab-dialog-hint" }, words.keysHint),
    h("dl", { class: "lab-key-list" }, ...rows, ...more),
  );
  close.addEventListener("click", () => dom.close());
  return { dom, open: () => dom.showModal() };
}
