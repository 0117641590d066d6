// The work that waits for Python: in order, but a newer question takes the place of an older one, and questions go before searches.

import { Problem } from "./problems.js";
import { Arriving } from "./torn.js";

/** @typedef {import("./messages.js").Failure} Failure */
/** @typedef {import("./messages.js").Work} Work */

/**
 * How a piece of work is done. `turn`: of several with the same only the newest is answered. `signal` calls it off.
 * @typedef {{turn?: string, signal?: AbortSignal}} How
 */

/**
 * One piece of work: what is asked of the worker, and what becomes of the answer.
 * @typedef {object} Job
 * @property {Work} work
 * @property {How} how
 * @property {(pieces: import("./messages.js").Pieces) => void} part
 * @property {(result: any) => void} done
 * @property {(failure: Failure) => void} failed
 * @property {() => void} late its time is over, and its worker was ended
 */

export class Jobs {
  /** @type {Job[]} */
  #waiting = [];

  /** @param {Job} job */
  add(job) {
    const { turn } = job.how;
    if (turn !== undefined) this.#fail((other) => other.how.turn === turn, { code: "newer", detail: "" });
    const before = job.work.type === "evaluate" ? this.#waiting.findIndex(({ work }) => work.type === "search") : -1;
    this.#waiting.splice(before < 0 ? this.#waiting.length : before, 0, job);
  }

  /** @returns {Job | undefined} the next, which waits no longer */
  take() {
    return this.#waiting.shift();
  }

  /**
   * @param {Job} job
   * @returns {boolean} whether it had waited
   */
  remove(job) {
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((other) => other !== job);
    return this.#waiting.length < before;
  }

  /** @param {Failure} failure of everything that waits */
  failAll(failure) {
    this.#fail(() => true, failure);
  }

  /**
   * @param {(job: Job) => boolean} which
   * @param {Failure} failure
   */
  #fail(which, failure) {
    const gone = this.#waiting.filter(which);
    this.#waiting = this.#waiting.filter((job) => !which(job));
    for (const job of gone) job.failed(failure);
  }
}

/**
 * @template T
 * @typedef {{resolve: (value: T) => void, reject: (problem: Problem) => void}} Ends
 */

/**
 * @param {Work} work
 * @param {How} how
 * @param {string} lang
 * @param {Ends<any>} ends
 * @param {(text: string) => void} [onOutput]
 * @returns {Job}
 */
export function running(work, how, lang, { resolve, reject }, onOutput) {
  let output = "";
  return {
    work,
    how,
    part(pieces) {
      if (pieces.output === undefined) return;
      output += pieces.output;
      onOutput?.(pieces.output);
    },
    done: resolve,
    failed: (failure) => reject(new Problem(failure, lang, { output })),
    late: () => resolve({ output, files: {}, exception: null, seconds: work.type === "run" ? (work.limits?.seconds ?? 0) : 0, stopped: "seconds" }),
  };
}

/**
 * @param {Work} work
 * @param {How} how
 * @param {string} lang
 * @param {Ends<any>} ends
 * @param {(lines: string[]) => void} [onLines]
 * @returns {Job}
 */
export function recording(work, how, lang, { resolve, reject }, onLines) {
  const arriving = new Arriving();
  const reason = (/** @type {string} */ code) => (code === "stopped" || code === "newer" ? "stopped" : "died");
  const failed = (/** @type {Failure} */ failure) => reject(new Problem(failure, lang, { text: () => arriving.close(reason(failure.code))?.text ?? null }));
  return {
    work,
    how,
    part(pieces) {
      arriving.take(pieces);
      if (pieces.lines) onLines?.(pieces.lines);
    },
    done: (result) => resolve({ text: arriving.text(), ...result }),
    failed,
    late() {
      const closed = arriving.close("seconds");
      if (closed) resolve({ ...closed, exception: null, stopped: "seconds" });
      else failed({ code: "slow", detail: "" });
    },
  };
}

/**
 * @param {Work} work
 * @param {How} how
 * @param {string} lang
 * @param {Ends<any>} ends
 * @param {(hits: import("./messages.js").Hit[]) => void} [onHits]
 * @returns {Job}
 */
export function asking(work, how, lang, { resolve, reject }, onHits) {
  /** @type {import("./messages.js").Hit[]} */
  const hits = [];
  const failed = (/** @type {Failure} */ failure) => reject(new Problem(failure, lang));
  return {
    work,
    how,
    part(pieces) {
      if (pieces.answers) resolve(pieces.answers);
      if (!pieces.hits) return;
      for (const hit of pieces.hits) hits.push(hit);
      onHits?.(pieces.hits);
    },
    done: (result) => resolve(work.type === "search" ? { hits, ...result } : result),
    failed,
    late: () => failed({ code: "slow", detail: "" }),
  };
}
