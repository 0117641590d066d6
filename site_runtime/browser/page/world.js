// The views of what the lesson watches: the sequence, the tables, the mailboxes.

import { set } from "./dom.js";

/** @typedef {import("./model.js").Model} Model */

/** @typedef {{dom: HTMLElement, update: (model: Model) => void, settle?: () => void, connect?: () => void, disconnect?: () => void}} WorldView `settle` measures, after all views are written */

/**
 * A step to the next or the last line is drawn at once, with the rest of the page. A jump changes most of what is here: the line and its
 * variables have the first frame, and each view one of those that follow, so that none is late. The column is busy until then.
 */
export class World {
  /** @type {Model | null} what every view shows, or is about to */
  #model = null;
  /** @type {WorldView[]} that do not show it yet */
  #waiting = [];
  #frame = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {readonly WorldView[]} views
   * @param {Element} column that they stand in
   */
  constructor(views, column) {
    this.views = views;
    this.column = column;
  }

  connect() {
    for (const view of this.views) view.connect?.();
  }

  disconnect() {
    this.#enter([]);
    for (const view of this.views) view.disconnect?.();
  }

  /** @param {Model} model */
  update(model) {
    const before = this.#model;
    this.#model = model;
    const jump = before?.trace === model.trace && Math.abs(before.position - model.position) > 1;
    if (document.hidden || before?.trace !== model.trace) this.#enter([]);
    else if (jump) this.#enter([...this.views]);
    for (const view of this.views) if (!this.#waiting.includes(view)) view.update(model);
  }

  /** Measures what was drawn just now. */
  settle() {
    for (const view of this.views) if (!this.#waiting.includes(view)) view.settle?.();
  }

  /** @param {WorldView[]} waiting */
  #enter(waiting) {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#waiting = waiting;
    set(this.column, { "aria-busy": waiting.length ? "true" : null });
    // The time after a frame: whatever is done there is painted in the next.
    if (waiting.length) this.#frame = requestAnimationFrame(() => (this.#timer = setTimeout(() => this.#drawNext())));
  }

  #drawNext() {
    const [view, ...rest] = this.#waiting;
    if (this.#model) view.update(this.#model);
    view.settle?.();
    this.#enter(rest);
  }
}
