// The guard around the loader, and what is taken from the worker's world, against scopes made for the test.

import assert from "node:assert/strict";
import { test } from "node:test";

import { confine } from "../../site_runtime/browser/confine.js";
import { guarded } from "../../site_runtime/browser/guard.js";

const NEVER = new Promise(() => undefined);
const EMPTY_WASM = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/**
 * A scope whose fetch answers with `response`; a loader that, like the real one, swallows what goes wrong and waits.
 * @param {() => Promise<Response>} response
 */
function world(response) {
  const scope = /** @type {any} */ ({
    fetch: response,
    WebAssembly: { instantiateStreaming: WebAssembly.instantiateStreaming },
  });
  const load = async () => {
    try {
      return await scope.WebAssembly.instantiateStreaming(scope.fetch("https://example.org/x.wasm"), {});
    } catch {
      return NEVER;
    }
  };
  return { scope, load };
}

/**
 * @param {BodyInit} body
 * @param {string} type
 * @param {number} [status]
 */
function answer(body, type, status = 200) {
  return async () => new Response(body, { status, headers: { "content-type": type } });
}

test("a wasm that arrives is handed to the loader, also under a wrong content type", async () => {
  for (const type of ["application/wasm", "application/octet-stream"]) {
    const { scope, load } = world(answer(EMPTY_WASM, type));
    const { instance } = await guarded(scope, load);
    assert.ok(instance instanceof WebAssembly.Instance);
  }
});

test("a file that is not there is told by address and status, though the loader waits for ever", async () => {
  const { scope, load } = world(answer("", "text/html", 404));
  await assert.rejects(guarded(scope, load), { code: "network", detail: "https://example.org/x.wasm: HTTP 404" });
});

test("a lost connection is told by address and reason", async () => {
  const { scope, load } = world(() => Promise.reject(new TypeError("no route")));
  const lost = { code: "network", detail: "https://example.org/x.wasm: TypeError: no route" };
  await assert.rejects(guarded(scope, load), lost);
});

test("a wasm that is none is told as such", async () => {
  const { scope, load } = world(answer("not wasm", "application/wasm"));
  await assert.rejects(guarded(scope, load), (/** @type {any} */ failure) => {
    assert.equal(failure.code, "wasm");
    return /CompileError/.test(failure.detail);
  });
});

test("afterwards the scope is as before, after success and after failure", async () => {
  for (const response of [answer(EMPTY_WASM, "application/wasm"), answer("", "text/html", 500)]) {
    const { scope, load } = world(response);
    await guarded(scope, load).catch(() => undefined);
    assert.equal(scope.fetch, response);
    assert.equal(scope.WebAssembly.instantiateStreaming, WebAssembly.instantiateStreaming);
  }
});

class Scope {
  get indexedDB() {
    return "a database";
  }

  get caches() {
    return "a cache";
  }
}

class Navigator {
  get storage() {
    return "a store";
  }
}

test("storage is out of reach, also through the prototypes' getters", () => {
  const scope = Object.assign(new Scope(), { navigator: new Navigator(), BroadcastChannel: class {} });
  confine(scope);
  const left = [scope.indexedDB, scope.caches, scope.BroadcastChannel, scope.navigator.storage];
  assert.deepEqual(left, Array(4).fill(undefined));
  assert.equal(Object.getOwnPropertyDescriptor(Scope.prototype, "indexedDB"), undefined);
  assert.throws(() => Object.defineProperty(scope, "caches", { value: "again" }), TypeError);
});

test("what does not let go is named", () => {
  const prototype = Object.create({}, { caches: { value: "kept", configurable: false } });
  const scope = Object.assign(Object.create(prototype), { navigator: {} });
  assert.throws(() => confine(scope), /does not let go of caches/);
});
