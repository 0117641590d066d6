// Records and runs every input through the reader's own worker, and posts what the recorder's child process would print.

/**
 * @param {object} message
 * @returns {Promise<Response>}
 */
function tell(message) {
  return fetch("told", { method: "POST", body: JSON.stringify(message) });
}

/**
 * @param {import("../browser/messages.js").Outcome} outcome
 * @returns {Omit<import("../browser/messages.js").Outcome, "stopped">}
 */
function left({ output, files, exception }) {
  return { output, files, exception };
}

/**
 * @param {import("../browser/runtime.js").Runtime} runtime
 * @param {[string, string, string]} input lesson, area and input
 */
async function both(runtime, input) {
  const [lesson, area, name] = input;
  const program = { lesson, area, input: name };
  const debug = await runtime.record(program);
  const run = await runtime.run(program);
  const { text, snapshots, focus } = debug;
  return { key: input.join("/"), trace: text, run: left(run), debug: left(debug), snapshots, focus };
}

async function main() {
  const { base, runtime: files, inputs } = await (await fetch("job")).json();
  const { Runtime } = await import(new URL("browser/runtime.js", new URL(base, location.href)).href);
  const runtime = new Runtime({ base, runtime: files, lang: "en" });
  await runtime.boot();
  await tell({ python: runtime.python });
  for (const input of inputs) await tell(await both(runtime, input));
  await tell({ done: true });
}

main().catch((error) => tell({ failed: String(error) }));
