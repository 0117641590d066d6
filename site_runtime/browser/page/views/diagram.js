// The sequence diagram: a lane an actor and one a watched table; an arrow a saved letter, in the very step that saves it.
// Everything leads to its step; the same events stand in a list for those who do not see the drawing.

import { MOST_PARTS, sameValue } from "../../core/targets.js";
import { h, hide, keyed, onPress, oneStop, replace, set, setText, svg, watcher } from "../dom.js";
import { sentence } from "../sentences.js";
import { inHand, lockHolder } from "../story.js";
import { Timeline } from "../timeline.js";
import { bare, parts, short } from "../values.js";
import { centre, drawEvent, drawHand, HEIGHTS, laneX, lockBars } from "./drawing.js";
import { toneOf } from "./table.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../types.js").Lang} Lang */
/** @typedef {import("../types.js").Watch} Watch */
/** @typedef {import("../types.js").Trace} Trace */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Target} Target */
/** @typedef {import("../story.js").StoryEvent} StoryEvent */
/** @typedef {import("../story.js").Hand} Hand */
/** @typedef {import("../timeline.js").Row} Row */
/** @typedef {import("./drawing.js").Bar} Bar */
/** @typedef {import("./drawing.js").Lane} Lane */
/** @typedef {import("./drawing.js").Space} Space */

/** The text tells so many events, and more on demand. */
const TOLD = 200;
/** How far beyond what is in sight events are drawn, and the lanes' lines. */
const AROUND = 120;
const FAR = 4000;

/**
 * @param {Watch} watch
 * @param {Lang} lang
 * @param {Words} words
 * @param {{go: (position: number) => void, who: (target: Target, label: string, anchor: HTMLElement) => void}} actions
 */
