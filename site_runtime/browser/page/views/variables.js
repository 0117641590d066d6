// The chosen frame's variables as a tree: what is new or changed at this step, with the old value beside it.

import { h, hide, keyed, set, setText, watcher } from "../dom.js";
import { MOST_PARTS, sameValue } from "../../core/targets.js";
import { missing, parts, reference, short, typeName } from "../values.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Value} Value */
/** @typedef {import("../types.js").Target} Target */
/** @typedef {import("../../core/aliases.js").Name} Name */
/** @typedef {import("../values.js").Heap} Heap */

/**
 * @typedef {object} VariablesModel
 * @property {State} state
 * @property {State | null} before the state one position earlier
 * @property {number} frame index in the stack, -1 where nothing runs
 * @property {ReadonlyMap<number, readonly Name[]>} names of objects that have more than one
 * @property {(activation: number) => string} nameOf
 */

/** Where a value was one position earlier; `value` is undefined where the name was not there. */
/** @typedef {{value: Value | undefined, heap: Heap} | null} Earlier */

/**
 * @typedef {object} Row
 * @property {string} key path through the tree, the key of the row's element
 * @property {string} name
 * @property {string} full the name from the variable on
 * @property {number} depth
 * @property {string} text
 * @property {string} type
 * @property {number} more
 * @property {number | null} object
 * @property {string} alias
 * @property {boolean} open
 * @property {boolean} branch
 * @property {"" | "new" | "changed" | "gone"} change
 * @property {string} old
 * @property {Target | null} target
 * @property {string} kind
 * @property {boolean} cut whether the recording, or the row, does not hold all of it
 */

const COMPARED = 2000;
const DEEPEST = 6;
const ROWS = 300;

/** Where the recording was cut: `… +3`, `'…'… (1200)`. */
const CUT = /…(?: \+\d| \(\d+\))/;

/**
 * @param {Value | undefined} value
 * @param {Heap} heap
 * @param {Earlier} earlier
 * @returns {{change: Row["change"], old: string}}
 */
function changeOf(value, heap, earlier) {
  if (!earlier) return { change: "", old: "" };
  if (earlier.value === undefined) return { change: "new", old: "" };
  if (sameValue(value, heap, earlier.value, earlier.heap, MOST_PARTS)) return { change: "", old: "" };
  if (short(value, heap, COMPARED) === short(earlier.value, earlier.heap, COMPARED)) return { change: "", old: "" };
  return { change: "changed", old: short(earlier.value, earlier.heap, 48) };
}

/**
 * @param {Earlier} earlier
 * @param {string} key
 * @returns {Earlier}
 */
function partOf(earlier, key) {
  if (!earlier || earlier.value === undefined) return null;
  return { value: parts(earlier.value, earlier.heap).find((part) => part.key === key)?.value, heap: earlier.heap };
}

/** Collects a frame's rows, descending where the reader has opened a branch. */
class Rows {
  /** @type {Row[]} */
  list = [];

  /**
   * @param {VariablesModel} model
   * @param {number} activation
   * @param {ReadonlySet<string>} opened
   */
  constructor({ state, names, nameOf }, activation, opened) {
    this.heap = state.heap;
    this.names = names;
    this.nameOf = nameOf;
    this.activation = activation;
    this.opened = opened;
  }

  /**
   * @param {number | null} object
   * @param {string} full
   * @returns {string} the object's other names
   */
  others(object, full) {
    const all = object === null ? [] : (this.names.get(object) ?? []);
    // A watched name is often the name of an argument, too: saying so would say nothing.
    const shown = all.filter(({ label, activation }) => label !== full || (activation !== this.activation && activation !== null));
    const here = (/** @type {number | null} */ activation) => activation === null || activation === this.activation;
    const labels = shown.map(({ label, activation }) => (here(activation) ? label : `${label} (${this.nameOf(activation ?? -1)})`));
    return [...new Set(labels)].slice(0, 4).join(" · ");
  }

