// Values as Python writes them in source text.

/** @type {Record<string, string>} */
const SHORT = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** What cannot be seen or told apart must not stand in a text that a reader is to read: controls, formats, odd spaces, lone surrogates. */
const HIDDEN = /["\\]|(?! )[\p{C}\p{Z}]/gu;

/** @param {string} char one code point */
function escaped(char) {
  const code = char.codePointAt(0) ?? 0;
  if (char in SHORT) return SHORT[char];
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
}

/**
 * @param {string} text
 * @returns {string} a Python string literal of one line that means exactly this text
 */
export function pythonString(text) {
  return `"${text.replace(HIDDEN, escaped)}"`;
}

const WORDS = new Map([
  ["true", "True"],
  ["false", "False"],
  ["null", "None"],
]);
const TOKEN = /"(?:\\.|[^"\\])*"|[a-z]+|\s+|[^"a-z\s]+/giu;

/** @param {string} token of a JSON text */
function tokenOf(token) {
  if (token.startsWith('"')) return pythonString(JSON.parse(token));
  return WORDS.get(token) ?? (token.trim() === "" ? " " : token);
}

/**
 * Numbers stay as they are written: 1.0 is no 1, and no digit of a long one is lost.
 * @param {string} text JSON
 * @returns {string} the same value as a Python expression of one line
 * @throws {SyntaxError} where the text is no JSON
 */
export function pythonOfJson(text) {
  JSON.parse(text);
  return text.trim().replace(TOKEN, tokenOf);
}
