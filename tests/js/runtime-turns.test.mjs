// Which question is answered, who takes over, and what is kept: against scripted workers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { parseTrace } from "../../site_runtime/browser/core/trace.js";
import { OUTCOME, boots, problem, scripted } from "./scripted.js";

/** @typedef {import("./scripted.js").Fake} Fake */

const PROGRAM = { lesson: "team", area: "open", input: "plan" };
const OWN = { lesson: "team", area: "open", prepare: "", call: "" };
const HEADER =
  '{"trace":1,"program":"p","focus":null,"roots":[],"lock":null,"folders":[],"limits":{"steps":9,"items":9,"text":9,"objects":9}}';

/** @param {string} name */
const at = (name) => ({ position: 0, line: 1, activation: 0, expressions: [name] });

/** @param {any} request */
const answered = ({ expressions }) => ({ answers: expressions, diverged: null, stopped: null });

/** Workers that start at once, and do the rest when they are told to. */
function held() {
  /** @type {any[]} */
  const asked = [];
  const kit = scripted((request, worker) => {
    boots(request, worker);
    if (request.type !== "boot") asked.push(request);
  });
  /** @param {any} request */
  const answer = (request, worker = kit.workers[0]) => worker.reply({ type: "done", id: request.id, result: answered(request) });
  const until = async (/** @type {() => boolean} */ fits) => {
    while (!fits()) await new Promise((then) => setTimeout(then, 1));
  };
  return { ...kit, asked, answer, until };
}

test("of questions that wait only the newest is asked; one that runs is no longer waited for", async () => {
  const { runtime, asked, answer, until } = held();
  const first = problem(runtime.evaluate(PROGRAM, at("first")));
  await until(() => asked.length === 1);
  const second = problem(runtime.evaluate(PROGRAM, at("second")));
  const third = runtime.evaluate(PROGRAM, at("third"));
  const other = runtime.evaluate(PROGRAM, at("other"), { turn: "another lab" });
  assert.deepEqual([(await first).code, (await second).code], ["newer", "newer"]);
  answer(asked[0]);
  await until(() => asked.length === 2);
  answer(asked[1]);
  await until(() => asked.length === 3);
  answer(asked[2]);
  assert.deepEqual([await third, await other].map(({ answers }) => answers), [["third"], ["other"]]);
  runtime.close();
});

test("a question goes before a search that waits, and runs keep their order", async () => {
  const { runtime, asked, answer, until } = held();
  await runtime.boot();
  const all = [runtime.run(PROGRAM), runtime.search(PROGRAM, []), runtime.evaluate(PROGRAM, at("x")), runtime.record(PROGRAM)];
  for (let n = 0; n < 4; n += 1) {
    await until(() => asked.length === n + 1);
    answer({ expressions: [], ...asked[n] });
  }
  await Promise.all(all);
  assert.deepEqual(asked.map(({ type }) => type), ["run", "evaluate", "search", "record"]);
  runtime.close();
});

test("what is called off is rejected at once, waiting or running, and never asked twice", async () => {
  const { runtime, asked, answer, until } = held();
  const [running, waiting] = [new AbortController(), new AbortController()];
  const one = problem(runtime.run(PROGRAM, undefined, { signal: running.signal }));
  await until(() => asked.length === 1);
  const two = problem(runtime.run(PROGRAM, undefined, { signal: waiting.signal }));
  waiting.abort();
  running.abort();
  assert.deepEqual([(await one).code, (await two).code], ["stopped", "stopped"]);
  answer({ expressions: [], ...asked[0] });
  const next = runtime.run(PROGRAM);
  await until(() => asked.length === 2);
  answer({ expressions: [], ...asked[1] });
  await next;
  assert.equal((await problem(runtime.run(PROGRAM, undefined, { signal: running.signal }))).code, "stopped");
  runtime.close();
});

test("an answer is there as soon as the worker tells it; Python is busy until it has undone the run", async () => {
  const { runtime, workers, asked, answer, until } = held();
  await runtime.boot();
  const first = runtime.evaluate(PROGRAM, at("first"));
  assert.equal(runtime.state, "running", "it leaves before evaluate returns: the page draws meanwhile");
  await until(() => asked.length === 1);
  workers[0].reply({ type: "part", id: asked[0].id, answers: answered(asked[0]) });
  assert.deepEqual((await first).answers, ["first"]);
  assert.equal(runtime.state, "running");
  const second = runtime.evaluate(PROGRAM, at("second"));
  answer(asked[0]);
  await until(() => asked.length === 2);
  answer(asked[1]);
  assert.deepEqual((await second).answers, ["second"]);
  runtime.close();
});

test("a question that is answered soon starts no other Python, one that may hang does", async () => {
  const { runtime, workers, asked, answer, until } = held();
  const first = runtime.evaluate(PROGRAM, at("first"));
  await until(() => asked.length === 1);
  answer(asked[0]);
  await first;
  await new Promise((then) => setTimeout(then, 600));
  assert.deepEqual([workers.length, runtime.spare], [1, "none"]);
  const hanging = problem(runtime.evaluate(PROGRAM, at("hanging")));
  await until(() => runtime.spare === "ready");
  runtime.stop();
  assert.deepEqual([(await hanging).code, runtime.state, workers.length], ["stopped", "ready", 2]);
  runtime.close();
});