  /**
   * @param {{key: string, name: string, full: string, value: Value | undefined, earlier: Earlier, target: Extract<Target, {variable: object}> | null, kind?: string, depth?: number}} entry
   */
  add({ key, name, full, value, earlier, target, kind = "", depth = 0 }) {
    if (this.list.length >= ROWS) return;
    const inner = depth < DEEPEST ? parts(value, this.heap) : [];
    const open = inner.length > 0 && this.opened.has(key);
    const object = reference(value);
    const text = short(value, this.heap);
    this.list.push({
      ...{ key, name, full, depth, object, target, kind, open, branch: inner.length > 0 },
      ...changeOf(value, this.heap, earlier),
      text,
      cut: target !== null && !full.includes("·") && (missing(value, this.heap) > 0 || CUT.test(text) || (inner.length === 0 && text.endsWith("…"))),
      type: typeName(value, this.heap),
      more: open ? missing(value, this.heap) : 0,
      alias: this.others(object, full),
    });
    if (!open) return;
    for (const part of inner) {
      const own = { key: `${key}/${part.key}`, name: part.label, full: full + part.label, value: part.value, depth: depth + 1 };
      this.add({ ...own, earlier: partOf(earlier, part.key), target: target && { ...target, path: [...(target.path ?? []), part.raw] } });
    }
  }

  /** @param {string} name @param {string} old */
  gone(name, old) {
    const nothing = { object: null, target: null, kind: "", open: false, branch: false, type: "", more: 0, alias: "", text: "", cut: false };
    this.list.push({ ...nothing, key: `gone ${name}`, name, full: name, depth: 0, change: "gone", old });
  }
}

/**
 * @param {VariablesModel} model
 * @param {ReadonlySet<string>} opened
 * @param {Words} words
 * @returns {Row[]}
 */
export function variableRows(model, opened, words) {
  const { state, before, frame } = model;
  const shown = state.stack[frame];
  if (!shown) return [];
  const rows = new Rows(model, shown.activation, opened);
  const top = frame === state.stack.length - 1;
  const special = /** @type {[string, Value | undefined][]} */ ([["result", state.result], ["error", state.exception ?? state.error]]);
  for (const [kind, value] of special) {
    if (top && value !== undefined) rows.add({ key: `${kind}:`, name: kind === "result" ? words.result : words.error, full: kind, value, earlier: null, target: null, kind });
  }
  const past = before?.stack.find(({ activation }) => activation === shown.activation);
  for (const [name, value] of shown.locals) {
    // At the first step of a call everything is new; saying so of each name would say nothing.
    const earlier = past && before ? { value: past.locals.get(name), heap: before.heap } : null;
    rows.add({ key: name, name, full: name, value, earlier, target: { variable: { activation: shown.activation, name } } });
  }
  for (const [name, value] of past?.locals ?? []) if (!shown.locals.has(name) && before) rows.gone(name, short(value, before.heap, 48));
  return rows.list;
}

/**
 * @param {Words} words
 * @param {{who: (target: Target, label: string, anchor: HTMLElement) => void, full: ((expression: string) => void) | null}} actions full: null where no program is there to be asked
 */
