/** The players in a row: wind, name, score, and what is to be said of them. */

import { Seen, keyed, make, setAttr, setClass, setHidden, setText } from './dom.js';

/** @typedef {import('../model/table.js').Place} Place */
/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */

/** @type {WeakMap<HTMLElement, Seen>} what each chip was drawn from */
const CHIPS = new WeakMap();

/** @param {HTMLElement} list @param {Place[]} places @param {Catalogue} words */
export function setChips(list, places, words) {
  keyed(list, places, (p) => `${p.place}`, makeChip, (el, p) => seenChip(el).differs(p, words) && updateChip(el, p, words));
}

function makeChip() {
  return make('div', 'chip', [make('i', 'wg'), make('span', 'n'), make('b'), make('span', 'note')]);
}

/** @param {HTMLElement} el */
function seenChip(el) {
  const found = CHIPS.get(el) ?? new Seen();
  CHIPS.set(el, found);
  return found;
}

/** @param {HTMLElement} el @param {Place} p @param {Catalogue} words */
function updateChip(el, p, words) {
  const [wind, name, score, note] = /** @type {HTMLElement[]} */ ([...el.children]);
  setClass(el, `chip${p.turn ? ' turn' : ''}${p.note ? ' away' : ''}`);
  setAttr(el, 'title', p.note ? `${p.name}: ${p.note}` : p.name);
  setClass(wind, `wg w${p.wind}`);
  setAttr(wind, 'role', 'img');
  setAttr(wind, 'aria-label', words.t(`wind.${p.wind}`));
  setText(name, p.name);
  setText(score, words.points(p.score));
  setText(note, p.note || p.rank);
  setHidden(note, !p.note && !p.ready);
}
