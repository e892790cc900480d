// Making elements. People's words only ever become text nodes.

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element with attributes, handlers (`onclick`) and children. `false`, null and undefined values are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map((child) => child || ""));
  return element;
}

/** The element with this id, which the page is known to have. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return found;
}

/** Lets a button be used that the page serves switched off, now that somebody listens to it. @param {string} id */
export function enable(id) {
  byId(id).removeAttribute("disabled");
}

const TILES = new URL("../art/tiles/", import.meta.url).pathname;

/** A tile as decoration. @param {string} tile @param {string} [extra] class names */
export function tilePicture(tile, extra = "") {
  return el("span", { class: `tile ${extra}`, "aria-hidden": "true" }, el("img", { src: `${TILES}${tile}.svg`, alt: "", width: 24, height: 32 }));
}

/**
 * Replaces the children only when `key` changed, and keeps the focus on the control of the same `data-key`.
 * @param {HTMLElement} parent @param {string} key @param {() => Child[]} build
 */
export function redraw(parent, key, build) {
  if (parent.dataset.drawn === key) return;
  parent.dataset.drawn = key;
  const focused = document.activeElement instanceof HTMLElement && parent.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  parent.replaceChildren(...build().filter((child) => child !== null && child !== undefined && child !== false).map((child) => child || ""));
  const again = focused ? parent.querySelector(`[data-key="${CSS.escape(focused)}"]`) : null;
  if (again instanceof HTMLElement) again.focus();
}
