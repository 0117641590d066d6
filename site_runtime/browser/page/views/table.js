// A watched object as a sheet: one column an entry, one row a field. Every field leads to the step that wrote it.

import { MOST_PARTS, sameValue } from "../../core/targets.js";
import { h, hide, keyed, rester, set, setText, watcher } from "../dom.js";
import { bare, parts, reference, short } from "../values.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Value} Value */
/** @typedef {import("../types.js").Target} Target */
/** @typedef {import("../values.js").Heap} Heap */
/** @typedef {import("../values.js").Part} Part */

/**
 * `from` is the value one position earlier, undefined where there was none.
 * @typedef {{row: string, column: string, value: Value | undefined, heap: Heap, from: Value | undefined, fromHeap: Heap | null, object: number | null, path: Value[]}} Cell
 */

/** @typedef {{name: string, fields: string[], entries: {key: string, object: number | null, fresh: boolean}[], cells: Map<string, Cell>}} Sheet */

const COMPARED = 2000;

/**
 * Words that mean the same in any protocol; anything else stays neutral.
 * @type {Record<string, string>}
 */
const TONES = {
  ...Object.fromEntries(["approved", "accepted", "done", "ok", "success", "saved", "ready", "True"].map((word) => [word, "good"])),
  ...Object.fromEntries(["rejected", "refused", "failed", "error", "denied", "cancelled", "lost"].map((word) => [word, "bad"])),
  ...Object.fromEntries(["pending", "waiting", "queued", "running", "deferred", "open"].map((word) => [word, "wait"])),
  ...Object.fromEntries(["closed", "idle", "None", "False"].map((word) => [word, "quiet"])),
};

/**
 * @param {Value | undefined} value
 * @returns {string} how a word is coloured; "" for no word
 */
export function toneOf(value) {
  return typeof value === "string" && value.length <= 12 ? TONES[value] ?? "" : "";
}

/**
 * @param {Value | undefined} root
 * @param {Heap} heap
 * @returns {Map<string, {value: Value, raw: Value, fields: Map<string, Part>}>} entries by key, each with its fields; an entry that is no container has the field ""
 */
function entriesOf(root, heap) {
  return new Map(
    parts(root, heap).map(({ key, raw, value }) => {
      const inner = parts(value, heap).map((part) => /** @type {[string, Part]} */ ([part.key, part]));
      return [key, { value, raw, fields: new Map(inner.length ? inner : [["", { label: "", key: "", raw: null, value }]]) }];
    }),
  );
}

/**
 * @param {string} name
 * @param {State} state
 * @param {State | null} before
 * @returns {Sheet}
 */
export function sheetOf(name, state, before) {
  const now = entriesOf(state.roots.get(name), state.heap);
  const then = before ? entriesOf(before.roots.get(name), before.heap) : null;
  const fields = [...new Set([...now.values()].flatMap((entry) => [...entry.fields.keys()]))];
  /** @type {Map<string, Cell>} */
  const cells = new Map();
  for (const [row, entry] of now) {
    const past = then?.get(row);
    for (const column of fields) {
      const part = entry.fields.get(column);
      const value = part?.value;
      const from = then ? past?.fields.get(column)?.value : value;
      const path = column ? [name, entry.raw, part?.raw ?? column] : [name, entry.raw];
      cells.set(`${row}\n${column}`, { row, column, value, heap: state.heap, from, fromHeap: before?.heap ?? null, object: reference(value), path });
    }
  }
  const entries = [...now].map(([key, entry]) => ({ key, object: reference(entry.value), fresh: then !== null && !then.has(key) }));
  return { name, fields, entries, cells };
}

/**
 * @param {Cell} cell
 * @returns {boolean}
 */
function isChanged({ value, heap, from, fromHeap }) {
  return value !== undefined && from !== undefined && fromHeap !== null && short(value, heap, COMPARED) !== short(from, fromHeap, COMPARED);
}

/**
 * @param {Cell} cell
 * @param {boolean} changed
 * @returns {string} the same for cells that look the same
 */
function signature({ value, heap, from, fromHeap }, changed) {
  const text = value === undefined ? "" : short(value, heap, COMPARED);
  return changed && from !== undefined && fromHeap ? `${text}\n${short(from, fromHeap, COMPARED)}` : text;
}

/**
 * A saved container as its fields, one a line; anything else as text.
 * @param {Cell} cell
 * @param {Words} words
 * @returns {(HTMLElement | string)[]}
 */
function cellContent({ value, heap }, words) {
  if (value === null) return [h("span", { class: "lab-quiet" }, words.noReply)];
  const inner = reference(value) === null ? [] : parts(value, heap);
  if (inner.length === 0) return [h("span", { class: "lab-word", "data-tone": toneOf(value) || toneOf(short(value, heap)) || null }, typeof value === "string" ? bare(value) : short(value, heap))];
  return inner.map((part) => h("span", { class: "lab-cell-part" }, h("b", {}, part.key), " ", short(part.value, heap, 40)));
}

