// One value in full: what the recording has cut is asked of the run again.

import { h, replace, setText } from "../dom.js";
import { icon } from "../icons.js";
import { answerParts } from "./answers.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("./asking.js").Answer} Answer */

/** @param {Words} words */
export function fullView(words) {
  const close = h("button", { type: "button", class: "lab-icon-button", "aria-label": words.close, title: words.close }, icon("close"));
  const name = h("code", { class: "lab-full-name" });
  const body = h("div", { class: "lab-full", tabindex: 0, role: "status" });
  const dom = h("dialog", { class: "lab-dialog lab-full-dialog", "aria-label": words.fullTitle }, h("header", { class: "lab-pane-head" }, h("h3", {}, words.fullTitle), close), h("p", { class: "lab-dialog-hint" }, name), body);
  close.addEventListener("click", () => dom.close());
  let turn = 0;
  return {
    dom,
    /**
     * @param {string} expression
     * @param {Promise<Answer | null>} coming
     */
    async open(expression, coming) {
      const own = (turn += 1);
      setText(name, expression);
      replace(body, words.fullLoading);
      if (!dom.open) dom.showModal();
      const answer = await coming;
      if (own === turn) replace(body, ...(answer ? answerParts(answer, words) : [words.askNowhere]));
    },
  };
}
