// One source file as rows: a line number that is a breakpoint button, and the line.

import { h, oneStop, set, setText } from "./dom.js";
import { highlight } from "./highlight.js";
import { widthOf } from "./sentences.js";

/** @typedef {import("./strings.js").Words} Words */

/**
 * @typedef {{element: HTMLElement, number: HTMLButtonElement | HTMLElement, note: HTMLElement}} Row
 */

/**
 * What a reader does with a line.
 * @typedef {{toggle: (line: number) => void, runTo: (line: number) => void}} LineActions
 */

/**
 * @typedef {object} ListingSource
 * @property {string} text
 * @property {Map<number, HTMLElement>} ready rows that the build has already coloured
 * @property {readonly number[] | null} valid lines that can stop, ascending; null where the file is not stepped through
 * @property {readonly number[]} [cuts] lines with which rows begin that are shown and hidden together
 */

/**
 * @param {import("./highlight.js").Piece[]} pieces
 * @returns {HTMLElement}
 */
function coloured(pieces) {
  const parts = pieces.map(([text, kind]) => (kind ? h("span", { class: kind }, text) : text));
  return h("span", { class: "lab-src" }, ...parts);
}

/**
 * The line's own text keeps the place that the build gave it, so that links to it go on working.
 * @param {number} line
 * @param {HTMLElement | undefined} ready
 * @param {import("./highlight.js").Piece[]} pieces
 * @returns {HTMLElement}
 */
function bareRow(line, ready, pieces) {
  const source = ready?.querySelector(".lab-src") ?? coloured(pieces);
  return h("span", { class: "lab-line", "data-line": line, id: ready?.id || null }, source);
}

/**
 * @param {string} line
 * @returns {number} how wide it is; a Chinese character is as wide as two others
 */
const columns = (line) => Math.round(widthOf(line.replaceAll("\t", "    "), 1 / 0.58));

/**
 * The next line at or after `line` that can stop.
 * @param {readonly number[]} valid ascending
 * @param {number} line
 * @returns {number | undefined}
 */
export function nextValid(valid, line) {
  return valid.find((candidate) => candidate >= line);
}

/**
 * @param {number} line
 * @param {readonly number[]} valid
 * @param {Words} words
 * @returns {string}
 */
function numberLabel(line, valid, words) {
  const target = nextValid(valid, line);
  if (target === line) return words.toggleAt(line);
  return target === undefined ? words.toggleNone(line) : words.toggleSnap(line, target);
}

/** So many rows are laid out together, when one of them comes near what is in sight. */
const BLOCK = 20;

/**
 * @template T
 * @param {readonly T[]} rows
 * @param {readonly number[]} cuts lines, counted from 1, with which a block has to begin
 * @returns {T[][]}
 */
function inBlocks(rows, cuts) {
  /** @type {T[][]} */
  const blocks = [];
  rows.forEach((row, index) => {
    if (blocks.length === 0 || cuts.includes(index + 1) || blocks[blocks.length - 1].length === BLOCK) blocks.push([]);
    blocks[blocks.length - 1].push(row);
  });
  return blocks;
}

/** A file's rows; they are built once and only marked afterwards. */
export class Listing {
  /** @type {Map<number, Row>} */
  rows = new Map();

  /**
   * @param {ListingSource} source
   * @param {Words} words
   * @param {LineActions} actions
   */
  constructor(source, words, actions) {
    this.source = source;
    this.words = words;
    this.actions = actions;
    this.code = h("code", { class: "lab-listing" });
    this.dom = h("pre", { class: "lab-source" }, this.code);
    this.texts = source.text.split("\n");
    this.dom.style.setProperty("--columns", String(Math.max(...this.texts.map(columns))));
    const lines = highlight(source.text);
    lines.forEach((pieces, index) => this.#add(index + 1, pieces));
    for (const block of inBlocks([...this.rows.values()], source.cuts ?? [])) this.#addBlock(block.map(({ element }) => element));
    if (source.valid) this.#makeOneStop();
  }

  /** @param {HTMLElement[]} rows */
  #addBlock(rows) {
    const block = h("span", { class: "lab-lines" }, ...rows);
    block.style.setProperty("--lines", String(rows.length));
    this.code.append(block);
  }

