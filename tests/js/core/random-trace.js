// Makes valid traces of runs that never were, together with what every position must show. The run is a random walk over
// calls, returns, exceptions, generators that are resumed from anywhere, objects, files and output; each step is written
// down by comparing two full models, so nothing here shares code or ideas with the replay that is tested.

import { Random } from "./random.js";

/** @typedef {import("../../../site_runtime/browser/core/trace.js").Value} Value */
/** @typedef {{code: number, line: number, locals: Map<string, Value>, generator: boolean}} Act */
/** @typedef {{stack: number[], acts: Map<number, Act>, heap: Map<number, [string, string, number, Value[]]>, roots: Map<string, Value>, lock: null | number, files: Map<string, any>, out: string, ends: null | "ret" | "exc", value: Value, error: Value | undefined}} Model */

const CODES = [
  [0, "main", 1, true],
  [0, "helper", 20, false],
  [1, "numbers", 40, false],
  [1, "Thing.method", 60, false],
];
const NAMES = ["a", "b", "record", "__proto__", "消息", "x"];
const TEXTS = ["", "plan", "先读程序", "𝒳y", "<b>", "req-1", "\n", "a".repeat(50)];
const KINDS = ["list", "dict", "set", "instance", "list.", "exception"];

export class RandomTrace {
  /**
   * @param {number} seed
   * @param {{steps?: number, chunk?: number}} [size] chunk: steps a chunk at most
   */
  constructor(seed, { steps = 120, chunk = 9 } = {}) {
    this.random = new Random(seed);
    this.chunkSteps = chunk;
    /** @type {string[]} */
    this.lines = [JSON.stringify({ trace: 1, program: "random", focus: ["one.py", "main"], roots: ["state", "team"], lock: "lock", folders: ["box"], limits: { steps: 1000, items: 100, text: 1000, objects: 1000 } })];
    /** @type {any[]} the states to be shown, in a plain form */
    this.expected = [];
    /** @type {Model} */
    this.model = { stack: [], acts: new Map(), heap: new Map(), roots: new Map(), lock: null, files: new Map(), out: "", ends: null, value: null, error: undefined };
    /** @type {any[]} */
    this.steps = [];
    this.at = 0;
    /** @type {any} */
    this.key = null;
    this.names = 0;
    this.started = 0;
    this.run(steps);
  }

  get text() {
    return `${this.lines.join("\n")}\n`;
  }

  /** @param {number} steps */
  run(steps) {
    for (let i = 0; i < steps; i += 1) this.position(() => this.move());
    while (this.model.stack.length > (this.model.ends ? 1 : 0) && this.random.chance(0.9)) this.position(() => this.unwind());
    this.position(() => this.finish());
    this.flush();
    const focus = 0;
    const files = [...this.model.files].map(([path, content]) => (typeof content === "string" ? [path, 0, content] : [path, "bytes", content.bytes]));
    this.lines.push(JSON.stringify({ end: { snapshots: this.expected.length - 1, focus, output: this.model.out, files, exception: null, stopped: null } }));
  }

  /**
   * Makes the next position: lets `change` move the model and writes down what it did.
   * @param {() => {pop?: number, push?: (number | [number])[]}} change
   */
  position(change) {
    const before = copyOf(this.model);
    if (before.ends) before.stack.pop();
    if (this.model.ends) this.model.acts.delete(/** @type {number} */ (this.model.stack.pop()));
    Object.assign(this.model, { ends: null, value: null, error: undefined, printed: "" });
    const { pop, push } = change();
    const step = this.written(before, pop, push);
    if (this.steps.length >= this.chunkSteps || (this.steps.length > 0 && this.random.chance(0.03))) this.flush();
    if (this.steps.length === 0 && this.expected.length > 0) this.key = this.keyOf();
    this.steps.push(step);
    this.expected.push(plainOf(this.model, this.expected.length));
  }

  /** Calls, resumes, yields, returns, raises, or runs a line. */
  move() {
    const { random, model } = this;
    if (model.stack.length === 0) return this.call();
    const dice = random.next();
    if (dice < 0.18 && model.stack.length < 12) return this.call();
    if (dice < 0.3) return this.yieldSome();
    if (dice < 0.42) return this.resume();
    if (dice < 0.6) return this.unwind();
    if (random.chance(0.1)) model.error = this.someValue();
    return this.line();
  }

  line() {
    this.top().line = this.someLine(this.top().code);
    this.changeThings();
    return {};
  }

  call() {
    const code = this.random.below(CODES.length);
    const activation = this.started;
    this.started += 1;
    this.model.stack.push(activation);
    this.model.acts.set(activation, { code, line: 0, locals: new Map(), generator: code === 2 });
    this.line();
    return { push: [/** @type {[number]} */ ([code])] };
  }

  /** Generators on top of the stack leave it; then whatever is below, or another call or resumption. */
  yieldSome() {
    const { model, random } = this;
    let pop = 0;
    while (model.stack.length > 1 && this.top().generator && (pop === 0 || random.chance(0.4))) {
      model.stack.pop();
      pop += 1;
    }
    if (pop === 0) return this.line();
    const next = random.chance(0.5) ? this.line() : random.chance(0.6) ? this.resume() : this.call();
    return { pop, ...next };
  }

