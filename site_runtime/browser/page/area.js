// One lab: its session, its views, and what happens when a reader acts. Handlers here only pass on.

import { makeStops } from "../core/breakpoints.js";
import { writers } from "../core/history.js";
import { ranLine } from "../core/ran.js";
import { sayStep } from "../core/say.js";
import { trialActions, trialChanges } from "./acting.js";
import { Asking } from "./ask/asking.js";
import { Searching } from "./ask/searching.js";
import { Comparisons } from "./comparisons.js";
import { hide, set, setText } from "./dom.js";
import { Experiment } from "./edit/experiment.js";
import { keepStops, loadStops } from "./kept.js";
import { layOut } from "./layout.js";
import { lightUp } from "./light.js";
import { Live } from "./live.js";
import { marksOf } from "./marks.js";
import { Modeller } from "./model.js";
import { Owning } from "./own/owning.js";
import { Player } from "./play.js";
import { Session } from "./session.js";
import { copyLink, follow, open, save, savePage } from "./sharing.js";
import { words } from "./strings.js";
import { Trials } from "./trials.js";
import { short } from "./values.js";
import { keyAction } from "./views/keys.js";

/** @typedef {import("./types.js").Manifest} Manifest */
/** @typedef {import("./types.js").Lang} Lang */
/** @typedef {import("./types.js").Command} Command */
/** @typedef {import("./types.js").Target} Target */
/** @typedef {import("./types.js").Watched} Watched */
/** @typedef {import("./types.js").Trace} Trace */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./views/output.js").RunResult} RunResult */

/** @typedef {{openFile: (manifest: Manifest) => void}} Host */

/** Above this many steps a second nobody can listen. */
const AUDIBLE = 2;
/** Milliseconds; a long text stays longer, by its characters. */
const NOTICE = 6000;
const READING = 120;

/**
 * @param {Trace} trace
 * @param {Target} target
 * @returns {Watched} that holds for other inputs, too
 */
function lasting(trace, target) {
  if (!("variable" in target)) return target;
  const { file, name } = trace.codes[trace.activations[target.variable.activation].code];
  return { variable: { file, function: name, name: target.variable.name } };
}

export class Area {
  /**
   * @param {Manifest} manifest
   * @param {object} place
   * @param {Lang} place.lang
   * @param {HTMLElement | null} place.figure the displayed code as the build made it
   * @param {string} place.base absolute address of the site's assets/lesson/
   * @param {Host} place.host
   * @param {(() => void) | null} [place.back] leads back from an opened file
   */
  constructor(manifest, { lang, figure, base, host, back = null }) {
    this.manifest = manifest;
    this.lang = lang;
    this.words = words(lang);
    this.base = base;
    this.host = host;
    this.isFile = back !== null;
    this.session = new Session(manifest, loadStops(manifest), (path) => this.load(path));
    this.live = new Live(manifest, base, lang);
    this.player = new Player(() => this.playOn());
    this.modeller = new Modeller((trace, change) => makeStops(trace, { changes: [{ ...change, enabled: true }] }).positions, this.words);
    this.asking = new Asking(manifest, this.live, { diverged: ({ position, line, function: name }) => this.words.askDiverged(position + 1, line, name ?? ""), ended: (why) => this.words.endedEarly[/** @type {"steps"} */ (why)] ?? why });
    this.searching = new Searching(this.live);
    this.owning = new Owning(manifest, this.words.ownNumbered);
    this.experiment = new Experiment(manifest);
    this.trials = new Trials(this);
    this.session.findTrue = (stop) => this.searching.findTrue(stop);
    /** The last link that was followed. */
    this.followed = "";
    /** @type {Map<string, RunResult>} by what was shown */
    this.runs = new Map();
    /** @type {{trace: Trace, stops: object, marks: import("./views/scrubber.js").Mark[]} | null} */
    this.marks = null;
    this.noticeTimer = 0;
    /** Whether it has stood on the page. */
    this.connected = false;
    this.comparisons = new Comparisons(this);
    /** The last piece of work that Python was asked for. @type {() => Promise<void>} */
    this.work = this.record;
    this.views = layOut({ manifest, lang, words: this.words, figure, base, back }, { ...this.actions(), ...trialActions(this) });
    this.dom = this.views.dom;
    this.listen();
  }

