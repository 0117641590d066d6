// The editor of the experiment copy: CodeMirror behind four plain functions, so that the page knows nothing of it. Bundled at build, loaded when
// the reader opens it. It stands in a shadow root: there its style sheets are adopted, which the page's policy allows; a <style> it does not.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, LanguageSupport, syntaxHighlighting } from "@codemirror/language";
import { pythonLanguage } from "@codemirror/lang-python";
import { EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, gutter, GutterMarker, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/**
 * Lines count from 1 in the text. Columns count characters from 1.
 * @typedef {{line: number, column: number, endLine: number, endColumn: number}} Span
 */

/**
 * @typedef {object} Options
 * @property {ShadowRoot} root
 * @property {string} text
 * @property {number} first number of the text's first line in its file
 * @property {string} label
 * @property {(line: number) => string} stopLabel of a line of the file
 * @property {(text: string, moved: (line: number) => number) => void} change `moved` tells where a line of the text before is now
 * @property {(line: number) => void} toggle a breakpoint
 */

/**
 * @typedef {object} Editor
 * @property {(text: string) => void} write
 * @property {(fault: Span | null) => void} mark
 * @property {(lines: readonly number[]) => void} stops
 * @property {(line: number) => void} go
 * @property {() => void} focus
 * @property {() => void} end
 */

// The page's own colours; they come through the shadow root by themselves, and change with its scheme.
const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword, tags.operatorKeyword, tags.bool, tags.null], color: "var(--indigo)", fontWeight: "600" },
  { tag: tags.string, color: "var(--jade)" },
  { tag: tags.comment, color: "var(--faint)" },
  { tag: tags.number, color: "var(--ochre)" },
  { tag: tags.function(tags.definition(tags.variableName)), fontWeight: "700" },
  { tag: tags.meta, color: "var(--ochre)" },
]);

const THEME = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--sheet)", height: "100%" },
  "&.cm-focused": { outline: "2px solid var(--indigo)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", fontSize: "0.93em", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)", padding: "0.3em 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--sheet)", color: "var(--faint)", border: "0" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2.4em", padding: "0 0.7em 0 0" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--sunk) 60%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--indigo-wash)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--ochre-wash)", outline: "1px solid var(--ochre)" },
  ".lab-stop-gutter": { width: "max(1.5em, 24px)", cursor: "pointer" },
  ".lab-stop-gutter .cm-gutterElement": { display: "flex", alignItems: "center", justifyContent: "center" },
  ".lab-stop-gutter .cm-gutterElement:hover::before": { content: '""', width: "0.6em", height: "0.6em", borderRadius: "50%", border: "1.5px solid var(--seal)", opacity: "0.55" },
  ".lab-stop-gutter .cm-gutterElement:has(.lab-dot):hover::before": { content: "none" },
  ".lab-dot": { width: "0.7em", height: "0.7em", borderRadius: "50%", backgroundColor: "var(--seal)" },
  ".lab-fault-line": { backgroundColor: "var(--seal-wash)" },
  ".lab-fault": { textDecoration: "underline wavy var(--seal) 1.5px", textUnderlineOffset: "3px" },
});

class Dot extends GutterMarker {
  toDOM() {
    const dot = document.createElement("div");
    dot.className = "lab-dot";
    return dot;
  }
}
const DOT = new Dot();

/** @type {import("@codemirror/state").StateEffectType<import("@codemirror/state").RangeSet<Dot>>} */
const setDots = StateEffect.define();
const dots = StateField.define({
  create: () => /** @type {import("@codemirror/state").RangeSet<Dot>} */ (RangeSet.empty),
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setDots)) return effect.value;
    return value.map(transaction.changes);
  },
});

/** @type {import("@codemirror/state").StateEffectType<import("@codemirror/view").DecorationSet>} */
const setFault = StateEffect.define();
const faults = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setFault)) return effect.value;
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * @param {EditorState} state
 * @param {number} line
 * @param {number} column
 */
function place({ doc }, line, column) {
  const row = doc.line(Math.min(Math.max(1, line), doc.lines));
  return row.from + [...row.text].slice(0, Math.max(0, column - 1)).join("").length;
}

/**
 * @param {EditorState} state
 * @param {Span} span
 */
function faultDecorations(state, { line, column, endLine, endColumn }) {
  const row = state.doc.line(Math.min(Math.max(1, line), state.doc.lines));
  const from = place(state, line, column);
  const to = Math.max(place(state, endLine, endColumn), from);
  // A fault may be a point, or stand where there is no character: then its own character is marked, or the last one of the line.
  const end = Math.min(row.to, Math.max(to, from + 1));
  const start = end > from ? from : Math.max(row.from, from - 1);
  const marks = [Decoration.line({ class: "lab-fault-line" }).range(row.from)];
  if (end > start) marks.push(Decoration.mark({ class: "lab-fault" }).range(start, end));
  return Decoration.set(marks, true);
}

/**
 * @param {Options} options
 */
function extensions({ first, label, change, toggle }) {
  const stopGutter = gutter({
    class: "lab-stop-gutter",
    markers: (view) => view.state.field(dots),
    domEventHandlers: {
      mousedown(view, block) {
        toggle(view.state.doc.lineAt(block.from).number);
        return true;
      },
    },
  });
  const toggleHere = (/** @type {EditorView} */ { state }) => {
    toggle(state.doc.lineAt(state.selection.main.head).number);
    return true;
  };
  return [
    [dots, faults, stopGutter],
    lineNumbers({ formatNumber: (n) => String(n + first - 1) }),
    [history(), drawSelection(), indentOnInput(), bracketMatching(), highlightActiveLine()],
    [indentUnit.of("    "), EditorState.tabSize.of(4), new LanguageSupport(pythonLanguage), syntaxHighlighting(COLOURS), THEME],
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", autocapitalize: "off", autocorrect: "off", spellcheck: "false" }),
    // Escape, and the next Tab leaves the editor: CodeMirror's own rule.
    keymap.of([{ key: "F9", run: toggleHere }, indentWithTab, ...defaultKeymap, ...historyKeymap]),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged || update.transactions.some((one) => one.isUserEvent("lab"))) return;
      const before = update.startState.doc;
      change(update.state.doc.toString(), (line) => {
        const from = before.line(Math.min(Math.max(1, line), before.lines)).from;
        return update.state.doc.lineAt(update.changes.mapPos(from, 1)).number;
      });
    }),
  ];
}

/**
 * @param {Options} options
 * @returns {Editor}
 */
export function mount(options) {
  const view = new EditorView({ state: EditorState.create({ doc: options.text, extensions: extensions(options) }), parent: options.root, root: options.root });
  return {
    write(text) {
      if (text !== view.state.doc.toString()) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: "lab" });
    },
    mark: (fault) => view.dispatch({ effects: setFault.of(fault ? faultDecorations(view.state, fault) : Decoration.none) }),
    stops(lines) {
      const { doc } = view.state;
      const within = lines.filter((line) => line >= 1 && line <= doc.lines).sort((a, b) => a - b);
      view.dispatch({ effects: setDots.of(RangeSet.of(within.map((line) => DOT.range(doc.line(line).from)))) });
    },
    go(line) {
      const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
      view.focus();
    },
    focus: () => view.focus(),
    end: () => view.destroy(),
  };
}
