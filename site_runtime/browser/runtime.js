// The page's side of the worker: the only thing that talks to it. Nothing here needs a DOM.

import { launch } from "./launch.js";
import { Problem } from "./problems.js";

/** @typedef {import("./messages.js").Place} Place */
/** @typedef {import("./messages.js").Failure} Failure */
/** @typedef {import("./messages.js").Reply} Reply */
/** @typedef {import("./messages.js").Part} Part */
/** @typedef {import("./launch.js").Launched} Launched */
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
 * @property {(url: string, failed: (failure: Failure) => void) => Launched} [start] how a worker is started
 */

/**
 * One request on its way.
 * @typedef {object} Pending
 * @property {(result: any) => void} resolve
 * @property {(problem: Problem) => void} reject
 * @property {(part: Part) => void} part
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

/**
 * Python in a worker. Fires "state" whenever `state` changes.
 *
 * A request made before the worker is ready waits for it. Requests are answered in order. Whatever arrives from a worker
 * that was ended, or for a request that is no longer waited for, is dropped.
 */
export class Runtime extends EventTarget {
  /** @type {State} */
  state = "idle";
  /** @type {Problem | null} */
  error = null;
  /** @type {string | null} version of the Python in the worker, once it is ready */
  python = null;

  /** @type {Launched | null} */
  #worker = null;
  /** @type {Promise<void> | null} */
  #booting = null;
  /** @type {Map<number, Pending>} */
  #pending = new Map();
  #last = 0;
  #base;
  #place;
  #lang;
  #start;

  /** @param {Options} options */
  constructor({ base, runtime, lang, start = launch }) {
    super();
    this.#base = absolute(base);
    this.#place = place(this.#base, runtime);
    this.#lang = lang ?? globalThis.document?.documentElement.lang ?? "zh";
    this.#start = start;
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
   * Runs an input without recording it.
   * @param {string} lesson
   * @param {string} area
   * @param {string} input
   * @param {(text: string) => void} [onOutput] standard output while it runs
   * @returns {Promise<import("./messages.js").Ran>}
   */
  async run(lesson, area, input, onOutput) {
    await this.boot();
    return this.#ask({ type: "run", lesson, area, input }, ({ output }) => {
      if (output !== undefined) onOutput?.(output);
    });
  }

  /**
   * Records an input. The text is the whole trace: the lines that onLine got, each with its newline.
   * @param {string} lesson
   * @param {string} area
   * @param {string} input
   * @param {(line: string) => void} [onLine] each line of the trace, without its newline, as soon as it exists
   * @returns {Promise<import("./messages.js").Recorded & {text: string}>}
   */
  async record(lesson, area, input, onLine) {
    await this.boot();
    /** @type {string[]} */
    const lines = [];
    const result = await this.#ask({ type: "record", lesson, area, input }, ({ line }) => {
      if (line === undefined) return;
      lines.push(`${line}\n`);
      onLine?.(line);
    });
    return { text: lines.join(""), ...result };
  }

  /** Ends the worker at once, whatever it does; everything on its way is rejected as stopped. */
  stop() {
    this.#drop({ code: "stopped", detail: "" });
    this.error = null;
    this.#enter("idle");
  }

  /**
   * Starts again from nothing, after a failure or at any other time.
   * @returns {Promise<void>}
   */
  retry() {
    this.stop();
    return this.boot();
  }

  async #boot() {
    this.error = null;
    this.#enter("loading");
    this.#connect();
    const { python } = await this.#ask({ type: "boot", place: this.#place });
    this.python = python;
  }

  #connect() {
    try {
      this.#attach();
    } catch (error) {
      this.#fail({ code: "died", detail: String(error) }); // no module workers here, or a policy that forbids them
    }
  }

  #attach() {
    const worker = this.#start(new URL("browser/worker.js", this.#base).href, (failure) => {
      if (this.#worker === worker) this.#fail(failure);
    });
    this.#worker = worker;
    worker.port.onmessage = (event) => {
      if (this.#worker === worker) this.#hear(event.data);
    };
  }

  /**
   * @param {Record<string, unknown> & {type: string}} request
   * @param {(part: Part) => void} [part]
   * @returns {Promise<any>}
   */
  #ask(request, part = () => undefined) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      if (!this.#worker) return reject(this.error ?? new Problem({ code: "stopped", detail: "" }, this.#lang));
      this.#pending.set(id, { resolve, reject, part });
      if (request.type !== "boot") this.#enter("running");
      this.#worker.port.postMessage({ ...request, id });
    });
  }

  /** @param {Reply} reply */
  #hear(reply) {
    const pending = this.#pending.get(reply.id);
    if (!pending) return;
    if (reply.type === "part") pending.part(reply);
    else this.#settle(reply, pending);
  }

  /**
   * Only "request" leaves the worker usable; every other failure ends it.
   * @param {import("./messages.js").Done | import("./messages.js").Failed} reply
   * @param {Pending} pending
   */
  #settle(reply, pending) {
    if (reply.type === "failed" && reply.failure.code !== "request") return this.#fail(reply.failure);
    this.#pending.delete(reply.id);
    if (reply.type === "done") pending.resolve(reply.result);
    else pending.reject(new Problem(reply.failure, this.#lang));
    this.#enter(this.#pending.size ? "running" : "ready");
  }

  /** @param {Failure} failure */
  #fail(failure) {
    this.error = new Problem(failure, this.#lang);
    this.#drop(failure, false);
    this.#enter("failed");
  }

  /**
   * @param {Failure} failure why everything on its way is rejected
   * @param {boolean} [forget] whether the next boot() starts anew instead of repeating this failure
   */
  #drop(failure, forget = true) {
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    this.#worker?.end();
    this.#worker = null;
    this.python = null;
    if (forget) this.#booting = null;
    for (const { reject } of waiting) reject(new Problem(failure, this.#lang));
  }

  /** @param {State} state */
  #enter(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}
