// Names and objects of one step as a drawing, on demand: a name points at its object, an object at what it holds; what two
// names point at is drawn once.

import { h, replace, svg } from "../dom.js";
import { icon } from "../icons.js";
import { fit } from "../sentences.js";
import { parts, reference, short, typeName } from "../values.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../../core/types.js").Value} Value */
/** @typedef {import("../values.js").Heap} Heap */

/** @typedef {{label: string, text: string, to: number | null}} Slot `to`: the object it points at */
/** @typedef {{id: number | null, title: string, slots: Slot[], column: number, x: number, y: number, height: number}} Box */

const WIDTH = 176;
const GAP = 54;
const ROW = 19;
const HEAD = 22;
const SLOTS = 9;
const BOXES = 40;
const COLUMNS = 4;
const TEXT = 11.5;

/**
 * @param {string} label
 * @param {Value} value
 * @param {Heap} heap
 * @returns {Slot}
 */
function slotOf(label, value, heap) {
  const id = reference(value);
  const to = id !== null && heap.has(id) ? id : null;
  return { label, text: to === null ? short(value, heap, 40) : "", to };
}

/**
 * @param {Slot[]} slots
 * @returns {Slot[]}
 */
const few = (slots) => (slots.length <= SLOTS ? slots : [...slots.slice(0, SLOTS - 1), { label: `… +${slots.length - SLOTS + 1}`, text: "", to: null }]);

/**
 * @param {Model} model
 * @param {Words} words
 * @returns {Box[]} names first, then objects in the order in which they are reached
 */
export function boxesOf({ state, frames, frame }, words) {
  const { heap, stack, roots } = state;
  const box = (/** @type {number | null} */ id, /** @type {string} */ title, /** @type {Slot[]} */ slots, /** @type {number} */ column) => ({ id, title, slots: few(slots), column, x: 0, y: 0, height: HEAD + few(slots).length * ROW + 6 });
  const named = (/** @type {Iterable<[string, Value]>} */ entries) => [...entries].map(([name, value]) => slotOf(name, value, heap));
  /** @type {Box[]} */
  const boxes = [];
  if (stack[frame]) boxes.push(box(null, `${frames[frame].name}()`, named(stack[frame].locals), 0));
  // A watched name that is the name of a variable, too, would be drawn twice.
  const others = [...roots].filter(([name, value]) => reference(stack[frame]?.locals.get(name)) !== reference(value));
  if (others.length) boxes.push(box(null, words.watched, named(others), 0));
  /** @type {Set<number>} */
  const seen = new Set();
  for (let i = 0; i < boxes.length && boxes.length < BOXES; i += 1) {
    const { slots, column } = boxes[i];
    for (const { to } of slots) {
      if (to === null || seen.has(to) || column + 1 >= COLUMNS) continue;
      seen.add(to);
      const inner = parts([to], heap).map((part) => slotOf(part.label, part.value, heap));
      boxes.push(box(to, typeName([to], heap), inner, column + 1));
    }
  }
  return place(boxes);
}

/**
 * @param {Box[]} boxes
 * @returns {Box[]} below each other in their columns
 */
function place(boxes) {
  const next = Array.from({ length: COLUMNS }, () => 6);
  for (const box of boxes) {
    box.x = 6 + box.column * (WIDTH + GAP);
    box.y = next[box.column];
    next[box.column] += box.height + 14;
  }
  return boxes;
}

/**
 * @param {Box} from
 * @param {number} index of the slot
 * @param {Box} to
 */
function arrow(from, index, to) {
  const y = from.y + HEAD + index * ROW + ROW / 2;
  const target = to.y + HEAD / 2;
  const back = to.column <= from.column;
  const [x1, x2] = [from.x + WIDTH - 10, back ? to.x + WIDTH : to.x];
  const bend = back ? 34 : Math.max(24, (x2 - x1) / 2);
  const tip = back ? `M${x2 + 8} ${target - 4} L${x2} ${target} L${x2 + 8} ${target + 4}z` : `M${x2 - 8} ${target - 4} L${x2} ${target} L${x2 - 8} ${target + 4}z`;
  const path = `M${x1} ${y} C${x1 + bend} ${y} ${back ? x2 + bend : x2 - bend} ${target} ${x2} ${target}`;
  return svg("g", { class: "lab-points", "data-to": to.id }, svg("circle", { cx: x1, cy: y, r: 3 }), svg("path", { d: path, class: "lab-points-line" }), svg("path", { d: tip, class: "lab-points-tip" }));
}