export function variablesView(words, actions) {
  const list = h("ul", { class: "lab-vars" });
  const none = h("p", { class: "lab-none" });
  const place = h("span", { class: "lab-pane-note" });
  const dom = h("section", { class: "lab-pane lab-variables" }, h("header", { class: "lab-pane-head" }, h("h3", {}, words.variables), place), h("div", { class: "lab-scroll", tabindex: 0, role: "group", "aria-label": words.variables }, list, none));
  /** @type {Set<string>} */
  const opened = new Set();
  /** @type {WeakMap<Element, Row>} */
  const rows = new WeakMap();
  /** @type {VariablesModel | null} */
  let model = null;

  /** @param {Element} item */
  const twist = (item) => {
    const key = rows.get(item)?.key ?? "";
    if (!opened.delete(key)) opened.add(key);
    paint();
  };
  const create = () => {
    const item = h("li", { class: "lab-var" });
    const twister = h("button", { type: "button", class: "lab-twist", onclick: () => twist(item) });
    const name = h("button", { type: "button", class: "lab-var-name" });
    name.addEventListener("click", () => {
      const row = rows.get(item);
      if (row?.target) actions.who(row.target, row.full, name);
    });
    item.append(twister, name, h("span", { class: "lab-var-value" }), h("span", { class: "lab-var-type" }));
    return item;
  };
  /** What few rows have, in the order in which it stands there. Each step into a function makes all of its rows. */
  const RARE = {
    alias: () => h("span", { class: "lab-var-alias" }),
    old: () => h("span", { class: "lab-var-old" }),
    full: (/** @type {Element} */ item) => h("button", { type: "button", class: "lab-var-full", onclick: () => actions.full?.(rows.get(item)?.full ?? "") }, words.fullButton),
  };
  /** @typedef {keyof typeof RARE} Rare */
  /** @type {WeakMap<Element, Partial<Record<Rare, HTMLElement>>>} */
  const rare = new WeakMap();
  /**
   * A part that a row had once stays in it.
   * @param {Element} item
   * @param {Rare} name
   * @param {boolean} wanted
   * @returns {HTMLElement | undefined}
   */
  const part = (item, name, wanted) => {
    const parts = rare.get(item) ?? {};
    if (!wanted || parts[name]) return parts[name];
    const made = (parts[name] = RARE[name](item));
    rare.set(item, parts);
    const after = Object.keys(RARE).slice(Object.keys(RARE).indexOf(name) + 1);
    item.insertBefore(made, after.map((other) => parts[/** @type {Rare} */ (other)]).find(Boolean) ?? null);
    return made;
  };
  /** @param {HTMLElement} item @param {Row} row */
  const update = (item, row) => {
    rows.set(item, row);
    const [twister, name, value, type] = /** @type {HTMLElement[]} */ ([...item.children]);
    const change = row.change === "new" ? words.fresh : row.change === "gone" ? `${words.gone}：${row.old}` : row.change ? `${words.was} ${row.old}` : "";
    const alias = part(item, "alias", Boolean(row.alias));
    const old = part(item, "old", change !== "");
    const full = part(item, "full", row.cut && actions.full !== null);
    if (full) hide(full, !row.cut);
    if (row.cut && full) set(full, { "aria-label": words.fullShow(row.full), title: words.fullShow(row.full) });
    item.style.setProperty("--depth", String(row.depth));
    set(item, { "data-change": row.change || null, "data-kind": row.kind || null, "data-object": row.object });
    set(twister, { "aria-expanded": row.branch ? String(row.open) : null, "aria-label": row.branch ? words.expand(row.full) : null, disabled: !row.branch });
    setText(name, row.name);
    set(name, { title: row.target ? words.who(row.full) : null, disabled: !row.target });
    setText(value, row.text);
    set(value, { title: row.text.length > 40 ? row.text : null });
    setText(type, row.type);
    if (alias) {
      setText(alias, row.alias ? `≡ ${row.alias}` : "");
      set(alias, { title: row.alias ? words.same(`${row.full} · ${row.alias}`) : null, tabindex: row.alias ? 0 : null });
    }
    if (old) setText(old, change);
    if (row.more) setText(type, `${row.type} ${words.more(row.more)}`);
  };
  const draw = keyed(list, create, update);
  const paint = () => {
    if (!model) return;
    const found = variableRows(model, opened, words);
    hide(none, found.length > 0);
    setText(none, model.frame < 0 ? words.noVariables : words.noNames);
    draw(found, (row) => row.key);
  };
  const changed = watcher();
  return {
    dom,
    /** @param {VariablesModel & {frameName: string}} next */
    update(next) {
      if (!changed(next.state, next.before, next.frame)) return;
      model = next;
      setText(place, next.frameName);
      paint();
    },
  };
}