  /**
   * @param {number} line
   * @param {import("./highlight.js").Piece[]} pieces
   */
  #add(line, pieces) {
    const element = bareRow(line, this.source.ready.get(line), pieces);
    const number = this.source.valid ? this.#button(line) : h("span", { class: "lab-no" }, line);
    const note = h("span", { class: "lab-note" });
    element.prepend(number);
    element.append(note);
    if (this.source.valid) element.querySelector(".lab-src")?.addEventListener("click", () => this.pick(line));
    this.rows.set(line, { element, number, note });
  }

  /** @param {number} line */
  #button(line) {
    const valid = this.source.valid ?? [];
    const button = h("button", { class: "lab-no", type: "button", "aria-pressed": "false", tabindex: -1, "aria-label": numberLabel(line, valid, this.words) }, line);
    button.classList.toggle("lab-idle", !valid.includes(line));
    button.addEventListener("click", (event) => (event.shiftKey ? this.actions.runTo(line) : this.actions.toggle(line)));
    return button;
  }

  /** @type {(number: HTMLElement | undefined) => void} */
  #stopAt = () => undefined;

  #makeOneStop() {
    const numbers = [...this.rows.values()].map((row) => row.number);
    this.#stopAt = oneStop(this.code, () => numbers.filter((number) => number.offsetParent !== null), { next: "ArrowDown", previous: "ArrowUp" });
    this.#stopAt(numbers[(this.source.valid?.[0] ?? 1) - 1]);
  }

  /**
   * Shows what can be done with a line, in targets large enough for a finger.
   * @param {number | null} line
   */
  pick(line) {
    const open = this.code.querySelector(".lab-picked");
    open?.querySelector(".lab-line-actions")?.remove();
    open?.classList.remove("lab-picked");
    const row = line === null ? undefined : this.rows.get(line);
    if (!row || line === null || row.element === open) return;
    const act = (/** @type {(line: number) => void} */ action) => () => {
      action(line);
      this.pick(null);
    };
    const stop = h("button", { type: "button", class: "lab-chip-button", onclick: act(this.actions.toggle) }, this.words.toggleAt(line));
    const run = h("button", { type: "button", class: "lab-chip-button", onclick: act(this.actions.runTo) }, this.words.runHere);
    row.element.classList.add("lab-picked");
    row.element.append(h("span", { class: "lab-line-actions" }, stop, run));
  }

  /** @type {ReadonlyMap<number, {on: boolean, hits: string}>} */
  #stops = new Map();

  /**
   * @param {ReadonlyMap<number, {on: boolean, hits: string}>} stops by line
   */
  markStops(stops) {
    for (const line of new Set([...this.#stops.keys(), ...stops.keys()])) {
      const number = this.rows.get(line)?.number;
      if (!number) continue;
      const stop = stops.get(line);
      number.classList.toggle("lab-stop", stop !== undefined);
      number.classList.toggle("lab-stop-off", stop !== undefined && !stop.on);
      set(number, { "aria-pressed": this.source.valid ? String(stop !== undefined) : null, title: stop?.hits });
    }
    this.#stops = stops;
  }

  /** @type {Map<number, string>} */
  #marked = new Map();

  /**
   * @param {Map<number, string>} marks "now" or "caller" by line, with the kind after a space: "now line"
   */
  markLines(marks) {
    for (const [line] of this.#marked) if (marks.get(line) !== this.#marked.get(line)) this.#mark(line, undefined);
    for (const [line, mark] of marks) if (this.#marked.get(line) !== mark) this.#mark(line, mark);
    this.#marked = marks;
  }

  /**
   * @param {number} line
   * @param {string | undefined} mark
   */
  #mark(line, mark) {
    const row = this.rows.get(line);
    if (!row) return;
    set(row.element, { "data-mark": mark });
    set(row.number, { "aria-current": mark?.startsWith("now") ? "step" : null });
    if (this.source.valid && mark?.startsWith("now")) this.#stopAt(row.number);
  }

  /** @type {Row[]} */
  #noted = [];

  /** @param {ReadonlyMap<number, string>} notes what lines did, by line */
  markNotes(notes) {
    for (const row of this.#noted) setText(row.note, "");
    this.#noted = [];
    const pane = this.dom.closest(".lab-code-scroll");
    const seen = pane ? widths.get(pane) : undefined;
    for (const [line, text] of notes) {
      const row = this.rows.get(line);
      if (!row) continue;
      setText(row.note, text);
      // How far the code reaches, and how wide the pane is: the note has the room between.
      row.note.style.setProperty("--code", String(columns(this.texts[line - 1])));
      if (seen !== undefined) row.note.style.setProperty("--seen", `${seen}px`);
      this.#noted.push(row);
    }
  }

  /** @param {number} line */
  flash(line) {
    const row = this.rows.get(line);
    if (!row) return;
    row.element.classList.remove("lab-flash");
    row.element.getBoundingClientRect(); // restarts the animation
    row.element.classList.add("lab-flash");
  }
}

/** How wide each pane is, in px: to ask the page for it would lay it out once more at a step. @type {WeakMap<Element, number>} */
const widths = new WeakMap();

/**
 * What listings scroll in. A number that stays in place costs every step something; it has to only where the code is moved aside.
 * @param {string} role
 * @returns {HTMLElement}
 */
export function codeScroll(role) {
  const pane = h("div", { class: "lab-scroll lab-code-scroll", role, tabindex: 0 });
  pane.addEventListener("scroll", () => pane.classList.toggle("lab-moved", pane.scrollLeft > 0), { passive: true });
  new ResizeObserver(([{ contentRect }]) => widths.set(pane, contentRect.width)).observe(pane);
  return pane;
}

/**
 * Scrolls a pane, never the page, so that a row stands in its comfortable part. What lies below `floor`, where the controls
 * stand on a small screen, cannot be seen.
 * @param {HTMLElement} pane
 * @param {HTMLElement} row
 * @param {number} [floor] in the window
 */
export function keepInView(pane, row, floor = Infinity) {
  const box = pane.getBoundingClientRect();
  const place = row.getBoundingClientRect();
  if (box.height === 0 || place.height === 0) return;
  const seen = floor > box.top + 3 * place.height ? Math.min(box.bottom, floor) - box.top : box.height;
  const above = place.top - box.top;
  if (above >= seen * 0.12 && above + place.height <= seen * 0.8) return;
  pane.scrollTop += above - seen * 0.35;
}
