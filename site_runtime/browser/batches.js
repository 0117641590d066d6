// Output on its way to the page: at once while there is little of it, in batches when it floods.

const AT_ONCE = 200;
const PAUSE = 20;

/**
 * A flood of messages would keep the page busy long after Stop. What a batch still holds is lost when the worker is ended.
 * @param {(text: string) => void} send
 * @param {() => number} [now] milliseconds
 * @returns {{write: (text: string) => void, flush: () => void}}
 */
export function inBatches(send, now = () => performance.now()) {
  let waiting = "";
  let sent = 0;
  let last = -Infinity;
  const flush = () => {
    if (!waiting) return;
    send(waiting);
    waiting = "";
    sent += 1;
    last = now();
  };
  return {
    write(text) {
      waiting += text;
      if (sent < AT_ONCE || now() - last >= PAUSE) flush();
    },
    flush,
  };
}
