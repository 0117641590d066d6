// Two inputs side by side: where they part and why, and both stepped together.

import { h, hide, keyed, replace, set, setText } from "../dom.js";
import { icon } from "../icons.js";
import { codeScroll, keepInView, Listing } from "../listing.js";
import { short } from "../values.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../types.js").Trace} Trace */
/** @typedef {import("../comparing.js").Comparing} Comparing */
/** @typedef {import("../../core/differences.js").Difference} Difference */

const KINDS = /** @type {const} */ (["before", "returned", "raised", "before"]);

/**
 * @param {{file: string, line: number, kind: number} | null} place null at the end
 * @param {Words} words
 */
const placeText = (place, words) => (place ? `${place.file}:${place.line}${place.kind ? ` (${words[KINDS[place.kind]]})` : ""}` : words.end);

/**
 * One run's code at its position.
 * @param {Words} words
 * @param {string} side
 */
function sideView(words, side) {
  const title = h("b", { class: "lab-side-title" });
  const step = h("span", { class: "lab-pane-note" });
  const pane = codeScroll("group");
  const where = h("p", { class: "lab-where" });
  const dom = h("section", { class: "lab-pane lab-side", "data-side": side }, h("header", { class: "lab-pane-head" }, title, step), pane, where);
  /** @type {Map<string, Listing>} by file and text */
  const listings = new Map();
  /** @param {string} file @param {readonly import("../types.js").Source[]} sources */
  const listing = (file, sources) => {
    const text = sources.find(({ label }) => label === file)?.text ?? "";
    const key = JSON.stringify([file, text]);
    const made = listings.get(key) ?? new Listing({ text, ready: new Map(), valid: null }, words, { toggle: () => undefined, runTo: () => undefined });
    listings.set(key, made);
    return made;
  };
  return {
    dom,
    /** @param {Trace} trace @param {number} position @param {{title: string, sources: readonly import("../types.js").Source[]}} side */
    update(trace, position, { title: name, sources }) {
      const code = trace.code(position);
      setText(title, name);
      set(pane, { "aria-label": name });
      setText(step, position >= trace.count - 1 ? words.end : words.step(position + 1, trace.count - 1));
      setText(where, code ? placeText({ ...code, line: trace.line[position], kind: trace.kind[position] }, words) : words.ended);
      if (!code) return;
      const shown = listing(code.file, sources);
      if (pane.firstElementChild !== shown.dom) replace(pane, shown.dom);
      shown.markLines(new Map([[trace.line[position], `now ${["line", "returned", "raised"][trace.kind[position]]}`]]));
      const row = shown.rows.get(trace.line[position])?.element;
      if (row) keepInView(pane, row);
    },
  };
}

/**
 * @param {Comparing} comparing
 * @param {string} nameA
 * @param {string} nameB
 * @param {Words} words
 * @returns {string[]} where the two runs part, and why
 */
export function explain({ found, a, b }, nameA, nameB, words) {
  const { steps, value, fork } = found;
  if (!value && !fork) return [words.neverDiverge];
  /** @param {Difference} difference @param {number} at @param {number} atB */
  const values = (difference, at, atB) => words.valueAgainst(difference.label || words.result, short(difference.a, a.state(at).heap, 60), short(difference.b, b.state(atB).heap, 60));
  const said = [];
  if (value) said.push(words.firstValue(value.position + 1, values(value.differences[0], value.position, value.position)));
  if (!fork) return [...said, words.sameWay];
  said.push(words.forks(steps, fork.ran ? String(fork.ran.line) : "–", nameA, placeText(fork.a, words), nameB, placeText(fork.b, words)));
  const at = Math.max(0, fork.position - 1);
  if (fork.because.length) said.push(words.because(values(fork.because[0], Math.min(at, a.count - 1), Math.min(at, b.count - 1))));
  return said;
}

/**
 * A variable with its frame: those of two frames may have one name.
 * @param {Difference} difference
 * @param {Trace} trace
 * @param {number} position
 */
function nameOf({ kind, label, depth }, trace, position) {
  const frame = kind === "local" && depth !== null ? trace.state(position).stack[depth] : undefined;
  return frame ? `${trace.codes[frame.code].name} · ${label}` : label;
}

/**
 * @param {Words} words
 * @param {{compareWith: (name: string) => void, compareMove: (by: number) => void, compareEnd: () => void, go: (position: number) => void}} actions
 */
