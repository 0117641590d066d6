// Links to what is shown, and recordings as files. A link shows what it carries and runs nothing.

import { decodeLink, encodeLink, linkFaults } from "../core/link.js";
import { pack, unpack } from "../core/parcel.js";
import { readWatches } from "./ask/asking.js";
import { asks } from "./ask/searching.js";
import { codeOf } from "./edit/experiment.js";
import { tellFaults } from "./faulty.js";
import { readRecording, savePlayer, saveRecording } from "./files.js";
import { expressionOf } from "./kept.js";
import { manifestOf } from "./manifest.js";
import { isOwnId, readDraft, written } from "./own/inputs.js";
import { playerManifest } from "./player.js";

/** @typedef {import("./area.js").Area} Area */
/** @typedef {import("./types.js").Breakpoint} Breakpoint */

/** @typedef {import("../core/link.js").LinkFault} LinkFault */

/** What a link carries beside names and numbers. @typedef {{own?: unknown, copy?: unknown, watches?: unknown, stops?: unknown}} Parcel */

/**
 * @param {Area} area
 * @returns {Parcel} empty where there is nothing of the reader's own
 */
function parcelOf({ session, owning, experiment, asking }) {
  const { input } = session;
  const own = owning.open ? owning.draft : input.own ? { id: input.name, title: input.title.zh, values: null, prepare: input.prepare, call: input.call } : null;
  const copy = session.isEdited || experiment.open ? experiment.changed : false;
  const stops = session.settings.lines.filter(asks).map(({ file, line, condition, log }) => ({ file, line, condition, log }));
  return {
    ...(own ? { own: written(own) } : {}),
    ...(copy ? { copy: experiment.text } : {}),
    ...(asking.watches.length ? { watches: asking.watches } : {}),
    ...(stops.length ? { stops } : {}),
  };
}

/** @param {unknown} data @returns {Parcel | null} null where it is none */
const readParcel = (data) => (typeof data === "object" && data !== null && !Array.isArray(data) ? data : null);

/** @param {unknown} watches */
const areWatches = (watches) => Array.isArray(watches) && readWatches(watches).length === watches.length;

/**
 * @param {Parcel | null} parcel
 * @param {Area["manifest"]} manifest
 * @returns {LinkFault[]} what of it cannot be used
 */
function parcelFaults(parcel, manifest) {
  if (!parcel) return [{ part: "with", text: "" }];
  const { own, copy, watches, stops } = parcel;
  /** @type {[LinkFault["part"], boolean][]} */
  const wrong = [
    ["own", own !== undefined && !readDraft(own, manifest)],
    ["copy", copy !== undefined && codeOf(copy) === null],
    ["watches", watches !== undefined && !areWatches(watches)],
    ["conditions", stops !== undefined && !Array.isArray(stops)],
  ];
  return wrong.filter(([, is]) => is).map(([part]) => ({ part, text: "" }));
}

/**
 * @param {readonly Breakpoint[]} lines
 * @param {unknown} given conditions and logs of some of them
 * @returns {Breakpoint[]}
 */
function withConditions(lines, given) {
  const list = Array.isArray(given) ? given.slice(0, 100) : [];
  return lines.map((stop) => {
    const found = list.find((one) => one?.file === stop.file && one?.line === stop.line);
    const [condition, log] = [expressionOf(found?.condition), expressionOf(found?.log)];
    return { ...stop, ...(condition ? { condition } : {}), ...(log ? { log } : {}) };
  });
}

/**
 * @param {Area} area
 * @returns {Promise<string | null>} the address of what is shown; null where it is too long for one
 */
export async function address(area) {
  const { input, position, settings } = area.session;
  const { lesson, area: name } = area.manifest;
  const parcel = parcelOf(area);
  const packed = Object.keys(parcel).length ? await pack(parcel) : undefined;
  if (packed === null) return null;
  return new URL(encodeLink({ lesson, area: name, input: input.own ? null : input.name, position, breakpoints: settings.lines, ...(packed ? { parcel: packed } : {}) }), location.href).href;
}

/** @param {Area} area */
export async function copyLink(area) {
  const { words } = area;
  const link = await address(area);
  if (link === null) return area.tell(words.linkTooLong);
  history.replaceState(history.state, "", link);
  area.followed = location.hash;
  try {
    await navigator.clipboard.writeText(link);
    area.tell(words.linkCopied);
  } catch {
    area.tell(`${words.linkShown} ${link}`);
  }
}

