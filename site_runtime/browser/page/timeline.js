// The events of a run that the diagram shows, found once for a trace: at each step only their number has to be looked up.

import { countAtMost } from "../core/search.js";
import { story } from "./story.js";

/** @typedef {import("./types.js").Trace} Trace */
/** @typedef {import("./types.js").Watch} Watch */
/** @typedef {import("./story.js").StoryEvent} StoryEvent */
/** @typedef {import("./story.js").Letter} Letter */

/** One event of the drawing: its number in the run, and how far from the top it stands. */
/** @typedef {{event: StoryEvent, index: number, y: number}} Row */

const TOP = 6;

/** @param {Letter} letter */
const keyOf = ({ from, text }) => `${from}\n${text}`;

export class Timeline {
  /** @type {readonly StoryEvent[]} all but exceptions that somebody catches */
  events;
  /** @type {Int32Array} ascending */
  #positions;
  /** @type {number[]} by event, and where the next one would stand */
  #y = [TOP];
  /** @type {number[]} by event: the last one of the lock up to it, -1 where there is none */
  #locks = [];
  /** @type {Map<string, {to: string, position: number}[]>} */
  #saved = new Map();

  /**
   * @param {Trace} trace
   * @param {Watch} watch the same for a trace at every call
   * @param {Record<StoryEvent["kind"], number>} heights
   */
  constructor(trace, watch, heights) {
    this.events = story(trace, watch).filter((event) => event.kind !== "error" || !event.caught);
    this.#positions = Int32Array.from(this.events, ({ position }) => position);
    for (const { kind } of this.events) this.#y.push(/** @type {number} */ (this.#y.at(-1)) + heights[kind]);
    this.events.forEach(({ kind }, index) => this.#locks.push(kind === "lock" ? index : (this.#locks.at(-1) ?? -1)));
    for (const event of this.events) if (event.kind === "letter") this.#keep(event);
  }

  /** @param {import("./story.js").LetterEvent} event */
  #keep({ letter, position }) {
    const there = this.#saved.get(keyOf(letter));
    if (there) there.push({ to: letter.to, position });
    else this.#saved.set(keyOf(letter), [{ to: letter.to, position }]);
  }

  /**
   * @param {number} position
   * @returns {number} how many events there are up to it
   */
  count(position) {
    return countAtMost(this.#positions, position);
  }

  /**
   * @param {number} from
   * @param {number} to
   * @returns {Row[]} the events from one number up to, without, another
   */
  rows(from, to) {
    return this.events.slice(from, to).map((event, index) => ({ event, index: from + index, y: this.#y[from + index] }));
  }

  /**
   * @param {number} from
   * @param {number} to
   * @returns {Row[]} the same, after the event that says who holds the lock there
   */
  rowsWithLock(from, to) {
    const lock = this.#locks[from] ?? -1;
    return [...(lock >= 0 && lock < from ? this.rows(lock, lock + 1) : []), ...this.rows(from, to)];
  }

  /**
   * @param {number} position
   * @returns {StoryEvent | undefined} the last one of the lock up to it
   */
  lockEvent(position) {
    return this.events[this.#locks[this.count(position) - 1] ?? -1];
  }

  /**
   * @param {number} y
   * @returns {number} the event that stands there; the first or last one beyond the ends
   */
  at(y) {
    return Math.max(0, countAtMost(this.#y, y) - 1);
  }

  /** @param {number} index of an event, or their number */
  y(index) {
    return this.#y[index];
  }

  /**
   * @param {Letter} draft whose recipient may not be known yet
   * @param {number} position
   * @returns {boolean} whether it has been saved by then
   */
  isSaved(draft, position) {
    return (this.#saved.get(keyOf(draft)) ?? []).some((saved) => saved.position <= position && (draft.to === "" || draft.to === saved.to));
  }
}
