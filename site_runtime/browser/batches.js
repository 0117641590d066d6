// What a request tells on its way to the page: at once while there is little of it, in batches when it floods.

/** @typedef {import("./messages.js").Pieces} Pieces */

// As in worker.js: bound before a reader's code can replace it.
const { parse } = JSON;
const clock = performance.now.bind(performance);

const AT_ONCE = 200;
const PAUSE = 20;

/** @type {Record<string, (waiting: Pieces, text: string) => Pieces>} how a piece of each kind joins those that wait; a whole line takes its pieces' place */
const JOIN = {
  output: (waiting, text) => ({ ...waiting, output: (waiting.output ?? "") + text }),
  line: ({ tail, ...waiting }, text) => ({ ...waiting, lines: [...(waiting.lines ?? []), text] }),
  tail: (waiting, text) => ({ ...waiting, tail: [...(waiting.tail ?? []), text] }),
  hit: (waiting, text) => ({ ...waiting, hits: [...(waiting.hits ?? []), parse(text)] }),
  answers: (waiting, text) => ({ ...waiting, answers: parse(text) }),
};

/**
 * A flood of messages would keep the page busy long after Stop. What a batch still holds is lost when the worker is ended.
 * @param {(pieces: Pieces) => void} send
 * @param {() => number} [now] milliseconds
 * @returns {{tell: (kind: string, text: string) => void, flush: () => void}}
 */
export function inBatches(send, now = clock) {
  /** @type {Pieces | null} */
  let waiting = null;
  let sent = 0;
  let last = -Infinity;
  const flush = () => {
    if (!waiting) return;
    send(waiting);
    waiting = null;
    sent += 1;
    last = now();
  };
  return {
    tell(kind, text) {
      waiting = JOIN[kind](waiting ?? {}, text);
      if (sent < AT_ONCE || now() - last >= PAUSE) flush();
    },
    flush,
  };
}
