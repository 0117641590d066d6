// Starts the worker file so that it stands under the page's own policy, and notices when it dies.

import { ALIVE } from "./messages.js";

/**
 * A started worker: `port` leads to it, `end()` ends it at once and for good.
 * @typedef {{port: MessagePort, end: () => void}} Launched
 */

/** @typedef {(failure: import("./messages.js").Failure) => void} Fail */

/**
 * A worker loaded by its address would not inherit the page's <meta> policy; a blob: module that imports it does.
 * @param {string} url absolute address of worker.js
 * @returns {string}
 */
function starter(url) {
  return `import { serve } from ${JSON.stringify(url)};\nself.onmessage = (event) => {\n  self.onmessage = null;\n  serve(event.ports[0], event.data);\n};\n`;
}

/**
 * @param {MessagePort} port
 * @param {() => void} then
 */
function whenAlive(port, then) {
  port.addEventListener("message", ({ data }) => {
    if (data.type === ALIVE.type) then();
  });
}

/**
 * A lock is let go when its holder's world ends, however it ends; no event tells of a worker that is killed.
 * Where a page has no locks (plain http) only the worker's error event is left.
 * @param {MessagePort} port
 * @param {string} name
 * @param {AbortSignal} signal
 * @param {Fail} failed
 */
function watchLife(port, name, signal, failed) {
  const detail = "The worker ended without a word (out of memory, or closed by the code that ran).";
  whenAlive(port, () => {
    navigator.locks
      .request(name, { signal }, () => failed({ code: "died", detail }))
      .catch(() => undefined); // our own end(): the wait for the lock was called off
  });
}

/**
 * A worker that fails before it is alive never arrived.
 * @param {Worker} worker
 * @param {MessagePort} port
 * @param {string} url
 * @param {Fail} failed
 */
function watchErrors(worker, port, url, failed) {
  /** @type {import("./messages.js").Code} */
  let code = "network";
  whenAlive(port, () => {
    code = "died";
  });
  worker.onerror = ({ message }) => failed({ code, detail: `${url}: ${message || "could not be loaded."}` });
}

/**
 * Starts `url` in a module worker.
 * @param {string} url absolute address of worker.js
 * @param {Fail} failed called when the worker cannot be loaded or dies, never after end()
 * @returns {Launched}
 */
export function launch(url, failed) {
  const blob = URL.createObjectURL(new Blob([starter(url)], { type: "text/javascript" }));
  const worker = new Worker(blob, { type: "module" });
  const { port1, port2 } = new MessageChannel();
  const life = new AbortController();
  const name = navigator.locks ? `lesson-worker-${crypto.randomUUID()}` : "";
  watchErrors(worker, port1, url, failed);
  if (name) watchLife(port1, name, life.signal, failed);
  worker.postMessage(name, [port2]);
  return {
    port: port1,
    end() {
      worker.onerror = null;
      life.abort();
      worker.terminate();
      port1.close();
      URL.revokeObjectURL(blob);
    },
  };
}
