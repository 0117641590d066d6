// Whether what a reader wrote is the answer: quotes and spaces around a text are no part of it, letters and signs are.

/** @param {string} text */
function bare(text) {
  return text.normalize("NFC").trim().replace(/^(['"“‘`])(.*)(['"”’`])$/su, "$2").replace(/\s+/gu, " ").trim();
}

/**
 * @param {string} given
 * @param {string} answer as the recording has it, in Python's own writing
 * @returns {boolean}
 */
export function judge(given, answer) {
  return bare(given) === bare(answer);
}
