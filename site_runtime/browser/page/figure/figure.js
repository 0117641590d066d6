// Entry: the tracks of facts over a recording's steps, walked by hand. The build made picture and words; this adds a slider, the
// line at its step, and the way into the lab. The slider says the facts, too.

import { h, set, setText, svg } from "../dom.js";
import { langOf } from "../strings.js";

/** @typedef {{positions: number[], lines: string[], lit: number[][]}} Data */

const LABEL = 96;
const WIDTH = 18;

const WORDS = {
  en: { step: (/** @type {number} */ n, /** @type {number} */ of) => `Step ${n} of this function’s own ${of}`, slider: "Step", open: "open in the lab", on: "holds", off: "does not hold" },
  zh: { step: (/** @type {number} */ n, /** @type {number} */ of) => `这个函数自己的第 ${n} 步，共 ${of} 步`, slider: "步", open: "在实验区打开", on: "成立", off: "不成立" },
};

export class LessonFigure extends HTMLElement {
  connectedCallback() {
    for (const section of this.querySelectorAll(".tracks-one:not([data-ready])")) this.#walkable(/** @type {HTMLElement} */ (section));
  }

  /** @param {HTMLElement} section one recording */
  #walkable(section) {
    const drawing = section.querySelector(".tracks-drawing");
    const link = /** @type {HTMLAnchorElement | null} */ (section.querySelector(".tracks-name a"));
    const told = section.dataset.tracks;
    if (!drawing || !link || !told) return;
    section.dataset.ready = "";
    /** @type {Data} */
    const data = JSON.parse(told);
    const words = WORDS[langOf(this)];
    const names = [...section.querySelectorAll(".tracks-words b")].map((name) => name.textContent ?? "");
    const last = data.positions.length - 1;
    const cursor = svg("rect", { class: "tracks-cursor", y: 0, width: WIDTH, height: names.length * 20 });
    drawing.append(cursor);
    const range = h("input", { class: "tracks-range", type: "range", min: 0, max: last, value: 0, "aria-label": words.slider });
    const place = h("code", { class: "tracks-line" });
    const number = h("span", { class: "tracks-step" });
    const open = h("a", { class: "tracks-open" }, words.open);
    const show = () => {
      const at = Number(range.value);
      set(cursor, { x: LABEL + WIDTH * at });
      set(range, { "aria-valuetext": `${words.step(at + 1, last + 1)}: ${names.map((name, i) => `${name} ${data.lit[i][at] ? words.on : words.off}`).join(", ")}` });
      for (const [i, name] of [...drawing.querySelectorAll("text")].entries()) set(name, { "data-on": Boolean(data.lit[i][at]) });
      setText(number, words.step(at + 1, last + 1));
      setText(place, data.lines[at]);
      set(open, { href: link.href.replace(/&step=\d+$/, `&step=${data.positions[at]}`) });
    };
    range.addEventListener("input", show);
    drawing.addEventListener("click", (event) => {
      const box = drawing.getBoundingClientRect();
      const x = ((/** @type {MouseEvent} */ (event).clientX - box.left) / box.width) * (LABEL + WIDTH * (last + 1));
      range.value = String(Math.floor((x - LABEL) / WIDTH));
      show();
    });
    drawing.after(h("div", { class: "tracks-walk" }, range, h("p", { class: "tracks-now" }, number, " ", place, " ", open)));
    range.style.width = `${WIDTH * (last + 1)}px`;
    show();
  }
}

if (!customElements.get("lesson-figure")) customElements.define("lesson-figure", LessonFigure);
