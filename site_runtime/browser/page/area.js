// One lab: its session, its views, and what happens when a reader acts. Handlers here only pass on.

import { makeStops } from "../core/breakpoints.js";
import { writers } from "../core/history.js";
import { decodeLink, encodeLink } from "../core/link.js";
import { ranLine } from "../core/ran.js";
import { sayStep } from "../core/say.js";
import { Comparing } from "./comparing.js";
import { set, setText } from "./dom.js";
import { readRecording, savePlayer, saveRecording } from "./files.js";
import { keepStops, loadStops } from "./kept.js";
import { layOut } from "./layout.js";
import { lightUp } from "./light.js";
import { Live } from "./live.js";
import { manifestOf } from "./manifest.js";
import { marksOf } from "./marks.js";
import { Modeller } from "./model.js";
import { Player } from "./play.js";
import { playerManifest } from "./player.js";
import { Session } from "./session.js";
import { words } from "./strings.js";
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
const NOTICE = 6000;

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
    /** @type {Map<string, RunResult>} by input */
    this.runs = new Map();
    /** @type {{trace: Trace, settings: object, marks: import("./views/scrubber.js").Mark[]} | null} */
    this.marks = null;
    this.noticeTimer = 0;
    /** @type {Comparing | null} */
    this.comparing = null;
    /** The last piece of work that Python was asked for. @type {() => Promise<void>} */
    this.work = this.record;
    this.views = layOut({ manifest, lang, words: this.words, figure, back }, this.actions());
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
      show: (origin) => session.show(origin, this.live.trace(session.input.name)),
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
      compareWith: (name) => this.compareWith(name),
      compareMove: (by) => this.compareMove(by),
      compareEnd: () => this.compareEnd(),
      objects: () => this.views.objects.open(this.modeller.model(session)),
      link: () => this.copyLink(),
      save: () => this.save(),
      savePage: () => this.savePage(),
      open: (file) => this.open(file),
    };
  }

  listen() {
    const { session, live, player } = this;
    session.addEventListener("change", () => this.render());
    session.addEventListener("stops", () => keepStops(this.manifest, session.settings));
    live.addEventListener("change", () => this.renderHead());
    player.addEventListener("change", () => this.render());
    this.dom.addEventListener("keydown", (event) => this.key(event));
    lightUp(this.dom);
  }

  connect() {
    for (const view of this.views.world) view.connect?.();
    this.render();
  }

  disconnect() {
    this.player.stop();
    this.live.disconnect();
    for (const view of this.views.world) view.disconnect?.();
  }

  render() {
    const model = this.modeller.model(this.session);
    const { trace, settings, position } = model;
    if (this.marks?.trace !== trace || this.marks.settings !== settings) {
      this.marks = { trace, settings, marks: marksOf(trace, this.manifest.watch, this.session.stops, this.words, this.title) };
    }
    set(this.dom, { "data-input": model.input.name, "data-position": position, "data-last": model.last });
    this.renderHead();
    this.views.code.update(model);
    this.views.stack.update(model);
    this.views.variables.update(model);
    this.views.output.update({ output: model.output, earlier: model.earlier, run: this.runs.get(model.input.name) ?? null });
    for (const view of this.views.world) view.update(model);
    this.views.stops.update({ settings, hits: model.hits, changeHits: model.changeHits, text: (file, line) => this.lineText(file, line), position });
    this.views.controls.update({ position, last: model.last, playing: this.player.playing, speed: this.player.speed });
    this.views.scrubber.update({ position, last: model.last, marks: this.marks.marks });
    this.renderWho(model);
    this.renderCompare(model);
    this.views.objects.update(model);
    set(this.views.caption, { "aria-live": this.player.playing && this.player.speed > AUDIBLE ? "off" : "polite" });
    setText(this.views.caption, sayStep(trace, position, this.lang));
  }

  renderHead() {
    const { input, origin, fileName } = this.session;
    this.views.head.update({ input, origin: this.isFile ? "file" : origin, fileName: this.isFile ? input.name : fileName, live: this.live.state(input.name) });
  }

  /** @param {Model} model */
  renderWho({ trace, position }) {
    const shown = this.views.who.shown;
    if (shown) this.views.who.update({ position, writes: this.writes(trace, shown.target), watched: this.isWatched(shown.target) });
  }

  /** @param {Model} model */
  renderCompare({ trace, input, position }) {
    // Another recording of the same input may take the shown one's place at any moment.
    if (this.comparing && this.comparing.a !== trace) this.comparing = this.comparing.input === input.name ? this.compared(trace, this.comparing.b, this.comparing.name) : null;
    this.comparing?.follow(position);
    this.views.body.hidden = this.comparing !== null;
    this.views.compare.update(this.comparing, input.name);
  }

  /** @param {string} file @param {number} line */
  lineText(file, line) {
    return this.manifest.sources.find(({ label }) => label === file)?.text.split("\n")[line - 1] ?? "";
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
  async choose(name) {
    this.player.stop();
    this.views.who.hide();
    if (await this.loaded(name)) await this.session.choose(name);
  }

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

  async run() {
    this.work = this.run;
    const { input } = this.session;
    const result = await this.live.run(input.name);
    if (!result) return;
    this.runs.set(input.name, { ...result, same: result.output === this.session.shipped.printed });
    this.render();
    this.views.output.show("run");
  }

  debug() {
    this.go(0);
    this.dom.focus({ preventScroll: true });
    this.dom.scrollIntoView({ block: "nearest" });
    this.record();
  }

  /** Records the chosen input in this browser; an equal recording takes the shipped one's place, at the same step. */
  async record() {
    this.work = this.record;
    const { input, shipped } = this.session;
    const trace = await this.live.record(input.name, shipped);
    if (!trace || this.session.input !== input || this.session.origin !== "shipped") return;
    if (this.live.state(input.name).parity?.first === null) this.session.show("live", trace);
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

  /** @param {string} wanted input; "" for the first other one, or the end of comparing */
  async compareWith(wanted) {
    if (wanted === "" && this.comparing) return this.compareEnd();
    const { session, manifest } = this;
    const name = wanted || manifest.inputs.find((input) => input !== session.input)?.name || "";
    const other = await this.loaded(name);
    if (!other) return;
    this.comparing = this.compared(session.trace, other, name);
    this.render();
  }

  /** @param {Trace} a @param {Trace} b @param {string} name of b's input */
  compared(a, b, name) {
    return new Comparing(a, b, { input: this.session.input.name, name }, (file, line) => this.lineText(file, line));
  }

  /** @param {number} by rows */
  compareMove(by) {
    if (!this.comparing) return;
    this.comparing.move(by);
    const { a } = this.comparing.positions;
    if (a === this.session.position) this.render();
    else this.go(a);
  }

  compareEnd() {
    this.comparing = null;
    this.render();
  }

  /** @returns {string} the address of what is shown */
  address() {
    const { input, position, settings } = this.session;
    const { lesson, area } = this.manifest;
    return new URL(encodeLink({ lesson, area, input: input.name, position, breakpoints: settings.lines }), location.href).href;
  }

  async copyLink() {
    const address = this.address();
    history.replaceState(history.state, "", address);
    try {
      await navigator.clipboard.writeText(address);
      this.tell(this.words.linkCopied);
    } catch {
      this.tell(`${this.words.linkShown} ${address}`);
    }
  }

  /** @param {string} hash */
  async follow(hash) {
    const place = decodeLink(hash);
    const { lesson, area } = this.manifest;
    if (!place || place.lesson !== lesson || place.area !== area || this.isFile) return;
    const lines = place.breakpoints.filter(({ file, line }) => this.views.code.lines(file).includes(line));
    if (lines.length) this.session.set({ lines });
    if (place.input !== null) await this.choose(place.input);
    if (place.position === null) return;
    this.go(place.position);
    if (place.position !== this.session.position) this.tell(this.words.badLink);
  }

  save() {
    const { trace, input } = this.session;
    const { lesson, area, sources } = this.manifest;
    saveRecording({ trace, lesson, area, input: input.name, sources });
  }

  async savePage() {
    const { trace, input, origin } = this.session;
    const python = origin === "live" ? this.live.state(input.name).python : this.manifest.python;
    try {
      await savePlayer(playerManifest(this.manifest, input.name, trace.text, python), this.lang);
    } catch {
      this.tell(this.words.exportFailed);
    }
  }

  /** @param {File} file */
  async open(file) {
    const opened = await readRecording(file, this.words);
    if ("trouble" in opened) this.tell(opened.trouble);
    else this.host.openFile(manifestOf(opened.recording, this.manifest, file.name));
  }

  /** @param {string} path */
  async load(path) {
    const response = await fetch(new URL(path, this.base));
    if (!response.ok) throw new Error(`${response.status} ${path}`);
    return response.text();
  }

  /** @param {string} text */
  tell(text) {
    clearTimeout(this.noticeTimer);
    this.views.notice.hidden = false;
    setText(this.views.notice, text);
    this.noticeTimer = setTimeout(() => (this.views.notice.hidden = true), NOTICE);
  }
}
