// Expressions that a reader asks about, and what the run answers: at the step shown, by running again. Nothing here touches the page.

import { expressionOf } from "../kept.js";
import { keep, keyOf, load } from "../stored.js";

/** @typedef {import("../types.js").Trace} Trace */
/** @typedef {import("../types.js").Program} Program */
/** @typedef {import("../live.js").Live} Live */

/**
 * What the run says of one expression there. `trouble` is why it could not be asked at all.
 * @typedef {object} Answer
 * @property {string} text
 * @property {string} type
 * @property {{type: string, message: string} | null} error
 * @property {string} output that the expression printed
 * @property {boolean} cut
 * @property {string} trouble
 */

/**
 * Where is asked: a step of a trace, and the frame that is looked at; `activation` is null at the end.
 * @typedef {{trace: Trace, program: Program | null, position: number, line: number, activation: number | null, stopped: string | null}} Place
 */

/** @typedef {{expression: string, answer: Answer | null, state: "idle" | "loading" | "pending" | "answered"}} Watched `answer` is of another step while it is pending */

/** @typedef {{id: number, expression: string, position: number, end: boolean, answer: Answer | null}} Entry of the console */

export const MOST_WATCHES = 20;
const MOST_ENTRIES = 30;
const MOST_ANSWERS = 2000;
/** A single step is asked of at once; of many in a row, as when a button is held, those within these milliseconds are not. */
const PAUSE = 60;

/** @param {unknown} data @returns {string[]} */
export function readWatches(data) {
  const list = Array.isArray(data) ? data.slice(0, MOST_WATCHES).map(expressionOf) : [];
  return [...new Set(list.filter(Boolean))];
}

/** @param {string} trouble @returns {Answer} */
const unanswered = (trouble) => ({ text: "", type: "", error: null, output: "", cut: false, trouble });

/** Fires "change" whenever an answer may have changed. */
export class Asking extends EventTarget {
  /** @type {Map<Trace, Map<string, Answer>>} */
  #known = new Map();
  /** @type {Map<string, Answer>} of another step, shown until the newest is there */
  #last = new Map();
  /** @type {Place | null} */
  #place = null;
  #timer = 0;
  /** When the last question was put. */
  #asked = 0;
  #turn = 0;
  /** One after the other, none in the place of another. */
  #questions = 0;
  /** @type {AbortController | null} */
  #under = null;
  /** Whether the reader has asked; until then only a Python that is there anyway is asked. */
  #armed = false;
  #entries = 0;
  /** Whether the expressions came with a link: then even a Python that is there waits for a click. */
  fromLink = false;
  /** @type {Entry[]} the newest first */
  entries = [];

  /**
   * @param {import("../types.js").Manifest} manifest
   * @param {Live} live
   * @param {{diverged: (where: import("../../messages.js").Diverged) => string, ended: (why: string) => string}} words
   */
  constructor(manifest, live, words) {
    super();
    this.live = live;
    this.words = words;
    this.key = keyOf(manifest, "watches");
    this.watches = readWatches(load(this.key));
    live.addEventListener("change", () => this.#restless && this.#askSoon());
  }

  get #restless() {
    return this.#timer === 0 && this.#under === null && this.#missing().length > 0 && this.live.ready;
  }

  get #may() {
    return this.#armed || (this.live.ready && !this.fromLink);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }

  /**
   * To be called before the page draws that place: the answer is under way meanwhile.
   * @param {Place} place that is shown now
   */
  at(place) {
    const before = this.#place;
    if (before && before.trace === place.trace && before.position === place.position && before.activation === place.activation) return;
    this.#place = place;
    this.#soon();
  }