  resume() {
    const { model, random } = this;
    const free = [...model.acts.keys()].filter((one) => !model.stack.includes(one));
    if (free.length === 0) return this.line();
    /** @type {number[]} */
    const push = [];
    while (free.length > 0 && (push.length === 0 || random.chance(0.3))) push.push(free.splice(random.below(free.length), 1)[0]);
    model.stack.push(...push);
    this.line();
    return { push };
  }

  unwind() {
    const { model, random } = this;
    this.line();
    model.ends = random.chance(0.7) ? "ret" : "exc";
    model.value = this.someValue();
    return {};
  }

  finish() {
    const pop = this.model.stack.length;
    this.model.stack.length = 0;
    return pop > 0 ? { pop } : {};
  }

  top() {
    return /** @type {Act} */ (this.model.acts.get(/** @type {number} */ (this.model.stack.at(-1))));
  }

  /** @param {number} code */
  someLine(code) {
    return /** @type {number} */ (CODES[code][2]) + this.random.below(6);
  }

  changeThings() {
    const { random, model } = this;
    while (random.chance(0.5)) this.changeLocal(this.top());
    if (random.chance(0.1)) this.changeLocal(/** @type {Act} */ (model.acts.get(random.pick(model.stack))));
    while (random.chance(0.35)) this.changeObject();
    if (random.chance(0.1)) model.roots.set(random.pick(["state", "team"]), this.someValue());
    else if (random.chance(0.03)) model.roots.delete("state");
    if (random.chance(0.1)) model.lock = random.pick([null, -1, ...model.stack]);
    if (random.chance(0.15)) this.changeFile();
    if (random.chance(0.1)) model.out += random.pick(TEXTS);
  }

  /** @param {Act} act */
  changeLocal(act) {
    const name = this.random.pick(NAMES);
    const old = act.locals.get(name);
    if (this.random.chance(0.1)) act.locals.delete(name);
    else act.locals.set(name, typeof old === "string" && this.random.chance(0.4) ? old + this.random.pick(TEXTS) : this.someValue());
  }

  changeObject() {
    const { random, model } = this;
    const fresh = model.heap.size === 0 || random.chance(0.3);
    const id = fresh ? model.heap.size + 1 : 1 + random.below(model.heap.size);
    const [kind, type, more, cells] = model.heap.get(id) ?? [random.pick(KINDS), "T", 0, []];
    const now = [...cells];
    const unit = /dict|instance|exception/.test(kind) ? 2 : 1;
    const skip = kind.endsWith(".") ? 1 : 0;
    if (now.length < skip) now.push([1]);
    const at = skip + unit * random.below((now.length - skip) / unit + 1);
    now.splice(at, random.chance(0.4) ? unit : 0, ...Array.from({ length: random.chance(0.7) ? unit : 0 }, (_, i) => (unit === 2 && i === 0 ? random.pick(NAMES) : this.someValue())));
    model.heap.set(id, [kind, type, random.chance(0.05) ? more + 1 : more, now]);
  }

  changeFile() {
    const { random, model } = this;
    const path = random.pick(["box/a.jsonl", "box/b.jsonl", "box/a.jsonl.tmp"]);
    const old = model.files.get(path);
    if (old !== undefined && random.chance(0.2)) model.files.delete(path);
    else if (random.chance(0.1)) model.files.set(path, { bytes: "b'\\xff'" });
    else model.files.set(path, (typeof old === "string" && random.chance(0.6) ? old : "") + random.pick(TEXTS));
  }

  /** @returns {Value} */
  someValue(depth = 0) {
    const { random, model } = this;
    const dice = random.next();
    if (dice < 0.4) return random.pick([null, true, false, 0, -7, 2 ** 53 - 1]);
    if (dice < 0.6) return random.pick(TEXTS);
    if (dice < 0.8 && model.heap.size > 0) return [1 + random.below(model.heap.size)];
    if (dice < 0.9 && depth < 3) return ["tuple", 0, this.someValue(depth + 1), this.someValue(depth + 1)];
    return random.pick([["float", "0.1"], ["str", "head", 5000], ["object", "RLock"], ["enum", "Color.RED", 1]]);
  }

  /** @param {string} name */
  name(name) {
    const index = NAMES.indexOf(name);
    this.names = Math.max(this.names, index + 1);
    return index;
  }

