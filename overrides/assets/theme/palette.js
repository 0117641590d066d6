// The reader's colour scheme, before the page is painted. Stands in the header, after the choices it reads.

(() => {
  const chosen = window.__md_get("__palette");
  if (!chosen?.color) return;
  const { color } = chosen;
  if (color.media === "(prefers-color-scheme)") {
    const scheme = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
    const input = document.querySelector(`[data-md-color-media='(prefers-color-scheme: ${scheme})']`);
    for (const key of ["media", "scheme", "primary", "accent"]) color[key] = input.getAttribute(`data-md-color-${key}`);
  }
  for (const [key, value] of Object.entries(color)) document.body.setAttribute(`data-md-color-${key}`, value);
})();
