// What the run says of an expression, as elements.

import { h } from "../dom.js";

/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("./asking.js").Answer} Answer */

/**
 * @param {Answer} answer
 * @param {Words} words
 * @returns {HTMLElement[]}
 */
export function answerParts({ text, type, error, output, cut, trouble }, words) {
  if (trouble) return [h("span", { class: "lab-answer-error", "data-trouble": true }, trouble)];
  const printed = output ? h("span", { class: "lab-answer-printed" }, h("small", {}, words.askPrinted), " ", h("code", {}, output.trimEnd())) : null;
  const value = error
    ? h("span", { class: "lab-answer-error" }, h("b", {}, error.type), error.message ? `: ${error.message}` : "")
    : h("code", { class: "lab-answer-value", title: type }, text);
  return [value, cut ? h("small", { class: "lab-answer-cut" }, words.askCut) : null, printed].filter((part) => part !== null);
}