export function diagramView(watch, lang, words, actions) {
  const diagram = watch.diagram;
  const title = (/** @type {string} */ root) => watch.objects?.find(({ name }) => name === root)?.title[lang] ?? root;
  const heads = h("div", { class: "lab-lanes" });
  const drawing = svg("svg", { class: "lab-diagram-svg", role: "group", "aria-label": words.diagram });
  const scroll = h("div", { class: "lab-scroll lab-diagram-scroll" }, heads, drawing);
  const list = h("ol", { class: "lab-events" });
  const hand = h("button", { type: "button", class: "lab-chip-button lab-hand-text", title: words.toCause, onclick: () => toHand() });
  const earlier = h("button", { type: "button", class: "lab-chip-button", hidden: true });
  const text = h("div", { class: "lab-scroll lab-diagram-text", hidden: true }, earlier, list, hand);
  const lock = h("button", { type: "button", class: "lab-lock", title: words.toCause, onclick: () => toLock() });
  const toggle = h("button", { type: "button", class: "lab-small-button", "aria-pressed": "false" }, words.asText);
  const none = h("p", { class: "lab-none" }, words.noEvents);
  const dom = h("section", { class: "lab-pane lab-diagram" }, h("header", { class: "lab-pane-head" }, h("h3", {}, words.diagram), lock, toggle), scroll, text, none);
  toggle.addEventListener("click", () => {
    hide(text, !text.hidden);
    hide(scroll, !text.hidden);
    set(toggle, { "aria-pressed": String(!text.hidden) });
    setText(toggle, text.hidden ? words.asText : words.asDrawing);
    told = TOLD;
    if (model) draw(model);
  });
  earlier.addEventListener("click", () => {
    told *= 4;
    if (model) draw(model);
  });
  const choose = oneStop(/** @type {any} */ (drawing), () => /** @type {any[]} */ ([...drawing.querySelectorAll(".lab-event-hit")]), { next: "ArrowDown", previous: "ArrowUp" });

  /** @typedef {{trace: Trace, position: number, state: State}} DiagramModel */
  /** @type {DiagramModel | null} */
  let model = null;
  let width = 0;
  /** Of what is in sight, and of the whole drawing. */
  let height = 400;
  let bottom = 0;
  /** Whether the newest event may have to be brought into view. */
  let low = false;
  /** The top of what events were last drawn for. */
  let drawnAt = 0;
  /** How many events the text tells. */
  let told = TOLD;

  /** @param {State} state @returns {Lane[]} */
  const lanesOf = (state) => {
    const actors = diagram ? parts(state.roots.get(diagram.actors), state.heap) : [];
    const tables = (watch.objects ?? []).filter(({ name, view }) => view === "table" && name !== diagram?.actors).slice(0, 2);
    return [...actors.map(({ key, raw }) => ({ name: key, title: key, actor: true, raw })), ...tables.map((table) => ({ name: table.name, title: table.title[lang], actor: false, raw: table.name }))];
  };

  const drawHeads = keyed(
    heads,
    (/** @type {Lane} */ lane) => {
      const state = h(lane.actor && diagram?.state ? "button" : "span", { class: "lab-word" });
      if (state instanceof HTMLButtonElement) {
        set(state, { type: "button", class: "lab-word lab-lane-state", title: words.who(labelOf(lane)) });
        state.addEventListener("click", () => actions.who({ path: [diagram?.actors ?? "", lane.raw, diagram?.state ?? ""] }, labelOf(lane), state));
      }
      return h("div", { class: "lab-lane" }, h("b", {}), state);
    },
    (head, lane) => {
      const value = laneState(lane);
      set(head, { "data-actor": lane.actor ? lane.name : null });
      setText(head.children[0], lane.title);
      setText(head.children[1], value);
      set(head.children[1], { "data-tone": toneOf(value) || null });
    },
  );
  /** @type {{state: State, lanes: Lane[]} | null} */
  let headed = null;
  const watched = (watch.objects ?? []).map(({ name }) => name);
  /** @param {State} state @returns {Lane[]} */
  const headsOf = (state) => {
    const last = headed;
    if (last && watched.every((name) => sameValue(state.roots.get(name), state.heap, last.state.roots.get(name), last.state.heap, MOST_PARTS))) return last.lanes;
    const lanes = lanesOf(state);
    heads.style.gridTemplateColumns = `repeat(${Math.max(1, lanes.length)}, 1fr)`;
    drawHeads(lanes, (lane) => `${lane.actor} ${lane.name}`);
    headed = { state, lanes };
    return lanes;
  };
  /** As the table's field is called. @param {Lane} lane */
  const labelOf = (lane) => `${diagram?.actors}['${lane.name}']['${diagram?.state}']`;
  /** @param {Lane} lane */
  const laneState = (lane) => {
    if (!model) return "";
    const { roots, heap } = model.state;
    if (!lane.actor) return String(parts(roots.get(lane.name), heap).length);
    const member = parts(roots.get(diagram?.actors ?? ""), heap).find(({ key }) => key === lane.name);
    const state = parts(member?.value, heap).find(({ key }) => key === diagram?.state)?.value;
    return state === undefined ? "" : typeof state === "string" ? bare(state) : short(state, heap);
  };

  /** @type {{trace: Trace, timeline: Timeline} | null} */
  let kept = null;
  /** @param {Trace} trace */
  const timelineOf = (trace) => {
    if (kept?.trace !== trace) kept = { trace, timeline: new Timeline(trace, watch, HEIGHTS) };
    return kept.timeline;
  };
  /** What the drawing was made for; another one is made anew. */
  const framed = watcher();
  const other = watcher();
  const lifelines = svg("g", {});
  const bars = svg("g", {});
  const eventRoom = svg("g", {});
  const cardRoom = svg("g", {});
  drawing.append(lifelines, bars, eventRoom, cardRoom);
  /** @type {Space} */
  let space = { lanes: [], width: 0, fact: diagram?.state, x: () => undefined };

  const drawBars = keyed(
    bars,
    () => svg("rect", { class: "lab-lock-bar", width: 8, rx: 4 }),
    (bar, /** @type {Bar} */ { x, y, height }) => set(bar, { x: x - 4, y, height }),
  );
  const drawEvents = keyed(
    eventRoom,
    (/** @type {Row} */ row) => eventGroup(row),
    (group, { event }) => set(group, { "data-now": event.position === model?.position && event.position > 0 ? "true" : null }),
  );

  /** Draws only what differs: most steps change nothing here. @param {DiagramModel} next */
  const draw = ({ trace, position, state }) => {
    const timeline = timelineOf(trace);
    const count = timeline.count(position);
    const lanes = headsOf(state);
    const held = inHand(state, watch, (draft) => timeline.isSaved(draft, position));
    const now = count > 0 && timeline.events[count - 1].position === position;
    if (framed(trace, width, lanes.map(({ name }) => name).join("\n"))) {
      space = { lanes, width, fact: diagram?.state, x: (/** @type {string} */ name) => laneX(lanes, name, width) };
      replace(lifelines, ...lanes.map((_, lane) => svg("line", { class: "lab-lifeline", x1: centre(lane, lanes, width), x2: centre(lane, lanes, width) })));
      drawEvents([], String);
      drawList([], String);
    }
    if (!other(trace, count, now, JSON.stringify(held), space, scroll.hidden, told)) return;
    hide(none, count > 0 || held !== null);
    setText(hand, held ? handText(held) : "");
    hide(hand, held === null);
    if (scroll.hidden) tellRows(timeline, count);
    else drawRows(timeline, count, held);
  };

  /** @param {Timeline} timeline @param {number} count @param {Hand | null} held */
  const drawRows = (timeline, count, held) => {
    const end = timeline.y(count);
    bottom = end + (held ? 34 + (Math.min(4, held.letter.fields.length) + 1) * 15 : 0) + 14;
    set(drawing, { width, height: bottom });
    replace(cardRoom, held && drawHand(held, end, space, words, toHand));
    drawSeen(timeline, count, bottom - height);
    choose(/** @type {any} */ (eventRoom.lastElementChild?.lastElementChild));
    low = true;
  };

  /** Only what is in sight is drawn, and somewhat more. @param {Timeline} timeline @param {number} count @param {number} top */
  const drawSeen = (timeline, count, top) => {
    drawnAt = top;
    const [from, to] = [timeline.at(top - AROUND), Math.min(count, timeline.at(top + height + AROUND) + 1)];
    const [y1, y2] = [top - FAR, top + FAR];
    for (const line of lifelines.children) set(line, { y1, y2 });
    drawBars(lockBars(timeline.rowsWithLock(from, to), space, timeline.y(to)), (bar) => String(bar.y));
    drawEvents(timeline.rows(from, to), ({ index }) => String(index));
  };

  /** The step from which on the shown letter is in somebody's hands. */
  const toHand = () => {
    if (!model) return;
    const { trace, position } = model;
    const timeline = timelineOf(trace);
    const letterAt = (/** @type {number} */ at) => inHand(trace.state(at), watch, (draft) => timeline.isSaved(draft, at))?.letter.text;
    const shown = letterAt(position);
    let first = position;
    while (first > 0 && letterAt(first - 1) === shown) first -= 1;
    actions.go(first);
  };

  /** The step that took the lock, or let go of it. */
  const toLock = () => {
    const event = model && timelineOf(model.trace).lockEvent(model.position);
    if (event) actions.go(event.position);
  };

  /** The drawing is for the eye; what is pointed at, focused and read out lies over it. @param {Row} row */
  const eventGroup = (row) => {
    const { event, y } = row;
    const height = HEIGHTS[event.kind];
    const hit = svg("rect", { class: "lab-event-hit", role: "button", tabindex: -1, "aria-label": spoken(event), "data-position": event.position, x: 1, y, width: Math.max(0, space.width - 2), height, rx: 4 }, svg("title", {}, spoken(event)));
    onPress(hit, () => actions.go(event.position));
    const room = svg("rect", { class: "lab-event-room", x: 1, y, width: Math.max(0, space.width - 2), height, rx: 4 });
    const drawn = svg("g", { "aria-hidden": "true" }, room, ...drawEvent(row, space, words));
    return svg("g", { class: `lab-event lab-event-${event.kind}`, "data-before": event.before ? "true" : null }, drawn, hit);
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
    (/** @type {Row} */ { event }) => h("li", {}, h("button", { type: "button", class: "lab-event-text", "data-position": event.position, onclick: () => actions.go(event.position) }, spoken(event))),
    () => undefined,
  );
  /** @param {Timeline} timeline @param {number} count */
  const tellRows = (timeline, count) => {
    const from = Math.max(0, count - told);
    hide(earlier, from === 0);
    setText(earlier, words.earlier(from));
    list.start = from + 1;
    drawList(timeline.rows(from, count), ({ index }) => String(index));
  };

  scroll.addEventListener("scroll", () => {
    // What lies around is drawn already; so is all that a step has scrolled to.
    if (!model || scroll.hidden || Math.abs(scroll.scrollTop - drawnAt) < AROUND / 2) return;
    const timeline = timelineOf(model.trace);
    drawSeen(timeline, timeline.count(model.position), scroll.scrollTop);
  });
  const settle = () => {
    if (low) scroll.scrollTop = scroll.scrollHeight;
    low = false;
  };
  const resized = new ResizeObserver(() => {
    const room = Math.max(260, Math.floor(scroll.clientWidth));
    if (scroll.clientWidth === 0) return;
    height = scroll.clientHeight;
    if (room === width) return;
    width = room;
    if (model) draw(model);
    settle();
  });
  const changed = watcher();
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
      hide(lock, !watch.lock);
      setText(lock, `${watch.lock?.title[lang] ?? words.lock}: ${!holder ? words.free : frame ? words.held(holder.who, next.trace.codes[frame.code].name) : words.heldUnknown}`);
      set(lock, { "data-held": holder ? "true" : null });
      if (width > 0 || scroll.hidden) draw(next);
    },
    settle,
  };
}
