// How the events of a run are drawn: arrows, notes, the lock's bars, the card of a letter in somebody's hands.

import { onPress, svg } from "../dom.js";
import { fit, letterName, widthOf } from "../sentences.js";
import { toneOf } from "./table.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../story.js").StoryEvent} StoryEvent */
/** @typedef {import("../story.js").LetterEvent} LetterEvent */
/** @typedef {import("../story.js").Hand} Hand */
/** @typedef {import("../timeline.js").Row} Row */

/** `raw`: what leads to it in its object. @typedef {{name: string, title: string, actor: boolean, raw: import("../types.js").Value}} Lane */
/** @typedef {{lanes: Lane[], width: number, fact: string | undefined, x: (name: string) => number | undefined}} Space */

/** Room below each other, by kind of event. */
export const HEIGHTS = { letter: 46, entry: 32, lock: 24, error: 34 };
const TEXT = 11.5;

/**
 * @param {string} text
 * @param {number} x middle
 * @param {number} y
 * @param {string} kind
 * @param {number} width of the drawing: a text never leaves it
 */
function label(text, x, y, kind, width) {
  const shown = fit(text, width - 12, TEXT);
  const half = widthOf(shown, TEXT) / 2;
  return svg("text", { x: Math.min(width - 6 - half, Math.max(6 + half, x)), y, class: `lab-svg-text ${kind}` }, shown);
}

/**
 * @param {number} from
 * @param {number} to
 * @param {number} y
 */
function arrow(from, to, y) {
  const way = Math.sign(to - from) || 1;
  if (from === to) return svg("path", { class: "lab-arrow", d: `M${from} ${y - 8} h26 v14 h-22`, "marker-end": "" });
  const tip = to - way * 3;
  const line = svg("line", { class: "lab-arrow", x1: from + way * 3, y1: y, x2: tip, y2: y, pathLength: 1 });
  const head = svg("path", { class: "lab-arrow-head", d: `M${tip - way * 8} ${y - 4.5} L${tip} ${y} L${tip - way * 8} ${y + 4.5}z` });
  return svg("g", {}, line, head);
}

/**
 * @param {LetterEvent} event
 * @param {number} y
 * @param {Space} space
 * @param {Words} words
 */
function drawLetter({ letter, file, line, before }, y, { x, width }, words) {
  const [from, to] = [x(letter.from), x(letter.to)];
  if (from === undefined || to === undefined) return [label(`${letter.from} → ${letter.to}: ${letterName(letter)}`, width / 2, y + 22, "", width)];
  const middle = (from + to) / 2;
  const place = `${file.split("/").pop()}:${line}${before ? ` · ${words.prepared}` : ""}`;
  const envelope = svg("g", { class: "lab-envelope", transform: `translate(${to - Math.sign(to - from) * 22 - 8} ${y + 12})` }, svg("rect", { width: 16, height: 11, rx: 1.5 }), svg("path", { d: "M.5 1 8 6.5 15.5 1" }));
  return [arrow(from, to, y + 25), label(letterName(letter), middle, y + 17, "lab-strong", width), label(place, middle, y + 39, "lab-faint", width), before ? null : envelope];
}

/**
 * @param {string} text
 * @param {string} tone
 * @param {number} x
 * @param {number} y
 * @param {Space} space
 */
function drawNote(text, tone, x, y, { width, lanes }) {
  const shown = fit(text, Math.min(width - 20, (width / lanes.length) * 1.7), TEXT);
  const room = widthOf(shown, TEXT) + 18;
  const left = Math.min(width - room - 2, Math.max(2, x - room / 2));
  return [
    svg("rect", { class: "lab-note-box", "data-tone": tone || null, x: left, y: y + 4, width: room, height: 23, rx: 4 }),
    svg("text", { x: left + room / 2, y: y + 19.5, class: "lab-svg-text", "data-tone": tone || null }, shown),
  ];
}

/**
 * @param {Extract<StoryEvent, {kind: "entry"}>} event
 * @param {boolean} onOwnLane whether the lane already says which entry it is
 * @param {string | undefined} fact the field that says how an entry stands
 * @param {Words} words
 */
function entryText({ entry, field, was, now }, onOwnLane, fact, words) {
  const name = onOwnLane ? [] : [entry];
  if (!field) return [...name, now ?? "−"].join(" ");
  // What is put in where nothing was is shown by the table; here it is enough that it is there.
  if (was === "None" && now?.startsWith("{")) return [...name, field, "✓"].join(" ");
  const value = (/** @type {string | null} */ text) => (text === "None" ? words.noReply : text ?? words.nothing);
  return [...name, ...(field === fact ? [] : [`${field}:`]), value(was), "→", value(now)].join(" ");
}

