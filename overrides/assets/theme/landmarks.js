// What the theme leaves without a name or out of reach of the keyboard. It makes both when a page or a block comes into sight;
// only the blocks and the tables are watched: a lab changes at every step.

// A code block's buttons stand in a <nav> without a name, which a screen reader would list as so many places of the page.
const quiet = (block) => {
  for (const nav of block.querySelectorAll("nav.md-code__nav")) nav.setAttribute("role", "none");
};

// A table that is wider than its place scrolls in a box; who has no pointer scrolls it with the arrow keys, from the focus.
const reach = (table) => {
  const box = table.closest(".md-typeset__scrollwrap");
  if (!box) return;
  const wide = box.scrollWidth > box.clientWidth;
  const name = document.documentElement.lang === "en" ? "Table" : "表格";
  for (const [key, value] of Object.entries({ tabindex: "0", role: "group", "aria-label": name })) {
    if (wide) box.setAttribute(key, value);
    else box.removeAttribute(key);
  }
};

const made = new MutationObserver((changes) => changes.forEach(({ target }) => quiet(target)));
const sized = new ResizeObserver((changes) => changes.forEach(({ target }) => reach(target)));

window.document$.subscribe(() => {
  made.disconnect();
  sized.disconnect();
  for (const block of document.querySelectorAll(".md-content pre, .md-content .highlight")) {
    made.observe(block, { childList: true });
    quiet(block);
  }
  for (const table of document.querySelectorAll(".md-content table:not([class])")) sized.observe(table);
});
