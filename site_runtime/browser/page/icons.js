// The lab's drawings: 20 x 20, strokes in the colour of the text around them.

import { svg } from "./dom.js";

// A filled dot is the line; an arrow is the way the step takes. The back commands are the same drawings, mirrored.
const PATHS = {
  over: "M3.5 10.5a6.5 6.5 0 0 1 12.6-1.6 M16.6 4.6l-.4 4.5-4.4-.7",
  into: "M10 2.5v8.5 M6.2 7.6 10 11.4l3.8-3.8",
  out: "M10 11.5V3 M6.2 6.4 10 2.6l3.8 3.8",
  continue: "M3.5 4v12 M7.5 4.4v11.2l9-5.6z",
  first: "M4 4v12 M15.5 4.4v11.2L7 10z",
  play: "M6 3.8v12.4L16 10z",
  pause: "M6.5 4v12 M13.5 4v12",
  plus: "M10 4v12 M4 10h12",
  close: "M5 5l10 10 M15 5 5 15",
  list: "M7.5 5H17 M7.5 10H17 M7.5 15H17 M3.4 5h.2 M3.4 10h.2 M3.4 15h.2",
  link: "M8.3 11.7a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.3l-1 1 M11.7 8.3a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.3l1-1",
  save: "M10 3v9.5 M6 9l4 4 4-4 M3.5 16.5h13",
  open: "M10 13V3.5 M6 7.2l4-4 4 4 M3.5 16.5h13",
  page: "M5 2.8h6.5L15.5 7v10.2H5z M11 3v4.4h4.3 M7.8 11h5 M7.8 14h5",
  compare: "M7 3.5v13 M13 3.5v13 M3 7h4 M13 12h4",
  keys: "M2.5 5.5h15v9h-15z M5.5 8.4h.2 M8.5 8.4h.2 M11.5 8.4h.2 M14.5 8.4h.2 M6.5 11.6h7",
  lock: "M5 9.5h10v7H5z M7 9.5V6.8a3 3 0 0 1 6 0v2.7",
  unlock: "M5 9.5h10v7H5z M7 9.5V6.8a3 3 0 0 1 5.9-.8",
  pencil: "M4 16l.7-3.3L13.3 4a1.6 1.6 0 0 1 2.3 0l.4.4a1.6 1.6 0 0 1 0 2.3L7.3 15.3z M11.7 5.7l2.6 2.6",
  more: "M4.6 10h.2 M9.9 10h.2 M15.2 10h.2",
  retry: "M15.8 7.5A6.3 6.3 0 1 0 16.3 11 M16.3 3.8v3.9h-3.9",
  graph: "M4 4h5v5H4z M11.5 12h5v4.5h-5z M9 6.5h5V12",
};

const DOTTED = new Set(["over", "into", "out"]);

/**
 * @param {keyof typeof PATHS} name
 * @param {boolean} [mirrored]
 * @returns {SVGSVGElement}
 */
export function icon(name, mirrored = false) {
  const body = svg("g", { transform: mirrored ? "translate(20 0) scale(-1 1)" : null }, svg("path", { d: PATHS[name] }));
  if (DOTTED.has(name)) body.append(svg("circle", { cx: 10, cy: name === "over" ? 13.8 : 15.8, r: 1.9 }));
  return svg("svg", { class: `lab-icon lab-icon-${name}`, viewBox: "0 0 20 20", "aria-hidden": "true", focusable: "false" }, body);
}

/** @typedef {keyof typeof PATHS} IconName */
