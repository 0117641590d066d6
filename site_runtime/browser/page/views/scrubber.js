// The whole run as a line: where one is, what happens where, any step within one move.

import { h, keyed, oneStop, set, setText, watcher } from "../dom.js";

/** @typedef {import("../types.js").Words} Words */

/** @typedef {{position: number, kind: string, label: string}} Mark */

/** More marks than this cannot be told apart: those that fall together are one. */
const MARKS = 120;

/**
 * @param {readonly Mark[]} marks ascending
 * @param {number} last
 * @returns {Mark[]} at most one a kind and place
 */
export function thinned(marks, last) {
  /** @type {Map<string, Mark>} */
  const kept = new Map();
  for (const mark of marks) {
    const slot = `${mark.kind} ${Math.floor((mark.position / Math.max(1, last)) * MARKS)}`;
    const there = kept.get(slot);
    if (!there) kept.set(slot, mark);
    else if (there.position === mark.position) kept.set(slot, { ...there, label: `${there.label} · ${mark.label}`.slice(0, 300) });
  }
  return [...kept.values()];
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

  /** @type {WeakMap<Element, Mark>} */
  const marks = new WeakMap();
  let last = 1;
  /** @param {number} position */
  const share = (position) => `${(100 * position) / Math.max(1, last)}%`;
  /** @param {Element | null} element */
  const showName = (element) => {
    const mark = element ? marks.get(element) : undefined;
    setText(name, mark ? mark.label : "");
    name.hidden = !mark;
    if (mark) name.style.setProperty("--at", share(mark.position));
  };
  const draw = keyed(
    track,
    (/** @type {Mark} */ mark) => {
      const button = h("button", { type: "button", class: "lab-mark", tabindex: -1, "data-kind": mark.kind });
      button.addEventListener("click", () => actions.go(marks.get(button)?.position ?? 0));
      return button;
    },
    (button, mark) => {
      marks.set(button, mark);
      set(button, { "aria-label": `${mark.label}, ${words.step(mark.position + 1, last)}`, "data-position": mark.position });
      button.style.setProperty("--at", share(mark.position));
    },
  );
  const choose = oneStop(track, () => /** @type {HTMLElement[]} */ ([...track.children]), { next: "ArrowRight", previous: "ArrowLeft" });
  for (const event of ["pointerover", "focusin"]) track.addEventListener(event, (at) => showName(at.target instanceof Element ? at.target.closest(".lab-mark") : null));
  for (const event of ["pointerleave", "focusout"]) track.addEventListener(event, () => showName(null));
  showName(null);

  const changed = watcher();
  const moved = watcher();
  return {
    dom,
    /** @param {{position: number, last: number, marks: readonly Mark[]}} model */
    update({ position, last: end, marks: all }) {
      if (changed(all, end)) {
        last = end;
        range.max = String(end);
        const shown = thinned(all, end).sort((a, b) => a.position - b.position);
        draw(shown, (mark) => `${mark.kind} ${mark.position}`);
        choose(/** @type {HTMLElement | undefined} */ (track.firstElementChild ?? undefined));
      }
      if (!moved(position, end)) return;
      range.value = String(position);
      range.style.setProperty("--at", share(position));
      const text = position >= end ? `${words.end} · ${end}` : words.step(position + 1, end);
      setText(count, text);
      set(range, { "aria-valuetext": text });
    },
  };
}
