// Conditions and log points: at which hits they are true, and what they print, found by running again. Nothing here touches the page.

/** @typedef {import("../types.js").Breakpoint} Breakpoint */
/** @typedef {import("../types.js").Trace} Trace */
/** @typedef {import("../types.js").Program} Program */
/** @typedef {import("../live.js").Live} Live */

/** @typedef {{position: number, text?: string, error?: {type: string, message: string}}} Hit */

/**
 * What is known of one breakpoint. `hits`: those that are true or that raise. `strayed`: what was asked has changed the run it was asked in.
 * @typedef {{state: "idle" | "searching" | "done", hits: readonly Hit[], stopped: string | null, strayed: boolean, trouble: string}} Found
 */

const MOST_TRACES = 4;

/** @type {Found} */
const NOTHING = Object.freeze({ state: "idle", hits: [], stopped: null, strayed: false, trouble: "" });

/** @param {Breakpoint} stop */
const keyFor = ({ file, line, condition = "", log = "" }) => JSON.stringify([file, line, condition, log]);

/** @param {Breakpoint} stop */
export const asks = ({ condition, log }) => Boolean(condition || log);

/** @param {readonly Hit[]} hits */
const sorted = (hits) => hits.toSorted((a, b) => a.position - b.position);

/** Fires "change" when hits were found. */
export class Searching extends EventTarget {
  /** @type {Map<Trace, Map<string, Found>>} */
  #known = new Map();
  /** @type {{trace: Trace, program: Program | null, lines: readonly Breakpoint[]} | null} */
  #place = null;
  /** What is being looked for. @type {{trace: Trace, call: AbortController} | null} */
  #under = null;
  #armed = false;
  /** The reader has stopped a search: the next waits for a click. */
  #halted = false;
  fromLink = false;

  /** @param {Live} live */
  constructor(live) {
    super();
    this.live = live;
    live.addEventListener("change", () => this.live.ready && this.#search());
  }

  get #may() {
    return !this.#halted && (this.#armed || (this.live.ready && !this.fromLink));
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }

  /**
   * @param {Trace} trace that is shown
   * @param {Program | null} program
   * @param {readonly Breakpoint[]} lines
   */
  at(trace, program, lines) {
    if (this.#place?.trace === trace && this.#place.lines === lines) return;
    this.#place = { trace, program, lines };
    if (this.#under && this.#under.trace !== trace) this.#under.call.abort();
    void this.#search();
  }

  /** @param {Breakpoint} stop @returns {Found} */
  of(stop) {
    return (this.#place && this.#known.get(this.#place.trace)?.get(keyFor(stop))) ?? NOTHING;
  }

  /** @returns {import("../../core/breakpoints.js").FindTrue} */
  get findTrue() {
    return (stop) => this.of(stop).hits.filter(({ error }) => !error).map(({ position }) => position);
  }

  /** Whether a click is needed before anything is looked for. */
  get idle() {
    return !this.#may;
  }

  /** The reader asks for the hits. */
  arm() {
    this.#armed = true;
    this.#halted = false;
    this.fromLink = false;
    void this.#search();
  }

  /** Conditions that came with a link wait for a click. */
  offer() {
    this.fromLink = true;
    this.#armed = false;
  }

  /** @returns {Breakpoint[]} those that have still to be looked for */
  get #open() {
    const { program, lines } = this.#place ?? { program: null, lines: [] };
    return program && this.#may ? lines.filter((stop) => asks(stop) && stop.enabled !== false && this.of(stop).state === "idle") : [];
  }

  /** One search after the other, until nothing is left to be looked for. */
  async #search() {
    for (let open = this.#open; !this.#under && open.length > 0; open = this.#open) {
      const { trace, program } = /** @type {{trace: Trace, program: Program}} */ (this.#place);
      this.#under = { trace, call: new AbortController() };
      await this.#find(trace, program, open, this.#under.call.signal);
      this.#under = null;
    }
  }

  /**
   * @param {Trace} trace
   * @param {Program} program
   * @param {readonly Breakpoint[]} open
   * @param {AbortSignal} signal
   */
  async #find(trace, program, open, signal) {
    const note = (/** @type {(index: number) => Partial<Found>} */ known) => {
      open.forEach((stop, index) => this.#learn(trace, keyFor(stop), { ...NOTHING, ...known(index) }));
      this.#changed();
    };
    note(() => ({ state: "searching" }));
    try {
      const stops = open.map(({ file, line, condition, log }) => ({ file, line, ...(condition ? { condition } : {}), ...(log ? { log } : {}) }));
      const { hits, stopped, snapshots } = await this.live.search(program, stops, signal);
      // A trace that ended early has fewer steps than the run that is searched.
      const within = hits.filter(({ position }) => position < trace.count - 1);
      const right = within.filter(({ stop, position }) => trace.line[position] === open[stop].line);
      const strayed = right.length < within.length || (stopped === null && !trace.end?.stopped && snapshots !== trace.count - 1);
      note((index) => ({ state: "done", stopped, strayed, hits: sorted(right.filter(({ stop }) => stop === index)) }));
    } catch (error) {
      const { title, detail, code } = this.live.troubleOf(error);
      if (code === "stopped" && !signal.aborted) this.#halted = true;
      note(() => (signal.aborted || this.#halted ? { state: "idle" } : { state: "done", trouble: `${title} ${detail}`.trim() }));
    }
  }

  /** @param {Trace} trace @param {string} key @param {Found} found */
  #learn(trace, key, found) {
    const known = this.#known.get(trace) ?? new Map();
    known.set(key, found);
    this.#known.delete(trace);
    this.#known.set(trace, known);
    if (this.#known.size > MOST_TRACES) this.#known.delete(/** @type {Trace} */ (this.#known.keys().next().value));
  }

  /**
   * @param {readonly Breakpoint[]} lines
   * @returns {{position: number, file: string, line: number, text: string, error: boolean}[]} what the log points print, in order
   */
  logged(lines) {
    const all = lines.filter(({ log, enabled }) => log && enabled !== false).flatMap((stop) => this.of(stop).hits.map((hit) => ({ stop, hit })));
    return all
      .map(({ stop, hit }) => ({ position: hit.position, file: stop.file, line: stop.line, text: hit.error ? `${hit.error.type}: ${hit.error.message}` : (hit.text ?? ""), error: hit.error !== undefined }))
      .sort((a, b) => a.position - b.position);
  }
}
