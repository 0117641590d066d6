// The experiment copy of the displayed function: its text, what is kept of it, and the source file that it makes. Nothing here touches the page.

import { keep, keyOf, load } from "../stored.js";

/** @typedef {import("../types.js").Manifest} Manifest */
/** @typedef {import("../types.js").Source} Source */

export const MOST_CODE = 60_000;

/**
 * @param {Manifest} manifest
 * @returns {{head: string, text: string, tail: string, first: number}} the file around the displayed function; `first` is its first line
 */
function cut({ sources, file, span }) {
  const lines = (sources.find(({ label }) => label === file)?.text ?? "").split("\n");
  const [first, last] = span ?? [1, lines.length];
  const join = (/** @type {string[]} */ part) => part.map((line) => `${line}\n`).join("");
  return { head: join(lines.slice(0, first - 1)), text: lines.slice(first - 1, last).join("\n"), tail: lines.slice(last).join("\n"), first };
}

/** @param {unknown} text @returns {string | null} */
export const codeOf = (text) => (typeof text === "string" && text.trim() !== "" && text.length <= MOST_CODE ? text.replaceAll("\r\n", "\n") : null);

/** Fires "change" when the copy or what is known of it changes. */
export class Experiment extends EventTarget {
  /** What this browser has kept while another copy, from a link, is shown. @type {string | null} */
  #own = null;
  fromLink = false;
  /** The lesson's function is another one than the copy was made of. */
  outdated = false;
  open = false;
  /** Where the syntax is wrong, by lines of the file. @type {import("../live.js").SyntaxFault | null} */
  fault = null;
  /** The text that `fault` speaks of. @type {string | null} */
  checked = null;

  /** @param {Manifest} manifest */
  constructor(manifest) {
    super();
    this.manifest = manifest;
    this.cut = cut(manifest);
    this.key = keyOf(manifest, "copy");
    const kept = /** @type {{text?: unknown, of?: unknown} | null} */ (load(this.key));
    this.text = codeOf(kept?.text) ?? this.cut.text;
    this.outdated = this.changed && kept?.of !== this.cut.text;
  }

  get original() {
    return this.cut.text;
  }

  get changed() {
    return this.text !== this.cut.text;
  }

  get mayRestore() {
    return this.#own !== null;
  }

  /** The whole file with the copy in the original's place. */
  get source() {
    return this.sourceOf(this.text);
  }

  /** @param {string} text */
  sourceOf(text) {
    return `${this.cut.head}${text}\n${this.cut.tail}`;
  }

  /** @returns {Record<string, string>} by label, as a runtime takes them */
  get edited() {
    return { [this.manifest.file]: this.source };
  }

  /**
   * @param {Record<string, number[]>} lines of the edited file, by function
   * @param {string} source
   * @returns {Source[]}
   */
  sources(lines, source) {
    return this.manifest.sources.map((one) => (one.label === this.manifest.file ? { ...one, text: source, lines } : one));
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** @param {string} text @returns {boolean} whether it is not too long */
  write(text) {
    if (text.length > MOST_CODE) return false;
    this.text = text;
    this.fromLink = false;
    this.#keep();
    this.#changed();
    return true;
  }

  #keep() {
    keep(this.key, this.changed ? { text: this.text, of: this.cut.text } : null);
  }

  reset() {
    this.outdated = false;
    this.write(this.cut.text);
  }

  /** @param {unknown} text of a link: shown, not run, and the reader's own copy stays kept until the reader changes this one */
  offer(text) {
    const code = codeOf(text);
    if (code === null || code === this.text) return;
    this.#own = this.changed ? this.text : null;
    this.text = code;
    this.fromLink = true;
    this.open = true;
    this.#changed();
  }

  restore() {
    if (this.#own === null) return;
    const own = this.#own;
    this.#own = null;
    this.write(own);
  }

  /** @param {boolean} open */
  show(open) {
    this.open = open;
    this.#changed();
  }

  /** @param {import("../live.js").SyntaxFault | null} fault @param {string} text that was checked */
  find(fault, text) {
    this.fault = fault;
    this.checked = text;
    this.#changed();
  }
}
