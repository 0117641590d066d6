// Python in this browser, as one lab sees it. All labs of a page share one runtime: at most one Python at a time.

import { parseTrace } from "../core/trace.js";
import { parity } from "./parity.js";

/** @typedef {import("../runtime.js").Runtime} Runtime */
/** @typedef {import("./types.js").Manifest} Manifest */
/** @typedef {import("./types.js").Trace} Trace */
/** @typedef {import("./types.js").Program} Program */
/** @typedef {import("./views/output.js").RunResult} RunResult */

/** @typedef {import("../messages.js").Fault} SyntaxFault */

/** `faults`: where a reader's own texts are wrong. @typedef {{title: string, detail: string, faults: readonly SyntaxFault[]}} Trouble */

/** What a reader's own program has left: also of one that was stopped or broke down. */
/** @typedef {{trace: Trace, stopped: string | null, python: string}} Trial */

/**
 * What is known of one input. `recorded`: there is a recording made here.
 * @typedef {object} LiveState
 * @property {"none" | "loading" | "running" | "recording" | "closing" | "ready" | "failed"} phase
 * @property {string} python
 * @property {Trouble | null} problem
 * @property {boolean} recorded
 * @property {import("./parity.js").Parity | null} parity
 */

/** How long a runtime outlives the last lab: instant navigation takes one lab away before it brings the next. */
const LINGER = 4000;

/** @type {Map<string, {runtime: Promise<Runtime>, users: number, timer: number}>} */
const shared = new Map();

/**
 * @param {Manifest} manifest
 * @param {string} base absolute
 * @param {string} lang
 * @returns {Promise<Runtime>}
 */
function take({ runtime }, base, lang) {
  const there = shared.get(base);
  if (there) {
    clearTimeout(there.timer);
    there.users += 1;
    return there.runtime;
  }
  const made = import("../runtime.js").then((module) => new module.Runtime({ base, runtime, lang }));
  shared.set(base, { runtime: made, users: 1, timer: 0 });
  return made;
}

/** @param {string} base */
function release(base) {
  const there = shared.get(base);
  if (!there || (there.users -= 1) > 0) return;
  there.timer = setTimeout(() => there.runtime.then((runtime) => there.users === 0 && runtime.close()), LINGER);
}

/**
 * @param {unknown} error
 * @returns {Trouble & {code: string}}
 */
function troubleOf(error) {
  const { title, detail, code, faults } = /** @type {Partial<import("../problems.js").Problem>} */ (error);
  return { title: title ?? String(error), detail: detail ?? "", faults: faults ?? [], code: code ?? "" };
}

/**
 * @param {unknown} error
 * @returns {string} what was recorded before a run ended in it
 */
const textOf = (error) => /** @type {{text?: string | null}} */ (error)?.text ?? "";

/**
 * @param {string} text
 * @param {string} python
 * @returns {Trial | null} null where there is nothing to be shown
 */
function trialOf(text, python) {
  if (!text) return null;
  const trace = parseTrace(text);
  return trace.count > 1 ? { trace, stopped: trace.end?.stopped ?? null, python } : null;
}

/** "closing": the run is over, what it has left is being read. @typedef {"running" | "recording" | "closing"} Work */

/** Time for the page to show what has just been said. */
const painted = () => new Promise((then) => setTimeout(then, 20));

/** Fires "change" whenever what it says of an input may have changed. */
export class Live extends EventTarget {
  /** @type {Map<string, {trace: Trace, parity: LiveState["parity"]}>} by input */
  #made = new Map();
  /** @type {Runtime | null} */
  #runtime = null;
  /** @type {Trouble | null} */
  #problem = null;
  /** @type {{work: Work, input: string} | null} */
  #work = null;
  #held = false;
  /** Only the newest piece of work may say how it ended. */
  #turn = 0;
  /** @type {Map<string, LiveState>} */
  #known = new Map();

  /**
   * @param {Manifest} manifest
   * @param {string} base absolute address of the site's assets/lesson/
   * @param {string} lang
   */
  constructor(manifest, base, lang) {
    super();
    this.manifest = manifest;
    this.base = base;
    this.lang = lang;
  }

  /**
   * @param {string} input
   * @returns {LiveState} the same object until something changes
   */
  state(input) {
    const known = this.#known.get(input) ?? this.#look(input);
    this.#known.set(input, known);
    return known;
  }

  /**
   * @param {string} input
   * @returns {LiveState}
   */
  #look(input) {
    const made = this.#made.get(input);
    const python = this.#runtime?.python ?? this.manifest.runtime.python;
    const phase = this.#problem ? "failed" : this.#phase(input, made !== undefined);
    return { phase, python, problem: this.#problem, recorded: made !== undefined, parity: made?.parity ?? null };
  }

  /**
   * @param {string} input
   * @param {boolean} made
   * @returns {LiveState["phase"]}
   */
  #phase(input, made) {
    if (!this.#work || this.#work.input !== input) return made ? "ready" : "none";
    if (this.#work.work === "closing") return "closing";
    return this.#runtime?.state === "ready" || this.#runtime?.state === "running" ? this.#work.work : "loading";
  }

  #changed = () => {
    this.#known.clear();
    this.dispatchEvent(new Event("change"));
  };

