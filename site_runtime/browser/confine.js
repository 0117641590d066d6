// Takes from a worker's world what would outlive it or reach past it, before any code of a lesson runs. Network and eval
// are the page policy's business; this is about storage, channels, and nested workers (which would have all of it back).

const GLOBALS = [
  "indexedDB",
  "caches",
  "BroadcastChannel",
  "Worker",
  "SharedWorker",
  "webkitRequestFileSystem",
  "webkitRequestFileSystemSync",
  "webkitResolveLocalFileSystemURL",
  "webkitResolveLocalFileSystemSyncURL",
];
const OF_NAVIGATOR = [
  "storage",
  "storageBuckets",
  "webkitTemporaryStorage",
  "webkitPersistentStorage",
  "locks",
  "serviceWorker",
];

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
 * @param {object & {navigator: object}} scope the worker's global scope
 * @throws {Error} naming the first that could not be taken away
 */
export function confine(scope) {
  for (const name of GLOBALS) take(scope, name);
  for (const name of OF_NAVIGATOR) take(scope.navigator, name);
}
