// Watches what the interpreter's loader fetches and compiles. The loader only warns about a file that does not arrive or
// a wasm that is refused, and then waits for ever or dies of something else; so the first cause is caught here.

/** @typedef {import("./messages.js").Failure} Failure */

/** What the loader uses of the worker's global scope. */
/** @typedef {{fetch: typeof fetch, WebAssembly: typeof WebAssembly}} Scope */

/**
 * @param {RequestInfo | URL} what
 * @returns {string}
 */
function address(what) {
  return what instanceof Request ? what.url : String(what);
}

/**
 * @param {typeof fetch} fetch_
 * @param {(failure: Failure) => void} failed
 * @returns {typeof fetch}
 */
function watchedFetch(fetch_, failed) {
  return async (what, options) => {
    const response = await fetch_(what, options).catch((error) => {
      if (!options?.integrity) failed({ code: "network", detail: `${address(what)}: ${error}` });
      throw error; // with an integrity it may be the checksum; whoever asked with one tells which
    });
    if (!response.ok) failed({ code: "network", detail: `${address(what)}: HTTP ${response.status}` });
    return response;
  };
}

/**
 * Hosts that send a wrong content type for .wasm are common; then it is compiled after it has arrived.
 * @param {typeof WebAssembly.instantiateStreaming} streaming
 * @param {Response} response
 * @param {WebAssembly.Imports | undefined} imports
 */
async function instantiate(streaming, response, imports) {
  if (response.headers.get("content-type")?.startsWith("application/wasm")) return streaming(response, imports);
  return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}

/**
 * @param {typeof WebAssembly.instantiateStreaming} streaming
 * @param {(failure: Failure) => void} failed
 * @returns {typeof WebAssembly.instantiateStreaming}
 */
function watchedStreaming(streaming, failed) {
  return async (source, imports) => {
    const response = await source;
    return instantiate(streaming, response, imports).catch((error) => {
      failed({ code: "wasm", detail: `${response.url}: ${error}` });
      throw error;
    });
  };
}

/**
 * Runs `load` and settles as it does, or rejects as soon as a file or the wasm fails.
 * @template T
 * @param {Scope} scope the worker's global scope; it is as before afterwards
 * @param {() => Promise<T>} load
 * @returns {Promise<T>} rejects with a Failure, or with whatever load rejects with
 */
export async function guarded(scope, load) {
  const { fetch: fetch_ } = scope;
  const { instantiateStreaming } = scope.WebAssembly;
  try {
    return await new Promise((resolve, reject) => {
      scope.fetch = watchedFetch(fetch_.bind(scope), reject);
      scope.WebAssembly.instantiateStreaming = watchedStreaming(instantiateStreaming, reject);
      load().then(resolve, reject);
    });
  } finally {
    scope.fetch = fetch_;
    scope.WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}
