// Reads a recording as the page does, and returns which clauses are not true at a position.
async ({ base, trace: address, position, clauses }) => {
  const { parseTrace } = await import(`${base}browser/core/trace.js`);
  const trace = parseTrace(await (await fetch(address)).text());
  const kinds = ["line", "returned", "raised", "end"];

  const at = (p) => {
    const state = trace.state(p);
    const focus = [...state.stack].reverse().find(({ code }) => trace.codes[code].focus);
    const name = (path) => {
      const [first, ...steps] = path.split(".");
      if (path.includes("/")) return lines(path);
      return steps.reduce(inside, state.roots.has(first) ? state.roots.get(first) : focus?.locals.get(first));
    };
    const object = (value) => (Array.isArray(value) && value.length === 1 ? state.heap.get(value[0]) : undefined);
    const inside = (value, step) => {
      const found = object(value);
      if (!found) return undefined;
      if (found.kind === "list") return found.cells[Number(step)];
      const index = found.cells.findIndex((key, i) => i % 2 === 0 && String(key) === step);
      return index < 0 ? undefined : found.cells[index + 1];
    };
    const lines = (path) => (state.files.has(path) ? state.files.get(path).split("\n").slice(0, -1) : undefined);
    const plain = (value) => {
      const found = object(value);
      if (!found) return value;
      const pairs = found.cells.flatMap((key, i) => (i % 2 ? [] : [[key, plain(found.cells[i + 1])]]));
      return found.kind === "list" ? found.cells.map(plain) : Object.fromEntries(pairs);
    };
    return { state, focus, name, plain, kind: kinds[state.kind] ?? state.kind };
  };

  const python = (text) => JSON.parse(text.replaceAll("'", '"').replace(/\bNone\b/g, "null").replace(/\bTrue\b/g, "true").replace(/\bFalse\b/g, "false"));
  const equal = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const now = at(position);
  const before = position > 0 ? at(position - 1) : null;
  const value = (moment, path) => moment.plain(moment.name(path));

  /** @type {[RegExp, (...parts: string[]) => boolean][]} */
  const known = [
    [/^at `.+`$/, () => now.kind === "line"],
    [/^(\S+) is not there$/, (path) => value(now, path) === undefined],
    [/^(\S+) is there$/, (path) => value(now, path) !== undefined],
    [/^(\S+) is not (.+)$/, (path, wanted) => value(now, path) !== undefined && !equal(value(now, path), python(wanted))],
    [/^(\S+) is (.+)$/, (path, wanted) => equal(value(now, path), python(wanted))],
    [/^(\S+) becomes (.+)$/, (path, wanted) => equal(value(now, path), python(wanted)) && before !== null && !equal(value(before, path), python(wanted))],
    [/^(\S+) has (\d+) lines?$/, (path, n) => (value(now, path) ?? []).length === Number(n)],
    [/^(\S+) gets line (\d+)$/, (path, n) => (value(now, path) ?? []).length >= Number(n) && (value(before, path) ?? []).length < Number(n)],
    [/^raises (\w+)$/, (type) => now.kind === "raised" && trace.codes[now.state.stack.at(-1).code].focus && now.state.heap.get(now.state.exception[0]).type === type],
    [/^returns$/, () => now.kind === "returned" && trace.codes[now.state.stack.at(-1).code].focus],
    [/^returns (.+)$/, (wanted) => now.kind === "returned" && equal(now.plain(now.state.result), python(wanted))],
    [/^held$/, () => now.state.lock !== null],
    [/^end$/, () => now.kind === "end"],
    [/^free$/, () => now.state.lock === null],
  ];
  const holds = (clause) => {
    const [pattern, test] = known.find(([one]) => one.test(clause)) ?? [null, () => false];
    return pattern !== null && test(...(pattern.exec(clause) ?? []).slice(1));
  };
  return { wrong: clauses.filter((clause) => !holds(clause)), line: now.kind === "end" ? 0 : now.state.line };
};
