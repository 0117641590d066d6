// What the build has put beside the code, and the same for a recording that was opened from a file.

import { KIND } from "../core/trace.js";

/** @typedef {import("./types.js").Manifest} Manifest */
/** @typedef {import("./types.js").Watch} Watch */
/** @typedef {import("./types.js").Trace} Trace */
/** @typedef {import("../core/transfer.js").Recording} Recording */

/**
 * @param {Element} lab
 * @returns {Manifest}
 */
export function readManifest(lab) {
  return JSON.parse(lab.querySelector(".lab-manifest")?.textContent ?? "");
}

/** @param {string} text */
const both = (text) => ({ zh: text, en: text });

/**
 * @param {Trace} trace
 * @returns {Map<string, Record<string, number[]>>} by file and function: the lines that ran
 */
function linesThatRan(trace) {
  /** @type {Map<string, Record<string, number[]>>} */
  const files = new Map();
  for (let p = 0; p < trace.count; p += 1) {
    const code = trace.kind[p] === KIND.LINE ? trace.code(p) : null;
    if (!code) continue;
    const functions = files.get(code.file) ?? Object.create(null);
    const lines = (functions[code.name] ??= []);
    if (!lines.includes(trace.line[p])) lines.push(trace.line[p]);
    files.set(code.file, functions);
  }
  return files;
}

/**
 * @param {Trace} trace
 * @returns {Watch} shows what the recording has watched, in the plainest way
 */
function plainWatch({ header }) {
  return {
    objects: header.roots.map((name) => ({ name, title: both(name), view: "table" })),
    folders: header.folders.map((path) => ({ path, title: both(path) })),
    ...(header.lock === null ? {} : { lock: { name: header.lock, title: both(header.lock) } }),
  };
}

/**
 * @param {Recording} recording
 * @param {Manifest} manifest of the lab that opened it
 * @param {string} name of the file
 * @returns {Manifest} of a lab that shows the recording
 */
export function manifestOf({ trace, lesson, area, sources }, manifest, name) {
  const ran = linesThatRan(trace);
  const known = lesson === manifest.lesson && area === manifest.area;
  const [file, called] = trace.header.focus ?? [trace.codes[0]?.file ?? "", trace.codes[0]?.name ?? ""];
  const texts = trace.files.map(({ label }) => ({ label, text: sources.find((source) => source.label === label)?.text ?? blank(ran.get(label)) }));
  const input = { name, title: both(name), prepare: "", call: "", trace: "", sha256: "", bytes: 0, snapshots: trace.count - 1, focus: trace.end?.focus ?? 0 };
  return {
    ...{ lesson: lesson || name, area: area || name, function: called, file, title: both(name), python: "", base: manifest.base, runtime: manifest.runtime },
    watch: known ? manifest.watch : plainWatch(trace),
    sources: texts.map(({ label, text }) => ({ label, text, lines: ran.get(label) ?? {} })),
    inputs: [input],
    alone: true,
    shipped: { [name]: trace.text },
  };
}

/**
 * @param {Record<string, number[]> | undefined} lines
 * @returns {string} as many empty lines as the file has at least
 */
function blank(lines) {
  return "\n".repeat(Math.min(100_000, Math.max(1, ...Object.values(lines ?? {}).flat())));
}
