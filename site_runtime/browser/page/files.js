// Recordings as files: saved, and opened again. What is opened is checked and bounded before anything is shown.

import { SourceError } from "../core/error.js";
import { exportRecording, FILE_BOUNDS, importRecording } from "../core/transfer.js";
import { h } from "./dom.js";
import { player } from "./player.js";

/** @typedef {import("./types.js").Words} Words */
/** @typedef {import("../core/transfer.js").Recording} Recording */

/**
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** @param {Recording} recording */
export function saveRecording(recording) {
  const name = [recording.lesson, recording.area, recording.input].join("-");
  download(`${name}.json`, exportRecording(recording), "application/json");
}

/**
 * @param {import("./types.js").Manifest} manifest of one input
 * @param {import("./types.js").Lang} lang
 */
export async function savePlayer(manifest, lang) {
  download(`${[manifest.lesson, manifest.area, manifest.inputs[0].name].join("-")}.html`, await player(manifest, lang), "text/html");
}

/**
 * @param {File} file
 * @param {Words} words
 * @returns {Promise<{recording: Recording} | {trouble: string}>}
 */
export async function readRecording(file, words) {
  // Bytes are at least as many as characters: what is too big is not even read.
  if (file.size > 3 * FILE_BOUNDS.characters) return { trouble: words.tooBig(file.name, FILE_BOUNDS.characters / 2 ** 20) };
  try {
    return { recording: importRecording(await file.text()) };
  } catch (error) {
    if (error instanceof SourceError) return { trouble: words.otherSource(file.name, error.label) };
    return { trouble: `${words.badTrace(file.name)} ${error instanceof Error ? error.message : ""}` };
  }
}
