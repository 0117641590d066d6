// Small traces written by hand.

import { parseTrace } from "../../../site_runtime/browser/core/trace.js";

/**
 * @param {any[]} steps after the first chunk's tables; the last is the end position
 * @param {{names?: string[], codes?: any[], roots?: string[], program?: string}} [tables]
 */
export function sample(steps, { names = [], codes = [[0, "f", 1, true]], roots = [], program = "sample" } = {}) {
  const out = steps.map((step) => step.at(-1)?.out ?? "").join("");
  const lines = [
    { trace: 1, program, focus: null, roots, lock: "lock", folders: ["box"], limits: { steps: 9, items: 9, text: 9, objects: 9 } },
    { at: 0, files: [["p.py", ""]], codes, names, key: null, steps },
    { end: { snapshots: steps.length - 1, focus: 0, output: out, files: [], exception: null, stopped: null } },
  ];
  return parseTrace(`${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
}