  /** @param {string} root */
  title = (root) => this.manifest.watch.objects?.find(({ name }) => name === root)?.title[this.lang] ?? root;

  /** @returns {import("./layout.js").Actions} what the views may ask for */
  actions() {
    const { session } = this;
    return {
      choose: (name) => this.choose(name),
      run: () => this.run(),
      debug: () => this.debug(),
      stop: () => this.live.stop(),
      retry: () => this.retry(),
      show: (origin) => this.show(origin),
      go: (position) => this.go(position),
      command: (command) => this.command(command),
      play: () => this.player.toggle(),
      speed: (perSecond) => this.player.setSpeed(perSecond),
      frame: (index) => session.choosesFrame(index),
      toggle: (file, line) => this.toggle(file, line),
      runTo: (file, line) => this.act(() => session.runTo(file, line)),
      reveal: (file, line) => this.views.code.reveal(file, line),
      setLine: (index, change) => session.setLine(index, change),
      setChange: (index, change) => session.setChange(index, change),
      setRaise: (raise) => session.set({ raise }),
      who: (target, label, anchor) => this.ask(target, label, anchor),
      watch: (target, label) => this.watch(target, label),
      compareWith: (name) => this.comparisons.with(name),
      compareMove: (by) => this.comparisons.move(by),
      compareEnd: () => this.comparisons.end(),
      objects: () => this.views.objects.open(this.modeller.model(session)),
      link: () => copyLink(this),
      save: () => save(this),
      savePage: () => savePage(this),
      open: (file) => open(this, file),
    };
  }

  listen() {
    const { session, live, player } = this;
    session.addEventListener("change", () => this.render());
    session.addEventListener("stops", () => session.isEdited || keepStops(this.manifest, session.settings));
    live.addEventListener("change", () => this.renderHead());
    player.addEventListener("change", () => this.render());
    trialChanges(this);
    this.dom.addEventListener("keydown", (event) => this.key(event));
    lightUp(this.dom);
  }

  connect() {
    for (const view of [this.views.world, this.views.scrubber]) view.connect();
    this.draw();
    // The first time the code begins at its top, where the run is; later the panes have lost how far they were scrolled.
    if (this.connected) requestAnimationFrame(() => this.settle());
    this.connected = true;
  }

  disconnect() {
    this.player.stop();
    this.live.disconnect();
    for (const view of [this.views.world, this.views.scrubber]) view.disconnect();
  }

  render() {
    this.draw();
    this.settle();
  }

  /** Measuring comes last: a step lays out the page once. */
  settle() {
    this.views.code.settle();
    this.views.world.settle();
  }

  draw() {
    const model = this.modeller.model(this.session);
    const { trace, settings, position } = model;
    this.place(model);
    this.searching.at(trace, this.session.program, settings.lines);
    const { stops } = this.session;
    const log = this.searching.logged(settings.lines);
    if (this.marks?.trace !== trace || this.marks.stops !== stops) {
      this.marks = { trace, stops, marks: marksOf(trace, this.manifest.watch, stops, log, this.words, this.title) };
    }
    set(this.dom, { "data-input": model.input.name, "data-position": position, "data-last": model.last });
    this.renderHead();
    this.views.code.update(model, this.experiment.open);
    this.views.stack.update(model);
    this.views.variables.update(model);
    this.views.output.update({ output: model.output, earlier: model.earlier, run: this.runs.get(this.trials.shownKey) ?? null, log: settings.lines.some((stop) => stop.log) ? log : null });
    this.views.world.update(model);
    this.views.stops.update({ settings, hits: model.hits, changeHits: model.changeHits, text: (file, line) => this.lineText(file, line), position, searching: this.searching, possible: this.session.program !== null });
    this.views.controls.update({ position, last: model.last, playing: this.player.playing, speed: this.player.speed });
    this.views.scrubber.update({ position, last: model.last, marks: this.marks.marks });
    this.views.ask.update(this.asking, this.session.program !== null);
    this.renderTrials();
    this.renderWho(model);
    this.renderCompare();
    this.views.objects.update(model);
    set(this.views.caption, { "aria-live": this.player.playing && this.player.speed > AUDIBLE ? "off" : "polite" });
    setText(this.views.caption, sayStep(trace, position, this.lang));
  }

