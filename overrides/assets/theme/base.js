// Runs before anything is shown; this file lies two folders below the site's root.

// What Material's bundle would do to the page once it stands, each time at the cost of its whole style: it says that scripts run,
// and writes addresses out in full, so that a style sheet's is new to the browser.
const root = document.documentElement;
root.classList.replace("no-js", "js");
root.classList.add("js-focus-visible");
root.dataset.jsFocusVisible = "";
for (const link of document.head.querySelectorAll("link[href]")) link.href = String(link.href);

// Where Material keeps what a reader chose: in localStorage, under the site's own path. Its bundle calls these by name.

window.__md_scope = new URL("../..", document.currentScript.src);

window.__md_hash = (text) => [...text].reduce((sum, sign) => (sum << 5) - sum + sign.charCodeAt(0), 0);

window.__md_get = (key, storage = localStorage, scope = window.__md_scope) =>
  JSON.parse(storage.getItem(`${scope.pathname}.${key}`));

window.__md_set = (key, value, storage = localStorage, scope = window.__md_scope) => {
  try {
    storage.setItem(`${scope.pathname}.${key}`, JSON.stringify(value));
  } catch {
    // A full or forbidden storage only means that the choice is not kept.
  }
};
