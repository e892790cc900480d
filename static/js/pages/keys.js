/** The keyboard: arrows along the hand, letters and digits for the choices. */

import { triedBy } from '../model/missed.js';

/**
 * @typedef {object} Keyed
 * @property {import('../ui/screen.js').Screen} screen
 * @property {import('../model/table.js').TableModel | null} model
 * @property {import('./touching.js').Touching} touching
 * @property {(action: import('../protocol.js').Action) => void} act
 * @property {import('../state/session.js').Session} session
 * @property {(seat: number) => void} lookFrom
 * @property {import('./boxes.js').Boxes} boxes
 * @property {import('./practice.js').Practice} practice
 * @property {import('./preferences.js').Preferences} preferences
 */

/** @type {Record<string, 'first' | 'last' | -1 | 1>} */
const MOVES = { ArrowLeft: -1, ArrowRight: 1, Home: 'first', End: 'last' };

/** What the table does by itself.
 * @type {Record<string, keyof import('../model/automatic.js').Automatic>} */
const TOGGLES = { 5: 'win', 6: 'noChow', 7: 'noPung', 8: 'noKong', 9: 'discard' };

/** @param {KeyboardEvent} e */
export const keyOf = (e) => (e.key.length === 1 ? e.key.toLowerCase() : e.key);

/** @param {HTMLElement} game @param {Keyed} page */
export function onKeys(game, page) {
  document.addEventListener('keydown', (e) => {
    const target = /** @type {Element | null} */ (e.target);
    if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing || target?.closest('input, select, textarea, dialog')) return;
    if (pressed(keyOf(e), game, page)) e.preventDefault();
  });
}

/** @param {string} key @param {HTMLElement} game @param {Keyed} page @returns {boolean} */
function pressed(key, game, page) {
  if (key === '?') {
    page.boxes.help();
    return true;
  }
  if (key in MOVES) {
    // Lists that scroll keep their own arrows.
    if (document.activeElement?.closest('.log, .chat, .waits, .sheet .body')) return false;
    page.screen.hand.move(MOVES[key]);
    return true;
  }
  if (key === 'l') {
    page.screen.showLog();
    return true;
  }
  if (key === 'Escape' && game.classList.contains('talking')) {
    page.screen.toggleTalk();
    return true;
  }
  const wanted = key === 'Escape' ? 'p' : key;
  const choice = page.model?.choices.find((each) => each.hotkey === wanted);
  if (choice) {
    page.touching.choose(choice);
    return true;
  }
  if (key === 'y' && page.model?.whyNot) {
    page.boxes.why();
    return true;
  }
  const tried = 'wkucr'.includes(key) && page.session.control ? triedBy(page.session, key) : null;
  if (tried) {
    page.boxes.why(tried);
    return true;
  }
  if ((key === 'z' || key === 'h') && page.practice.allowed) {
    if (key === 'z') page.practice.undo();
    else page.practice.hint();
    return true;
  }
  if (page.session.viewer === null && '1234'.includes(key)) {
    page.lookFrom(Number(key) - 1);
    return true;
  }
  if (key === 'd') {
    page.touching.discardDrawn();
    return true;
  }
  if (key in TOGGLES) {
    page.preferences.toggle(TOGGLES[key]);
    return true;
  }
  if (key === 's') {
    page.preferences.set({ sort: !page.preferences.settings.sort });
    return true;
  }
  if (key === 'n' && page.model?.result?.canContinue) {
    page.act({ type: 'continue_match' });
    return true;
  }
  return false;
}
