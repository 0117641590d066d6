// A recording as one page that needs nothing but itself: the lab's own modules, its style sheet and the recording in one file.
// It shows what was recorded; it has no Python.

import { h } from "./dom.js";

/** @typedef {import("./types.js").Manifest} Manifest */
/** @typedef {import("./types.js").Lang} Lang */

const ENTRY = new URL("./lab.js", import.meta.url).href;
const STYLES = ["./lab.css", "./trials.css"].map((name) => new URL(name, import.meta.url).href);

/** A static import's or export's source, or a dynamic import's: `from "…"`, `import "…"`, `import("…")`. */
const IMPORTS = /(\bfrom\s*|^import\s*|\bimport\()(["'])(\.{1,2}\/[^"']+)\2/gm;

/**
 * @param {string} address
 * @returns {Promise<string>}
 */
async function textOf(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response.text();
}

/** Lines that are nothing but comment: they hold types, which a reader's browser has no use for. */
const COMMENTS = /^[ \t]*(?:\/\/.*|\/\*\*(?:(?!\*\/).)*\*\/|\/\*\*[ \t]*\n(?:[ \t]*\*(?!\/).*\n)*[ \t]*\*\/)[ \t]*\n/gm;

/**
 * @returns {Promise<Record<string, string>>} every module by a bare name, importing the others by theirs
 */
async function modules() {
  /** @type {Map<string, string>} */
  const found = new Map();
  const queue = [ENTRY];
  const base = new URL("..", ENTRY).href;
  const name = (/** @type {string} */ address) => `lab/${address.slice(base.length)}`;
  for (let address = queue.pop(); address !== undefined; address = queue.pop()) {
    if (found.has(address)) continue;
    const here = address;
    found.set(here, "");
    const source = (await textOf(here)).replace(COMMENTS, "");
    const renamed = source.replace(IMPORTS, (_all, before, quote, path) => {
      const target = new URL(path, here).href;
      queue.push(target);
      return before + quote + name(target) + quote;
    });
    found.set(here, renamed.replace(/\bimport\.meta\.url\b/g, JSON.stringify(here)));
  }
  const address = (/** @type {string} */ source) => `data:text/javascript;charset=utf-8,${encodeURIComponent(source)}`;
  return Object.fromEntries([...found].map(([where, source]) => [name(where), address(source)]));
}

/** Text that stands in a script or a style must not end it. @param {string} text */
const inert = (text) => text.replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");

/** @param {string} text */
const escaped = (text) => h("p", {}, text).innerHTML.replaceAll('"', "&quot;");

const PAGE_STYLE = `html{font-size:125%}body{margin:0;padding:1rem;font-family:system-ui,sans-serif;background:#fff;color:#23262d}
body[data-md-color-scheme=slate]{background:#101216;color:#e8e5de}h1{font-size:1rem;font-weight:600;margin:0 0 .6rem}lesson-lab.lab{margin:0}`;

const SCHEME = `document.body.dataset.mdColorScheme=matchMedia("(prefers-color-scheme: dark)").matches?"slate":"default"`;

/**
 * @param {Manifest} manifest of one input, with its recording in `shipped`
 * @param {Lang} lang
 * @returns {Promise<string>} an HTML file
 */
export async function player(manifest, lang) {
  const [imports, ...styles] = await Promise.all([modules(), ...STYLES.map(textOf)]);
  const title = escaped(`${manifest.title[lang]} · ${manifest.inputs[0].title[lang]}`);
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:">
<title>${title}</title>
<style>${inert(PAGE_STYLE)}</style>
<style>${inert(styles.join("\n"))}</style>
<script type="importmap">${inert(JSON.stringify({ imports }))}</script>
</head>
<body>
<script>${SCHEME}</script>
<h1>${title}</h1>
<lesson-lab class="lab" lang="${lang}" data-lesson="${escaped(manifest.lesson)}" data-area="${escaped(manifest.area)}"><pre class="lab-manifest" hidden>${escaped(JSON.stringify(manifest))}</pre></lesson-lab>
<script type="module">import "lab/page/lab.js";</script>
</body>
</html>
`;
}

/**
 * @param {Manifest} manifest of a lab, with the sources of the recording
 * @param {import("./types.js").Input} input
 * @param {string} text the recording
 * @param {string} python version that recorded it
 * @param {string} mark which recording it is, as the lab says it
 * @returns {Manifest} that a page without a runtime and without other files can show
 */
export function playerManifest(manifest, input, text, python, mark) {
  return { ...manifest, base: "", alone: true, python, mark, form: null, inputs: [input], shipped: { [input.name]: text } };
}
