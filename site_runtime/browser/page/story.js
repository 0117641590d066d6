// What happened in a run, as the lesson's watch declaration lets one tell it: letters saved, entries written, the lock,
// exceptions. Found once for a trace; nothing here knows a particular lesson, and nothing touches the page.

import { exceptions } from "../core/exceptions.js";
import { addReached } from "../core/targets.js";
import { CHANGED } from "../core/trace.js";
import { walk } from "../core/walk.js";
import { bare, parts, reference, short } from "./values.js";

/** @typedef {import("../core/trace.js").Trace} Trace */
/** @typedef {import("../core/types.js").Value} Value */
/** @typedef {import("../core/types.js").HeapObject} HeapObject */
/** @typedef {import("../core/types.js").Frame} Frame */
/** @typedef {import("../core/types.js").FileContent} FileContent */
/** @typedef {import("./types.js").Watch} Watch */

/**
 * A letter as it stands in a file. `fields` is the JSON object inside its text, `type` what that says of itself.
 * @typedef {{id: string, from: string, to: string, text: string, type: string, fields: [string, string][]}} Letter
 */

/**
 * `position` is the first position at which the fact is there; `before` marks what the preparation left behind.
 * @typedef {{kind: "letter", position: number, before: boolean, letter: Letter, file: string, line: number}} LetterEvent
 * @typedef {{kind: "entry", position: number, before: boolean, root: string, entry: string, field: string, was: string | null, now: string | null}} EntryEvent
 * @typedef {{kind: "lock", position: number, before: boolean, holder: string | null}} LockEvent
 * @typedef {{kind: "error", position: number, before: boolean, text: string, who: string | null, caught: boolean}} ErrorEvent
 * @typedef {LetterEvent | EntryEvent | LockEvent | ErrorEvent} StoryEvent
 */

/**
 * @typedef {object} Moment what a state and a replay have in common
 * @property {readonly Frame[]} stack
 * @property {ReadonlyMap<number, HeapObject>} heap
 * @property {ReadonlyMap<string, Value>} roots
 * @property {null | number} lock
 * @property {ReadonlyMap<string, FileContent>} files
 */

/**
 * @param {string} text
 * @returns {unknown} undefined where it is no JSON
 */
function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * @param {unknown} value
 * @returns {string}
 */
const plain = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/**
 * @param {string} text a letter's text: ordinary words, or a JSON object after any prefix
 * @returns {{type: string, fields: [string, string][]}}
 */
export function inside(text) {
  const start = text.indexOf("{");
  const data = start < 0 ? undefined : readJson(text.slice(start));
  if (!isRecord(data)) return { type: "", fields: [] };
  const fields = Object.entries(data).map(([name, value]) => /** @type {[string, string]} */ ([name, plain(value)]));
  return { type: typeof data.type === "string" ? data.type : "", fields: fields.filter(([name]) => name !== "type") };
}

/**
 * @param {Record<string, unknown>} data
 * @param {NonNullable<Watch["diagram"]>} diagram
 * @returns {Letter | null}
 */
function letterOf(data, diagram) {
  const [from, to, text] = [data[diagram.from], data[diagram.to], data[diagram.text]];
  if (typeof from !== "string" || typeof to !== "string" || typeof text !== "string") return null;
  return { id: typeof data.id === "string" ? data.id : "", from, to, text, ...inside(text) };
}

/**
 * @param {string} line of a mailbox
 * @param {Watch} watch
 * @returns {Letter | null} null for a line that is no letter
 */
export function readLetter(line, watch) {
  const data = readJson(line);
  return watch.diagram && isRecord(data) ? letterOf(data, watch.diagram) : null;
}

/**
 * @param {FileContent | undefined} content
 * @returns {string[]} without the empty rest after the last line end
 */
export function linesOf(content) {
  if (typeof content !== "string" || content === "") return [];
  return (content.endsWith("\n") ? content.slice(0, -1) : content).split("\n");
}

/**
 * @param {string} path
 * @param {Watch} watch
 * @returns {NonNullable<Watch["folders"]>[number] | undefined} the watched folder that the file lies in
 */
export function folderOf(path, watch) {
  return watch.folders?.find((folder) => path.startsWith(`${folder.path}/`));
}

/**
 * A file whose ending is not its folder's format is one that is being written and then renamed.
 * @param {string} path
 * @param {Watch} watch
 * @returns {boolean}
 */
export function isTemporary(path, watch) {
  const format = folderOf(path, watch)?.format;
  return format !== undefined && !path.endsWith(`.${format}`);
}

