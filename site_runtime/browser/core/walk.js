// Goes through a trace's positions in order, one state changed in place: for what is found once and then looked up.

/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./replay.js").Replay} Replay */

/**
 * Between two calls of `visit` an object or frame that is the same object did not change, also from chunk to chunk.
 * @param {Trace} trace
 * @param {number} from
 * @param {number} to the last position
 * @param {(position: number, replay: Replay) => void} visit must not keep or change the replay
 */
export function walk(trace, from, to, visit) {
  const replay = trace.chunks.replay(from);
  visit(from, replay);
  let position = from + 1;
  while (position <= to) {
    const chunk = trace.chunks.find(position);
    const { steps, marks } = trace.chunks.decode(chunk);
    for (; position <= to && position < chunk.at + steps.length; position += 1) {
      replay.apply(steps[position - chunk.at]);
      if (position === chunk.at) replay.settle(marks[0]);
      visit(position, replay);
    }
  }
}
