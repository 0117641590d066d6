// Random traces (tests/js/core), one JSON line each.

import { RandomTrace } from "../js/core/random-trace.js";

for (let seed = 1; seed <= 40; seed += 1) {
  console.log(JSON.stringify({ name: `random ${seed}`, trace: new RandomTrace(seed, { chunk: [1, 5, 30, 1000][seed % 4] }).text }));
}