/**
 * @param {ReadonlyMap<string, Value>} locals
 * @param {readonly string[]} names
 * @returns {string | null} the first of these variables that holds text
 */
function named(locals, names) {
  for (const name of names) {
    const value = locals.get(name);
    if (typeof value === "string") return value;
  }
  return null;
}

/**
 * @param {Moment} moment
 * @param {Watch} watch
 * @returns {{who: string, activation: number} | null} null where the lock is free
 */
export function lockHolder(moment, watch) {
  if (moment.lock === null) return null;
  const frame = moment.stack.find((one) => one.activation === moment.lock);
  return { who: (frame && named(frame.locals, watch.lock?.holder ?? [])) ?? "?", activation: moment.lock };
}

/** @typedef {Map<string, Map<string, string>>} Entries text by entry, then field ("" for an entry without fields) */

/**
 * @param {Value | undefined} root
 * @param {ReadonlyMap<number, HeapObject>} heap
 * @returns {Entries}
 */
function entriesOf(root, heap) {
  return new Map(
    parts(root, heap).map(({ key, value }) => {
      const inner = parts(value, heap).map((part) => /** @type {[string, string]} */ ([part.key, text(part.value, heap)]));
      return [key, new Map(inner.length ? inner : [["", text(value, heap)]])];
    }),
  );
}

/**
 * @param {Value} value
 * @param {ReadonlyMap<number, HeapObject>} heap
 * @returns {string}
 */
const text = (value, heap) => (typeof value === "string" ? bare(value) : short(value, heap, 300));

/** Follows one watched object: its events, and only looked at where an object it reaches is another than before. */
class Follower {
  /** @type {Entries} */
  entries = new Map();
  /** @type {HeapObject[]} */
  reached = [];

  /**
   * @param {string} root
   * @param {string | undefined} fact the field that says how an entry stands
   * @param {boolean} tellsFirst whether the entries that are there at the beginning are told: a team's members are not
   */
  constructor(root, fact, tellsFirst) {
    this.root = root;
    this.fact = fact ?? "";
    this.tellsFirst = tellsFirst;
  }

  /**
   * @param {number} position
   * @param {Moment} moment
   * @param {StoryEvent[]} events
   */
  look(position, { roots, heap }, events) {
    const value = roots.get(this.root);
    /** @type {Set<HeapObject>} */
    const found = new Set();
    addReached(value, heap, found);
    const reached = [...found];
    if (position > 0 && reached.length === this.reached.length && reached.every((object, i) => object === this.reached[i])) return;
    this.reached = reached;
    const next = entriesOf(value, heap);
    this.#compare(position, next, events);
    this.entries = next;
  }

  /**
   * @param {number} position
   * @param {Entries} next
   * @param {StoryEvent[]} events
   */
  #compare(position, next, events) {
    const base = /** @type {const} */ ({ kind: "entry" });
    const moment = { ...base, position, before: position === 0, root: this.root };
    for (const [entry, fields] of next) {
      const past = this.entries.get(entry);
      if (!past && position === 0 && !this.tellsFirst) continue;
      if (!past) events.push({ ...moment, entry, field: "", was: null, now: fields.get(this.fact) ?? fields.get("") ?? "" });
      else for (const [field, now] of fields) if (past.get(field) !== now) events.push({ ...moment, entry, field, was: past.get(field) ?? null, now });
    }
    for (const entry of this.entries.keys()) if (!next.has(entry)) events.push({ ...moment, entry, field: "", was: "", now: null });
  }
}

/** Finds the letters that are new in the watched files. */
class Postman {
  /** @type {Map<string, string[]>} */
  seen = new Map();

  /** @param {Watch} watch */
  constructor(watch) {
    this.watch = watch;
    this.folder = watch.diagram ? `${watch.diagram.messages}/` : null;
  }

  /**
   * @param {number} position
   * @param {Moment} moment
   * @param {StoryEvent[]} events
   */
  look(position, { files }, events) {
    for (const [file, content] of files) {
      if (this.folder === null || !file.startsWith(this.folder) || isTemporary(file, this.watch)) continue;
      const lines = linesOf(content);
      const old = this.seen.get(file) ?? [];
      lines.forEach((line, index) => {
        const letter = line === old[index] ? null : readLetter(line, this.watch);
        if (letter) events.push({ kind: "letter", position, before: position === 0, letter, file, line: index + 1 });
      });
      this.seen.set(file, lines);
    }
  }
}

/**
 * An exception is told once, where it is raised; `caught` says that the outermost call goes on.
 * @param {Trace} trace
 * @param {Watch} watch
 * @returns {StoryEvent[]}
 */
