// Times the page's reader on one trace, by node: `node player.mjs TRACE` prints milliseconds by what is done, as JSON. They are
// milliseconds of this process's own work: what else the machine does at the time must not count.

import { readFileSync } from "node:fs";
import { makeStops } from "../browser/core/breakpoints.js";
import { diff } from "../browser/core/changes.js";
import { sayStep } from "../browser/core/say.js";
import * as steps from "../browser/core/steps.js";
import { parseTrace } from "../browser/core/trace.js";

const SEEKS = 2000;
const text = readFileSync(process.argv[2], "utf8");

/** Pseudo-random numbers, the same on every run. */
function* randomPositions(count, number) {
  let state = 12345;
  for (let i = 0; i < number; i += 1) {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    yield state % count;
  }
}

function milliseconds(work) {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function p95(times) {
  const sorted = times.sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)];
}

/** All that a view of one position asks for. */
function show(trace, p) {
  trace.state(p);
  trace.output(p);
  diff(trace, p);
  sayStep(trace, p, "en");
}

function timesOf(trace, command) {
  return [...randomPositions(trace.count, SEEKS)].map((p) => milliseconds(() => show(trace, command(p))));
}

const json = milliseconds(() => text.trimEnd().split("\n").map((line) => JSON.parse(line)));
let trace = parseTrace(text);
const parse = milliseconds(() => (trace = parseTrace(text)));
const lines = [...new Set([...randomPositions(trace.count, 40)].map((p) => trace.line[p]))].map((line) => ({ file: trace.files[0].label, line }));
const stops = makeStops(trace, { lines });
const commands = {
  seek: (p) => p,
  into: (p) => steps.stepInto(trace, p),
  "back into": (p) => steps.backInto(trace, p),
  over: (p) => steps.stepOver(trace, p),
  "back over": (p) => steps.backOver(trace, p),
  out: (p) => steps.stepOut(trace, p),
  "back out": (p) => steps.backOut(trace, p),
  continue: (p) => steps.continueTo(trace, p, stops),
  "reverse continue": (p) => steps.reverseContinue(trace, p, stops),
};
const p95s = Object.fromEntries(Object.entries(commands).map(([name, command]) => [name, p95(timesOf(trace, command))]));
console.log(JSON.stringify({ positions: trace.count, bytes: text.length, json, parse, p95s }));
