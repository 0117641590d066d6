// The code pane: one tab a source, the current line kept in view, line numbers that are breakpoints.

import { h, oneStop, set, setText, watcher } from "../dom.js";
import { codeScroll, keepInView, Listing, nextValid } from "../listing.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../types.js").Manifest} Manifest */
/** @typedef {import("../types.js").Input} Input */

/** Where the run is: the top frame's line, and the lines of the calls below it. */
/** @typedef {{file: string, line: number, kind: "line" | "returned" | "raised"}} Here */

/**
 * @typedef {object} CodeModel
 * @property {Input} input
 * @property {Here | null} here null at the end of the run
 * @property {{file: string, line: number} | null} chosen the frame that is looked at
 * @property {{file: string, line: number}[]} callers
 * @property {{file: string, line: number, text: string}[]} notes what the lines before did
 * @property {Map<string, Map<number, {on: boolean, hits: string}>>} stops by file, by line
 * @property {string} caught
 */

/** Labels that no source of a lesson can have: these two are not stepped through. */
const PREPARE = "\0prepare";
const CALL = "\0call";

/**
 * @param {Record<string, number[]>} lines by function
 * @returns {number[]} ascending, each once
 */
function validLines(lines) {
  return [...new Set(Object.values(lines).flat())].sort((a, b) => a - b);
}

/**
 * @param {HTMLElement | null} figure the block that the build has made
 * @returns {Map<number, HTMLElement>}
 */
function readyRows(figure) {
  /** @type {Map<number, HTMLElement>} */
  const rows = new Map();
  for (const row of figure?.querySelectorAll("[data-line]") ?? []) if (row instanceof HTMLElement) rows.set(Number(row.dataset.line), row);
  return rows;
}

/**
 * @param {import("../types.js").Source} source
 * @param {string} called the displayed function's qualified name
 * @returns {number[]} its lines from its head on; where it has none that run, all that run
 */
function linesOfFunction({ text, lines }, called) {
  const own = lines[called] ?? [];
  const first = Math.min(...own);
  const name = called.split(".").pop() ?? called;
  const heads = text.split("\n").slice(0, first).map((line, index) => (line.trimStart().replace(/^async\s+/, "").startsWith(`def ${name}(`) ? index + 1 : 0));
  return own.length ? [Math.max(...heads) || first, ...own] : validLines(lines);
}

/** @param {readonly number[]} lines */
const extent = (lines) => ({ first: Math.min(...lines), last: Math.max(...lines) });

/** The displayed function alone, or its whole file. */
class Fold {
  /**
   * @param {Listing} listing with a block of rows that begins with the first line, and one that begins after the last
   * @param {{first: number, last: number}} shown the displayed function's lines
   * @param {Words} words
   */
  constructor(listing, { first, last }, words) {
    this.first = first;
    this.last = last;
    this.listing = listing;
    for (const [line, { element }] of listing.rows) element.parentElement?.classList.toggle("lab-away", !this.holds(line));
    const bar = (/** @type {string} */ text, /** @type {string} */ where) => h("button", { type: "button", class: `lab-fold lab-fold-${where}`, onclick: () => this.open(true) }, text);
    const again = h("button", { type: "button", class: "lab-fold lab-fold-again", onclick: () => this.open(false) }, words.foldAgain);
    const above = this.first > 1 ? bar(words.foldAbove(this.first - 1), "above") : null;
    const below = listing.rows.size > this.last ? bar(words.foldBelow(listing.rows.size - this.last), "below") : null;
    this.parts = [above, below, again].filter((part) => part !== null);
    this.dom = h("div", { class: "lab-folding" }, again, above, listing.dom, below);
    this.open(false);
  }

  /** @param {number} line */
  holds(line) {
    return line >= this.first && line <= this.last;
  }

  /** @param {boolean} open */
  open(open) {
    this.dom.classList.toggle("lab-folded", !open);
  }