  renderHead() {
    const { input, shown } = this.session;
    const own = { drafts: this.owning.drafts, open: this.owning.open };
    this.views.head.update({ input, shown, origins: this.manifest.alone ? [] : this.trials.origins(input), fileName: this.isFile ? input.name : "", live: this.live.state(input.name), own });
  }

  /** @param {Model} model */
  place({ trace, position, chosen }) {
    const { program, shown } = this.session;
    this.asking.at({ trace, program, position, line: trace.line[position], activation: chosen?.activation ?? null, stopped: shown.stopped });
  }

  renderTrials() {
    const { experiment, session } = this;
    const file = this.manifest.file;
    const stops = session.editedSettings.lines.filter((stop) => stop.file === file).map(({ line }) => line);
    const ran = session.shown.edited?.[file];
    this.views.own.update(this.owning);
    this.views.edit.update({ experiment, stops, changedSince: ran !== undefined && ran !== experiment.source });
  }

  /** @param {Model} model */
  renderWho({ trace, position }) {
    const shown = this.views.who.shown;
    if (shown) this.views.who.update({ position, writes: this.writes(trace, shown.target), watched: this.isWatched(shown.target) });
  }

  renderCompare() {
    this.comparisons.follow();
    const { current } = this.comparisons;
    hide(this.views.body, current !== null);
    this.views.compare.update(current, current ? this.comparisons.others : []);
  }

  /** @param {string} file @param {number} line */
  lineText(file, line) {
    return this.session.shown.sources.find(({ label }) => label === file)?.text.split("\n")[line - 1] ?? "";
  }

  /** What a reader does ends what plays by itself. @param {() => void} act */
  act(act) {
    this.player.stop();
    act();
  }

  /** @param {number} position */
  go(position) {
    this.act(() => this.session.go(position));
  }

  /** @param {Command} command */
  command(command) {
    this.act(() => this.session.command(command));
  }

  /** @returns {boolean} */
  playOn() {
    const { session } = this;
    const before = session.position;
    session.command("over");
    if (session.position === before) session.command("into");
    return session.position !== before && session.position < session.trace.count - 1;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape") return this.views.who.hide();
    const action = keyAction(event);
    if (!action) return;
    // The theme has letters of its own, for searching and turning pages.
    event.preventDefault();
    event.stopPropagation();
    if (action === "play") this.player.toggle();
    else if (action === "keys") this.views.keys.open();
    else if (action === "breakHere") this.breakHere();
    else this.command(action);
  }

  breakHere() {
    const { trace, position } = this.session;
    const code = trace.code(position);
    if (code) this.toggle(code.file, trace.line[position]);
  }

  /** @param {string} file @param {number} line */
  toggle(file, line) {
    const there = this.session.settings.lines.some((stop) => stop.file === file && stop.line === line);
    const target = there ? line : this.views.code.snap(file, line);
    if (target === undefined) return this.tell(this.words.noLine(line));
    const added = this.session.toggle(file, target);
    if (target === line) return;
    this.views.code.reveal(file, target);
    if (added) this.tell(this.words.snapped(line, target));
  }

  /** @param {string} name */
  choose = async (name) => {
    this.player.stop();
    this.views.who.hide();
    if (await this.loaded(name)) await this.session.choose(name);
  };

  /**
   * @param {string} name of an input
   * @returns {Promise<Trace | null>} its shipped recording; where that cannot be had, it is said why
   */
  async loaded(name) {
    try {
      return await this.session.traceOf(name);
    } catch {
      this.tell(this.words.traceMissing(this.manifest.inputs.find((input) => input.name === name)?.title[this.lang] ?? name));
      return null;
    }
  }

