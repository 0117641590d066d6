// The inputs of a reader's own: those kept, and the one being written, which outlives a reload until it is kept or discarded. Nothing here touches the page.

import { keep, keyOf, load } from "../stored.js";
import { defaults, fill } from "./form.js";
import { MOST_KEPT, MOST_TITLE, newDraft, readDraft, readDrafts, settled, written } from "./inputs.js";

/** @typedef {import("../types.js").Manifest} Manifest */
/** @typedef {import("../types.js").Input} Input */
/** @typedef {import("./inputs.js").Draft} Draft */
/** @typedef {import("./form.js").Values} Values */

/** @typedef {{line: number, message: string}} TextFault */

/** @param {Draft} a @param {Draft | undefined} b */
const same = (a, b) => b !== undefined && JSON.stringify(written(a)) === JSON.stringify(written(b));

/** Fires "change". */
export class Owning extends EventTarget {
  /** @type {Draft | null} */
  draft = null;
  open = false;
  fromLink = false;
  /** Why a text is no Python. @type {{prepare?: TextFault, call?: TextFault}} */
  faults = {};
  /** Which fields hold what they cannot. @type {ReadonlyMap<string, string>} */
  wrong = new Map();
  /** The texts that were last run, by id. @type {Map<string, {prepare: string, call: string}>} */
  #ran = new Map();
  /** The draft that the browser holds only until it is kept or discarded. @type {string | null} */
  #held = null;

  /**
   * @param {Manifest} manifest
   * @param {(n: number) => string} numbered the title of the n-th
   */
  constructor(manifest, numbered) {
    super();
    this.manifest = manifest;
    this.numbered = numbered;
    this.key = keyOf(manifest, "inputs");
    this.draftKey = keyOf(manifest, "draft");
    this.drafts = readDrafts(load(this.key), manifest);
    this.#reload();
  }

  /** Finds again what was being written. */
  #reload() {
    const stored = load(this.draftKey);
    const draft = readDraft(stored, this.manifest);
    if (!draft) return;
    this.open = /** @type {{open?: unknown}} */ (stored).open === true;
    this.#held = draft.id;
    this.#take(draft);
  }

  /** Stores what a reader has changed; what stands among the kept ones as it is needs no second place. */
  #write() {
    const { draft, open } = this;
    const unkept = draft && !this.isKept ? draft : null;
    if (keep(this.draftKey, unkept && { ...written(unkept), open })) this.#held = unkept?.id ?? null;
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }

  #freshTitle() {
    let n = this.drafts.length + 1;
    while (this.drafts.some(({ title }) => title === this.numbered(n))) n += 1;
    return this.numbered(n);
  }

  /** @param {Draft} draft @param {boolean} [fromLink] */
  #take(draft, fromLink = false) {
    this.draft = draft;
    this.fromLink = fromLink;
    this.faults = {};
    this.wrong = draft.values && this.manifest.form ? fill(this.manifest.form, draft.values).wrong : new Map();
    this.#changed();
  }

  /** @param {Input} shown what a form-less area begins with */
  toggle(shown) {
    this.open = !this.open;
    if (this.open && !this.draft) this.#take(newDraft(this.manifest, shown, this.#freshTitle()));
    else this.#changed();
    if (this.isUnkept) this.#write();
  }

  /** @param {string} id of a kept one */
  choose(id) {
    const draft = this.drafts.find((one) => one.id === id);
    if (!draft) return;
    this.open = true;
    this.#take(draft);
  }

  /** @param {unknown} data of a link: shown and neither kept nor run */
  offer(data) {
    const draft = readDraft(data, this.manifest);
    if (!draft) return;
    this.open = true;
    this.#take({ ...draft, title: draft.title || this.#freshTitle() }, true);
  }

  /** @param {Draft} draft as the reader has changed it */
  #change(draft) {
    this.draft = draft;
    this.#write();
    this.#take(draft);
  }

  /** @param {Values} values */
  fill(values) {
    if (this.draft?.values) this.#change(settled(this.manifest, { ...this.draft, values: { ...this.draft.values, ...values } }));
  }

  /** @param {{prepare?: string, call?: string}} texts */
  write(texts) {
    if (this.draft && !this.draft.values) this.#change({ ...this.draft, ...texts });
  }

  /** @param {boolean} byHand */
  byHand(byHand) {
    if (!this.draft || !this.manifest.form) return;
    this.#change(settled(this.manifest, { ...this.draft, values: byHand ? null : defaults(this.manifest.form) }));
  }

  /** @param {string} title */
  name(title) {
    if (!this.draft) return;
    this.draft = { ...this.draft, title: title.slice(0, MOST_TITLE) };
    this.#write();
    this.#changed();
  }

  /** Whether the draft stands among the kept ones, as it is or as it was. */
  get isStored() {
    return this.drafts.some(({ id }) => id === this.draft?.id);
  }

  get isKept() {
    return this.draft !== null && same(this.draft, this.drafts.find(({ id }) => id === this.draft?.id));
  }

  /** Whether the browser holds the draft only until it is kept or discarded. */
  get isUnkept() {
    return this.draft !== null && this.#held === this.draft.id;
  }

  get changedSince() {
    const ran = this.draft && this.#ran.get(this.draft.id);
    return Boolean(ran && this.draft && (ran.prepare !== this.draft.prepare || ran.call !== this.draft.call));
  }

  /** @returns {boolean} whether there was room for it */
  keep() {
    const { draft } = this;
    if (!draft) return true;
    if (!this.isStored && this.drafts.length >= MOST_KEPT) return false;
    const titled = { ...draft, title: draft.title.trim() || this.#freshTitle() };
    this.#store(this.isStored ? this.drafts.map((one) => (one.id === draft.id ? titled : one)) : [...this.drafts, titled]);
    this.draft = titled;
    this.fromLink = false;
    this.#write();
    this.#changed();
    return true;
  }

  remove() {
    this.#store(this.drafts.filter(({ id }) => id !== this.draft?.id));
    this.#leave();
  }

  /** Gives up what was not kept; one that is kept stands again as it was. */
  discard() {
    const before = this.drafts.find(({ id }) => id === this.draft?.id);
    if (before) this.#change(before);
    else this.#leave();
  }

  #leave() {
    this.draft = null;
    this.open = false;
    this.#write();
    this.#changed();
  }

  /** @param {Draft[]} drafts */
  #store(drafts) {
    this.drafts = drafts;
    keep(this.key, drafts.length ? drafts.map(written) : null);
  }

  /** @param {Draft} draft that is run now */
  ran({ id, prepare, call }) {
    this.#ran.set(id, { prepare, call });
    this.fromLink = false;
    this.#changed();
  }

  /** @param {{prepare?: TextFault, call?: TextFault}} faults */
  find(faults) {
    this.faults = faults;
    this.#changed();
  }
}
