// The events of a run as sentences: the drawing's text equivalent, a mark's name.

/** @typedef {import("./strings.js").Words} Words */
/** @typedef {import("./story.js").StoryEvent} StoryEvent */
/** @typedef {import("./story.js").Letter} Letter */
/** @typedef {import("./types.js").Manifest} Manifest */
/** @typedef {import("./types.js").Title} Title */

/**
 * @param {Letter} letter
 * @returns {string} what it is, in a few words
 */
export function letterName({ type, fields, text }) {
  if (!type) return text.length > 24 ? `${text.slice(0, 23)}…` : text;
  const id = fields.find(([name]) => name.endsWith("id"))?.[1];
  return id ? `${type} ${id}` : type;
}

/**
 * @param {string | null} text
 * @param {Words} words
 */
const value = (text, words) => (text === null ? words.nothing : text === "None" ? words.noReply : text || "''");

/**
 * @param {StoryEvent} event
 * @param {Words} words
 * @param {(root: string) => string} title of a watched object
 * @returns {string}
 */
export function sentence(event, words, title) {
  switch (event.kind) {
    case "letter":
      return words.saved(event.letter.from, event.letter.to, `${letterName(event.letter)} (${event.file}:${event.line})`);
    case "lock":
      return event.holder === null ? words.unlocked : words.locked(event.holder);
    case "error":
      return event.text;
    default: {
      const path = `${title(event.root)} ${event.entry}${event.field ? `.${event.field}` : ""}`;
      if (event.now === null) return words.removed(path);
      if (!event.field) return words.added(`${path}${event.now ? `: ${event.now}` : ""}`);
      return words.became(path, value(event.was, words), value(event.now, words));
    }
  }
}

/**
 * How long the text is on the screen, about: a Chinese character is as wide as two others.
 * @param {string} text
 * @param {number} size of the letters
 */
export function widthOf(text, size) {
  let width = 0;
  for (const c of text) width += (c.codePointAt(0) ?? 0) > 0x2e7f ? size : size * 0.58;
  return width;
}

/**
 * @param {string} text
 * @param {number} room
 * @param {number} size
 * @returns {string} as much of it as fits
 */
export function fit(text, room, size) {
  if (widthOf(text, size) <= room) return text;
  let used = size;
  let end = 0;
  for (const c of text) {
    used += widthOf(c, size);
    if (used > room) break;
    end += c.length;
  }
  return `${text.slice(0, end)}…`;
}

