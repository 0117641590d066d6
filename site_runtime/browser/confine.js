// Takes from a worker's world what would outlive it or reach past it, before any code of a lesson or a reader runs. The page's policy
// keeps other origins and eval away; this is about storage, channels, nested workers (one loaded by its address has no policy), memory, and, once
// the interpreter has its files, the network and the way to the page that is not ours.

/** Storage, channels, other workers, and what shows outside of the page. */
const OUTSIDE = [
  "indexedDB",
  "caches",
  "cookieStore",
  "sharedStorage",
  "BroadcastChannel",
  "Worker",
  "SharedWorker",
  "Notification",
  "webkitRequestFileSystem",
  "webkitRequestFileSystemSync",
  "webkitResolveLocalFileSystemURL",
  "webkitResolveLocalFileSystemSyncURL",
];

/** What the interpreter needs until it has its files. `postMessage` is the worker's own, which nobody hears: a flood of it would keep the page busy. */
const UNTIL_READY = [
  "fetch",
  "XMLHttpRequest",
  "WebSocket",
  "WebSocketStream",
  "EventSource",
  "WebTransport",
  "RTCPeerConnection",
  "FontFace",
  "fonts",
  "importScripts",
  "postMessage",
];

/** What stays of the navigator; all else of it is storage, devices, locks and the like. */
const NAVIGATOR = ["constructor", "userAgent", "userAgentData", "platform", "language", "languages", "onLine", "hardwareConcurrency", "appVersion", "appName", "product"];

const PAGE = 65_536;

/**
 * The attributes live on prototypes, so that shadowing alone would leave their getters within reach.
 * @param {object} target
 * @param {string} name
 */
function take(target, name) {
  for (let owner = target; owner; owner = Object.getPrototypeOf(owner)) Reflect.deleteProperty(owner, name);
  if (name in target) throw new Error(`This browser does not let go of ${name}.`);
  Object.defineProperty(target, name, { value: undefined, writable: false, configurable: false });
}

/**
 * @param {object} target
 * @returns {Set<string>} names of what it has of its own kind, not of every object's
 */
function namesOf(target) {
  /** @type {Set<string>} */
  const names = new Set();
  for (let owner = target; owner !== Object.prototype && owner; owner = Object.getPrototypeOf(owner)) {
    for (const name of Object.getOwnPropertyNames(owner)) names.add(name);
  }
  return names;
}

/**
 * @param {object & {navigator: object}} scope the worker's global scope
 * @throws {Error} naming the first that could not be taken away
 */
export function confine(scope) {
  for (const name of OUTSIDE) take(scope, name);
  for (const name of namesOf(scope.navigator)) if (!NAVIGATOR.includes(name)) take(scope.navigator, name);
}

/**
 * To be called once the interpreter has all its files.
 * @param {object} scope
 * @throws {Error} as confine
 */
export function seal(scope) {
  for (const name of UNTIL_READY) take(scope, name);
}

/**
 * Refuses every growth of a memory beyond `most` bytes; Python then raises a MemoryError, and the browser's tab lives on.
 * @param {{WebAssembly: {Memory: {prototype: WebAssembly.Memory}}}} scope
 * @param {number} most
 */
export function boundMemory({ WebAssembly: { Memory } }, most) {
  const { grow } = Memory.prototype;
  Memory.prototype.grow = function (/** @type {number} */ pages) {
    if (this.buffer.byteLength + pages * PAGE > most) throw new RangeError(`more than ${most} bytes of memory`);
    return grow.call(this, pages);
  };
}
