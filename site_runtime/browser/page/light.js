// One object under two names is one object: pointing at one of them lights up all.

/**
 * @param {HTMLElement} lab where elements with the same data-object show the same object
 */
export function lightUp(lab) {
  /** @type {string | undefined} */
  let lit;
  /** @param {string | undefined} id */
  const light = (id) => {
    if (id === lit) return;
    for (const element of lab.querySelectorAll(".lab-same")) element.classList.remove("lab-same");
    lit = id;
    if (id === undefined) return;
    const all = lab.querySelectorAll(`[data-object="${CSS.escape(id)}"]`);
    if (all.length > 1) for (const element of all) element.classList.add("lab-same");
  };
  /** @param {Event} event */
  const at = (event) => light(event.target instanceof Element ? (event.target.closest("[data-object]")?.getAttribute("data-object") ?? undefined) : undefined);
  lab.addEventListener("pointerover", at);
  lab.addEventListener("focusin", at);
  lab.addEventListener("pointerleave", () => light(undefined));
  lab.addEventListener("focusout", () => light(undefined));
}
