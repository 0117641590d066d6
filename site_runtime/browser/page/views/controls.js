// The step commands, play and its speed.

import { h, set, setText, watcher } from "../dom.js";
import { icon } from "../icons.js";

/** @typedef {import("../types.js").Command} Command */
/** @typedef {import("../types.js").Words} Words */
/** @typedef {import("../icons.js").IconName} IconName */

/**
 * @typedef {object} ControlActions
 * @property {(command: Command) => void} command
 * @property {() => void} play
 * @property {(perSecond: number) => void} speed
 */

/** @typedef {{command: Command, icon: IconName, mirrored: boolean, main: boolean}} Control */

/** Backwards on the left, forwards on the right, each the mirror image of the other; `main` stays in sight on a phone. */
const BACK = /** @type {Control[]} */ ([
  { command: "first", icon: "first", mirrored: false, main: false },
  { command: "reverse", icon: "continue", mirrored: true, main: false },
  { command: "backOut", icon: "out", mirrored: true, main: false },
  { command: "backInto", icon: "into", mirrored: true, main: false },
  { command: "backOver", icon: "over", mirrored: true, main: true },
]);
const FORTH = /** @type {Control[]} */ ([
  { command: "over", icon: "over", mirrored: false, main: true },
  { command: "into", icon: "into", mirrored: false, main: true },
  { command: "out", icon: "out", mirrored: false, main: true },
  { command: "continue", icon: "continue", mirrored: false, main: true },
  { command: "last", icon: "first", mirrored: true, main: false },
]);

const FORWARD = new Set(FORTH.map(({ command }) => command));

/** Steps a second. */
export const SPEEDS = [0.5, 1, 2, 4, 10, 30];

const HOLD_AFTER = 350;
const HOLD_EVERY = 70;

/**
 * Repeats while a button is held. The click that ends a hold is swallowed: it has been counted.
 * @param {HTMLButtonElement} button
 * @param {() => void} act
 */
function repeatWhileHeld(button, act) {
  let timer = 0;
  let held = false;
  const end = () => clearTimeout(timer);
  const again = () => {
    if (button.disabled) return;
    held = true;
    act();
    timer = setTimeout(again, HOLD_EVERY);
  };
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    held = false;
    clearTimeout(timer);
    timer = setTimeout(again, HOLD_AFTER);
  });
  for (const name of ["pointerup", "pointerleave", "pointercancel", "blur"]) button.addEventListener(name, end);
  button.addEventListener("contextmenu", (event) => held && event.preventDefault());
  button.addEventListener("click", () => {
    if (!held) act();
    held = false;
  });
}

const REPEATED = new Set(["into", "over", "out", "backInto", "backOver", "backOut", "continue", "reverse"]);

/**
 * @param {Words} words
 * @param {ControlActions} actions
 */
export function controlsView(words, actions) {
  /** @type {Map<Command, HTMLButtonElement>} */
  const buttons = new Map();
  /** @param {Control} control */
  const make = (control) => {
    const { command } = control;
    const button = h(
      "button",
      { type: "button", class: `lab-step${control.main ? "" : " lab-extra"}`, "data-command": command, title: words[`${command}Long`], "aria-label": words[`${command}Long`] },
      icon(control.icon, control.mirrored),
      h("span", { class: "lab-step-name", "aria-hidden": "true" }, words[command]),
    );
    if (REPEATED.has(command)) repeatWhileHeld(button, () => actions.command(command));
    else button.addEventListener("click", () => actions.command(command));
    buttons.set(command, button);
    return button;
  };

  const playName = h("span", { class: "lab-step-name", "aria-hidden": "true" });
  const playIcon = h("span", { class: "lab-play-icon" });
  const play = h("button", { type: "button", class: "lab-step lab-play", "data-command": "play", "aria-label": words.playLong, title: words.playLong, onclick: actions.play }, playIcon, playName);
  const speed = h("select", { class: "lab-speed", "aria-label": words.speed }, ...SPEEDS.map((rate) => h("option", { value: rate }, `${rate}×`)));
  speed.addEventListener("change", () => actions.speed(Number(speed.value)));
  const more = h("button", { type: "button", class: "lab-step lab-more", "aria-expanded": "false", "aria-label": words.moreSteps, title: words.moreSteps }, icon("more"));
  more.addEventListener("click", () => set(more, { "aria-expanded": String(dom.classList.toggle("lab-open")) }));
  const middle = h("div", { class: "lab-steps-middle" }, play, speed);
  const dom = h(
    "div",
    { class: "lab-steps", role: "group", "aria-label": words.transport },
    h("div", { class: "lab-steps-back" }, ...BACK.map(make)),
    middle,
    h("div", { class: "lab-steps-forth" }, ...FORTH.map(make)),
    more,
  );

  const moved = watcher();
  const played = watcher();
  return {
    dom,
    /** @param {{position: number, last: number, playing: boolean, speed: number}} model */
    update({ position, last, playing, speed: rate }) {
      if (moved(position <= 0, position >= last)) {
        // Not disabled: a button that loses its focus while it is held would throw the reader out of the lab.
        for (const [command, button] of buttons) set(button, { "aria-disabled": (FORWARD.has(command) ? position >= last : position <= 0) ? "true" : null });
      }
      if (played(playing, rate)) {
        playIcon.replaceChildren(icon(playing ? "pause" : "play"));
        setText(playName, playing ? words.pause : words.play);
        set(play, { "aria-pressed": String(playing), "aria-label": playing ? words.pause : words.playLong });
        speed.value = String(rate);
      }
    },
  };
}
