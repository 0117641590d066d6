// The whole run as a line: where one is, what happens where, any step within one move.

import { h, hide, keyed, oneStop, set, setText, watcher } from "../dom.js";

/** @typedef {import("../types.js").Words} Words */

/** @typedef {{position: number, kind: string, label: string}} Mark */

/** Marks of one kind that stand too close to be pointed at one by one. */
/** @typedef {{kind: string, label: string, positions: number[]}} Group */

const NAME = 300;

/**
 * @param {readonly Mark[]} marks ascending
 * @param {number} last
 * @param {number} places how many targets there is room for beside each other
 * @returns {Group[]} at most one a kind and place, ascending
 */
export function gathered(marks, last, places) {
  /** @type {Map<string, Group>} */
  const kept = new Map();
  for (const { kind, position, label } of marks) {
    const place = `${kind} ${Math.round((position / Math.max(1, last)) * places)}`;
    const there = kept.get(place);
    if (!there) kept.set(place, { kind, label, positions: [position] });
    else join(there, position, label);
  }
  return [...kept.values()];
}

/**
 * @param {Group} group
 * @param {number} position
 * @param {string} label
 */
function join(group, position, label) {
  if (group.positions.at(-1) !== position) group.positions.push(position);
  if (group.label.length < NAME) group.label = `${group.label} · ${label}`.slice(0, NAME);
}

/**
 * @param {Group} group
 * @param {number} position where one is
 * @returns {number} the group's next step; its first when there is none
 */
export function nextOf({ positions }, position) {
  return positions.find((one) => one > position) ?? positions[0];
}

/**
 * @param {Words} words
 * @param {{go: (position: number) => void}} actions
 */
export function scrubberView(words, actions) {
  const range = h("input", { type: "range", class: "lab-range", min: 0, step: 1, value: 0, "aria-label": words.scrubber });
  const track = h("div", { class: "lab-marks", role: "group", "aria-label": words.marks });
  const name = h("span", { class: "lab-mark-name", "aria-hidden": "true" });
  const count = h("output", { class: "lab-count" });
  const dom = h("div", { class: "lab-scrubber" }, h("div", { class: "lab-rail" }, track, range, name), count);
  range.addEventListener("input", () => actions.go(Number(range.value)));

  /** @type {WeakMap<Element, Group>} */
  const groups = new WeakMap();
  let last = 1;
  let now = 0;
  /** @type {readonly Mark[]} */
  let marks = [];
  /** @param {number} position */
  const share = (position) => `${(100 * position) / Math.max(1, last)}%`;
  /** @param {Element | null} element */
  const showName = (element) => {
    const group = element ? groups.get(element) : undefined;
    setText(name, group ? group.label : "");
    hide(name, !group);
    if (group) name.style.setProperty("--at", share(group.positions[0]));
  };
  const draw = keyed(
    track,
    (/** @type {Group} */ group) => {
      const button = h("button", { type: "button", class: "lab-mark", tabindex: -1, "data-kind": group.kind });
      button.addEventListener("click", () => actions.go(nextOf(groups.get(button) ?? group, now)));
      return button;
    },
    (button, group) => {
      groups.set(button, group);
      set(button, { "aria-label": `${group.label}, ${words.step(group.positions[0] + 1, last)}`, "data-position": group.positions[0] });
      button.style.setProperty("--at", share(group.positions[0]));
    },
  );
  const choose = oneStop(track, () => /** @type {HTMLElement[]} */ ([...track.children]), { next: "ArrowRight", previous: "ArrowLeft" });
  for (const event of ["pointerover", "focusin"]) track.addEventListener(event, (at) => showName(at.target instanceof Element ? at.target.closest(".lab-mark") : null));
  for (const event of ["pointerleave", "focusout"]) track.addEventListener(event, () => showName(null));
  showName(null);

  const changed = watcher();
  const moved = watcher();
  let places = 0;
  const drawMarks = () => {
    if (places === 0 || !changed(marks, last, places)) return;
    draw(gathered(marks, last, places), ({ kind, positions }) => `${kind} ${positions[0]}`);
    choose(/** @type {HTMLElement | undefined} */ (track.firstElementChild ?? undefined));
  };
  const resized = new ResizeObserver(() => {
    const target = parseFloat(getComputedStyle(track).getPropertyValue("--touch")) || 24;
    places = Math.floor(track.clientWidth / target);
    drawMarks();
  });
  return {
    dom,
    connect: () => resized.observe(track),
    disconnect: () => resized.disconnect(),
    /** @param {{position: number, last: number, marks: readonly Mark[]}} model */
    update({ position, last: end, marks: all }) {
      [last, now, marks] = [end, position, all];
      drawMarks();
      if (!moved(position, end)) return;
      set(range, { max: end });
      range.value = String(position);
      range.style.setProperty("--at", share(position));
      const text = position >= end ? `${words.end} · ${end}` : words.step(position + 1, end);
      setText(count, text);
      set(range, { "aria-valuetext": text });
    },
  };
}
