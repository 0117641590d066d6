// Which recordings the shown one can be compared with, and the comparison under way.

import { Comparing } from "./comparing.js";

/** @typedef {import("./area.js").Area} Area */
/** @typedef {import("./types.js").Shown} Shown */
/** @typedef {import("./types.js").Input} Input */

/** One that the shown recording can be compared with. @typedef {{name: string, title: string}} Other */

/** @param {string} key of a trial */
const nameOf = (key) => `trial ${key}`;

export class Comparisons {
  /** @type {Comparing | null} */
  current = null;

  /** @param {Area} area */
  constructor(area) {
    this.area = area;
  }

  /** @param {Input} input @param {boolean} edited */
  #title(input, edited) {
    const title = input.title[this.area.lang];
    return edited ? this.area.words.compareEdited(title) : title;
  }

  /** @returns {Other[]} the lesson's inputs and the reader's own recordings; what differs in the code alone comes first */
  get others() {
    const { manifest, session, trials, words, lang } = this.area;
    const same = manifest.inputs.filter((input) => input === session.input && session.isEdited);
    const inputs = manifest.inputs.filter((input) => input !== session.input);
    const own = trials.all.filter(({ shown }) => shown !== session.shown);
    return [
      ...same.map(({ name, title }) => ({ name, title: words.compareOriginal(title[lang]) })),
      ...inputs.map((input) => ({ name: input.name, title: this.#title(input, false) })),
      ...own.map(({ key, shown, input }) => ({ name: nameOf(key), title: this.#title(input, shown.edited !== null) })),
    ];
  }

  /** @param {string} wanted one of the others; "" for the first of them, or the end of comparing */
  async with(wanted) {
    if (wanted === "" && this.current) return this.end();
    const name = wanted || this.others[0]?.name || "";
    if (!this.#trial(name) && !(await this.area.loaded(name))) return;
    this.current = this.#compared(name);
    this.area.render();
  }

  /** @param {string} name @returns {Shown | undefined} */
  #trial(name) {
    return this.area.trials.all.find(({ key }) => nameOf(key) === name)?.shown;
  }

  /** @param {string} name of another recording, already loaded */
  #compared(name) {
    const { manifest, session } = this.area;
    const input = manifest.inputs.find((one) => one.name === name);
    const other = this.#trial(name) ?? (input && session.shippedOf(input));
    if (!other || other === session.shown) return null;
    const title = this.others.find((one) => one.name === name)?.title ?? name;
    const own = { ...session.shown, title: this.#title(session.input, session.isEdited) };
    return new Comparing(own, { ...other, title }, { input: session.input.name, name }, (file, line) => this.area.lineText(file, line));
  }

  /** @param {number} by rows */
  move(by) {
    if (!this.current) return;
    this.current.move(by);
    const { a } = this.current.positions;
    if (a === this.area.session.position) this.area.render();
    else this.area.go(a);
  }

  end() {
    this.current = null;
    this.area.render();
  }

  /** Another recording of the same input may take the shown one's place at any moment. */
  follow() {
    const { trace, input, position } = this.area.session;
    if (this.current && this.current.a !== trace) this.current = this.current.input === input.name ? this.#compared(this.current.name) : null;
    this.current?.follow(position);
  }
}
