// One worker with its Python: it is started once, does one piece of work after the other, and is ended for good.

/** @typedef {import("./messages.js").Failure} Failure */
/** @typedef {import("./messages.js").Pieces} Pieces */
/** @typedef {import("./messages.js").Reply} Reply */
/** @typedef {import("./launch.js").Launched} Launched */
/** @typedef {(url: string, failed: (failure: Failure) => void) => Launched} Start */

/**
 * @typedef {object} Waiting
 * @property {(result: any) => void} resolve
 * @property {(failure: Failure) => void} reject
 * @property {(pieces: Pieces) => void} part
 */

/** Failures that leave the interpreter as it was. */
const HARMLESS = ["request", "syntax", "preparation"];

export class Python {
  /** @type {string | null} its version, once it is ready */
  version = null;

  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #last = 0;
  /** @type {Launched | null} */
  #worker;
  #died;

  /**
   * @param {Start} start
   * @param {string} url of worker.js
   * @param {(failure: Failure) => void} died called once, when it fails for good by itself; whatever it was asked is rejected before
   * @throws where workers are not allowed
   */
  constructor(start, url, died) {
    this.#died = died;
    this.#worker = start(url, (failure) => this.#fail(failure));
    this.#worker.port.onmessage = (event) => this.#hear(event.data);
  }

  /**
   * @param {import("./messages.js").Place} place
   * @returns {Promise<void>} rejects with a Failure
   */
  async boot(place) {
    const { python } = await this.ask({ type: "boot", place });
    this.version = python;
  }

  /**
   * @param {Record<string, any> & {type: string}} request
   * @param {(pieces: Pieces) => void} [part]
   * @returns {Promise<any>} rejects with a Failure
   */
  ask(request, part = () => undefined) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      if (!this.#worker) return reject({ code: "stopped", detail: "" });
      this.#waiting.set(id, { resolve, reject, part });
      this.#worker.port.postMessage({ ...request, id });
    });
  }

  /** Ends it at once, whatever it does. */
  end() {
    this.#close({ code: "stopped", detail: "" });
  }

  /** @param {Reply} reply */
  #hear(reply) {
    const waiting = this.#waiting.get(reply.id);
    if (!waiting) return;
    if (reply.type === "part") return waiting.part(reply);
    if (reply.type === "failed" && !HARMLESS.includes(reply.failure.code)) return this.#fail(reply.failure);
    this.#waiting.delete(reply.id);
    if (reply.type === "done") waiting.resolve(reply.result);
    else waiting.reject(reply.failure);
  }

  /** @param {Failure} failure */
  #fail(failure) {
    if (!this.#worker) return;
    this.#close(failure);
    this.#died(failure);
  }

  /** @param {Failure} failure */
  #close(failure) {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#worker?.end();
    this.#worker = null;
    for (const { reject } of all) reject(failure);
  }
}
