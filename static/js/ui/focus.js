/** The keyboard's place: when what has the focus goes away, the focus moves to what is next, never to nowhere. */

/** What has the focus now. The function that comes back is called once the next drawing has been laid out: asked before, whether
 * it is still to be seen would have the page laid out once more.
 * @param {HTMLElement} game @returns {() => void} */
export function keepFocus(game) {
  const before = document.activeElement;
  const inside = before instanceof HTMLElement && game.contains(before);
  return () => {
    if (inside && !usable(before)) focusNext(game);
  };
}

/** A box gives the focus back to what had it; where that is gone, to what is next.
 * @param {HTMLElement} game */
export function focusIfNowhere(game) {
  if (document.activeElement === document.body || document.activeElement === null) focusNext(game);
}

/** @param {HTMLElement} el */
const usable = (el) => el.isConnected && el.checkVisibility({ visibilityProperty: true }) && !el.matches(':disabled');

/** What the person most likely wants next: the result, his hand, a choice, the menu. */
const NEXT = ['.sheet button.main', '.sheet button, .sheet a.btn', '.hand .t[tabindex="0"]', '.acts button', '.icon.menu'];

/** To what the person most likely wants next.
 * @param {HTMLElement} game */
export function focusNext(game) {
  for (const query of NEXT) {
    const found = /** @type {HTMLElement[]} */ ([...game.querySelectorAll(query)]).find(usable);
    if (found) {
      found.focus({ preventScroll: true });
      return;
    }
  }
}
