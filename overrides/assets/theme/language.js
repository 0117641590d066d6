// The document's language after each instant navigation, and the way to the same place of the page in the other language.

import { encodeLink } from "../lesson/browser/core/link.js";

const link = document.querySelector(".site-language");
const twin = () => document.getElementById("twin");

window.document$.subscribe(() => {
  const other = twin();
  if (!other || !link) return;
  const language = other.dataset.language ?? "zh";
  if (document.documentElement.lang !== language) document.documentElement.lang = language; // even the same one would cost the page's style
  link.href = other.href;
});

// As late as can be: the header stays, and the reader moves on.
for (const event of ["pointerenter", "focus", "click"]) {
  link?.addEventListener(event, () => (link.href = placed(twin()?.href ?? link.href)), true);
}

/** The address with the place that the reader is at: a lab's step, else a section. Both have the same names in both languages. */
function placed(address) {
  const url = new URL(address);
  url.hash = labInSight() ?? sectionInSight() ?? "";
  return url.href;
}

function labInSight() {
  const middle = innerHeight / 2;
  const lab = [...document.querySelectorAll("lesson-lab")].find((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top < middle && bottom > middle;
  });
  const shown = lab?.querySelector(".lab-ui");
  if (!shown) return null;
  const { lesson, area } = lab.dataset;
  return encodeLink({ lesson, area, input: shown.dataset.input, position: Number(shown.dataset.position), breakpoints: [] });
}

function sectionInSight() {
  const above = [...document.querySelectorAll(".md-content h2[id], .md-content h3[id]")].filter((one) => one.getBoundingClientRect().top < innerHeight / 2);
  return above.at(-1) ? `#${above.at(-1).id}` : null;
}
