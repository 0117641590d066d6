// What is wrong with a trace, and where.

/** A text that is no valid trace. `line` is the line of the text, counted from 1; 0 where the text as a whole is meant. */
export class TraceError extends Error {
  /**
   * @param {string} reason
   * @param {number} [line]
   */
  constructor(reason, line = 0) {
    super(line > 0 ? `trace, line ${line}: ${reason}` : `trace: ${reason}`);
    this.name = "TraceError";
    this.reason = reason;
    this.line = line;
  }
}

/** A recording's file that holds another text of a source than the one that was recorded. */
export class SourceError extends TraceError {
  /** @param {string} label of the source */
  constructor(label) {
    super(`the text of ${label} is not the one that was recorded: its SHA-256 differs`);
    this.name = "SourceError";
    this.label = label;
  }
}

/**
 * @param {string} reason
 * @returns {never}
 */
export function refuse(reason) {
  throw new TraceError(reason);
}

/**
 * Refuses what does not fit. Where the reason takes work to put together, ask first and `refuse` then.
 * @param {boolean} holds
 * @param {string} reason
 * @returns {asserts holds}
 */
export function demand(holds, reason) {
  if (!holds) refuse(reason);
}
