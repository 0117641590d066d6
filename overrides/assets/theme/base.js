// Where Material keeps what a reader chose: in localStorage, under the site's own path. Its bundle calls these by name.
// Runs before anything is shown; this file lies two folders below the site's root.

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
