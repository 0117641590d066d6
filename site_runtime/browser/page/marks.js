// What the scrubber marks: stops, letters, writes to watched objects, exceptions.

import { sentence } from "./sentences.js";
import { story } from "./story.js";

/** @typedef {import("./types.js").Words} Words */
/** @typedef {import("./types.js").Watch} Watch */
/** @typedef {import("./types.js").Trace} Trace */
/** @typedef {import("./story.js").StoryEvent} StoryEvent */
/** @typedef {import("../core/breakpoints.js").Stops} Stops */
/** @typedef {import("./views/scrubber.js").Mark} Mark */

/**
 * @param {StoryEvent} event
 * @param {Watch} watch
 * @returns {string}
 */
function kindOf(event, watch) {
  if (event.kind !== "entry") return event.kind;
  return event.root === watch.diagram?.actors ? "member" : "table";
}

/**
 * @param {Trace} trace
 * @param {Watch} watch
 * @param {Stops} stops
 * @param {readonly {position: number, text: string, error: boolean}[]} log what log points print
 * @param {Words} words
 * @param {(root: string) => string} title of a watched object
 * @returns {Mark[]} ascending
 */
export function marksOf(trace, watch, stops, log, words, title) {
  const told = story(trace, watch).filter(({ before, kind }) => !before && kind !== "lock");
  const marks = told.map((event) => ({ position: event.position, kind: kindOf(event, watch), label: sentence(event, words, title) }));
  for (const position of stops.positions) {
    const code = trace.code(position);
    marks.push({ position, kind: "stop", label: `${words.stopHere}${code ? ` ${code.file}:${trace.line[position]}` : ""}` });
  }
  for (const { position, text, error } of log) marks.push({ position, kind: error ? "error" : "log", label: `${words.logMark}: ${text.slice(0, 80)}` });
  return marks.sort((a, b) => a.position - b.position);
}
