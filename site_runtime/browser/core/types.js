// The shapes that the modules of this folder share. Nothing runs here.

/** @typedef {null | boolean | number | string | ReadonlyArray<any>} Value a Python value as a trace writes it */

/** @typedef {ReadonlyArray<any>} Step one step as a trace writes it */

/**
 * A mutable Python object at one position. `cells` are its items; alternating keys and values in a dict, names and values in an
 * instance, class or exception; `more` counts the items that are not shown.
 * @typedef {{readonly id: number, readonly kind: string, readonly type: string, readonly more: number, readonly cells: readonly Value[]}} HeapObject
 */

/**
 * An activation at one position.
 * @typedef {{readonly activation: number, readonly code: number, readonly line: number, readonly locals: ReadonlyMap<string, Value>}} Frame
 */

/** @typedef {string | {readonly bytes: string}} FileContent text, or Python's bytes literal where the file is not UTF-8 */

/**
 * Everything at one position.
 * @typedef {object} State
 * @property {number} position
 * @property {number} kind one of KIND
 * @property {number} line of the activation on top, 0 at the end
 * @property {readonly Frame[]} stack the outermost first
 * @property {ReadonlyMap<number, HeapObject>} heap may hold objects that nothing refers to any more
 * @property {ReadonlyMap<string, Value>} roots the watched names that are bound
 * @property {null | number} lock null: free; an activation; -1: held by something unknown
 * @property {ReadonlyMap<string, FileContent>} files
 * @property {Value | undefined} result where the activation returns here
 * @property {Value | undefined} exception where it raises here
 * @property {Value | undefined} error that was raised in this activation since its last position and is being handled
 */

/** @typedef {{readonly file: string, readonly name: string, readonly first: number, readonly focus: boolean}} Code */

/** @typedef {{readonly label: string, readonly sha256: string}} SourceFile */

/**
 * One call. `first` is its first position, `last` the one at which it ends or -1; `parent` the activation below it at its start or -1.
 * @typedef {{readonly id: number, readonly code: number, readonly parent: number, readonly first: number, readonly last: number}} Activation
 */

/**
 * @typedef {object} Header
 * @property {string} program
 * @property {readonly [string, string] | null} focus file and function that are displayed
 * @property {readonly string[]} roots
 * @property {string | null} lock
 * @property {readonly string[]} folders
 * @property {Readonly<Record<string, number>>} limits
 */

/**
 * @typedef {object} End
 * @property {number} snapshots
 * @property {number} focus
 * @property {string} output
 * @property {ReadonlyMap<string, FileContent>} files
 * @property {readonly [string, string] | null} exception
 * @property {string | null} stopped
 */

/** @typedef {{zh: string, en: string}} Text a sentence in both languages of the site */

/** @typedef {"zh" | "en"} Language */

export {};
