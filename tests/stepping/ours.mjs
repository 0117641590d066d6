// `node ours.mjs < lines`: for each line {program, trace}, one line {program, stops, …}: the stops of the trace, and where the
// page's commands lead from each, under the true commands and under each set with one wrong one.

import { createInterface } from "node:readline";
import * as steps from "../../site_runtime/browser/core/steps.js";
import { KIND, parseTrace } from "../../site_runtime/browser/core/trace.js";
import { until } from "../../site_runtime/browser/core/until.js";
import { WRONG } from "./wrong.mjs";

const COMMANDS = { into: steps.stepInto, over: steps.stepOver, out: steps.stepOut, until, toCaller: steps.toCaller };

const KINDS = new Map([[KIND.LINE, "line"], [KIND.RETURNED, "end"], [KIND.RAISED, "end"], [KIND.END, "over"]]);

/** As events.py's Stop: a function is named without what it lies in, as CPython 3.10 knows no more. */
function stopAt(trace, p) {
  const name = trace.code(p)?.name.split(".").pop() ?? "";
  return [trace.activation[p], name, trace.line[p], KINDS.get(trace.kind[p])];
}

function answers(trace, positions, commands) {
  return Object.fromEntries(Object.entries(commands).map(([name, command]) => [name, positions.map((p) => command(trace, p))]));
}

for await (const line of createInterface({ input: process.stdin })) {
  const { program, trace: text } = JSON.parse(line);
  const trace = parseTrace(text);
  const positions = Array.from({ length: trace.count }, (_, p) => p);
  const wrong = Object.fromEntries(Object.entries(WRONG).map(([name, commands]) => [name, answers(trace, positions, commands)]));
  const told = { program, stops: positions.map((p) => stopAt(trace, p)), right: answers(trace, positions, COMMANDS), wrong };
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
