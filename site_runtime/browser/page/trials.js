// A reader's own programs: an input of their own, code that they have edited, or both. Run, recorded, and shown as what they are.

import { tellFaults } from "./faulty.js";
import { inputOf } from "./own/inputs.js";
import { textsOf } from "./session.js";

/** @typedef {import("./area.js").Area} Area */
/** @typedef {import("./types.js").Input} Input */
/** @typedef {import("./types.js").Origin} Origin */
/** @typedef {import("./types.js").Shown} Shown */
/** @typedef {import("./types.js").Source} Source */
/** @typedef {import("./types.js").Program} Program */

/** The edited sources of a program, checked; null where nothing is edited. @typedef {{edited: Record<string, string>, sources: Source[]} | null} Code */

/** @param {Input} input @param {boolean} edited */
const keyOf = ({ name }, edited) => `${name}${edited ? " edited" : ""}`;

export class Trials {
  /** @type {Map<string, {shown: Shown, input: Input}>} */
  #recordings = new Map();
  /** Where a link leads to once its program has been recorded. @type {number | null} */
  wanted = null;

  /** @param {Area} area */
  constructor(area) {
    this.area = area;
  }

  /**
   * @param {Input} input
   * @param {boolean} edited
   * @returns {Shown | null}
   */
  of(input, edited) {
    return this.#recordings.get(keyOf(input, edited))?.shown ?? null;
  }

  /** @returns {{key: string, shown: Shown, input: Input}[]} */
  get all() {
    return [...this.#recordings].map(([key, trial]) => ({ key, ...trial }));
  }

  /**
   * @param {Input} input
   * @returns {Origin[]} of the recordings that there are of it
   */
  origins(input) {
    const { live } = this.area;
    const lesson = /** @type {Origin[]} */ (live.state(input.name).recorded ? ["shipped", "live"] : ["shipped"]);
    return [...(input.own ? (this.of(input, false) ? /** @type {Origin[]} */ (["own"]) : []) : lesson), ...(this.of(input, true) ? /** @type {Origin[]} */ (["edited"]) : [])];
  }

  /** @param {Input} input @param {Code} code @returns {Program} */
  #program(input, code) {
    const { lesson, area } = this.area.manifest;
    return { lesson, area, ...textsOf(input), ...(code ? { edited: code.edited } : {}) };
  }

  /** @returns {Promise<Code | undefined>} undefined where the copy is no Python; that is shown at its place */
  async #code() {
    const { experiment, live, manifest } = this.area;
    const { text, source } = experiment;
    const { lines, error } = await live.check(manifest.file, source, { turn: `copy ${manifest.area}` });
    experiment.find(error, text);
    if (!error) return { edited: { [manifest.file]: source }, sources: experiment.sources(lines, source) };
    experiment.show(true);
    this.area.views.edit.goTo(error.line);
    return undefined;
  }

  /**
   * What is wrong in the reader's own texts is shown at its place, too.
   * @param {Input} input
   */
  #faults(input) {
    const { owning, experiment, live, manifest } = this.area;
    const faults = live.state(this.area.session.input.name).problem?.faults ?? [];
    const [prepare, call, copy] = ["prepare.py", "call.py", manifest.file].map((name) => faults.findLast(({ file }) => file === name));
    if (owning.draft?.id === input.name) owning.find({ ...(prepare ? { prepare } : {}), ...(call ? { call } : {}) });
    if (copy) experiment.find(copy, experiment.text);
  }

  /**
   * Checks a program's texts; `act` goes on where they are Python.
   * @param {Input} input
   * @param {boolean} edited
   * @param {(program: Program, code: Code) => Promise<void>} act
   */
  async #checked(input, edited, act) {
    const { area } = this;
    const code = edited ? await area.live.prepare(area.session.input.name, () => this.#code()) : null;
    if (code === undefined) return;
    await act(this.#program(input, code), code);
    this.#faults(input);
  }

  /**
   * @param {Input} input
   * @param {boolean} edited
   */
  debug(input, edited) {
    const { area } = this;
    area.work = () => this.debug(input, edited);
    return this.#checked(input, edited, async (program, code) => {
      const trial = await area.live.trial(area.session.input.name, program);
      if (!trial) return;
      const sources = code?.sources ?? area.manifest.sources;
      /** @type {Shown} */
      const shown = { origin: code ? "edited" : "own", ...trial, sources, edited: code?.edited ?? null };
      this.#recordings.set(keyOf(input, edited), { shown, input });
      const { wanted } = this;
      this.wanted = null;
      if (edited) area.experiment.show(false);
      area.session.show(shown, wanted ?? 0, input);
      if (wanted !== null && wanted !== area.session.position) area.tell(tellFaults(area.words, [{ part: "end", text: String(wanted) }], {}));
      area.attend();
    });
  }

  /**
   * @param {Input} input
   * @param {boolean} edited
   */
  run(input, edited) {
    const { area } = this;
    area.work = () => this.run(input, edited);
    return this.#checked(input, edited, async (program, code) => {
      const result = await area.live.run(area.session.input.name, program);
      const recorded = this.#recorded(input, code);
      const same = recorded && !result?.stopped ? result?.output === recorded.printed : null;
      if (result) area.ran({ ...result, same, mark: this.#mark(input, edited) });
    });
  }

  /** @param {Input} input @param {boolean} edited @returns {string} what a run was of, where it was of a reader's own texts */
  #mark(input, edited) {
    const { words } = this.area;
    return [edited ? words.editTitle : "", input.own ? `${words.own} “${input.title.zh}”` : ""].filter(Boolean).join(" · ");
  }

  /**
   * @param {Input} input
   * @param {Code} code
   * @returns {import("./types.js").Trace | null} a whole recording of exactly this program
   */
  #recorded(input, code) {
    if (!input.own && !code) return this.area.session.shippedOf(input).trace;
    const trial = this.#recordings.get(keyOf(input, code !== null));
    if (!trial || trial.shown.stopped) return null;
    const texts = (/** @type {Input} */ one, /** @type {Record<string, string> | null} */ edited) => JSON.stringify([one.prepare, one.call, edited]);
    return texts(trial.input, trial.shown.edited) === texts(input, code?.edited ?? null) ? trial.shown.trace : null;
  }

  /** Of the draft, with the code that is shown. */
  debugOwn() {
    const input = this.#draft();
    return input ? this.debug(input, this.area.session.isEdited) : undefined;
  }

  runOwn() {
    const input = this.#draft();
    return input ? this.run(input, this.area.session.isEdited) : undefined;
  }

  /** @returns {Input | null} the draft as it is now; null where a field holds what it cannot */
  #draft() {
    const { owning } = this.area;
    if (!owning.draft || owning.wrong.size > 0) return null;
    owning.ran(owning.draft);
    return inputOf({ ...owning.draft, title: owning.draft.title.trim() || this.area.words.own });
  }

  /** @param {string} id of a kept input */
  chooseOwn(id) {
    const { owning, session } = this.area;
    owning.choose(id);
    const trial = this.#recordings.get(id);
    if (trial) session.show(trial.shown, 0, trial.input);
  }

  /** @param {string} id */
  forget(id) {
    for (const key of [id, `${id} edited`]) this.#recordings.delete(key);
  }

  /** @returns {string} */
  get shownKey() {
    return keyOf(this.area.session.input, this.area.session.isEdited);
  }
}