  /** @param {string} expression */
  #answer(expression) {
    return this.#place ? this.#known.get(this.#place.trace)?.get(keyFor(this.#place, expression)) : undefined;
  }

  #missing() {
    return this.#place?.program ? this.watches.filter((expression) => !this.#answer(expression)) : [];
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.#missing().length === 0 || !this.#may) return;
    const busy = this.#under !== null || performance.now() - this.#asked < 2 * PAUSE;
    if (!busy) return void this.#askAll();
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      void this.#askAll();
      this.#changed();
    }, PAUSE);
  }

  #askSoon() {
    this.#soon();
    this.#changed();
  }

  async #askAll() {
    const expressions = this.#missing();
    const place = this.#place;
    if (!place || expressions.length === 0) return;
    const turn = (this.#turn += 1);
    this.#asked = performance.now();
    this.#under?.abort();
    const under = (this.#under = new AbortController());
    const answers = await this.#ask(place, expressions, under.signal);
    if (turn !== this.#turn) return;
    this.#under = null;
    if (answers) expressions.forEach((expression, index) => this.#learn(place, expression, answers[index]));
    this.#changed();
  }

  /** @param {Place} place @param {string} expression @param {Answer} answer */
  #learn(place, expression, answer) {
    const known = this.#known.get(place.trace) ?? new Map();
    if (known.size >= MOST_ANSWERS) known.clear();
    known.set(keyFor(place, expression), answer);
    // Of many traces only the newest are asked again.
    this.#known.delete(place.trace);
    this.#known.set(place.trace, known);
    if (this.#known.size > 4) this.#known.delete(/** @type {Trace} */ (this.#known.keys().next().value));
    this.#last.set(expression, answer);
  }

  /**
   * @param {Place} place
   * @param {string[]} expressions
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer[] | null>} null where a newer question has taken its place
   */
  async #ask({ program, position, line, activation, stopped }, expressions, signal) {
    if (!program) return null;
    const how = signal ? { signal } : { turn: `${this.key} ${(this.#questions += 1)}` };
    try {
      const { answers, diverged, stopped: ended } = await this.live.evaluate(program, { position, line, activation, expressions, stopped }, how);
      if (diverged) return expressions.map(() => unanswered(this.words.diverged(diverged)));
      if (ended && answers.length === 0) return expressions.map(() => unanswered(this.words.ended(ended)));
      return answers.map((answer) => ({ ...answer, trouble: "" }));
    } catch (error) {
      if (signal?.aborted) return null;
      const { title, detail } = this.live.troubleOf(error);
      return expressions.map(() => unanswered(`${title} ${detail}`.trim()));
    }
  }

  /** @returns {Watched[]} */
  get shown() {
    return this.watches.map((expression) => {
      const answer = this.#answer(expression);
      if (answer) return { expression, answer, state: "answered" };
      const waiting = this.#may && this.#place?.program ? (this.live.ready ? "pending" : "loading") : "idle";
      return { expression, answer: this.#last.get(expression) ?? null, state: waiting };
    });
  }

  /** Whether a click is needed before anything is asked. */
  get idle() {
    return !this.#may && this.watches.length > 0;
  }

  /** Whether something could not be asked here: it is asked again when the reader says so, not by itself. */
  get troubled() {
    return this.watches.some((expression) => this.#answer(expression)?.trouble);
  }

  /** The reader asks for all that is watched. */
  arm() {
    this.#armed = true;
    this.fromLink = false;
    for (const known of this.#known.values()) for (const [key, { trouble }] of known) if (trouble) known.delete(key);
    this.#askSoon();
  }

  /** @param {string} expression @returns {boolean} whether there was room for it */
  watch(expression) {
    const text = expressionOf(expression);
    if (!text || (this.watches.length >= MOST_WATCHES && !this.watches.includes(text))) return !text;
    this.#set([...this.watches.filter((one) => one !== text), text]);
    this.arm();
    return true;
  }

  /** @param {string} expression */
  unwatch(expression) {
    this.#set(this.watches.filter((one) => one !== expression));
    this.#changed();
  }

  /** @param {string[]} watches */
  #set(watches) {
    this.watches = watches;
    keep(this.key, watches.length ? watches : null);
  }

  /** @param {string[]} watches that came with a link: shown, not asked and not kept */
  offer(watches) {
    const fresh = watches.filter((one) => !this.watches.includes(one));
    if (fresh.length === 0) return;
    this.watches = [...this.watches, ...fresh].slice(-MOST_WATCHES);
    this.fromLink = true;
    this.#armed = false;
    this.#changed();
  }

  /** @param {string} expression asked once, here */
  async ask(expression) {
    const place = this.#place;
    const text = expressionOf(expression);
    if (!text || !place?.program) return;
    this.#armed ||= !this.fromLink;
    /** @type {Entry} */
    const entry = { id: (this.#entries += 1), expression: text, position: place.position, end: place.activation === null, answer: null };
    this.entries = [entry, ...this.entries].slice(0, MOST_ENTRIES);
    this.#changed();
    const answers = await this.#ask(place, [text]);
    const answer = answers?.[0] ?? null;
    this.entries = this.entries.map((one) => (one.id === entry.id ? { ...one, answer } : one));
    this.#changed();
  }

  /**
   * @param {string} expression
   * @returns {Promise<Answer | null>} its value here
   */
  async value(expression) {
    const place = this.#place;
    return place ? ((await this.#ask(place, [expression]))?.[0] ?? null) : null;
  }

  clear() {
    this.entries = [];
    this.#changed();
  }
}

/** @param {Place} place @param {string} expression */
const keyFor = ({ position, activation }, expression) => `${position} ${activation} ${expression}`;
