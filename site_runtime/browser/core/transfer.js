// A trace as a file: with the sources it was recorded from, so that another page can show it. What is read is bounded and checked.

import { demand, refuse, SourceError } from "./error.js";
import { sha256 } from "./sha256.js";
import { BOUNDS, parseTrace } from "./trace.js";
import { isObject, isText } from "./wire.js";

/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {{label: string, text: string}} Source */

/** @typedef {{trace: Trace, lesson: string, area: string, input: string, sources: readonly Source[]}} Recording the names are "" where they are not known */

/** Bounds of a file that is opened: bigger ones are refused, unread. */
export const FILE_BOUNDS = Object.freeze({ characters: 64 * 2 ** 20, sources: 200, source: 2 ** 20, name: 200 });

/**
 * @param {Recording} recording
 * @returns {string} the file's text: one JSON object, for people to read up to the trace itself
 */
export function exportRecording({ trace, lesson, area, input, sources }) {
  const used = new Set(trace.files.map((file) => file.label));
  const kept = sources.filter(({ label }) => used.has(label)).map(({ label, text }) => ({ label, text }));
  return `${JSON.stringify({ "lesson-trace": 1, lesson, area, input, sources: kept, trace: trace.text }, null, 1)}\n`;
}

/**
 * @param {string} text a file that `exportRecording` made, or the bare JSON Lines of a trace
 * @returns {Recording}
 * @throws {import("./error.js").TraceError} where it is neither, or beyond the bounds; a `SourceError` where lines would be shown that did not run
 */
export function importRecording(text) {
  if (text.length > FILE_BOUNDS.characters) refuse(`the file is longer than ${FILE_BOUNDS.characters} characters`);
  const file = wholeJson(text);
  if (!isObject(file) || !("lesson-trace" in file)) return { trace: bounded(text), lesson: "", area: "", input: "", sources: [] };
  demand(file["lesson-trace"] === 1, "the file is of a newer version than this page");
  demand(isText(file.trace), "the file holds no trace");
  const [lesson, area, input] = [file.lesson, file.area, file.input].map(nameOf);
  const [trace, sources] = [bounded(file.trace), sourcesOf(file.sources)];
  for (const source of sources) checkSource(trace, source);
  checkLines(trace, sources);
  return { trace, lesson, area, input, sources };
}

/**
 * The trace says of each of its sources which text it was; a text of another file is never shown.
 * @param {Trace} trace
 * @param {Source} source
 */
function checkSource({ files }, { label, text }) {
  const recorded = files.find((file) => file.label === label);
  if (recorded && recorded.sha256 !== sha256(text)) throw new SourceError(label);
}

/**
 * @param {string} text
 * @returns {number} its lines as Python counts them: the end of one may be LF, CR LF or CR
 */
const linesIn = (text) => (text.match(/\r\n|\r|\n/g)?.length ?? 0) + (/[\r\n]$/.test(text) ? 0 : 1);

/**
 * A step at a line that its file does not have could not be shown.
 * @param {Trace} trace
 * @param {readonly Source[]} sources
 */
function checkLines(trace, sources) {
  const lengths = new Map(sources.map(({ label, text }) => [label, linesIn(text)]));
  for (let position = 0; position < trace.count; position += 1) {
    const [file, line] = [trace.code(position)?.file ?? "", trace.line[position]];
    if (line > (lengths.get(file) ?? line)) refuse(`position ${position}: line ${line} of ${file}, which has ${lengths.get(file)}`);
  }
}

/** @param {string} text */
const bounded = (text) => parseTrace(text, { bounds: { ...BOUNDS, characters: FILE_BOUNDS.characters } });

/**
 * @param {string} text
 * @returns {unknown} undefined where the text is not one JSON value
 */
function wholeJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {unknown} name
 * @returns {string}
 */
const nameOf = (name) => (typeof name === "string" && name.length <= FILE_BOUNDS.name ? name : "");

/**
 * @param {unknown} sources
 * @returns {Source[]}
 */
function sourcesOf(sources) {
  demand(Array.isArray(sources) && sources.length <= FILE_BOUNDS.sources, "the file's sources are no list, or too many");
  return sources.map((source) => {
    demand(isObject(source) && isText(source.label) && isText(source.text), "a source of the file has no label and text");
    demand(source.label.length <= FILE_BOUNDS.name && source.text.length <= FILE_BOUNDS.source, "a source of the file is too long");
    return Object.freeze({ label: source.label, text: source.text });
  });
}