/**
 * @param {Row} row
 * @param {Space} space
 * @param {Words} words
 * @returns {(SVGElement | null)[]}
 */
export function drawEvent({ event, y }, space, words) {
  switch (event.kind) {
    case "letter":
      return drawLetter(event, y, space, words);
    case "lock": {
      const x = space.x(event.holder ?? "");
      return x === undefined ? [] : [padlock(x, y + 4), svg("text", { x: x + 12, y: y + 15, class: "lab-svg-text lab-faint lab-start" }, words.lock)];
    }
    case "error":
      return drawNote(event.text, "bad", space.x(event.who ?? "") ?? space.width / 2, y, space);
    default: {
      const member = space.lanes.find((lane) => lane.actor && lane.name === event.entry);
      const x = space.x(event.root) ?? space.x(event.entry) ?? space.width / 2;
      return drawNote(entryText(event, member !== undefined && space.x(event.root) === undefined, space.fact, words), toneOf(event.now ?? ""), x, y, space);
    }
  }
}

/** @param {number} x @param {number} y */
function padlock(x, y) {
  return svg("g", { class: "lab-padlock", transform: `translate(${x - 6} ${y})` }, svg("rect", { x: 0.5, y: 5, width: 11, height: 8, rx: 1.5 }), svg("path", { d: "M3 5V3.5a3 3 0 0 1 6 0V5" }));
}

/** @typedef {{x: number, y: number, height: number}} Bar */

/**
 * From where it is taken to where it is free again, or to the last row.
 * @param {readonly Row[]} rows
 * @param {Space} space
 * @param {number} bottom
 * @returns {Bar[]}
 */
export function lockBars(rows, space, bottom) {
  /** @type {Bar[]} */
  const bars = [];
  /** @type {{x: number, y: number} | null} */
  let open = null;
  const close = (/** @type {number} */ y) => {
    if (open) bars.push({ ...open, height: Math.max(8, y - open.y) });
    open = null;
  };
  for (const { event, y } of rows) {
    if (event.kind !== "lock") continue;
    close(y + 6);
    const x = space.x(event.holder ?? "");
    if (x !== undefined) open = { x, y: y + 10 };
  }
  close(bottom);
  return bars;
}

/**
 * The card of a letter that is not saved yet, or that is being read.
 * @param {Hand} hand
 * @param {number} y
 * @param {Space} space
 * @param {Words} words
 * @param {() => void} go to the step from which on it is there
 */
export function drawHand({ kind, letter, saving }, y, space, words, go) {
  const x = space.x(kind === "draft" ? letter.from : letter.to) ?? space.width / 2;
  const lines = [`${letter.from} → ${letter.to || "…"}${letter.type ? ` · ${letter.type}` : ""}`, ...letter.fields.slice(0, 4).map(([name, value]) => `${name}: ${value}`)];
  if (letter.fields.length === 0) lines.push(letter.text);
  const state = kind === "read" ? words.reading : saving ? words.temporary : words.notSaved;
  const room = Math.min(space.width - 8, Math.max(150, (space.width / space.lanes.length) * 1.8));
  const left = Math.min(space.width - room - 4, Math.max(4, x - room / 2));
  const height = 26 + lines.length * 15;
  const hit = svg("rect", { class: "lab-event-room lab-hand-hit", role: "button", tabindex: 0, "aria-label": `${state} · ${lines.join(" · ")}`, x: left, y: y + 4, width: room, height, rx: 5 });
  onPress(hit, go);
  return svg(
    "g",
    { class: "lab-hand", "data-hand": kind, "data-saving": saving ? "true" : null },
    svg("rect", { class: "lab-card", x: left, y: y + 4, width: room, height, rx: 5 }),
    svg("text", { x: left + 9, y: y + 19, class: "lab-svg-text lab-faint lab-start" }, fit(state, room - 18, TEXT)),
    ...lines.map((line, index) => svg("text", { x: left + 9, y: y + 35 + index * 15, class: `lab-svg-text lab-start${index ? "" : " lab-strong"}` }, fit(line, room - 18, TEXT))),
    hit,
  );
}

/**
 * @param {number} index
 * @param {Lane[]} lanes
 * @param {number} width
 */
export function centre(index, lanes, width) {
  return ((index + 0.5) * width) / lanes.length;
}

/**
 * @param {Lane[]} lanes
 * @param {string} name
 * @param {number} width
 */
export function laneX(lanes, name, width) {
  const index = lanes.findIndex((lane) => lane.name === name);
  return index < 0 ? undefined : centre(index, lanes, width);
}
