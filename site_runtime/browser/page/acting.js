// What happens when a reader asks, fills in or edits: handlers that only pass on.

import { toggledIn } from "./session.js";

/** @typedef {import("./area.js").Area} Area */
/** @typedef {import("./types.js").Breakpoint} Breakpoint */

/**
 * The copy's breakpoints go with their lines.
 * @param {Area} area
 * @param {string} text of the copy, as it is now
 * @param {(line: number) => number} moved where a line of the copy is now
 */
function writeCopy({ experiment, session, manifest, words, tell }, text, moved) {
  const before = experiment.text.split("\n").length;
  if (!experiment.write(text)) return tell(words.editTooLong(60_000));
  const { first } = experiment.cut;
  const shift = text.split("\n").length - before;
  const at = (/** @type {number} */ line) => (line < first ? line : line >= first + before ? line + shift : moved(line - first + 1) + first - 1);
  const settings = session.editedSettings;
  const lines = settings.lines.map((stop) => (stop.file === manifest.file ? { ...stop, line: at(stop.line) } : stop));
  if (lines.some((stop, index) => stop.line !== settings.lines[index].line)) session.editedSettings = { ...settings, lines: once(lines) };
}

/** @param {Breakpoint[]} lines @returns {Breakpoint[]} one a line */
const once = (lines) => lines.filter(({ file, line }, index) => lines.findIndex((other) => other.file === file && other.line === line) === index);

/**
 * @param {Area} area
 * @returns {Omit<import("./layout.js").AllActions, keyof import("./layout.js").Actions>}
 */
export function trialActions(area) {
  const { session, asking, searching, owning, experiment, trials, words } = area;
  return {
    toggleOwn: () => owning.toggle(session.input),
    chooseOwn: (id) => trials.chooseOwn(id),
    fillOwn: (values) => owning.fill(values),
    writeOwn: (texts) => owning.write(texts),
    ownByHand: (byHand) => owning.byHand(byHand),
    nameOwn: (title) => owning.name(title),
    keepOwn: () => owning.keep() || area.tell(words.ownFull(20)),
    deleteOwn: () => deleteOwn(area),
    discardOwn: () => discardOwn(area),
    debugOwn: () => void trials.debugOwn(),
    runOwn: () => void trials.runOwn(),
    editCopy: () => experiment.show(true),
    closeCopy: () => experiment.show(false),
    writeCopy: (text, moved) => writeCopy(area, text, moved),
    toggleCopy: (line) => (session.editedSettings = { ...session.editedSettings, lines: toggledIn(session.editedSettings.lines, area.manifest.file, line) }),
    debugCopy: () => void trials.debug(session.input, true),
    runCopy: () => void trials.run(session.input, true),
    resetCopy: () => experiment.reset(),
    restoreCopy: () => experiment.restore(),
    ask: (expression) => void asking.ask(expression),
    watchExpression: (expression) => asking.watch(expression) || area.tell(words.askTooMany(20)),
    unwatch: (expression) => asking.unwatch(expression),
    armWatches: () => asking.arm(),
    armSearch: () => searching.arm(),
    clearAnswers: () => asking.clear(),
    full: (expression) => void area.views.full.open(expression, asking.value(expression)),
  };
}

/** @param {Area} area */
function discardOwn(area) {
  area.owning.discard();
  if (!area.owning.draft) area.dom.focus({ preventScroll: true });
}

/** @param {Area} area */
function deleteOwn({ owning, session, trials, manifest, choose }) {
  const id = owning.draft?.id;
  owning.remove();
  if (id) trials.forget(id);
  if (session.input.name === id) void choose(manifest.inputs[0].name);
}

/** Milliseconds without a key, after which the copy's syntax is looked at. */
const PAUSE = 350;

/**
 * Looks at the copy's syntax as it is written, where Python is there anyway.
 * @param {Area} area
 * @returns {() => void} to be called after every change
 */
function checking({ experiment, live, manifest }) {
  let timer = 0;
  const check = async () => {
    const { text, source } = experiment;
    const { error } = await live.check(manifest.file, source, { turn: `typing ${manifest.area}` });
    if (experiment.text === text) experiment.find(error, text);
  };
  return () => {
    clearTimeout(timer);
    if (!experiment.open || !live.ready || experiment.fromLink || experiment.checked === experiment.text) return;
    timer = setTimeout(() => void check().catch(() => undefined), PAUSE);
  };
}

/** @param {Area} area */
export function trialChanges(area) {
  const { asking, searching, owning, experiment, session, live } = area;
  const check = checking(area);
  live.addEventListener("change", check);
  asking.addEventListener("change", () => area.views.ask.update(asking, session.program !== null));
  searching.addEventListener("change", () => session.found());
  owning.addEventListener("change", () => {
    area.renderTrials();
    area.renderHead();
  });
  experiment.addEventListener("change", () => {
    area.render();
    check();
  });
}
