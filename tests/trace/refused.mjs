// Reads {name: trace} from standard input and prints {name: why the page's reader refuses it, or null}.

import { readFileSync } from "node:fs";
import { TraceError, parseTrace } from "../../site_runtime/browser/core/trace.js";

function refusal(text) {
  try {
    parseTrace(text);
    return null;
  } catch (error) {
    if (error instanceof TraceError) return error.message;
    throw error;
  }
}

const traces = Object.entries(JSON.parse(readFileSync(0, "utf8")));
console.log(JSON.stringify(Object.fromEntries(traces.map(([name, text]) => [name, refusal(text)]))));
