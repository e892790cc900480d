/** The little that drawing needs: make an element, change only what differs, keep a keyed list. Text is always set as text. */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {string} [className] @param {(Node | string)[]} [children] @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, className = '', children = []) {
  const el = document.createElement(tag);
  if (className) el.className = className;
  el.append(...children);
  return el;
}

/** A text that is there already is changed where it stands: a new one would have to be laid out as a part of the page that was not there.
 * @param {Node} el @param {string} text */
export function setText(el, text) {
  const only = el.firstChild === el.lastChild ? el.firstChild : null;
  if (only instanceof Text && text) {
    if (only.data !== text) only.data = text;
  } else if (el.textContent !== text) el.textContent = text;
}

/** A null or false value takes the attribute away.
 * @param {Element} el @param {string} name @param {string | number | boolean | null} value */
export function setAttr(el, name, value) {
  if (value === null || value === false) {
    if (el.hasAttribute(name)) el.removeAttribute(name);
  } else {
    const text = value === true ? '' : `${value}`;
    if (el.getAttribute(name) !== text) el.setAttribute(name, text);
  }
}

/** @param {Element} el @param {string} name */
export function setClass(el, name) {
  if (el.className !== name) el.className = name;
}

/** @param {HTMLElement} el @param {boolean} hidden */
export function setHidden(el, hidden) {
  if (el.hidden !== hidden) el.hidden = hidden;
}

/** @param {HTMLElement} el @param {string} name @param {string} value */
export function setVar(el, name, value) {
  if (el.style.getPropertyValue(name) !== value) el.style.setProperty(name, value);
}

/** What something was drawn from last: what comes from the same parts is drawn already. */
export class Seen {
  constructor() {
    /** @type {readonly unknown[] | null} */
    this.parts = null;
  }

  /** Whether any part is another than last time.
   * @param {...unknown} parts */
  differs(...parts) {
    const { parts: before } = this;
    this.parts = parts;
    return !before || before.length !== parts.length || parts.some((part, i) => part !== before[i]);
  }
}

/** @type {WeakMap<Element, Map<string, HTMLElement>>} */
const KEPT = new WeakMap();

/** Where at least `many` children are about to go and others to come, those that go become those that come: cheaper than new ones.
 * @param {HTMLElement} parent @param {readonly string[]} keys  of the children to be @param {number} many */
export function handOver(parent, keys, many) {
  const before = KEPT.get(parent) ?? new Map();
  const wanted = new Set(keys);
  const going = [...before.keys()].filter((key) => !wanted.has(key));
  const coming = keys.filter((key) => !before.has(key));
  if (Math.min(going.length, coming.length) < many) return;
  coming.slice(0, going.length).forEach((key, i) => {
    before.set(key, /** @type {HTMLElement} */ (before.get(going[i])));
    before.delete(going[i]);
  });
}

/** The children of `parent` become one element an item, in order; an element stays with its key.
 * @template T @template {HTMLElement} E
 * @param {HTMLElement} parent @param {readonly T[]} items @param {(item: T, index: number) => string} keyOf
 * @param {(item: T) => E} create @param {(el: E, item: T, index: number) => void} update */
export function keyed(parent, items, keyOf, create, update) {
  const before = KEPT.get(parent) ?? new Map();
  if (!items.length) {
    if (before.size) parent.replaceChildren();
    KEPT.delete(parent);
    return;
  }
  /** @type {Map<string, HTMLElement>} */
  const after = new Map();
  let at = parent.firstElementChild;
  items.forEach((item, i) => {
    const key = keyOf(item, i);
    const el = /** @type {E} */ (before.get(key) ?? create(item));
    before.delete(key);
    after.set(key, el);
    update(el, item, i);
    if (el === at) at = at.nextElementSibling;
    else parent.insertBefore(el, at);
  });
  for (const el of before.values()) el.remove();
  KEPT.set(parent, after);
}