  /** Does again what failed. */
  retry() {
    this.live.reset();
    return this.work();
  }

  /** @param {import("./types.js").Origin} origin */
  show(origin) {
    const { session, live, trials } = this;
    const { input } = session;
    const trace = live.trace(input.name);
    const trial = trials.of(input, origin === "edited");
    if (origin === "shipped") session.show(session.shippedOf(input));
    else if (origin === "live" && trace) session.show(this.liveOf(trace));
    else if (trial) session.show(trial);
  }

  /** @param {Trace} trace recorded here, of the lesson's own program @returns {import("./types.js").Shown} */
  liveOf(trace) {
    return { origin: "live", trace, sources: this.manifest.sources, edited: null, python: this.live.state(this.session.input.name).python, stopped: null };
  }

  /** The program that is shown, as it is now. */
  run() {
    const { session, owning, trials } = this;
    return session.input.own && owning.draft?.id === session.input.name ? trials.runOwn() : trials.run(session.input, session.isEdited);
  }

  /** @param {RunResult} result it stands beside what is shown now */
  ran(result) {
    this.runs.set(this.trials.shownKey, result);
    this.render();
    this.views.output.show("run");
  }

  debug() {
    const { session, owning, trials } = this;
    if (session.input.own && owning.draft?.id === session.input.name) return trials.debugOwn();
    if (session.input.own || session.isEdited) return trials.debug(session.input, session.isEdited);
    this.go(0);
    this.attend();
    return this.record();
  }

  /** Brings the lab before the reader's eyes, and its keys under their fingers. */
  attend() {
    this.dom.focus({ preventScroll: true });
    this.dom.scrollIntoView({ block: "nearest" });
  }

  /** Records the chosen input in this browser; an equal recording takes the shipped one's place, at the same step. */
  async record() {
    this.work = this.record;
    const { input, shipped } = this.session;
    if (!shipped || input.own) return;
    const trace = await this.live.record(input.name, shipped);
    if (!trace || this.session.input !== input || this.session.origin !== "shipped") return;
    if (this.live.state(input.name).parity?.first === null) this.session.show(this.liveOf(trace));
  }

  /** @param {Target} target @param {string} label @param {HTMLElement} anchor */
  ask(target, label, anchor) {
    this.player.stop();
    const { trace, position } = this.session;
    this.views.who.open({ target, label, writes: this.writes(trace, target), position, last: trace.count - 1, watched: this.isWatched(target) }, anchor);
  }

  /**
   * @param {Trace} trace
   * @param {Target} target
   */
  writes(trace, target) {
    return writers(trace, target).map(({ position, value }) => {
      const ran = ranLine(trace, position);
      return { position, value: value === undefined ? this.words.nothing : short(value, trace.state(position).heap, 120), place: position > 0 && ran ? `${ran.file}:${ran.line}` : "" };
    });
  }

  /** @param {Target} target */
  isWatched(target) {
    const wanted = JSON.stringify(lasting(this.session.trace, target));
    return this.session.settings.changes.some((change) => JSON.stringify(change.target) === wanted);
  }

  /** @param {Target} target @param {string} label */
  watch(target, label) {
    const { session } = this;
    const wanted = lasting(session.trace, target);
    const rest = session.settings.changes.filter((change) => JSON.stringify(change.target) !== JSON.stringify(wanted));
    const added = rest.length === session.settings.changes.length;
    session.set({ changes: added ? [...rest, { target: wanted, label, enabled: true }] : rest });
    if (added) this.views.stops.dom.open = true;
  }

  /** @param {string} hash */
  follow(hash) {
    return follow(this, hash);
  }

  /** @param {string} path */
  async load(path) {
    const response = await fetch(new URL(path, this.base));
    if (!response.ok) throw new Error(`${response.status} ${path}`);
    return response.text();
  }

  /** @param {string} text */
  tell = (text) => {
    clearTimeout(this.noticeTimer);
    hide(this.views.notice, false);
    setText(this.views.notice, text);
    this.noticeTimer = setTimeout(() => hide(this.views.notice, true), Math.max(NOTICE, text.length * READING));
  };
}