  /**
   * @param {Model} before
   * @param {number | undefined} pop
   * @param {(number | [number])[] | undefined} push
   */
  written(before, pop, push) {
    const { model, random } = this;
    const top = model.stack.length > 0 ? this.top() : undefined;
    const pairs = (/** @type {number} */ activation) => this.pairsOf(before.acts.get(activation)?.locals ?? new Map(), /** @type {Act} */ (model.acts.get(activation)).locals);
    const ups = model.stack.slice(0, -1).map((activation) => [activation, ...pairs(activation)]).filter((row) => row.length > 1);
    const heap = [...model.heap].flatMap(([id, object]) => heapRows(id, before.heap.get(id), object, random));
    const roots = ["state", "team"].flatMap((name, index) => (same(before.roots.get(name), model.roots.get(name)) ? [] : [index, model.roots.has(name) ? model.roots.get(name) : ["-"]]));
    const extra = {
      ...(pop ? { pop } : {}),
      ...(push ? { push } : {}),
      ...(ups.length > 0 ? { up: ups } : {}),
      ...(heap.length > 0 ? { heap } : {}),
      ...(roots.length > 0 ? { roots } : {}),
      ...(before.lock === model.lock ? {} : { lock: model.lock }),
      ...fileRows(before.files, model.files),
      ...(model.out === before.out ? {} : { out: model.out.slice(before.out.length) }),
      ...(model.error === undefined ? {} : { err: model.error }),
      ...(model.ends ? { [model.ends]: model.value } : {}),
    };
    const step = [top?.line ?? 0, ...(top ? pairs(/** @type {number} */ (model.stack.at(-1))) : [])];
    return Object.keys(extra).length > 0 ? [...step, extra] : step;
  }

  /**
   * @param {Map<string, Value>} before
   * @param {Map<string, Value>} after
   */
  pairsOf(before, after) {
    return NAMES.flatMap((name) => {
      const [a, b] = [before.get(name), after.get(name)];
      if (before.has(name) === after.has(name) && same(a, b)) return [];
      if (!after.has(name)) return [this.name(name), ["-"]];
      return [this.name(name), typeof a === "string" && typeof b === "string" && b.startsWith(a) && a !== "" ? ["+", b.slice(a.length)] : b];
    });
  }

  keyOf() {
    const { model } = this;
    return {
      stack: [...model.stack],
      acts: [...model.acts].sort(([a], [b]) => a - b).map(([id, act]) => [id, act.code, act.line, ...[...act.locals].flatMap(([name, value]) => [this.name(name), value])]),
      heap: [...model.heap].map(([id, [kind, type, more, cells]]) => [id, kind, type, more, ...cells]),
      roots: ["state", "team"].map((name) => (model.roots.has(name) ? model.roots.get(name) : ["-"])),
      lock: model.lock,
      files: [...model.files].map(([path, content]) => (typeof content === "string" ? [path, 0, content] : [path, "bytes", content.bytes])),
    };
  }

  flush() {
    const first = this.at === 0;
    const files = first ? [["one.py", "00"], ["two.py", "11"]] : [];
    const chunk = { at: this.at, files, codes: first ? CODES : [], names: first ? NAMES : [], key: this.key, steps: this.steps };
    this.lines.push(JSON.stringify(chunk));
    this.at += this.steps.length;
    this.steps = [];
  }
}

/**
 * @param {any} a
 * @param {any} b
 */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * @param {number} id
 * @param {any} before
 * @param {any} after
 * @param {Random} random
 */
function heapRows(id, before, after, random) {
  if (same(before, after)) return [];
  const [kind, type, more, cells] = after;
  if (before === undefined || random.chance(0.2)) return [[id, kind, type, more, ...cells]];
  const old = before[3];
  let start = 0;
  while (start < Math.min(old.length, cells.length) && same(old[start], cells[start])) start += 1;
  return [[id, start, old.length - start, more, ...cells.slice(start)]];
}

/**
 * @param {Map<string, any>} before
 * @param {Map<string, any>} after
 */
function fileRows(before, after) {
  /** @type {any[]} */
  const files = [...before.keys()].filter((path) => !after.has(path)).map((path) => [path]);
  for (const [path, content] of after) {
    const old = before.get(path);
    if (same(old, content)) continue;
    if (typeof content !== "string") files.push([path, "bytes", content.bytes]);
    else if (typeof old === "string" && old !== "" && content.startsWith(old)) files.push([path, [...old].length, content.slice(old.length)]);
    else files.push([path, 0, content]);
  }
  return files.length > 0 ? { files } : {};
}

/**
 * @param {Model} model
 * @returns {Model}
 */
function copyOf(model) {
  return structuredClone(model);
}

/**
 * @param {Model} model
 * @param {number} position
 */
function plainOf(model, position) {
  const frames = model.stack.map((activation) => {
    const { code, line, locals } = /** @type {Act} */ (model.acts.get(activation));
    return [activation, [["one.py", "two.py"][/** @type {number} */ (CODES[code][0])], CODES[code][1]], line, Object.fromEntries(locals)];
  });
  const ends = model.ends === "ret" ? { result: model.value } : model.ends === "exc" ? { exception: model.value } : {};
  return structuredClone({
    position,
    kind: model.stack.length === 0 ? "end" : model.ends === "ret" ? "returned" : model.ends === "exc" ? "raised" : "line",
    line: frames.at(-1)?.[2] ?? 0,
    stack: frames,
    heap: [...model.heap].map(([id, [kind, type, more, cells]]) => [id, kind, type, more, ...cells]),
    roots: Object.fromEntries(model.roots),
    lock: model.lock,
    files: Object.fromEntries(model.files),
    output: model.out,
    ...ends,
    ...(model.error === undefined ? {} : { error: model.error }),
  });
}
