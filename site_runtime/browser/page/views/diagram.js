// The sequence diagram: a lane an actor and one a watched table; an arrow a saved letter, in the very step that saves it.
// Everything leads to its step; the same events stand in a list for those who do not see the drawing.

import { h, keyed, oneStop, replace, set, setText, svg, watcher } from "../dom.js";
import { fit, letterName, sentence, widthOf } from "../sentences.js";
import { inHand, lockHolder, story } from "../story.js";
import { bare, parts, short } from "../values.js";
import { toneOf } from "./table.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../types.js").Lang} Lang */
/** @typedef {import("../types.js").Watch} Watch */
/** @typedef {import("../types.js").Trace} Trace */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../story.js").StoryEvent} StoryEvent */
/** @typedef {import("../story.js").LetterEvent} LetterEvent */
/** @typedef {import("../story.js").Hand} Hand */

/** @typedef {{name: string, title: string, actor: boolean}} Lane */
/** @typedef {{lanes: Lane[], width: number, fact: string | undefined, x: (name: string) => number | undefined}} Space */
/** @typedef {{event: StoryEvent, y: number, height: number, now: boolean}} Row */

const HEIGHTS = { letter: 46, entry: 32, lock: 24, error: 34 };
const SHOWN = 40;
const TEXT = 11.5;

/**
 * @param {StoryEvent[]} events
 * @param {number} position
 * @returns {Row[]}
 */