  /** @returns {Promise<Runtime>} */
  async #hold() {
    if (this.#runtime) return this.#runtime;
    this.#held = true;
    const runtime = await take(this.manifest, this.base, this.lang);
    if (this.#held && !this.#runtime) {
      this.#runtime = runtime;
      runtime.addEventListener("state", this.#changed);
    }
    return runtime;
  }

  /** Lets the runtime go; what is on its way is no longer waited for. */
  disconnect() {
    if (!this.#held) return;
    this.#held = false;
    this.#turn += 1;
    this.#work = null;
    this.#runtime?.removeEventListener("state", this.#changed);
    this.#runtime = null;
    release(this.base);
  }

  /**
   * @template T
   * @param {Work} work
   * @param {string} input
   * @param {(runtime: Runtime) => Promise<T>} act
   * @returns {Promise<T | null>} null where it failed, was stopped, or another piece of work has begun
   */
  async #do(work, input, act) {
    const turn = (this.#turn += 1);
    this.#problem = null;
    this.#work = { work, input };
    this.#changed();
    try {
      const runtime = await this.#hold();
      if (turn !== this.#turn) return null;
      const result = await act(runtime);
      return turn === this.#turn ? result : null;
    } catch (error) {
      const trouble = troubleOf(error);
      if (turn === this.#turn && !["stopped", "newer"].includes(trouble.code)) this.#problem = trouble;
      return null;
    } finally {
      if (turn === this.#turn) this.#work = null;
      this.#changed();
    }
  }

  /**
   * What a program had printed before Stop or a crash is kept, too.
   * @param {string} input name of the one that is shown meanwhile
   * @param {Program} program
   * @returns {Promise<Omit<RunResult, "same" | "mark"> | null>}
   */
  run(input, program) {
    return this.#do("running", input, async (runtime) => {
      const python = (await runtime.boot(), runtime.python ?? "");
      const start = performance.now();
      try {
        return { ...(await runtime.run(program)), python };
      } catch (error) {
        const { code } = troubleOf(error);
        const output = /** @type {{output?: string}} */ (error).output ?? "";
        if (!output || !["stopped", "died"].includes(code)) throw error;
        return { output, exception: null, seconds: (performance.now() - start) / 1000, stopped: code, python };
      }
    });
  }

  /**
   * What has to be asked of Python before a run can begin.
   * @template T
   * @param {string} input name of the one that is shown meanwhile
   * @param {() => Promise<T>} act
   * @returns {Promise<T | undefined>} undefined where it failed, was stopped, or another piece of work has begun
   */
  async prepare(input, act) {
    const done = await this.#do("running", input, async () => ({ result: await act() }));
    return done?.result;
  }

  /**
   * Records a program of the reader's own. What was recorded before Stop, a limit or a crash is a recording, too.
   * @param {string} input name of the one that is shown meanwhile
   * @param {Program} program
   * @returns {Promise<Trial | null>}
   */
  trial(input, program) {
    return this.#do("recording", input, async (runtime) => {
      const python = (await runtime.boot(), runtime.python ?? "");
      try {
        const { text } = await runtime.record(program);
        await this.#close(input);
        return trialOf(text, python);
      } catch (error) {
        await this.#close(input);
        const trial = trialOf(textOf(error), python);
        const { code, ...trouble } = troubleOf(error);
        if (trial && code !== "stopped") this.#problem = trouble;
        if (trial) return trial;
        throw error;
      }
    });
  }

  /** Reading a long recording takes a moment; that the run has ended is said before. @param {string} input */
  async #close(input) {
    this.#work = { work: "closing", input };
    this.#changed();
    await painted();
  }

  /**
   * @param {string} label of a source file
   * @param {string} text
   * @param {{turn?: string}} [how] of the checks of one turn only the newest is done
   * @returns {Promise<import("../messages.js").Checked>}
   */
  async check(label, text, how) {
    return (await this.#hold()).check(label, text, how);
  }

  /**
   * @param {Program} program
   * @param {import("../messages.js").Question} question
   * @param {{turn?: string, signal?: AbortSignal}} [how] of the questions of one turn only the newest is answered
   */
  async evaluate(program, question, how) {
    // Where the runtime is there the question leaves before this returns, and the page draws meanwhile.
    const runtime = this.#runtime ?? (await this.#hold());
    how?.signal?.throwIfAborted();
    return runtime.evaluate(program, question, how);
  }

  /**
   * @param {Program} program
   * @param {{file: string, line: number, condition?: string, log?: string}[]} stops
   * @param {AbortSignal} [signal] of a newer search
   */
  async search(program, stops, signal) {
    const runtime = await this.#hold();
    signal?.throwIfAborted();
    return runtime.search(program, stops, undefined, { signal });
  }

  /** @param {unknown} error */
  troubleOf(error) {
    return troubleOf(error);
  }

  /** Whether Python is there, so that asking loads nothing. */
  get ready() {
    return this.#runtime?.state === "ready" || this.#runtime?.state === "running";
  }

  /**
   * @param {string} input
   * @param {Trace} shipped what it is compared with
   * @returns {Promise<Trace | null>}
   */
  record(input, shipped) {
    const { lesson, area } = this.manifest;
    return this.#do("recording", input, async (runtime) => {
      const { text } = await runtime.record({ lesson, area, input });
      const trace = parseTrace(text);
      this.#made.set(input, { trace, parity: parity(shipped, trace) });
      return trace;
    });
  }

  /**
   * @param {string} input
   * @returns {Trace | null} recorded here
   */
  trace(input) {
    return this.#made.get(input)?.trace ?? null;
  }

  get busy() {
    return this.#work !== null;
  }

  /** Ends what runs, and what still waits for the runtime. */
  stop() {
    if (this.#runtime) return this.#runtime.stop();
    this.#turn += 1;
    this.#work = null;
    this.#changed();
  }

  /** Takes back what failed: the next piece of work starts the runtime anew. */
  reset() {
    this.#problem = null;
    this.#runtime?.stop();
    this.#changed();
  }
}
