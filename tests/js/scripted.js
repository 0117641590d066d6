// A runtime whose workers are scripted, over a MessageChannel.

import assert from "node:assert/strict";

import { Runtime } from "../../site_runtime/browser/runtime.js";

export const FILES = {
  indexURL: "py/",
  lockFile: "lock.json",
  stdLib: "py/stdlib.zip",
  packageBase: "./",
  package: "lessons",
  lessons: "lesson_code",
};
export const OUTCOME = { output: "", files: {}, exception: null };

/**
 * @typedef {import("../../site_runtime/browser/messages.js").Request} Request
 * @typedef {object} Fake a worker as the test sees it
 * @property {string} url
 * @property {Request[]} requests
 * @property {boolean} ended
 * @property {(message: object) => void} reply
 * @property {(detail: string) => void} die
 * @property {(then: (value?: unknown) => void) => void} after calls it when all that was said so far has been heard
 */

/**
 * A runtime whose workers are `behave`, called with each request and the worker it reached.
 * @param {(request: Request, worker: Fake) => void} behave
 * @param {import("../../site_runtime/browser/messages.js").Limits} [limits]
 */
export function scripted(behave, limits = {}) {
  /** @type {Fake[]} */
  const workers = [];
  /** @type {NonNullable<ConstructorParameters<typeof Runtime>[0]["start"]>} */
  const start = (url, failed) => {
    const { port1, port2 } = new MessageChannel();
    /** @type {Fake} */
    const worker = {
      url,
      requests: [],
      ended: false,
      die: (detail) => failed({ code: "died", detail }),
      reply: (message) => port2.postMessage(message),
      after: (then) => void setTimeout(then, 20),
    };
    port2.onmessage = ({ data }) => {
      worker.requests.push(data);
      behave(data, worker);
    };
    workers.push(worker);
    return {
      port: /** @type {any} */ (port1),
      end() {
        worker.ended = true;
        port1.close();
      },
    };
  };
  const runtime = new Runtime({ base: "https://example.org/sub/assets/lesson/", runtime: FILES, lang: "en", start, limits });
  /** @type {string[]} */
  const states = [];
  runtime.addEventListener("state", () => states.push(runtime.state));
  return { runtime, workers, states };
}

/**
 * @param {Request} request
 * @param {Fake} worker
 */
export function boots({ type, id }, worker) {
  if (type === "boot") worker.reply({ type: "done", id, result: { python: "3.14.2" } });
}

/**
 * @param {Request} request
 * @param {Fake} worker
 */
export function records(request, worker) {
  boots(request, worker);
  const { type, id } = request;
  if (type !== "record") return;
  worker.reply({ type: "part", id, lines: ["a", "b"] });
  worker.reply({ type: "done", id, result: { ...OUTCOME, snapshots: 2, focus: 1, stopped: null } });
}

/**
 * What a promise is rejected with.
 * @param {Promise<unknown>} promise
 */
export async function problem(promise) {
  const error = await promise.then(
    () => assert.fail("it was fulfilled"),
    (reason) => reason,
  );
  assert.equal(error.name, "Problem");
  return error;
}
