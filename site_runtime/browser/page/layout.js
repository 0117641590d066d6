// Where each view stands. Order in the document is the order on a phone; the style sheet makes columns of it.

import { fullView } from "./ask/full.js";
import { askView } from "./ask/view.js";
import { codeSlot } from "./codeslot.js";
import { h } from "./dom.js";
import { editView } from "./edit/view.js";
import { ownView } from "./own/view.js";
import { toolBar } from "./tools.js";
import { compareView } from "./views/compare.js";
import { controlsView } from "./views/controls.js";
import { diagramView } from "./views/diagram.js";
import { headView } from "./views/head.js";
import { keysView } from "./views/keys.js";
import { mailboxView } from "./views/mailbox.js";
import { objectsView } from "./views/objects.js";
import { outputView } from "./views/output.js";
import { scrubberView } from "./views/scrubber.js";
import { stackView } from "./views/stack.js";
import { stopsView } from "./views/stops.js";
import { tableView } from "./views/table.js";
import { tabsView } from "./views/tabs.js";
import { variablesView } from "./views/variables.js";
import { whoView } from "./views/who.js";
import { World } from "./world.js";

/** @typedef {import("./types.js").Manifest} Manifest */
/** @typedef {import("./types.js").Lang} Lang */
/** @typedef {import("./types.js").Words} Words */
/** @typedef {import("./types.js").Origin} Origin */
/** @typedef {import("./types.js").Command} Command */
/** @typedef {import("./types.js").Target} Target */
/** @typedef {import("./types.js").Breakpoint} Breakpoint */
/** @typedef {import("./types.js").ChangeStop} ChangeStop */
/** @typedef {import("./model.js").Model} Model */

/**
 * What a reader can ask for.
 * @typedef {object} Actions
 * @property {(input: string) => void} choose
 * @property {() => void} run
 * @property {() => void} debug
 * @property {() => void} stop
 * @property {() => void} retry
 * @property {(origin: Origin) => void} show
 * @property {(position: number) => void} go
 * @property {(command: Command) => void} command
 * @property {() => void} play
 * @property {(perSecond: number) => void} speed
 * @property {(index: number) => void} frame
 * @property {(file: string, line: number) => void} toggle
 * @property {(file: string, line: number) => void} runTo
 * @property {(file: string, line: number) => void} reveal
 * @property {(index: number, change: Partial<Breakpoint> | null) => void} setLine null removes it
 * @property {(index: number, change: Partial<ChangeStop> | null) => void} setChange null removes it
 * @property {(on: boolean) => void} setRaise
 * @property {(target: Target, label: string, anchor: HTMLElement) => void} who
 * @property {(target: Target, label: string) => void} watch
 * @property {(input: string) => void} compareWith "" for the first of the others
 * @property {(by: number) => void} compareMove
 * @property {() => void} compareEnd
 * @property {() => void} objects
 * @property {() => void} link
 * @property {() => void} save
 * @property {() => void} savePage
 * @property {(file: File) => void} open
 */

/**
 * What a reader can ask for on top of that, where there is a program to run.
 * @typedef {Actions & import("./own/view.js").OwnActions & import("./edit/view.js").EditActions & Asks} AllActions
 */

/**
 * @typedef {object} Asks
 * @property {(id: string) => void} chooseOwn
 * @property {() => void} editCopy
 * @property {(expression: string) => void} ask
 * @property {(expression: string) => void} watchExpression
 * @property {(expression: string) => void} unwatch
 * @property {() => void} armWatches
 * @property {() => void} armSearch
 * @property {() => void} clearAnswers
 * @property {(expression: string) => void} full
 */

/**
 * @typedef {object} Place
 * @property {Manifest} manifest
 * @property {Lang} lang
 * @property {Words} words
 * @property {HTMLElement | null} figure the displayed code as the build made it
 * @property {string} base absolute address of the site's assets/lesson/
 * @property {(() => void) | null} back leads back from an opened file
 */

/** @typedef {import("./world.js").WorldView} WorldView */

/**
 * @param {Place} place
 * @param {Actions} actions
 * @returns {WorldView[]} the views of what the lesson watches; none where it watches nothing
 */