/**
 * Shows what a link leads to. What a reader has written in it is shown as text, and waits for a click.
 * @param {Area} area
 * @param {string} hash
 */
export async function follow(area, hash) {
  const place = decodeLink(hash);
  const { lesson, area: name } = area.manifest;
  if (!place || place.lesson !== lesson || place.area !== name || area.isFile) return;
  // What a reader has written is offered once; a lab that is shown again, or a link that is clicked again, does not write over it.
  if (place.parcel && area.followed === hash) return;
  area.followed = hash;
  const given = place.parcel ? readParcel(await unpack(place.parcel)) : {};
  const parcel = given ?? {};
  const broken = parcelFaults(given, area.manifest);
  const copied = offer(area, parcel);
  const stopped = setStops(area, withConditions(place.breakpoints, parcel.stops), copied);
  // A link to the other language's page may name an input of the reader's own: its steps are those of no other.
  const mine = place.input !== null && isOwnId(place.input);
  const chosen = mine ? [] : await choose(area, place.input);
  // The steps of what has still to be run are not those of what is shown.
  const waits = copied || (parcel.own !== undefined && !broken.some(({ part }) => part === "own"));
  if (waits) area.trials.wanted = place.position;
  const went = waits || mine || place.position === null ? [] : goTo(area, place.position);
  const faults = [...linkFaults(hash), ...broken, ...stopped, ...chosen, ...went];
  if (faults.length) area.tell(tellFaults(area.words, faults, { input: area.manifest.inputs.map((input) => input.name) }));
}

/** @param {Area} area @param {string | null} name @returns {Promise<LinkFault[]>} why there is no such input */
async function choose(area, name) {
  if (name === null) return [];
  if (!area.manifest.inputs.some((input) => input.name === name)) return [{ part: "input", text: name }];
  await area.choose(name);
  return [];
}

/** @param {Area} area @param {number} position @returns {LinkFault[]} where there is no such step; then it is the last */
function goTo(area, position) {
  area.go(position);
  return position === area.session.position ? [] : [{ part: "end", text: String(position) }];
}

/**
 * @param {Area} area
 * @param {Parcel} parcel
 * @returns {boolean} whether it has edited code
 */
function offer({ owning, experiment, asking }, { own, copy, watches }) {
  owning.offer(own);
  const before = experiment.text;
  experiment.offer(copy);
  asking.offer(readWatches(watches));
  return typeof copy === "string" && (experiment.fromLink || experiment.text === before);
}

/**
 * @param {Area} area
 * @param {Breakpoint[]} lines
 * @param {boolean} copied whether they are those of edited code
 * @returns {LinkFault[]} those where nothing can stop
 */
function setStops({ session, searching, views }, lines, copied) {
  if (lines.some(asks)) searching.offer();
  if (copied) session.editedSettings = { ...session.editedSettings, lines };
  if (copied) return [];
  const may = (/** @type {Breakpoint} */ { file, line }) => views.code.lines(file).includes(line);
  const valid = lines.filter(may);
  if (valid.length) session.set({ lines: valid });
  return lines.filter((stop) => !may(stop)).map(({ file, line }) => ({ part: "stops", text: `${file}:${line}` }));
}

/** @param {Area} area */
export function save({ session, manifest }) {
  const { trace, input, shown } = session;
  saveRecording({ trace, lesson: manifest.lesson, area: manifest.area, input: input.name, sources: shown.sources });
}

/** @param {Area} area */
export async function savePage(area) {
  const { session, manifest, words, lang } = area;
  const { trace, input, shown } = session;
  try {
    const python = shown.python || (shown.origin === "shipped" ? manifest.python : area.live.state(input.name).python);
    await savePlayer(playerManifest({ ...manifest, sources: shown.sources }, input, trace.text, python, area.views.head.mark()), lang);
  } catch {
    area.tell(words.exportFailed);
  }
}

/** @param {Area} area @param {File} file */
export async function open({ manifest, words, host, tell }, file) {
  const opened = await readRecording(file, words);
  if ("trouble" in opened) tell(opened.trouble);
  else host.openFile(manifestOf(opened.recording, manifest, file.name));
}
