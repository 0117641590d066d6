// The watched folders' files: letters, raw lines, limits; a file that is being written before it takes its place.

import { sameFile, sameMaps } from "../../core/equal.js";
import { h, hide, keyed, rester, set, setText, watcher } from "../dom.js";
import { folderOf, isTemporary, linesOf, readLetter } from "../story.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../types.js").Lang} Lang */
/** @typedef {import("../types.js").Watch} Watch */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Target} Target */
/** @typedef {import("../../core/types.js").FileContent} FileContent */

/** @typedef {{path: string, content: FileContent, past: FileContent | undefined, first: boolean, temporary: boolean}} FileEntry */
/** @typedef {{file: string, line: number, text: string, fresh: boolean}} Line */

const LINES = 200;

/** @param {FileContent} content */
const sizeOf = (content) => (typeof content === "string" ? new TextEncoder().encode(content).length : content.bytes.length);

/**
 * @param {State} state
 * @param {State | null} before
 * @param {Watch} watch
 * @returns {FileEntry[]} those being written first
 */
function entriesOf(state, before, watch) {
  const entries = [...state.files].map(([path, content]) => ({ path, content, past: before?.files.get(path), first: before === null, temporary: isTemporary(path, watch) }));
  return entries.sort((a, b) => Number(b.temporary) - Number(a.temporary) || (a.path < b.path ? -1 : 1));
}

/**
 * @param {FileEntry} entry
 * @returns {Line[]}
 */
function linesIn({ path, content, past, first }) {
  const old = linesOf(past);
  const lines = linesOf(content).map((text, index) => ({ file: path, line: index + 1, text, fresh: !first && old[index] !== text }));
  return lines.slice(-LINES);
}

/**
 * @param {Watch} watch
 * @param {Lang} lang
 * @param {Words} words
 * @param {{who: (target: Target, label: string, anchor: HTMLElement) => void}} actions
 */
export function mailboxView(watch, lang, words, actions) {
  const title = watch.folders?.map((folder) => folder.title[lang]).join(" · ") || words.files;
  const choice = h("div", { class: "lab-segs", role: "group", "aria-label": title });
  const list = h("ul", { class: "lab-files" });
  const none = h("p", { class: "lab-none" }, words.noFiles);
  const dom = h("section", { class: "lab-pane lab-mailboxes" }, h("header", { class: "lab-pane-head" }, h("h3", {}, title), choice), h("div", { class: "lab-scroll", tabindex: 0, role: "group", "aria-label": title }, list, none));
  let raw = !watch.diagram;
  /** @type {{state: State, before: State | null} | null} */
  let model = null;
  const tabs = [false, true].map((value) => {
    const button = h("button", { type: "button", class: "lab-seg", "data-raw": String(value) }, value ? words.raw : words.messages);
    button.addEventListener("click", () => {
      raw = value;
      draw();
    });
    return button;
  });
  choice.append(...tabs);
  hide(choice, !watch.diagram);

  /** @param {Line} line */
  const ask = (line, /** @type {HTMLElement} */ anchor) => actions.who({ file: line.file, line: line.line }, `${line.file}:${line.line}`, anchor);

  /** @param {Line & {raw: boolean}} line */
  const createLine = (line) => {
    const button = h("button", { type: "button", class: "lab-letter" });
    const item = h("li", { class: "lab-line-item" }, button);
    button.addEventListener("click", () => ask(line, button));
    return item;
  };
  /** @param {HTMLElement} item @param {Line & {raw: boolean}} line */
  const updateLine = (item, line) => {
    set(item, { "data-change": line.fresh ? "new" : null });
    const button = /** @type {HTMLElement} */ (item.firstElementChild);
    if (item.dataset.shown === line.text) return;
    item.dataset.shown = line.text;
    set(button, { title: words.who(`${line.file}:${line.line}`) });
    button.replaceChildren(...(line.raw ? rawLine(line) : letterCard(line)));
  };

  /** @param {Line} line */
  const rawLine = (line) => [h("span", { class: "lab-raw-no" }, line.line), h("code", { class: "lab-raw" }, line.text)];
  /** @param {Line} line */
  const letterCard = (line) => {
    const letter = readLetter(line.text, watch);
    if (!letter) return [h("span", { class: "lab-raw-no" }, line.line), h("span", { class: "lab-bad" }, words.notMessage), h("code", { class: "lab-raw" }, line.text)];
    const body = letter.type ? letter.fields.map(([name, value]) => h("span", { class: "lab-cell-part" }, h("b", {}, name), " ", value)) : [h("span", { class: "lab-letter-text" }, letter.text)];
    return [
      h("span", { class: "lab-letter-head" }, h("b", {}, letter.id || String(line.line)), h("span", {}, `${letter.from} → ${letter.to}`), letter.type ? h("span", { class: "lab-letter-type" }, letter.type) : null),
      h("span", { class: "lab-letter-body" }, ...body),
    ];
  };

  /** @type {WeakMap<Element, (items: readonly (Line & {raw: boolean})[], key: (line: Line & {raw: boolean}) => string) => void>} */
  const lists = new WeakMap();
  const drawFiles = keyed(
    list,
    () => {
      const lines = h("ol", { class: "lab-file-lines" });
      const item = h("li", { class: "lab-file" }, h("div", { class: "lab-file-head" }, h("b", {}), h("span", { class: "lab-file-state" }), h("span", { class: "lab-file-size" })), lines);
      lists.set(item, keyed(lines, createLine, updateLine));
      return item;
    },
    (item, /** @type {FileEntry} */ entry) => {
      const [name, state, size] = /** @type {HTMLElement[]} */ ([.../** @type {Element} */ (item.firstElementChild).children]);
      const limits = folderOf(entry.path, watch)?.limits;
      const lines = linesIn(entry);
      set(item, { "data-temporary": entry.temporary ? "true" : null, "data-path": entry.path, "data-change": !entry.first && entry.past === undefined ? "new" : null });
      setText(name, entry.path);
      setText(state, entry.temporary ? words.temporary : typeof entry.content === "string" ? "" : words.binary);
      setText(size, `${words.lines(linesOf(entry.content).length, limits?.lines)} · ${words.bytes(sizeOf(entry.content), limits?.bytes)}`);
      const shown = typeof entry.content === "string" ? lines : [{ file: entry.path, line: 1, text: entry.content.bytes, fresh: false }];
      const asRaw = raw || typeof entry.content !== "string";
      lists.get(item)?.(shown.map((line) => ({ ...line, raw: asRaw })), (line) => `${line.raw} ${line.line}`);
    },
  );
  const rests = rester((/** @type {State["files"]} */ one, /** @type {State["files"]} */ other) => sameMaps(one, other, sameFile));
  const changed = watcher();
  const draw = () => {
    if (!model) return;
    const still = rests(model.state.files, model.before?.files ?? null);
    if (!changed(raw) && still) return;
    const entries = entriesOf(model.state, model.before, watch);
    for (const tab of tabs) set(tab, { "aria-pressed": String(tab.dataset.raw === String(raw)) });
    hide(none, entries.length > 0);
    drawFiles(entries, (entry) => entry.path);
  };
  return {
    dom,
    /** @param {{state: State, before: State | null}} next */
    update(next) {
      model = next;
      draw();
    },
  };
}
