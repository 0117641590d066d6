// All places where the run stops: lines, exceptions, changed values; each can be switched off.

import { conditionView } from "../ask/conditions.js";
import { h, hide, keyed, set, setText, watcher } from "../dom.js";
import { icon } from "../icons.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../types.js").Breakpoint} Breakpoint */
/** @typedef {import("../types.js").ChangeStop} ChangeStop */

/**
 * @typedef {object} StopsModel
 * @property {{lines: readonly Breakpoint[], raise: boolean, changes: readonly ChangeStop[]}} settings
 * @property {readonly {done: number, of: number}[]} hits of each line, up to the shown step and over the run
 * @property {readonly {done: number, of: number}[]} changeHits
 * @property {(file: string, line: number) => string} text
 * @property {import("../ask/searching.js").Searching} searching
 * @property {boolean} possible whether there is a program that conditions can be asked of
 */

/**
 * @typedef {object} StopsActions
 * @property {(index: number, change: Partial<Breakpoint> | null) => void} setLine null removes it
 * @property {(index: number, change: Partial<ChangeStop> | null) => void} setChange null removes it
 * @property {(on: boolean) => void} setRaise
 * @property {(file: string, line: number) => void} reveal
 * @property {(position: number) => void} go
 * @property {() => void} armSearch
 */

/**
 * @param {Words} words
 * @param {StopsActions} actions
 */
export function stopsView(words, actions) {
  const title = h("span", { class: "lab-stops-title" });
  const raise = h("input", { type: "checkbox" });
  raise.addEventListener("change", () => actions.setRaise(raise.checked));
  const lines = h("ul", { class: "lab-stop-list" });
  const changes = h("ul", { class: "lab-stop-list" });
  const none = h("p", { class: "lab-none" }, words.noStops);
  const body = h("div", { class: "lab-stops-body" }, none, lines, changes, h("label", { class: "lab-stop-raise" }, raise, words.stopRaise));
  const dom = h("details", { class: "lab-stops" }, h("summary", {}, title), body);

  /** @type {WeakMap<Element, number>} */
  const places = new WeakMap();
  const index = (/** @type {Element} */ item) => places.get(item) ?? 0;

  /** @type {WeakMap<Element, ReturnType<typeof conditionView>>} */
  const conditions = new WeakMap();
  /** @typedef {{index: number, stop: Breakpoint, hits: {done: number, of: number}, text: string, found: import("../ask/searching.js").Found, idle: boolean, possible: boolean}} LineItem */
  const drawLines = keyed(
    lines,
    () => {
      const on = h("input", { type: "checkbox" });
      const where = h("button", { type: "button", class: "lab-stop-where" }, h("b", {}), h("code", {}));
      const when = h("select", { class: "lab-hit-when", "aria-label": words.whichHits }, h("option", { value: "" }, words.allHits), ...["from", "only", "every"].map((value) => h("option", { value }, words.hitWhen[/** @type {"from"} */ (value)])));
      const number = h("input", { type: "number", class: "lab-hit-number", min: 1, max: 999999, value: 2, "aria-label": words.hitNumber });
      const hits = h("span", { class: "lab-hits" });
      const remove = h("button", { type: "button", class: "lab-icon-button" }, icon("close"));
      const condition = conditionView(words, { change: (change) => actions.setLine(index(item), change), go: actions.go, arm: actions.armSearch });
      const item = h("li", { class: "lab-stop-item" }, on, where, hits, when, number, condition.button, remove, condition.dom);
      conditions.set(item, condition);
      on.addEventListener("change", () => actions.setLine(index(item), { enabled: on.checked }));
      const count = () => actions.setLine(index(item), { hits: when.value ? { when: /** @type {"from"} */ (when.value), n: Math.max(1, Math.floor(Number(number.value)) || 1) } : null });
      when.addEventListener("change", count);
      number.addEventListener("change", count);
      remove.addEventListener("click", () => actions.setLine(index(item), null));
      where.addEventListener("click", () => actions.reveal(where.dataset.file ?? "", Number(where.dataset.line)));
      return item;
    },
    (item, /** @type {LineItem} */ { index: at, stop, hits, text, found, idle, possible }) => {
      places.set(item, at);
      const [on, where, count, when, number, , remove] = /** @type {[HTMLInputElement, HTMLElement, HTMLElement, HTMLSelectElement, HTMLInputElement, HTMLElement, HTMLElement]} */ (/** @type {unknown} */ ([...item.children]));
      const name = `${stop.file}:${stop.line}`;
      on.checked = stop.enabled !== false;
      set(on, { "aria-label": words.enabled(name) });
      set(where, { "data-file": stop.file, "data-line": stop.line });
      setText(where.children[0], name);
      setText(where.children[1], text.trim());
      setText(count, words.hits(hits.done, hits.of));
      when.value = stop.hits?.when ?? "";
      hide(number, !stop.hits);
      if (stop.hits) number.value = String(stop.hits.n);
      set(remove, { "aria-label": words.remove(name), title: words.remove(name) });
      conditions.get(item)?.update({ stop, name, hits, found, idle, possible });
    },
  );
  /** @typedef {{index: number, stop: ChangeStop, hits: {done: number, of: number}}} ChangeItem */
  const drawChanges = keyed(
    changes,
    () => {
      const on = h("input", { type: "checkbox" });
      const remove = h("button", { type: "button", class: "lab-icon-button" }, icon("close"));
      const item = h("li", { class: "lab-stop-item" }, h("label", { class: "lab-stop-change" }, on, h("span", {})), h("span", { class: "lab-hits" }), remove);
      on.addEventListener("change", () => actions.setChange(index(item), { enabled: on.checked }));
      remove.addEventListener("click", () => actions.setChange(index(item), null));
      return item;
    },
    (item, /** @type {ChangeItem} */ { index: at, stop, hits }) => {
      places.set(item, at);
      const [label, count, remove] = /** @type {HTMLElement[]} */ ([...item.children]);
      /** @type {HTMLInputElement} */ (label.firstElementChild).checked = stop.enabled !== false;
      setText(label.children[1], words.stopChange(stop.label));
      setText(count, words.hits(hits.done, hits.of));
      set(remove, { "aria-label": words.remove(stop.label), title: words.remove(stop.label) });
    },
  );
  const changed = watcher();
  return {
    dom,
    /** @param {StopsModel & {position: number}} model */
    update({ settings, hits, changeHits, text, searching, possible }) {
      const found = settings.lines.map((stop) => searching.of(stop));
      if (!changed(settings, possible, searching.idle, JSON.stringify([hits, changeHits]), ...found)) return;
      const count = settings.lines.length + settings.changes.length + (settings.raise ? 1 : 0);
      setText(title, `${words.stops} (${count})`);
      raise.checked = settings.raise;
      hide(none, settings.lines.length + settings.changes.length > 0);
      drawLines(settings.lines.map((stop, at) => ({ index: at, stop, hits: hits[at], text: text(stop.file, stop.line), found: found[at], idle: searching.idle, possible })), ({ stop }) => `${stop.file}:${stop.line}`);
      drawChanges(settings.changes.map((stop, at) => ({ index: at, stop, hits: changeHits[at] })), ({ stop }) => JSON.stringify(stop.target));
    },
  };
}
