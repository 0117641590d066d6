// The page's core on real traces: reads {name: trace} from standard input, and a question from the arguments.
//
//   stepping        holds every command at every position to its definition; prints how many were compared
//   story           prints, by trace, the writes of the request's status and what they say, and a walk over and back over
//   compare A B     prints where two traces part; the source lines come from the folder given third

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compare } from "../../site_runtime/browser/core/compare.js";
import { writers } from "../../site_runtime/browser/core/history.js";
import { ranLine } from "../../site_runtime/browser/core/ran.js";
import { sayStep } from "../../site_runtime/browser/core/say.js";
import * as steps from "../../site_runtime/browser/core/steps.js";
import { parseTrace } from "../../site_runtime/browser/core/trace.js";
import { definitions } from "../js/core/definitions.js";

const traces = Object.entries(JSON.parse(readFileSync(0, "utf8"))).map(([name, text]) => /** @type {const} */ ([name, parseTrace(text)]));

function stepping() {
  let compared = 0;
  for (const [name, trace] of traces) {
    for (const [command, defined] of Object.entries(definitions(trace))) {
      for (let p = 0; p < trace.count; p += 1, compared += 1) assert.equal(steps[command](trace, p), defined(p), `${name}: ${command}(${p})`);
    }
  }
  return compared;
}

function walk(trace, command, p) {
  const way = [p];
  for (let q = command(trace, p); q !== way.at(-1); q = command(trace, q)) way.push(q);
  return way;
}

function story() {
  return Object.fromEntries(
    traces.map(([name, trace]) => {
      const writes = writers(trace, { path: ["state", "req-1", "status"] }).map(({ position, value }) => ({ position, value, ran: ranLine(trace, position), said: sayStep(trace, position, "en") }));
      const focus = (p) => trace.code(p)?.focus ?? null;
      const over = walk(trace, steps.stepOver, 0);
      return [name, { writes, over, back: walk(trace, steps.backOver, trace.count - 1), focus: over.map(focus) }];
    }),
  );
}

function compared(a, b, folder) {
  const sourceLine = (file, line) => readFileSync(join(folder, file), "utf8").split("\n")[line - 1];
  const [one, other] = [a, b].map((name) => /** @type {any} */ (traces.find(([key]) => key === name))[1]);
  const found = compare(one, other, sourceLine);
  const ran = found.fork?.ran;
  return { ...found, text: ran ? sourceLine(ran.file, ran.line).trim() : null };
}

const [question, ...rest] = process.argv.slice(2);
const answer = { stepping, story, compare: () => compared(rest[0], rest[1], rest[2]) }[question]?.();
console.log(JSON.stringify(answer));
