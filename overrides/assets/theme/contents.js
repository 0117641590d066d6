// The list of a page's sections in the header closes as a menu does: on a choice, on Escape, on a press elsewhere.

const list = () => document.querySelector(".site-contents[open]");

document.addEventListener("click", ({ target }) => {
  const open = list();
  if (open && (!open.contains(target) || target.closest("a"))) open.open = false;
});

document.addEventListener("keydown", ({ key }) => {
  const open = list();
  if (!open || key !== "Escape") return;
  if (open.contains(document.activeElement)) open.querySelector("summary").focus();
  open.open = false;
});
