// The page's side of the worker: the only thing that talks to it. Nothing here needs a DOM.

import { Jobs, asking, recording, running } from "./jobs.js";
import { launch } from "./launch.js";
import { Problem } from "./problems.js";
import { Python } from "./python.js";

/** @typedef {import("./messages.js").Place} Place */
/** @typedef {import("./messages.js").Failure} Failure */
/** @typedef {import("./messages.js").Program} Program */
/** @typedef {import("./messages.js").Limits} Limits */
/** @typedef {import("./messages.js").Work} Work */
/** @typedef {import("./jobs.js").How} How */
/** @typedef {import("./jobs.js").Job} Job */
/** @typedef {{python: Python, booting: Promise<void>}} Spare */
/** @typedef {"idle" | "loading" | "ready" | "running" | "failed"} State */

/**
 * The manifest's `runtime`: addresses relative to `base`.
 * @typedef {object} RuntimeFiles
 * @property {string} indexURL
 * @property {string} lockFile
 * @property {string} stdLib
 * @property {string} packageBase
 * @property {string} package
 * @property {string} lessons
 */

/**
 * @typedef {object} Options
 * @property {string} base address of the site's assets/lesson/, absolute or relative to the document
 * @property {RuntimeFiles} runtime
 * @property {string} [lang] language of the messages; the document's by default
 * @property {import("./python.js").Start} [start] how a worker is started
 * @property {Limits} [limits] of every run; those not named stay as they are
 */

/**
 * @param {string} base
 * @returns {string} absolute
 */
function absolute(base) {
  const document_ = globalThis.document;
  return new URL(base, document_ ? document_.baseURI : undefined).href;
}

/**
 * @param {string} base absolute
 * @param {RuntimeFiles} files
 * @returns {Place}
 */
function place(base, files) {
  const at = (/** @type {string} */ path) => new URL(path, base).href;
  return {
    indexURL: at(files.indexURL),
    lockFileURL: at(files.lockFile),
    stdLibURL: at(files.stdLib),
    packageBaseUrl: at(files.packageBase),
    package: files.package,
    lessons: files.lessons,
  };
}

/** Where a run is ended unless the page says otherwise. */
export const LIMITS = Object.freeze({ steps: 1_000_000, seconds: 10, output: 1_000_000, memory: 512 * 2 ** 20 });

/** Milliseconds after its limit on seconds at which a worker that does not end its run is ended itself: no event tells of one endless call into C. */
const GRACE = 1_000;
/** Milliseconds that work which nobody waits for any more may still take before its worker is ended. */
const ABANDONED = 1_000;
/** Milliseconds after which a question may be one that hangs. */
const LONG = 400;

/** @param {Work} work */
const isQuestion = ({ type }) => type === "evaluate" || type === "search";

/**
 * @param {Work} work
 * @returns {boolean} whether it runs code that the reader brought
 */
function isOwn(work) {
  return isQuestion(work) || (work.type !== "check" && (work.input === undefined || work.edited !== undefined));
}

/**
 * Python in a worker. Fires "state" whenever `state` changes.
 *
 * Work asked for before the worker is ready waits for it; one piece is done at a time. Once the reader has run code of
 * their own a spare worker stands by: it takes over when the other is stopped or dies.
 */
export class Runtime extends EventTarget {
  /** @type {State} */
  state = "idle";
  /** @type {Problem | null} */
  error = null;

  /** @type {Python | null} */
  #python = null;
  /** @type {Promise<void> | null} */
  #booting = null;
  /** @type {Spare | null} */
  #spare = null;
  #jobs = new Jobs();
  /** @type {Job | null} */
  #job = null;
  /** Whether code of the reader's has run. */
  #own = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #hanging;
  #base;
  #place;
  #lang;
  #start;
  #limits;

