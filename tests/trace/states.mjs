// The states of traces as the page's reader sees them: reads {name: trace} from standard input and writes one JSON line a
// trace, [name, [state, …]], the positions read from the last to the first.

import { readFileSync } from "node:fs";
import { canonical } from "../../site_runtime/browser/core/canonical.js";
import { parseTrace } from "../../site_runtime/browser/core/trace.js";

for (const [name, text] of Object.entries(JSON.parse(readFileSync(0, "utf8")))) {
  const trace = parseTrace(text);
  const states = Array.from({ length: trace.count }, (_, i) => canonical(trace, trace.count - 1 - i));
  console.log(JSON.stringify([name, states.reverse()]));
}
