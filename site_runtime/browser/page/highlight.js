// Colours Python text that the build did not colour (helpers' files), with the class names the build uses.

/** @typedef {[text: string, kind: string]} Piece */

const WORDS =
  "False None True and as assert async await break class continue def del elif else except finally for from global if " +
  "import in is lambda match case nonlocal not or pass raise return try while with yield";
const KEYWORDS = new Set(WORDS.split(" "));
const CONSTANTS = new Set(["True", "False", "None"]);

// Strings first: a # inside one begins no comment. An unfinished one ends with its line or, triple, with the text.
const TOKEN = new RegExp(
  [
    /(?<string>[rbuf]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?))/,
    /(?<comment>#[^\n]*)/,
    /(?<decorator>@[\w.]+)/,
    /(?<number>\b\d[\w.]*)/,
    /(?<word>[\p{L}_][\p{L}\p{N}_]*)/u,
    /(?<space>[^\S\n]+|\n)/,
    /(?<other>[\s\S])/,
  ]
    .map((part) => part.source)
    .join("|"),
  "giu",
);

/**
 * @param {string} word
 * @param {string} before the word before it
 * @returns {string}
 */
function wordKind(word, before) {
  if (before === "def") return "nf";
  if (before === "class") return "nc";
  if (CONSTANTS.has(word)) return "kc";
  return KEYWORDS.has(word) ? "k" : "n";
}

/**
 * @param {Record<string, string | undefined>} found a match's groups
 * @param {string} before
 * @returns {string}
 */
function kind(found, before) {
  if (found.string) return "s";
  if (found.comment) return "c1";
  if (found.decorator) return "nd";
  if (found.number) return "mi";
  return found.word ? wordKind(found.word, before) : "";
}

/**
 * @param {string} text Python source
 * @returns {Piece[][]} the pieces of each line, without its line end
 */
export function highlight(text) {
  /** @type {Piece[][]} */
  const lines = [[]];
  let before = "";
  for (const match of text.matchAll(TOKEN)) {
    const groups = match.groups ?? {};
    const type = kind(groups, before);
    if (!groups.space) before = match[0];
    match[0].split("\n").forEach((part, index) => {
      if (index > 0) lines.push([]);
      if (part) lines[lines.length - 1].push([part, type]);
    });
  }
  if (lines.length > 1 && lines[lines.length - 1].length === 0) lines.pop();
  return lines;
}
