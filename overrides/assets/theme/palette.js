// The reader's colour scheme: before the page is painted, and when another one is chosen. Material's own component would set the
// same again as soon as the page stands, three times at the cost of its whole style, so the form goes without that name (header.html).

(() => {
  const SYSTEM = "(prefers-color-scheme)";
  const light = matchMedia("(prefers-color-scheme: light)");
  const inputs = [...document.querySelectorAll("input[name=__palette]")];
  const media = (input) => input.dataset.mdColorMedia;
  const { body } = document;

  const kept = () => {
    try {
      return inputs[window.__md_get("__palette")?.index];
    } catch {
      return undefined; // damaged, or nothing may be kept
    }
  };
  let chosen = kept() ?? inputs[0];

  const shown = () => {
    const now = `(prefers-color-scheme: ${light.matches ? "light" : "dark"})`;
    return media(chosen) === SYSTEM ? inputs.find((input) => media(input) === now) : chosen;
  };

  const paint = () => {
    const { mdColorScheme, mdColorPrimary, mdColorAccent } = shown().dataset;
    Object.assign(body.dataset, { mdColorMedia: media(chosen), mdColorScheme, mdColorPrimary, mdColorAccent });
    for (const input of inputs) {
      input.checked = input === chosen;
      input.nextElementSibling.hidden = input !== chosen;
    }
    document.querySelector("meta[name=color-scheme]").content = media(shown()).includes("dark") ? "dark" : "light";
    requestAnimationFrame(() => {
      delete body.dataset.mdColorSwitching;
      document.querySelector("meta[name=theme-color]").content = getComputedStyle(document.querySelector(".md-header")).backgroundColor;
    });
  };

  const choose = (input) => {
    chosen = input;
    body.dataset.mdColorSwitching = "";
    paint();
    const { mdColorMedia, mdColorScheme, mdColorPrimary, mdColorAccent } = body.dataset;
    const color = { media: mdColorMedia, scheme: mdColorScheme, primary: mdColorPrimary, accent: mdColorAccent };
    window.__md_set("__palette", { index: inputs.indexOf(input), color });
  };

  paint();
  for (const input of inputs) {
    input.addEventListener("change", () => choose(input));
    input.addEventListener("keydown", ({ key }) => {
      if (key !== "Enter") return;
      const next = inputs[(inputs.indexOf(chosen) + 1) % inputs.length];
      choose(next);
      next.focus();
    });
  }
  light.addEventListener("change", paint);
})();