function worldViews({ manifest: { watch }, lang, words }, actions) {
  const actors = watch.diagram?.actors;
  const tables = (watch.objects ?? []).filter(({ view }) => view === "table");
  const table = (/** @type {(typeof tables)[number]} */ { name, title }) => tableView({ name, title: title[lang], fact: watch.diagram?.state }, words, actions);
  const boxes = watch.folders?.length ? [{ title: watch.folders.map(({ title }) => title[lang]).join(" · "), view: mailboxView(watch, lang, words, actions) }] : [];
  const members = tables.filter(({ name }) => name === actors).map((object) => ({ title: object.title[lang], view: table(object) }));
  return [
    ...(watch.diagram ? [diagramView(watch, lang, words, actions)] : []),
    ...tables.filter(({ name }) => name !== actors).map(table),
    ...together([...boxes, ...members], words),
  ];
}

/**
 * @param {{title: string, view: WorldView}[]} views
 * @param {Words} words
 * @returns {WorldView[]} one, with a tab each; none of none
 */
function together(views, words) {
  if (views.length === 0) return [];
  /** @type {Model | null} */
  let model = null;
  // What nobody sees is not kept up.
  const update = () => views.forEach(({ view }) => model && !view.dom.hidden && view.update(model));
  const { dom } = tabsView(words.watched, views.map(({ title, view }, index) => ({ name: String(index), title, pane: view.dom })), update);
  return [{ dom, update: (next) => ((model = next), update()) }];
}

/**
 * @param {Manifest} manifest
 * @param {HTMLElement | null} figure
 * @returns {number} how many lines the displayed code has
 */
function rowsOf({ sources }, figure) {
  return figure?.querySelectorAll("[data-line]").length ?? sources[0]?.text.split("\n").length ?? 0;
}

/** @typedef {ReturnType<typeof layOut>} Views */

/**
 * @param {Place} place
 * @param {AllActions} actions
 */
export function layOut(place, actions) {
  const { manifest, lang, words, figure, back, base } = place;
  const possible = !manifest.alone;
  const edit = editView(manifest, base, words, actions);
  const keys = keysView(words);
  const tools = toolBar(words, { ...actions, keys: keys.open, compare: manifest.inputs.length > 1 ? () => actions.compareWith("") : null, savePage: manifest.alone && !back ? null : actions.savePage });
  const watched = worldViews(place, actions);
  const views = {
    keys,
    head: headView(manifest, lang, words, actions, tools),
    edit,
    code: codeSlot(manifest, figure, words, { ...actions, editCopy: possible ? actions.editCopy : null }, edit.dom),
    own: ownView(manifest, lang, words, actions),
    ask: askView(words, actions),
    full: fullView(words),
    stops: stopsView(words, actions),
    stack: stackView(words, actions),
    variables: variablesView(words, { ...actions, full: possible ? actions.full : null }),
    output: outputView(words, actions),
    compare: compareView(words, actions),
    objects: objectsView(words),
    controls: controlsView(words, actions),
    scrubber: scrubberView(words, actions),
    who: whoView(words, actions),
    caption: h("p", { class: "lab-caption", role: "status" }),
    notice: h("p", { class: "lab-notice", role: "status", hidden: true }),
  };
  const column = (/** @type {string} */ name, /** @type {{dom: HTMLElement}[]} */ parts) => h("div", { class: `lab-column lab-${name}` }, ...parts.map(({ dom }) => dom));
  const right = column("right", watched);
  const body = h(
    "div",
    { class: "lab-body" },
    column("left", [views.code, views.stops]),
    watched.length ? right : null,
    column("middle", [views.stack, views.variables, ...(possible ? [views.ask] : []), views.output]),
  );
  const foot = h("footer", { class: "lab-foot" }, views.notice, views.caption, h("div", { class: "lab-foot-line" }, views.controls.dom, views.scrubber.dom));
  const backBar = back ? h("button", { type: "button", class: "lab-button lab-back", onclick: back }, words.closeFile) : null;
  const dom = h("div", { class: "lab-ui", "data-world": watched.length ? "true" : null, role: "group", "aria-label": words.lab(manifest.function), tabindex: -1 }, backBar, views.head.dom, views.own.dom, body, views.compare.dom, foot, views.who.dom, keys.dom, views.objects.dom, views.full.dom);
  dom.style.setProperty("--rows", String(rowsOf(manifest, figure)));
  return { ...views, world: new World(watched, right), body, dom };
}
