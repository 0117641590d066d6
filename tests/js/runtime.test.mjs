// The client against a scripted worker over a MessageChannel: what it sends, what it drops, how it ends.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Runtime } from "../../site_runtime/browser/runtime.js";
import { FILES, OUTCOME, boots, problem, records, scripted } from "./scripted.js";

test("boot hands over absolute addresses, tells the Python and fires each state once", async () => {
  const { runtime, workers, states } = scripted(boots);
  await Promise.all([runtime.boot(), runtime.boot()]);
  assert.equal(workers.length, 1);
  assert.equal(workers[0].url, "https://example.org/sub/assets/lesson/browser/worker.js");
  assert.deepEqual(workers[0].requests, [
    {
      type: "boot",
      id: 1,
      place: {
        indexURL: "https://example.org/sub/assets/lesson/py/",
        lockFileURL: "https://example.org/sub/assets/lesson/lock.json",
        stdLibURL: "https://example.org/sub/assets/lesson/py/stdlib.zip",
        packageBaseUrl: "https://example.org/sub/assets/lesson/",
        package: "lessons",
        lessons: "lesson_code",
      },
    },
  ]);
  assert.equal(runtime.python, "3.14.2");
  assert.deepEqual(states, ["loading", "ready"]);
  runtime.close();
});

test("record boots by itself, hands over lines as they come and returns their whole text", async () => {
  const { runtime, states } = scripted(records);
  /** @type {string[]} */
  const lines = [];
  const recording = await runtime.record({ lesson: "team", area: "open", input: "plan" }, (more) => lines.push(...more));
  assert.deepEqual(lines, ["a", "b"]);
  assert.deepEqual(recording, { text: "a\nb\n", ...OUTCOME, snapshots: 2, focus: 1, stopped: null });
  assert.deepEqual(states, ["loading", "ready", "running", "ready"]);
  runtime.close();
});

test("a line arrives before its run has ended", async () => {
  const { runtime, workers } = scripted((request, worker) => {
    boots(request, worker);
    if (request.type === "record") worker.reply({ type: "part", id: request.id, lines: ["first"] });
  });
  const seen = new Promise((resolve) => {
    runtime.record({ lesson: "team", area: "open", input: "plan" }, resolve).catch(() => undefined);
  });
  assert.deepEqual(await seen, ["first"]);
  assert.equal(runtime.state, "running");
  assert.equal(workers[0].ended, false);
  runtime.close();
});

test("replies to an earlier request are dropped", async () => {
  const { runtime } = scripted((request, worker) => {
    boots(request, worker);
    if (request.type !== "record") return;
    worker.reply({ type: "part", id: request.id - 1, line: "late" });
    worker.reply({ type: "failed", id: request.id - 1, failure: { code: "died", detail: "late" } });
    records(request, worker);
  });
  assert.equal((await runtime.record({ lesson: "team", area: "open", input: "plan" })).text, "a\nb\n");
  runtime.close();
});

test("stop ends the worker at once, rejects what runs, and the next request has a new worker", async () => {
  const { runtime, workers, states } = scripted((request, worker) => {
    if (workers.length === 1) boots(request, worker); // the first one never answers more
    else records(request, worker);
  });
  await runtime.boot();
  const running = runtime.record({ lesson: "team", area: "open", input: "plan" });
  await Promise.resolve();
  runtime.close();
  assert.equal(workers[0].ended, true);
  assert.equal((await problem(running)).code, "stopped");
  assert.equal(runtime.error, null);
  assert.equal((await runtime.record({ lesson: "team", area: "open", input: "plan" })).text, "a\nb\n");
  assert.deepEqual(states, ["loading", "ready", "running", "idle", "loading", "ready", "running", "ready"]);
  runtime.close();
});

test("stop while it loads rejects the start and every request that waits for it", async () => {
  const { runtime } = scripted(() => undefined);
  const waiting = [runtime.boot(), runtime.run({ lesson: "team", area: "open", input: "plan" })].map(problem);
  runtime.close();
  assert.deepEqual((await Promise.all(waiting)).map(({ code }) => code), ["stopped", "stopped"]);
  assert.equal(runtime.state, "idle");
});

test("a failed start is told with title and detail, stays, and retry starts anew", async () => {
  const { runtime, workers } = scripted((request, worker) => {
    const failure = { code: "wasm", detail: "https://example.org/x.wasm: HTTP 404" };
    if (workers.length === 1) worker.reply({ type: "failed", id: request.id, failure });
    else boots(request, worker);
  });
  const error = await problem(runtime.boot());
  assert.equal(error.code, "wasm");
  assert.match(error.title, /WebAssembly/);
  assert.equal(error.detail, "https://example.org/x.wasm: HTTP 404");
  assert.equal(runtime.state, "failed");
  assert.equal(runtime.error?.detail, error.detail);
  assert.equal(workers[0].ended, true);
  assert.equal((await problem(runtime.run({ lesson: "team", area: "open", input: "plan" }))).code, "wasm");
  assert.equal(workers.length, 1);
  await runtime.retry();
  assert.equal(runtime.state, "ready");
  assert.equal(runtime.error, null);
  runtime.close();
});

test("a request that Python refuses fails alone; the worker goes on", async () => {
  const { runtime, workers } = scripted((request, worker) => {
    const failure = { code: "request", detail: "no input named plam" };
    if (request.type === "run") worker.reply({ type: "failed", id: request.id, failure });
    else records(request, worker);
  });
  assert.equal((await problem(runtime.run({ lesson: "team", area: "open", input: "plam" }))).detail, "no input named plam");
  assert.equal(runtime.state, "ready");
  await runtime.record({ lesson: "team", area: "open", input: "plan" });
  assert.equal(workers.length, 1);
  runtime.close();
});

test("a worker that dies rejects what runs; lines that had come were handed over", async () => {
  const { runtime, workers } = scripted((request, worker) => {
    boots(request, worker);
    if (request.type === "record") worker.reply({ type: "part", id: request.id, lines: ["kept"] });
  });
  /** @type {string[]} */
  const lines = [];
  const error = await problem(
    runtime.record({ lesson: "team", area: "open", input: "plan" }, (more) => {
      lines.push(...more);
      workers[0].die("out of memory");
    }),
  );
  assert.deepEqual([error.code, error.detail, lines], ["died", "out of memory", ["kept"]]);
  assert.equal(runtime.state, "failed");
});

test("the death of a worker that was ended already is nobody's business", async () => {
  const { runtime, workers } = scripted(boots);
  await runtime.boot();
  runtime.close();
  await runtime.boot();
  workers[0].die("late");
  assert.equal(runtime.state, "ready");
  runtime.close();
});

test("a page that may not start workers is told so", async () => {
  const start = () => {
    throw new Error("blocked by the policy");
  };
  const runtime = new Runtime({ base: "https://example.org/", runtime: FILES, lang: "zh", start });
  const error = await problem(runtime.boot());
  assert.deepEqual([error.code, error.detail], ["died", "Error: blocked by the policy"]);
  assert.match(error.title, /后台线程/);
  assert.equal(runtime.state, "failed");
});
