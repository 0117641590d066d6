// After each instant navigation: the document's language, and where the header's language link leads.

window.document$.subscribe(() => {
  const twin = document.getElementById("twin");
  const link = document.querySelector(".site-language");
  if (!(twin instanceof HTMLAnchorElement) || !(link instanceof HTMLAnchorElement)) return;
  document.documentElement.lang = twin.dataset.language ?? "zh";
  link.href = twin.href;
});