test("a spare stands by once the reader has run code of their own, takes over at Stop, and is replaced", async () => {
  const { runtime, workers, asked, until } = held();
  problem(runtime.run(PROGRAM));
  await until(() => asked.length === 1);
  assert.deepEqual([workers.length, runtime.spare], [1, "none"]);
  runtime.stop();
  assert.equal(runtime.state, "idle");
  const own = problem(runtime.run(OWN));
  await until(() => asked.length === 2 && runtime.spare === "ready");
  assert.equal(workers.length, 3);
  runtime.stop();
  assert.equal(runtime.state, "ready");
  assert.equal((await own).code, "stopped");
  assert.deepEqual(workers.map(({ ended }) => ended), [true, true, false]);
  problem(runtime.run(OWN));
  await until(() => workers.length === 4);
  runtime.close();
  assert.deepEqual([workers.every(({ ended }) => ended), runtime.spare, runtime.state], [true, "none", "idle"]);
});

test("a death under the reader's code rejects that run only, and the spare goes on with what waits", async () => {
  const { runtime, workers, asked, answer, until } = held();
  const dying = problem(runtime.run(OWN));
  const waiting = runtime.evaluate(PROGRAM, at("x"));
  await until(() => runtime.spare === "ready");
  workers[0].die("too deep");
  assert.deepEqual([(await dying).code, runtime.error], ["died", null]);
  await until(() => asked.length === 2);
  answer(asked[1], workers[1]);
  assert.deepEqual((await waiting).answers, ["x"]);
  runtime.close();
});

test("a run that its worker does not end in time is ended, as by its limit", async () => {
  const { runtime, workers } = scripted(
    (request, worker) => {
      boots(request, worker);
      if (request.type === "run") worker.reply({ type: "part", id: request.id, output: "so far" });
    },
    { seconds: 0.01 },
  );
  const ended = await runtime.run(PROGRAM);
  assert.deepEqual([ended.stopped, ended.output, workers[0].ended], ["seconds", "so far", true]);
  assert.equal((await problem(runtime.evaluate(PROGRAM, at("x")))).code, "slow");
  runtime.close();
});

test("a worker whose memory has grown is replaced after its run", async () => {
  const { runtime, workers } = scripted((request, worker) => {
    boots(request, worker);
    if (request.type === "run") worker.reply({ type: "done", id: request.id, result: { ...OUTCOME, seconds: 0, stopped: "memory" } });
  });
  assert.equal((await runtime.run(OWN)).stopped, "memory");
  assert.equal(workers[0].ended, true);
  assert.equal((await runtime.run(OWN)).stopped, "memory");
  runtime.close();
});

const PIECES = [
  '{"at":0,"files":[["p.py",""]],"codes":[[0,"f",1,true]],"names":["x"],"key":null,"steps":[[2,0,1,{"push":[[0]]}]]}',
  '{"at":0,"files":[],"codes":[[0,"g",7,false]],"names":["y"],"key":null,"steps":[[3,{"out":"a\\n"}],[8,1,2,{"push":[[1]]}]]}',
  '{"at":0,"files":[],"codes":[],"names":[],"key":null,"steps":[[8,{"ret":5}]]}',
];
const WHOLE =
  '{"at":0,"files":[["p.py",""]],"codes":[[0,"f",1,true]],"names":["x"],"key":null,"steps":[[2,0,1,{"push":[[0]]}],[3]]}';

for (const [name, lines, tail, count, depth] of /** @type {[string, string[], string[], number, number][]} */ ([
  ["only the header", [HEADER], [], 1, 0],
  ["one piece", [HEADER], PIECES.slice(0, 1), 2, 1],
  ["two pieces", [HEADER], PIECES.slice(0, 2), 4, 2],
  ["pieces up to the end of an activation", [HEADER], PIECES, 5, 2],
  ["a whole chunk", [HEADER, WHOLE], [], 3, 1],
])) {
  test(`a recording that was stopped after ${name} can be read`, async () => {
    const { runtime, workers, asked, until } = held();
    const stopped = problem(runtime.record(OWN));
    await until(() => asked.length === 1);
    const seen = new Promise((then) => workers[0].after(then));
    workers[0].reply({ type: "part", id: asked[0].id, lines, tail });
    await seen;
    runtime.stop();
    const trace = parseTrace(/** @type {string} */ ((await stopped).text));
    assert.deepEqual([trace.end?.stopped, trace.count, trace.end?.snapshots], ["stopped", count, count - 1]);
    assert.equal(trace.depth[count - 1], 0);
    assert.equal(count > 1 ? trace.depth[count - 2] : 0, depth);
    runtime.close();
  });
}

test("a recording that was stopped before anything came has no text", async () => {
  const { runtime, asked, until } = held();
  const stopped = problem(runtime.record(OWN));
  await until(() => asked.length === 1);
  runtime.stop();
  assert.equal((await stopped).text, null);
  runtime.close();
});