  /** @param {Options} options */
  constructor({ base, runtime, lang, start = launch, limits = {} }) {
    super();
    this.#base = absolute(base);
    this.#place = place(this.#base, runtime);
    this.#lang = lang ?? globalThis.document?.documentElement.lang ?? "zh";
    this.#start = start;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** @returns {string | null} version of the Python in the worker, once it is ready */
  get python() {
    return this.#python?.version ?? null;
  }

  /** @returns {"none" | "loading" | "ready"} the Python that stands by */
  get spare() {
    if (!this.#spare) return "none";
    return this.#spare.python.version ? "ready" : "loading";
  }

  /**
   * Starts Python; a second call waits for the same start.
   * @returns {Promise<void>} rejects with a Problem, which stays until retry() or stop()
   */
  boot() {
    this.#booting ??= this.#boot();
    return this.#booting;
  }

  /**
   * Runs a program without recording it. A limit that ends it is named in `stopped`; `output` is then what it had printed.
   * @param {Program} program
   * @param {(text: string) => void} [onOutput] standard output while it runs
   * @param {How} [how]
   * @returns {Promise<import("./messages.js").Ran>} rejects with a Problem; its `output` is what had been printed
   */
  run(program, onOutput, how = {}) {
    return this.#add((ends) => running({ type: "run", ...program, limits: this.#limits }, how, this.#lang, ends, onOutput));
  }

  /**
   * Records a program. The text is the whole trace, also where a limit ended it.
   * @param {Program} program
   * @param {(lines: string[]) => void} [onLines] lines of the trace, without newlines, as they come
   * @param {How} [how]
   * @returns {Promise<import("./messages.js").Recorded & {text: string}>} rejects with a Problem; its `text` is what had been recorded
   */
  record(program, onLines, how = {}) {
    return this.#add((ends) => recording({ type: "record", ...program, limits: this.#limits }, how, this.#lang, ends, onLines));
  }

  /**
   * Evaluates expressions at a position of a program's trace. Only the newest question of a turn is answered; each lab has a turn of its own.
   * @param {Program} program
   * @param {import("./messages.js").Question} question
   * @param {How} [how]
   * @returns {Promise<import("./messages.js").Answers>} rejects with a Problem, "slow" where it took too long
   */
  evaluate(program, question, how = {}) {
    const work = { type: /** @type {const} */ ("evaluate"), ...program, ...question, limits: this.#limits };
    return this.#add((ends) => asking(work, { turn: turnOf("evaluate", program), ...how }, this.#lang, ends));
  }

  /**
   * Finds all hits of lines with a condition or a log expression in one run. Only the newest search of a turn is answered.
   * @param {Program} program
   * @param {import("./messages.js").SearchStop[]} stops
   * @param {(hits: import("./messages.js").Hit[]) => void} [onHits] as they are found
   * @param {How} [how]
   * @returns {Promise<import("./messages.js").Searched & {hits: import("./messages.js").Hit[]}>}
   */
  search(program, stops, onHits, how = {}) {
    const work = { type: /** @type {const} */ ("search"), ...program, stops, limits: this.#limits };
    return this.#add((ends) => asking(work, { turn: turnOf("search", program), ...how }, this.#lang, ends, onHits));
  }

  /**
   * Looks at a text without running it.
   * @param {string} label of the file
   * @param {string} text
   * @param {How} [how]
   * @returns {Promise<import("./messages.js").Checked>} lines that can stop, by function; or why it is no Python
   */
  check(label, text, how = {}) {
    const work = { type: /** @type {const} */ ("check"), label, text };
    return this.#add((ends) => asking(work, { turn: `check ${label}`, ...how }, this.#lang, ends));
  }

  /** Ends whatever runs at once and gives up what waits, as stopped. Python is ready again soon if the reader has run code of their own. */
  stop() {
    const there = this.#python !== null;
    this.#drop({ code: "stopped", detail: "" });
    this.error = null;
    if (this.#own && there) this.#takeOver();
    else this.#enter("idle");
  }

  /** Ends everything, the spare too; a later request starts anew. */
  close() {
    this.#own = false;
    this.stop();
    this.#spare?.python.end();
    this.#spare = null;
  }

  /**
   * Starts again from nothing, after a failure or at any other time.
   * @returns {Promise<void>}
   */
  retry() {
    this.stop();
    return this.boot();
  }

  // Python, and the one that stands by.

  async #boot() {
    this.error = null;
    this.#enter("loading");
    /** @type {Python | null} */
    let made = null;
    try {
      made = this.#python = this.#made();
      await this.#python.boot(this.#place);
    } catch (cause) {
      if (made && made !== this.#python) throw new Problem(failureOf(cause), this.#lang);
      this.#fail(failureOf(cause));
      throw this.error;
    }
    this.#enter("ready");
  }

  /** @returns {Python} */
  #made() {
    /** @type {Python} */
    const made = new Python(this.#start, new URL("browser/worker.js", this.#base).href, (failure) => {
      if (this.#python === made) this.#died(failure);
      if (this.#spare?.python === made) this.#spare = null;
    });
    return made;
  }

  /**
   * One that is ready, or about to be, stands by for the next. While it starts it slows down the other; of questions, which are
   * many and short, only one that may hang is worth it.
   * @param {Work} work that has begun
   */
  #standBy(work) {
    if (isQuestion(work)) this.#hanging = setTimeout(() => this.#startSpare(), LONG);
    else if (isOwn(work)) this.#startSpare();
  }

  #startSpare() {
    if (this.#spare || this.state === "loading") return;
    const python = this.#made();
    this.#spare = { python, booting: python.boot(this.#place) };
    this.#spare.booting.catch(() => undefined); // a spare that does not start is none; who needs it starts another
  }

  /** The spare takes the place of a Python that is gone; without one, another is started. */
  #takeOver() {
    this.#booting = this.#spare ? this.#adopt(this.#spare) : this.#boot();
    this.#booting.then(
      () => this.#next(),
      () => undefined, // told by the state
    );
  }

  /** @param {Spare} spare */
  async #adopt({ python, booting }) {
    this.#spare = null;
    this.#python = python;
    this.#enter(python.version ? "ready" : "loading");
    await booting.catch((cause) => {
      throw new Problem(failureOf(cause), this.#lang);
    });
    if (this.state === "loading") this.#enter("ready");
  }

  /**
   * The worker is gone: what it ran fails. After code of the reader's that is no surprise, and another is at hand.
   * @param {Failure} failure
   */
  #died(failure) {
    if (!this.#own || this.state === "loading") return this.#fail(failure);
    this.#leave((job) => job.failed(failure));
    this.#takeOver();
  }

  // Work.

  /**
   * @template T
   * @param {(ends: import("./jobs.js").Ends<T>) => Job} make
   * @returns {Promise<T>}
   */
  async #add(make) {
    /** @type {Promise<T>} */
    const ended = new Promise((resolve, reject) => {
      const job = make({ resolve, reject });
      if (job.how.signal?.aborted) return job.failed({ code: "stopped", detail: "" });
      this.#supersede(job.how.turn);
      this.#jobs.add(job);
      job.how.signal?.addEventListener("abort", () => this.#callOff(job, "stopped"));
    });
    if (this.state === "ready") this.#next();
    else {
      this.boot().then(
        () => this.#next(),
        () => this.error && this.#jobs.failAll(this.error),
      );
    }
    return ended;
  }

  /** @param {string | undefined} turn whose newest piece of work is another now */
  #supersede(turn) {
    if (turn !== undefined && this.#job?.how.turn === turn) this.#callOff(this.#job, "newer");
  }

  /**
   * @param {Job} job that nobody waits for any more
   * @param {"stopped" | "newer"} code
   */
  #callOff(job, code) {
    if (this.#jobs.remove(job)) return job.failed({ code, detail: "" });
    if (this.#job !== job) return;
    job.failed({ code, detail: "" });
    this.#within(ABANDONED, () => undefined);
  }

  /** Hands the next piece of work to Python. One that died while it did nothing, long after its start, fails all work until retry(). */
  #next() {
    if (this.state === "failed" && this.error) return this.#jobs.failAll(this.error);
    if (this.#job || this.state !== "ready") return;
    const job = this.#jobs.take();
    if (job) this.#do(job);
  }

  /** @param {Job} job */
  #do(job) {
    const python = /** @type {Python} */ (this.#python);
    const { work } = job;
    this.#job = job;
    this.#own ||= isOwn(work);
    const seconds = work.type === "check" ? 1 : (work.limits?.seconds ?? LIMITS.seconds);
    this.#within(seconds * 1000 + GRACE, () => job.late());
    const ended = python.ask(work, (pieces) => this.#job === job && job.part(pieces));
    // Whoever hears of it may take a while; Python is at work by then.
    this.#enter("running");
    this.#standBy(work);
    ended.then(
      (result) => this.#settled(job, () => job.done(result), result.stopped === "memory"),
      (failure) => this.#settled(job, () => job.failed(failure)),
    );
  }

  /**
   * @param {number} milliseconds after which the worker is ended, if it still does the same
   * @param {() => void} then
   */
  #within(milliseconds, then) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#python?.end();
      this.#leave(then);
      this.#own = true; // whatever it was, another Python is needed now
      this.#takeOver();
    }, milliseconds);
  }

  /**
   * @param {Job} job that Python has ended
   * @param {() => void} tell
   * @param {boolean} [spent] its memory is big now, and never shrinks
   */
  #settled(job, tell, spent = false) {
    if (this.#job !== job) return;
    this.#leave(tell);
    if (spent) {
      this.#python?.end();
      this.#takeOver();
    } else {
      this.#enter("ready");
      this.#next();
    }
  }

  /** @param {(job: Job) => void} tell how the work that is on its way ended */
  #leave(tell) {
    const job = this.#job;
    this.#job = null;
    clearTimeout(this.#timer);
    clearTimeout(this.#hanging);
    if (job) tell(job);
  }

  // Ends.

  /** @param {Failure} failure */
  #fail(failure) {
    this.error = new Problem(failure, this.#lang);
    const booting = this.#booting;
    this.#drop(failure);
    this.#booting = booting; // the next boot() repeats this failure
    this.#enter("failed");
  }

  /** @param {Failure} failure why everything on its way is given up */
  #drop(failure) {
    const python = this.#python;
    this.#python = null;
    this.#booting = null;
    this.#leave((job) => job.failed(failure));
    this.#jobs.failAll(failure);
    python?.end();
  }

  /** @param {State} state */
  #enter(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}

/**
 * @param {string} what
 * @param {Program} program
 * @returns {string}
 */
function turnOf(what, { lesson, area }) {
  return `${what} ${lesson}/${area}`;
}

/**
 * @param {any} cause
 * @returns {Failure}
 */
function failureOf(cause) {
  return cause?.code ? cause : { code: "died", detail: String(cause) };
}