function errorEvents(trace, watch) {
  const names = watch.lock?.holder ?? [];
  /** @type {ErrorEvent[]} */
  const events = [];
  for (const { position, value, raised, handled } of exceptions(trace)) {
    const { stack, heap } = trace.state(position);
    const leaves = !handled && stack.length === 1;
    if (raised) {
      const who = stack.map(({ locals }) => named(locals, names)).find((name) => name !== null) ?? null;
      events.push({ kind: "error", position, before: false, who, text: errorText(value, heap), caught: !leaves });
    }
    const last = events.at(-1);
    if (last && leaves) last.caught = false;
  }
  return events;
}

/**
 * @param {Value | undefined} value
 * @param {ReadonlyMap<number, HeapObject>} heap
 * @returns {string} as a traceback's last line says it
 */
export function errorText(value, heap) {
  const id = reference(value);
  const object = id === null ? undefined : heap.get(id);
  if (!object) return short(value, heap);
  const args = parts(object.cells[1], heap);
  const said = args.length ? args[args.length - 1].value : undefined;
  return said === undefined ? object.type : `${object.type}: ${typeof said === "string" ? said : short(said, heap, 200)}`;
}

/**
 * @param {Trace} trace
 * @param {Watch} watch
 * @returns {StoryEvent[]}
 */
function tell(trace, watch) {
  /** @type {StoryEvent[]} */
  const events = [];
  const followers = (watch.objects ?? []).map(({ name }) => new Follower(name, watch.diagram?.state, name !== watch.diagram?.actors));
  const postman = new Postman(watch);
  /** @type {number | null} */
  let lock = null;
  walk(trace, 0, trace.count - 1, (position, moment) => {
    const changed = position === 0 ? ~0 : trace.changed[position];
    if (changed & CHANGED.FILES) postman.look(position, moment, events);
    if (changed & (CHANGED.HEAP | CHANGED.ROOTS)) for (const follower of followers) follower.look(position, moment, events);
    if (!(changed & CHANGED.LOCK) || moment.lock === lock) return;
    lock = moment.lock;
    events.push({ kind: "lock", position, before: position === 0, holder: lockHolder(moment, watch)?.who ?? null });
  });
  events.push(...errorEvents(trace, watch));
  return events.sort((a, b) => a.position - b.position);
}

/** @type {WeakMap<Trace, readonly StoryEvent[]>} */
const told = new WeakMap();

/**
 * @param {Trace} trace
 * @param {Watch} watch the same for a trace at every call
 * @returns {readonly StoryEvent[]} in the order of their positions
 */
export function story(trace, watch) {
  const known = told.get(trace) ?? tell(trace, watch);
  told.set(trace, known);
  return known;
}

/**
 * @typedef {object} Hand a letter that is in somebody's hands at one position: being written, or being read
 * @property {"draft" | "read"} kind
 * @property {Letter} letter
 * @property {boolean} saving whether a temporary file is being written
 */

/**
 * @param {Moment} moment
 * @param {Watch} watch
 * @param {(draft: Letter) => boolean} isSaved
 * @returns {Hand | null}
 */
export function inHand(moment, watch, isSaved) {
  const { diagram } = watch;
  if (!diagram) return null;
  const saving = [...moment.files.keys()].some((path) => isTemporary(path, watch));
  for (const { locals } of moment.stack.toReversed()) {
    const draft = draftIn(locals, watch, diagram);
    if (draft && !isSaved(draft)) return { kind: "draft", letter: draft, saving };
    const read = readIn(locals, moment.heap, diagram);
    if (read) return { kind: "read", letter: read, saving };
  }
  return null;
}

/**
 * @param {ReadonlyMap<string, Value>} locals
 * @param {Watch} watch
 * @param {NonNullable<Watch["diagram"]>} diagram
 * @returns {Letter | null}
 */
function draftIn(locals, watch, diagram) {
  const body = locals.get(diagram.text);
  const from = named(locals, [diagram.from, ...(watch.lock?.holder ?? [])]);
  if (typeof body !== "string" || from === null) return null;
  return { id: "", from, to: named(locals, [diagram.to]) ?? "", text: body, ...inside(body) };
}

/**
 * @param {ReadonlyMap<string, Value>} locals
 * @param {ReadonlyMap<number, HeapObject>} heap
 * @param {NonNullable<Watch["diagram"]>} diagram
 * @returns {Letter | null}
 */
function readIn(locals, heap, diagram) {
  for (const value of locals.values()) {
    const found = parts(value, heap);
    const letter = found.length ? letterOf(Object.fromEntries(found.map(({ key, value: part }) => [key, part])), diagram) : null;
    if (letter) return letter;
  }
  return null;
}