/**
 * @param {Box} box
 * @param {number} pointers how many names and parts point at it
 */
function drawBox({ id, title, slots, x, y, height }, pointers) {
  const rows = slots.map(({ label, text, to }, index) => {
    const base = y + HEAD + index * ROW + 13;
    const name = fit(label, to === null ? WIDTH * 0.55 : WIDTH - 34, TEXT);
    return svg("g", {}, svg("text", { x: x + 8, y: base, class: "lab-svg-text lab-start lab-mono" }, name), to === null ? svg("text", { x: x + WIDTH - 8, y: base, class: "lab-svg-text lab-end lab-mono lab-faint" }, fit(text, WIDTH * 0.5, TEXT)) : null);
  });
  return svg(
    "g",
    { class: "lab-box", "data-object": id, "data-shared": pointers > 1 ? "true" : null },
    svg("rect", { x, y, width: WIDTH, height, rx: 5 }),
    svg("path", { d: `M${x} ${y + HEAD - 2} h${WIDTH}`, class: "lab-box-rule" }),
    svg("text", { x: x + 8, y: y + 14, class: "lab-svg-text lab-start lab-strong" }, fit(title, WIDTH - 16, TEXT)),
    ...rows,
  );
}

/**
 * @param {Box[]} boxes
 * @returns {string} the same in words: which names are one object
 */
function inWords(boxes) {
  /** @type {Map<number, string[]>} */
  const names = new Map();
  for (const { title, slots } of boxes) for (const { label, to } of slots) if (to !== null) names.set(to, [...(names.get(to) ?? []), `${title} ${label}`]);
  return [...names.values()].filter((all) => all.length > 1).map((all) => all.join(" = ")).join("; ");
}

/**
 * @param {Words} words
 */
export function objectsView(words) {
  const close = h("button", { type: "button", class: "lab-icon-button", "aria-label": words.close, title: words.close }, icon("close"));
  const drawing = svg("svg", { class: "lab-objects-svg", role: "img" });
  const same = h("p", { class: "lab-dialog-hint" });
  const dom = h("dialog", { class: "lab-dialog lab-objects", "aria-label": words.heapTitle }, h("header", { class: "lab-pane-head" }, h("h3", {}, words.heapTitle), close), same, h("div", { class: "lab-scroll", tabindex: 0, role: "group", "aria-label": words.heapTitle }, drawing));
  close.addEventListener("click", () => dom.close());

  /** @param {Model} model */
  const draw = (model) => {
    const boxes = boxesOf(model, words);
    const byId = new Map(boxes.map((box) => [box.id, box]));
    /** @type {Map<number, number>} */
    const pointers = new Map();
    const arrows = boxes.flatMap((box) => box.slots.map((slot, index) => ({ box, slot, index, to: slot.to === null ? undefined : byId.get(slot.to) }))).filter(({ to }) => to !== undefined);
    for (const { slot } of arrows) pointers.set(slot.to ?? 0, (pointers.get(slot.to ?? 0) ?? 0) + 1);
    const width = Math.max(...boxes.map(({ x }) => x + WIDTH), 0) + 46;
    const height = Math.max(...boxes.map((box) => box.y + box.height), 0) + 10;
    const text = inWords(boxes);
    drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    drawing.setAttribute("width", String(width));
    drawing.setAttribute("height", String(height));
    drawing.setAttribute("aria-label", text ? words.same(text) : words.heapTitle);
    replace(drawing, ...boxes.map((box) => drawBox(box, pointers.get(box.id ?? 0) ?? 0)), ...arrows.map(({ box, index, to }) => arrow(box, index, /** @type {Box} */ (to))));
    same.textContent = text ? words.same(text) : words.noShared;
  };
  return {
    dom,
    /** @param {Model} model */
    open(model) {
      draw(model);
      if (!dom.open) dom.showModal();
    },
    /** @param {Model} model */
    update(model) {
      if (dom.open) draw(model);
    },
  };
}