/**
 * @param {{name: string, title: string, fact: string | undefined}} object `fact`: the field whose words are coloured
 * @param {Words} words
 * @param {{who: (target: Target, label: string, anchor: HTMLElement) => void}} actions
 */
export function tableView({ name, title, fact }, words, actions) {
  const head = h("tr", {});
  const body = h("tbody", {});
  const table = h("table", { class: "lab-sheet" }, h("caption", { class: "lab-hidden" }, title), h("thead", {}, head), body);
  const none = h("p", { class: "lab-none" }, words.noRows);
  const count = h("span", { class: "lab-pane-note" });
  const scroll = h("div", { class: "lab-scroll", tabindex: 0, role: "group", "aria-label": title }, table, none);
  const dom = h("section", { class: "lab-pane lab-table", "data-root": name }, h("header", { class: "lab-pane-head" }, h("h3", {}, title), count), scroll);

  /** @type {WeakMap<Element, Target>} */
  const targets = new WeakMap();
  /** @type {Sheet | null} */
  let sheet = null;

  const drawHead = keyed(
    head,
    (/** @type {{key: string, object: number | null, fresh: boolean} | null} */ entry) => h(entry ? "th" : "td", { scope: entry ? "col" : null }),
    (element, entry) => {
      setText(element, entry?.key ?? "");
      set(element, { "data-object": entry?.object, "data-change": entry?.fresh ? "new" : null });
    },
  );

  /** @param {Element} cell @param {Cell} data */
  const drawCell = (cell, data) => {
    const button = /** @type {HTMLButtonElement} */ (cell.firstElementChild);
    const changed = isChanged(data);
    const label = name + data.path.slice(1).map((key) => `[${short(key, data.heap)}]`).join("");
    targets.set(button, { path: data.path });
    set(cell, { "data-change": changed ? "changed" : null, "data-object": data.object });
    set(button, { title: words.who(label), "data-label": label, "data-row": data.row, "data-column": data.column });
    // Most cells say the same as a step ago, and writing them again would cost the table's whole layout.
    const shown = signature(data, changed);
    if (button.dataset.shown === shown) return;
    button.dataset.shown = shown;
    const old = changed && data.fromHeap ? [h("s", { class: "lab-was" }, data.from === null ? words.noReply : typeof data.from === "string" ? data.from : short(data.from, data.fromHeap, 30))] : [];
    button.replaceChildren(...(data.value === undefined ? [] : [...old, ...cellContent(data, words)]));
  };
  const rowChanged = new WeakMap();
  const drawRows = keyed(
    body,
    (/** @type {string} */ field) => {
      const row = h("tr", { "data-field": field, class: field === fact ? "lab-fact" : null }, h("th", { scope: "row" }, field || "·"));
      const cells = keyed(
        row,
        (/** @type {Cell | null} */ cell) => (cell ? h("td", {}, h("button", { type: "button", class: "lab-cell", onclick: (event) => ask(event) })) : h("th", { scope: "row" }, field || "·")),
        (element, cell) => cell && drawCell(element, cell),
      );
      row.replaceChildren();
      rowChanged.set(row, cells);
      return row;
    },
    (row, field) => {
      const list = /** @type {(Cell | null)[]} */ ([null, ...(sheet?.entries ?? []).map((entry) => sheet?.cells.get(`${entry.key}\n${field}`) ?? null)]);
      rowChanged.get(row)(list, (/** @type {Cell | null} */ cell, /** @type {number} */ index) => (cell ? cell.row : `head ${index}`));
    },
  );
  /** @param {Event} event */
  const ask = (event) => {
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    const target = targets.get(button);
    if (target) actions.who(target, button.dataset.label ?? name, button);
  };

  /** @param {State} one @param {State} other */
  const sameIn = (one, other) => sameValue(one.roots.get(name), one.heap, other.roots.get(name), other.heap, MOST_PARTS);
  const rests = rester(sameIn);
  const changed = watcher();
  return {
    dom,
    /** @param {{state: State, before: State | null}} model */
    update({ state, before }) {
      if (!changed(state, before)) return;
      if (rests(state, before)) return;
      sheet = sheetOf(name, state, before);
      hide(none, sheet.entries.length > 0);
      hide(table, sheet.entries.length === 0);
      setText(count, sheet.entries.length ? String(sheet.entries.length) : "");
      drawHead([null, ...sheet.entries], (entry) => entry?.key ?? "\0");
      drawRows(sheet.fields, (field) => field);
    },
  };
}