export function compareView(words, actions) {
  const other = h("select", { class: "lab-compare-other", "aria-label": words.compareWith });
  other.addEventListener("change", () => actions.compareWith(other.value));
  const button = (/** @type {string} */ text, /** @type {() => void} */ act, /** @type {string} */ name) => h("button", { type: "button", class: "lab-button lab-small", "data-compare": name, onclick: act }, text);
  const told = h("ul", {});
  /** @type {Comparing | null} */
  let shown = null;
  const jump = (/** @type {number | null | undefined} */ position) => position !== null && position !== undefined && actions.go(position);
  const toFirst = button(words.toDivergence, () => jump(shown?.firstDifference), "first");
  const toFork = button(words.toFork, () => jump(shown?.fork), "fork");
  const back = button(words.bothBack, () => actions.compareMove(-1), "back");
  const forth = button(words.bothForth, () => actions.compareMove(1), "forth");
  const close = h("button", { type: "button", class: "lab-icon-button", "aria-label": words.endCompare, title: words.endCompare, onclick: actions.compareEnd }, icon("close"));
  const sides = [sideView(words, "a"), sideView(words, "b")];
  const table = h("tbody", {});
  const heads = [h("th", { scope: "col" }), h("th", { scope: "col" })];
  const none = h("p", { class: "lab-none" }, words.noDifference);
  const sheet = h("table", { class: "lab-sheet lab-differences" }, h("thead", {}, h("tr", {}, h("td", {}), ...heads)), table);
  const middle = h("section", { class: "lab-pane" }, h("header", { class: "lab-pane-head" }, h("h3", {}, words.differencesNow)), h("div", { class: "lab-scroll", tabindex: 0, role: "group", "aria-label": words.differencesNow }, sheet, none));
  const dom = h(
    "section",
    { class: "lab-compare", "aria-label": words.compareTitle, hidden: true },
    h("div", { class: "lab-compare-bar" }, h("label", { class: "lab-compare-with" }, h("span", {}, words.compareWith), other), toFirst, toFork, h("span", { class: "lab-compare-steps" }, back, forth), close),
    h("div", { class: "lab-compare-told", role: "status" }, told),
    h("div", { class: "lab-compare-body" }, sides[0].dom, middle, sides[1].dom),
  );

  const drawRows = keyed(
    table,
    () => h("tr", {}, h("th", { scope: "row" }), h("td", {}), h("td", {})),
    (row, /** @type {{label: string, a: string, b: string}} */ { label, a, b }) => [label, a, b].forEach((text, index) => setText(row.children[index], text)),
  );
  /** @param {Comparing} comparing @param {readonly {name: string, title: string}[]} others */
  const draw = (comparing, others) => {
    const { a, b } = comparing.positions;
    const names = comparing.sides.map(({ title }) => title);
    if (comparing !== shown) {
      shown = comparing;
      replace(other, ...others.map(({ name, title }) => h("option", { value: name }, title)));
      other.value = comparing.name;
      replace(told, ...explain(comparing, names[0], names[1], words).map((text) => h("li", {}, text)));
      heads.forEach((head, index) => setText(head, names[index]));
      set(toFork, { disabled: comparing.fork === null });
      set(toFirst, { disabled: comparing.firstDifference === null });
    }
    sides[0].update(comparing.a, a, comparing.sides[0]);
    sides[1].update(comparing.b, b, comparing.sides[1]);
    const [heapA, heapB] = [comparing.a.state(a).heap, comparing.b.state(b).heap];
    const text = (/** @type {import("../types.js").Value | undefined} */ value, /** @type {import("../values.js").Heap} */ heap) => (value === undefined ? words.nothing : short(value, heap, 90));
    const rows = comparing.differences.map((one) => ({ label: nameOf(one, comparing.a, a) || words.result, a: text(one.a, heapA), b: text(one.b, heapB) }));
    drawRows(rows, (row, index) => `${index} ${row.label}`);
    hide(none, rows.length > 0);
    hide(sheet, rows.length === 0);
    set(back, { disabled: comparing.row <= 0 });
    set(forth, { disabled: comparing.row >= comparing.last });
  };
  return {
    dom,
    /** @param {Comparing | null} comparing @param {readonly {name: string, title: string}[]} others that can be compared with */
    update(comparing, others) {
      hide(dom, comparing === null);
      if (comparing) draw(comparing, others);
      else shown = null;
    },
  };
}
