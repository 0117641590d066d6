// Building and keeping up elements. Text always goes in as text nodes, never as markup.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | EventListener>} Props */

const SVG = "http://www.w3.org/2000/svg";

/**
 * A function under "onclick" and the like becomes a listener; `true` an empty attribute; null, undefined and false nothing.
 * @param {Element} element
 * @param {Props} props
 */
export function set(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else attribute(element, name, value === true ? "" : String(value));
  }
}

/**
 * Writing an attribute again, even with its own value, costs a style pass.
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
function attribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * @param {HTMLElement} element
 * @param {boolean} away
 */
export function hide(element, away) {
  set(element, { hidden: away });
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function fill(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  set(element, props);
  fill(element, children);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  set(element, props);
  fill(element, children);
  return element;
}

/**
 * A drawing has no buttons of its own: an element with that role is pressed with the pointer, Enter and the space bar.
 * @param {SVGElement} element
 * @param {() => void} act
 */
export function onPress(element, act) {
  element.addEventListener("click", act);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  });
}

/**
 * @param {Element} element
 * @param {...Child} children
 */
export function replace(element, ...children) {
  element.replaceChildren();
  fill(element, children);
}

/**
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Keeps a parent's children in step with a list: an item's element lives as long as its key is there.
 * @template T
 * @template {Element} E
 * @param {Element} parent
 * @param {(item: T) => E} create
 * @param {(element: E, item: T) => void} update
 * @returns {(items: readonly T[], key: (item: T, index: number) => string) => void}
 */
export function keyed(parent, create, update) {
  /** @type {Map<string, E>} */
  let known = new Map();
  return (items, key) => {
    /** @type {Map<string, E>} */
    const next = new Map();
    items.forEach((item, index) => next.set(key(item, index), known.get(key(item, index)) ?? create(item)));
    for (const [name, element] of known) if (!next.has(name)) element.remove();
    let place = parent.firstElementChild;
    items.forEach((item, index) => {
      const element = /** @type {E} */ (next.get(key(item, index)));
      // Written before it is put in: what is not in the page yet costs no style pass.
      update(element, item);
      if (element === place) place = element.nextElementSibling;
      else parent.insertBefore(element, place);
    });
    known = next;
  };
}

/**
 * Whether any of the values differs from the last call's; the first call says yes.
 * @returns {(...values: unknown[]) => boolean}
 */
export function watcher() {
  /** @type {unknown[] | null} */
  let last = null;
  return (...values) => {
    const same = last !== null && values.length === last.length && values.every((value, i) => Object.is(value, last?.[i]));
    last = values;
    return !same;
  };
}

/**
 * Tells whether a view may rest: what it shows says that nothing has just changed, and nothing has since.
 * @template T
 * @param {(one: T, other: T) => boolean} same
 * @returns {(now: T, before: T | null) => boolean} where it says no, the view is to be drawn
 */
export function rester(same) {
  /** @type {T | null} */
  let shown = null;
  return (now, before) => {
    const still = before !== null && same(now, before);
    if (still && shown !== null && same(now, shown)) return true;
    shown = still ? now : null;
    return false;
  };
}

/**
 * Makes the members of a group, which are created with tabindex -1, one stop of the Tab key: arrow keys move among them.
 * @param {HTMLElement} group
 * @param {() => HTMLElement[]} members in order, those that can be seen
 * @param {{next: string, previous: string}} keys
 * @returns {(member: HTMLElement | undefined) => void} makes a member the stop
 */
export function oneStop(group, members, keys) {
  /** @type {HTMLElement | undefined} */
  let stop;
  /** @param {HTMLElement | undefined} member */
  const choose = (member) => {
    if (member === stop) return;
    if (stop) stop.tabIndex = -1;
    if (member) member.tabIndex = 0;
    stop = member;
  };
  group.addEventListener("focusin", (event) => {
    if (event.target instanceof HTMLElement && event.target.hasAttribute("tabindex") && members().includes(event.target)) choose(event.target);
  });
  group.addEventListener("keydown", (event) => {
    const move = event.key === keys.next ? 1 : event.key === keys.previous ? -1 : 0;
    if (move === 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const all = members();
    const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
    if (at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all[Math.min(all.length - 1, Math.max(0, at + move))].focus();
  });
  return choose;
}
