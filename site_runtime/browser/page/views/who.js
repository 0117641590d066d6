// Who wrote this? All values of one thing over the run, and the way to the step that wrote each.

import { h, hide, replace, set, setText } from "../dom.js";
import { icon } from "../icons.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../types.js").Target} Target */

/**
 * @typedef {object} Writing
 * @property {number} position
 * @property {string} value
 * @property {string} place the line that wrote it, "" for what was there before
 */

/** @typedef {{target: Target, label: string, writes: Writing[], position: number, last: number, watched: boolean}} WhoModel */

const SHOWN = 200;

/**
 * @param {Words} words
 * @param {{go: (position: number) => void, watch: (target: Target, label: string) => void}} actions
 */
export function whoView(words, actions) {
  const title = h("b", { class: "lab-who-label" });
  const close = h("button", { type: "button", class: "lab-icon-button", "aria-label": words.close, title: words.close }, icon("close"));
  const list = h("ol", { class: "lab-writes" });
  const none = h("p", { class: "lab-none" }, words.noWriters);
  const back = h("button", { type: "button", class: "lab-button lab-small" }, words.previousWriter);
  const forth = h("button", { type: "button", class: "lab-button lab-small" }, words.nextWriter);
  const watch = h("button", { type: "button", class: "lab-button lab-small" }, words.watchIt);
  const dom = h(
    "div",
    { class: "lab-who", role: "dialog", "aria-label": words.whoTitle, hidden: true },
    h("header", { class: "lab-pane-head" }, h("h3", {}, words.whoTitle), title, close),
    h("p", { class: "lab-hidden" }, words.values),
    h("div", { class: "lab-scroll" }, list, none),
    h("footer", { class: "lab-who-foot" }, back, forth, watch),
  );
  /** @type {HTMLElement | null} */
  let opener = null;
  /** @type {WhoModel | null} */
  let model = null;

  const leave = () => {
    if (dom.hidden) return;
    hide(dom, true);
    model = null;
    if (opener?.isConnected) opener.focus({ preventScroll: true });
  };
  close.addEventListener("click", leave);
  const before = () => model?.writes.findLast((write) => model && write.position < current());
  const after = () => model?.writes.find((write) => model && write.position > model.position);
  /** The write whose value is shown now. */
  const current = () => model?.writes.findLast((write) => model && write.position <= model.position)?.position ?? 0;
  const jump = (/** @type {Writing | undefined} */ write) => write && actions.go(write.position);
  back.addEventListener("click", () => jump(before()));
  forth.addEventListener("click", () => jump(after()));
  watch.addEventListener("click", () => model && actions.watch(model.target, model.label));

  const draw = () => {
    if (!model) return;
    const now = current();
    const at = model.writes.findIndex((write) => write.position === now);
    const from = Math.max(0, Math.min(at - SHOWN / 2, model.writes.length - SHOWN));
    const items = model.writes.slice(from, from + SHOWN).map((write) => {
      const here = write.position === now;
      const button = h(
        "button",
        { type: "button", class: "lab-write", "data-position": write.position, "aria-current": here ? "true" : null, onclick: () => actions.go(write.position) },
        h("span", { class: "lab-write-value" }, write.value),
        h("span", { class: "lab-write-place" }, write.place ? `${write.place} · ${words.stepNo(write.position + 1)}` : words.initial),
      );
      return h("li", {}, button);
    });
    setText(title, model.label);
    replace(list, ...items);
    hide(none, items.length > 0);
    // Not disabled: a button that loses its focus would take the keys away from the lab.
    set(back, { "aria-disabled": before() ? null : "true" });
    set(forth, { "aria-disabled": after() ? null : "true" });
    set(watch, { "aria-pressed": String(model.watched) });
  };
  return {
    dom,
    hide: leave,
    get shown() {
      return model;
    },
    /** @param {WhoModel} next @param {HTMLElement} anchor */
    open(next, anchor) {
      opener = anchor;
      model = next;
      hide(dom, false);
      draw();
      place(dom, anchor);
      close.focus({ preventScroll: true });
      list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    },
    /** @param {Partial<WhoModel>} change */
    update(change) {
      if (!model) return;
      const next = { ...model, ...change };
      if (next.position === model.position && next.watched === model.watched && next.writes === model.writes) return;
      const focused = document.activeElement instanceof HTMLElement && list.contains(document.activeElement) ? document.activeElement.dataset.position : undefined;
      model = next;
      draw();
      if (focused !== undefined) /** @type {HTMLElement | null} */ (list.querySelector(`[data-position="${focused}"]`))?.focus({ preventScroll: true });
    },
  };
}

/**
 * Beside what was asked about, within the lab.
 * @param {HTMLElement} dom
 * @param {HTMLElement} anchor
 */
function place(dom, anchor) {
  const room = /** @type {HTMLElement} */ (dom.offsetParent ?? dom.parentElement).getBoundingClientRect();
  const at = anchor.getBoundingClientRect();
  const left = Math.min(Math.max(8, at.left - room.left), room.width - dom.offsetWidth - 8);
  const below = at.bottom - room.top + 6;
  const top = below + dom.offsetHeight > room.height ? Math.max(8, at.top - room.top - dom.offsetHeight - 6) : below;
  dom.style.left = `${left}px`;
  dom.style.top = `${top}px`;
}