function layOut(events, position) {
  let y = 6;
  return events.map((event) => {
    const height = HEIGHTS[event.kind];
    const row = { event, y, height, now: event.position === position && position > 0 };
    y += height;
    return row;
  });
}

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
function drawEvent({ event, y }, space, words) {
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

/**
 * From where it is taken to where it is free again, or to the last row.
 * @param {Row[]} rows
 * @param {Space} space
 * @param {number} bottom
 * @returns {SVGElement[]}
 */
function lockBars(rows, space, bottom) {
  /** @type {SVGElement[]} */
  const bars = [];
  /** @type {{x: number, y: number} | null} */
  let open = null;
  const close = (/** @type {number} */ y) => {
    if (open) bars.push(svg("rect", { class: "lab-lock-bar", x: open.x - 4, y: open.y, width: 8, height: Math.max(8, y - open.y), rx: 4 }));
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
 */
function drawHand({ kind, letter, saving }, y, space, words) {
  const x = space.x(kind === "draft" ? letter.from : letter.to) ?? space.width / 2;
  const lines = [`${letter.from} → ${letter.to || "…"}${letter.type ? ` · ${letter.type}` : ""}`, ...letter.fields.slice(0, 4).map(([name, value]) => `${name}: ${value}`)];
  if (letter.fields.length === 0) lines.push(letter.text);
  const state = kind === "read" ? words.reading : saving ? words.temporary : words.notSaved;
  const room = Math.min(space.width - 8, Math.max(150, (space.width / space.lanes.length) * 1.8));
  const left = Math.min(space.width - room - 4, Math.max(4, x - room / 2));
  const height = 26 + lines.length * 15;
  return svg(
    "g",
    { class: "lab-hand", "data-hand": kind, "data-saving": saving ? "true" : null },
    svg("rect", { class: "lab-card", x: left, y: y + 4, width: room, height, rx: 5 }),
    svg("text", { x: left + 9, y: y + 19, class: "lab-svg-text lab-faint lab-start" }, fit(state, room - 18, TEXT)),
    ...lines.map((line, index) => svg("text", { x: left + 9, y: y + 35 + index * 15, class: `lab-svg-text lab-start${index ? "" : " lab-strong"}` }, fit(line, room - 18, TEXT))),
  );
}

/**
 * @param {Watch} watch
 * @param {Lang} lang
 * @param {Words} words
 * @param {{go: (position: number) => void}} actions
 */
export function diagramView(watch, lang, words, actions) {
  const diagram = watch.diagram;
  const title = (/** @type {string} */ root) => watch.objects?.find(({ name }) => name === root)?.title[lang] ?? root;
  const heads = h("div", { class: "lab-lanes" });
  const drawing = svg("svg", { class: "lab-diagram-svg", role: "group", "aria-label": words.diagram });
  const scroll = h("div", { class: "lab-scroll lab-diagram-scroll" }, heads, drawing);
  const list = h("ol", { class: "lab-events" });
  const hand = h("p", { class: "lab-hand-text" });
  const text = h("div", { class: "lab-scroll lab-diagram-text", hidden: true }, list, hand);
  const lock = h("span", { class: "lab-lock" });
  const toggle = h("button", { type: "button", class: "lab-small-button", "aria-pressed": "false" }, words.asText);
  const none = h("p", { class: "lab-none" }, words.noEvents);
  const dom = h("section", { class: "lab-pane lab-diagram" }, h("header", { class: "lab-pane-head" }, h("h3", {}, words.diagram), lock, toggle), scroll, text, none);
  toggle.addEventListener("click", () => {
    text.hidden = !text.hidden;
    scroll.hidden = !text.hidden;
    set(toggle, { "aria-pressed": String(!text.hidden) });
    setText(toggle, text.hidden ? words.asText : words.asDrawing);
    if (text.hidden && model) draw(model);
  });
  const choose = oneStop(/** @type {any} */ (drawing), () => /** @type {any[]} */ ([...drawing.querySelectorAll(".lab-event-hit")]), { next: "ArrowDown", previous: "ArrowUp" });

  /** @typedef {{trace: Trace, position: number, state: State}} DiagramModel */
  /** @type {DiagramModel | null} */
  let model = null;
  let width = 0;
  /** Room below the lanes' heads. */
  let height = 0;

  /** @param {State} state @returns {Lane[]} */
  const lanesOf = (state) => {
    const actors = diagram ? parts(state.roots.get(diagram.actors), state.heap) : [];
    const tables = (watch.objects ?? []).filter(({ name, view }) => view === "table" && name !== diagram?.actors).slice(0, 2);
    return [...actors.map(({ key }) => ({ name: key, title: key, actor: true })), ...tables.map((table) => ({ name: table.name, title: table.title[lang], actor: false }))];
  };

  const drawHeads = keyed(
    heads,
    () => h("div", { class: "lab-lane" }, h("b", {}), h("span", { class: "lab-word" })),
    (head, /** @type {Lane} */ lane) => {
      const value = laneState(lane);
      set(head, { "data-actor": lane.actor ? lane.name : null });
      setText(head.children[0], lane.title);
      setText(head.children[1], value);
      set(head.children[1], { "data-tone": toneOf(value) || null });
    },
  );
  /** @param {Lane} lane */
  const laneState = (lane) => {
    if (!model) return "";
    const { roots, heap } = model.state;
    if (!lane.actor) return String(parts(roots.get(lane.name), heap).length);
    const member = parts(roots.get(diagram?.actors ?? ""), heap).find(({ key }) => key === lane.name);
    const state = parts(member?.value, heap).find(({ key }) => key === diagram?.state)?.value;
    return state === undefined ? "" : typeof state === "string" ? bare(state) : short(state, heap);
  };

  const other = watcher();

  /** Draws only what differs: most steps change nothing here. @param {DiagramModel} next */
  const draw = ({ trace, position, state }) => {
    const all = story(trace, watch).filter((event) => event.position <= position && !(event.kind === "error" && event.caught));
    const lanes = lanesOf(state);
    heads.style.gridTemplateColumns = `repeat(${Math.max(1, lanes.length)}, 1fr)`;
    drawHeads(lanes, (lane) => `${lane.actor} ${lane.name}`);
    const held = inHand(state, watch, /** @type {LetterEvent[]} */ (all.filter(({ kind }) => kind === "letter")));
    if (!other(trace, all.length, all.at(-1)?.position === position, JSON.stringify(held), lanes.length, width, height, scroll.hidden)) return;
    const shown = all.slice(-SHOWN);
    const space = { lanes, width, fact: diagram?.state, x: (/** @type {string} */ name) => laneX(lanes, name, width) };
    const rows = layOut(shown, position);
    const end = rows.length ? rows[rows.length - 1].y + rows[rows.length - 1].height : 6;
    const card = held ? drawHand(held, end, space, words) : null;
    const bottom = end + (held ? 34 + (Math.min(4, held.letter.fields.length) + 1) * 15 : 0) + 14;
    const tall = Math.max(bottom, height);
    const lines = lanes.map((_, index) => svg("line", { class: "lab-lifeline", x1: centre(index, lanes, width), x2: centre(index, lanes, width), y1: 0, y2: tall }));
    const groups = rows.map((row) => eventGroup(row, space));
    set(drawing, { viewBox: `0 0 ${width} ${tall}`, width, height: tall });
    replace(drawing, ...lines, ...lockBars(rows, space, end), ...groups, card);
    choose(/** @type {any} */ (groups.at(-1)?.lastElementChild));
    none.hidden = all.length > 0 || held !== null;
    if (bottom > height) scroll.scrollTop = bottom;
    drawList(all, (_, index) => String(index));
    setText(hand, held ? handText(held) : "");
  };

  /** The drawing is for the eye; what is pointed at, focused and read out lies over it. @param {Row} row @param {Space} space */
  const eventGroup = (row, space) => {
    const { event, y, height, now } = row;
    const hit = svg("rect", { class: "lab-event-hit", role: "button", tabindex: -1, "aria-label": spoken(event), "data-position": event.position, x: 1, y, width: Math.max(0, space.width - 2), height, rx: 4 }, svg("title", {}, spoken(event)));
    hit.addEventListener("click", () => actions.go(event.position));
    hit.addEventListener("keydown", (key) => {
      if (key.key !== "Enter" && key.key !== " ") return;
      key.preventDefault();
      actions.go(event.position);
    });
    const room = svg("rect", { class: "lab-event-room", x: 1, y, width: Math.max(0, space.width - 2), height, rx: 4 });
    const drawn = svg("g", { "aria-hidden": "true" }, room, ...drawEvent(row, space, words));
    return svg("g", { class: `lab-event lab-event-${event.kind}`, "data-now": now ? "true" : null, "data-before": event.before ? "true" : null }, drawn, hit);
  };

  /** @param {StoryEvent} event */
  const spoken = (event) => `${sentence(event, words, title)}${event.before ? ` (${words.prepared})` : ""}`;

  /** @param {Hand} held */
  const handText = ({ kind, letter, saving }) => {
    const what = kind === "draft" ? words.drafted(letter.from, letter.to || "…") : words.readBy(letter.to, letter.from);
    return [what, letter.type, ...letter.fields.map(([name, value]) => `${name}: ${value}`), saving ? words.temporary : ""].filter(Boolean).join(" · ");
  };

  const drawList = keyed(
    list,
    (/** @type {StoryEvent} */ event) => h("li", {}, h("button", { type: "button", class: "lab-event-text", "data-position": event.position, onclick: () => actions.go(event.position) })),
    (item, event) => setText(/** @type {Element} */ (item.firstElementChild), spoken(event)),
  );

  const resized = new ResizeObserver(() => {
    if (scroll.clientWidth === 0) return;
    width = Math.max(260, Math.floor(scroll.clientWidth));
    height = Math.floor(scroll.clientHeight - heads.offsetHeight - 2);
    if (model) draw(model);
  });
  const changed = watcher();
  const replaced = watcher();
  return {
    dom,
    connect: () => resized.observe(scroll),
    disconnect: () => resized.disconnect(),
    /** @param {DiagramModel} next */
    update(next) {
      if (!changed(next.trace, next.position)) return;
      model = next;
      const holder = lockHolder(next.state, watch);
      const frame = next.state.stack.find(({ activation }) => activation === holder?.activation);
      lock.hidden = !watch.lock;
      setText(lock, `${watch.lock?.title[lang] ?? words.lock}: ${!holder ? words.free : frame ? words.held(holder.who, next.trace.codes[frame.code].name) : words.heldUnknown}`);
      set(lock, { "data-held": holder ? "true" : null });
      if (replaced(next.trace)) list.replaceChildren();
      if (width > 0 && !scroll.hidden) draw(next);
      else if (scroll.hidden) draw(next);
    },
  };
}

/**
 * @param {number} index
 * @param {Lane[]} lanes
 * @param {number} width
 */
function centre(index, lanes, width) {
  return ((index + 0.5) * width) / lanes.length;
}

/**
 * @param {Lane[]} lanes
 * @param {string} name
 * @param {number} width
 */
function laneX(lanes, name, width) {
  const index = lanes.findIndex((lane) => lane.name === name);
  return index < 0 ? undefined : centre(index, lanes, width);
}