  /** A line outside the function must be seen. What was opened for it stays open: code that comes and goes cannot be read. @param {number | null} line */
  follow(line) {
    if (line !== null && !this.holds(line)) this.open(true);
  }
}

/**
 * @param {Manifest} manifest
 * @param {HTMLElement | null} figure
 * @param {Words} words
 * @param {{toggle: (file: string, line: number) => void, runTo: (file: string, line: number) => void}} actions
 */
export function codeView(manifest, figure, words, actions) {
  const ready = readyRows(figure);
  const pane = codeScroll("tabpanel");
  const tabs = h("div", { class: "lab-tabs", role: "tablist", "aria-label": words.code });
  const kind = h("p", { class: "lab-where" });
  const dom = h("section", { class: "lab-pane lab-code-pane" }, h("header", { class: "lab-pane-head lab-code-head" }, tabs), pane, kind);

  /** @type {Map<string, Listing>} */
  const listings = new Map();
  /** @type {Map<string, Fold>} */
  const folds = new Map();
  /** What each file is shown by, once it has been. @type {Map<string, HTMLElement>} */
  const bodies = new Map();
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  /** @type {CodeModel | null} */
  let model = null;
  let open = manifest.file;

  const floor = () => pane.closest(".lab-ui")?.querySelector(".lab-foot")?.getBoundingClientRect().top;

  /** @param {string} label */
  const sourceOf = (label) => manifest.sources.find((source) => source.label === label);

  /** @param {string} label */
  const lines = (label) => validLines(sourceOf(label)?.lines ?? {});

  /** @param {import("../types.js").Source} source @returns {HTMLElement} */
  const made = (source) => {
    const { label, text } = source;
    const toggles = { toggle: (/** @type {number} */ line) => actions.toggle(label, line), runTo: (/** @type {number} */ line) => actions.runTo(label, line) };
    const displayed = label === manifest.file ? extent(ready.size ? [...ready.keys()] : linesOfFunction(source, manifest.function)) : null;
    const cuts = displayed ? [displayed.first, displayed.last + 1] : [];
    const listing = new Listing({ text, ready: displayed ? ready : new Map(), valid: lines(label), cuts }, words, toggles);
    listings.set(label, listing);
    if (!displayed) return listing.dom;
    const fold = new Fold(listing, displayed, words);
    folds.set(label, fold);
    return fold.dom;
  };

  /** @param {string} label @returns {HTMLElement} */
  const body = (label) => {
    const source = sourceOf(label);
    if (!source) return plainListing(label);
    const shown = bodies.get(label) ?? made(source);
    bodies.set(label, shown);
    return shown;
  };

  /** @param {string} label @returns {HTMLElement} */
  const plainListing = (label) => {
    const text = (label === PREPARE ? model?.input.prepare : model?.input.call) ?? "";
    return new Listing({ text, ready: new Map(), valid: null }, words, { toggle: () => undefined, runTo: () => undefined }).dom;
  };

  /** A file that was shown before keeps its layout: a run goes back and forth between files. @param {HTMLElement} shown */
  const put = (shown) => {
    if (shown.parentElement !== pane) pane.append(shown);
    const files = new Set([...bodies.values(), shown]);
    for (const child of /** @type {HTMLElement[]} */ ([...pane.children])) {
      child.classList.toggle("lab-aside", child !== shown);
      if (!files.has(child)) child.remove();
    }
  };

  /** Where the run is stands in one file only. */
  const leave = () => {
    const listing = listings.get(open);
    listing?.markLines(new Map());
    listing?.markNotes(new Map());
  };

  /** @param {string} label */
  const show = (label) => {
    const shown = body(label);
    put(shown);
    if (open !== label) leave();
    open = label;
    for (const [name, button] of buttons) set(button, { "aria-selected": String(name === label) });
    chooseTab(buttons.get(label));
    set(pane, { "aria-labelledby": buttons.get(label)?.id ?? null });
  };

  /** @param {string} label @param {string} text @param {string} title */
  const tab = (label, text, title) => {
    const id = `lab-tab-${manifest.lesson}-${manifest.area}-${buttons.size}`.replace(/[^\w-]/g, "-");
    const button = h("button", { type: "button", role: "tab", id, tabindex: -1, class: "lab-tab", title, "aria-selected": "false" }, text);
    button.addEventListener("click", () => {
      show(label);
      paint();
      settle();
    });
    buttons.set(label, button);
    return button;
  };
  tabs.append(...manifest.sources.map(({ label }) => tab(label, label, words.file(label))));
  if (manifest.inputs.some(({ prepare }) => prepare)) tabs.append(tab(PREPARE, words.prepare, words.file("prepare.py")));
  if (manifest.inputs.some(({ call }) => call)) tabs.append(tab(CALL, words.call, words.file("call.py")));
  const chooseTab = oneStop(tabs, () => [...buttons.values()], { next: "ArrowRight", previous: "ArrowLeft" });

  /** Measures, and so comes last in a step: nothing may be written to the page after it. */
  const settle = () => {
    if (follow) keepInView(pane, follow, floor());
    follow = undefined;
  };

  const paint = () => {
    if (!model) return;
    const { here, chosen, callers, notes, stops } = model;
    for (const [file, listing] of listings) listing.markStops(stops.get(file) ?? new Map());
    const listing = listings.get(open);
    if (!listing) return;
    /** @type {Map<number, string>} */
    const marks = new Map();
    for (const caller of callers) if (caller.file === open) marks.set(caller.line, "caller");
    if (here?.file === open) marks.set(here.line, `now ${here.kind}`);
    if (chosen?.file === open && !(here?.file === open && here.line === chosen.line)) marks.set(chosen.line, "chosen");
    listing.markLines(marks);
    listing.markNotes(new Map(notes.filter((note) => note.file === open).map((note) => [note.line, note.text])));
    const focus = chosen?.file === open ? chosen : null;
    folds.get(open)?.follow(focus?.line ?? null);
    follow = focus ? listing.rows.get(focus.line)?.element : undefined;
  };

  /** The row that has to be brought into view. @type {HTMLElement | undefined} */
  let follow;
  const moved = watcher();
  const fresh = watcher();
  const stopped = watcher();
  return {
    dom,
    lines,
    settle,
    /** @param {string} file @param {number} line */
    snap: (file, line) => nextValid(lines(file), line),
    /** @param {string} file @param {number} line shows the line, flashing */
    reveal(file, line) {
      if (open !== file) show(file);
      folds.get(file)?.follow(line);
      const listing = listings.get(file);
      const row = listing?.rows.get(line)?.element;
      if (!listing || !row) return;
      keepInView(pane, row, floor());
      listing.flash(line);
    },
    /** @param {CodeModel} next */
    update(next) {
      const other = fresh(next.input);
      const went = moved(next.here, next.chosen, next.input);
      const marked = stopped(next.stops);
      model = next;
      if (other && (open === PREPARE || open === CALL)) put(body(open));
      // The pane follows the run; a tab that the reader has opened stays until the next step.
      if (went && next.chosen && sourceOf(next.chosen.file) && (open !== next.chosen.file || pane.childElementCount === 0)) show(next.chosen.file);
      else if (pane.childElementCount === 0) show(open);
      if (went || marked) paint();
      setText(kind, whereText(next, words));
      set(kind, { "data-kind": next.here?.kind ?? "end" });
    },
  };
}

/**
 * @param {CodeModel} model
 * @param {Words} words
 * @returns {string}
 */
function whereText({ here, caught }, words) {
  if (!here) return words.ended;
  const what = here.kind === "line" ? words.before : words[here.kind];
  const place = `${here.file} · ${words.line(here.line)} · ${what}`;
  return caught ? `${place} · ${words.caught(caught)}` : place;
}
