// Entry: a question that the reader answers before the recording does. The build made question, choices and answer; without
// this the answer lies folded under the question. Nothing that a reader answers is kept.

import { h, hide, setText } from "../dom.js";
import { langOf } from "../strings.js";
import { judge } from "./judge.js";

const WORDS = {
  en: {
    check: "Check",
    typed: "Your answer",
    none: "Choose first.",
    empty: "Write something first.",
    right: (/** @type {string} */ answer) => `Yes: ${answer}`,
    wrong: (/** @type {string} */ answer) => `Not this time. The recording says: ${answer}`,
  },
  zh: {
    check: "对一对",
    typed: "你的回答",
    none: "先选一个。",
    empty: "先写一个。",
    right: (/** @type {string} */ answer) => `对：${answer}`,
    wrong: (/** @type {string} */ answer) => `这次不对。记录里是：${answer}`,
  },
};

export class LessonPredict extends HTMLElement {
  connectedCallback() {
    if (this.dataset.ready !== undefined) return;
    const ask = /** @type {HTMLElement | null} */ (this.querySelector(".predict-ask"));
    const here = /** @type {HTMLElement | null} */ (this.querySelector(".predict-here"));
    const folded = /** @type {HTMLDetailsElement | null} */ (this.querySelector(".predict-answer"));
    if (!ask || !here || !folded) return;
    this.dataset.ready = "";
    const words = WORDS[langOf(this)];
    const answer = folded.querySelector(".predict-value")?.textContent ?? "";
    const choices = this.querySelector(".predict-choices");
    const field = choices ? this.#choices(choices) : h("input", { class: "predict-typed", "aria-label": words.typed, autocomplete: "off", spellcheck: "false" });
    const said = h("p", { class: "predict-said", role: "status" });
    const form = h(
      "form",
      { class: "predict-form" },
      h("fieldset", {}, h("legend", {}, ...ask.childNodes), here, field),
      h("button", { class: "predict-check md-button", type: "submit" }, words.check),
      said,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#answered(form, answer, folded, said);
    });
    ask.replaceWith(form);
    choices?.remove();
    hide(folded, true);
  }

  /** @param {Element} list as the build made it */
  #choices(list) {
    const name = `${this.id}-choice`;
    const labels = [...list.children].map((item) => {
      const text = item.textContent ?? "";
      return h("label", { class: "predict-choice" }, h("input", { type: "radio", name, value: text }), h("code", {}, text));
    });
    return h("div", { class: "predict-options" }, ...labels);
  }

  /**
   * @param {HTMLFormElement} form
   * @param {string} answer
   * @param {HTMLDetailsElement} folded
   * @param {HTMLElement} said
   */
  #answered(form, answer, folded, said) {
    const words = WORDS[langOf(this)];
    const typed = /** @type {HTMLInputElement | null} */ (form.querySelector(".predict-typed"));
    const given = typed ? typed.value : /** @type {HTMLInputElement | null} */ (form.querySelector("input:checked"))?.value;
    if (!given?.trim()) return setText(said, typed ? words.empty : words.none);
    const right = judge(given, answer);
    setText(said, right ? words.right(answer) : words.wrong(answer));
    this.dataset.result = right ? "right" : "wrong";
    for (const label of form.querySelectorAll("label")) label.toggleAttribute("data-right", label.textContent === answer);
    hide(folded, false);
    folded.open = true;
  }
}

if (!customElements.get("lesson-predict")) customElements.define("lesson-predict", LessonPredict);
