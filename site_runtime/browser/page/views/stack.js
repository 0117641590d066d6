// The calls that are under way, the innermost first; one of them is looked at.

import { h, hide, keyed, set, setText, watcher } from "../dom.js";

/** @typedef {import("../types.js").Words} Words */

/**
 * `index` counts from the outermost.
 * @typedef {{index: number, activation: number, name: string, file: string, line: number}} FrameEntry
 */

/**
 * @param {Words} words
 * @param {{frame: (index: number) => void}} actions
 */
export function stackView(words, actions) {
  const list = h("ol", { class: "lab-stack-list" });
  const none = h("p", { class: "lab-none" }, words.noVariables);
  const dom = h("section", { class: "lab-pane lab-stack" }, h("header", { class: "lab-pane-head" }, h("h3", {}, words.stack)), list, none);

  /** @type {WeakMap<Element, FrameEntry>} */
  const entries = new WeakMap();
  const create = () => {
    const item = h("li", {}, h("button", { type: "button", class: "lab-frame" }, h("span", { class: "lab-frame-name" }), h("span", { class: "lab-frame-place" })));
    item.firstElementChild?.addEventListener("click", () => actions.frame(entries.get(item)?.index ?? 0));
    return item;
  };
  /** @param {Element} item @param {FrameEntry & {chosen: boolean}} entry */
  const update = (item, entry) => {
    entries.set(item, entry);
    const button = /** @type {HTMLElement} */ (item.firstElementChild);
    set(button, { "aria-current": entry.chosen ? "true" : null });
    setText(button.children[0], entry.name);
    setText(button.children[1], `${entry.file}:${entry.line}`);
  };
  const draw = keyed(list, create, update);
  const changed = watcher();
  return {
    dom,
    /** @param {{frames: FrameEntry[], frame: number, position: number, trace: object}} model */
    update({ frames, frame, position, trace }) {
      if (!changed(trace, position, frame)) return;
      hide(none, frames.length > 0);
      // Deep recursion: the ends are what one looks for.
      const shown = frames.length > 40 ? [...frames.slice(0, 10), ...frames.slice(-30)] : frames;
      draw(shown.map((entry) => ({ ...entry, chosen: entry.index === frame })).reverse(), (entry) => String(entry.activation));
    },
  };
}
