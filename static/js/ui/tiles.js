/** A tile: a box with its face as an image, named in the reader's language. */

import { Seen, keyed, make, setAttr, setClass } from './dom.js';

/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */

const ART = '/static/art/tiles/';

/** @param {'i' | 'button'} [tag] */
export function makeTile(tag = 'i') {
  const el = make(tag, 't');
  const face = make('img');
  face.alt = '';
  face.draggable = false;
  face.decoding = 'async';
  el.append(face);
  if (el instanceof HTMLButtonElement) el.type = 'button';
  return el;
}

/** What each tile shows: a table has two hundred, of which an event changes a few.
 * @type {WeakMap<HTMLElement, string>} */
const SHOWN = new WeakMap();

/** @param {HTMLElement} el @param {string} tile  or `back` @param {string} extra  further classes @param {string | null} label  null: part of something that is named */
export function setTile(el, tile, extra, label) {
  const look = `${tile}|${extra}|${label}`;
  if (SHOWN.get(el) === look) return;
  SHOWN.set(el, look);
  setClass(el, `t${tile === 'back' ? ' back' : ''}${extra ? ` ${extra}` : ''}`);
  const face = /** @type {HTMLImageElement} */ (el.firstElementChild);
  if (tile === 'back') setAttr(face, 'src', null);
  else setAttr(face, 'src', `${ART}${tile}.svg`);
  setAttr(el, 'data-i', tile === 'back' ? null : indexOf(tile));
  if (el.tagName === 'I') setAttr(el, 'role', label === null ? null : 'img');
  setAttr(el, 'aria-label', label);
  setAttr(el, 'aria-hidden', label === null ? 'true' : null);
}

const HONOURS = ['E', 'S', 'W', 'N', 'P', 'F', 'C'];

/** What may be printed in a corner: the number, a letter for an honour; a red five has a mark besides its colour.
 * @param {string} tile */
export function indexOf(tile) {
  const [n, suit] = tile;
  if (suit === 'z') return HONOURS[Number(n) - 1];
  return n === '0' ? '5★' : n;
}

/** Rows that were drawn from their tiles.
 * @type {WeakMap<HTMLElement, Seen>} */
const ROWS = new WeakMap();

/** A row of tiles without names of their own.
 * @param {HTMLElement} parent @param {string[]} tiles @param {number} [drawn]  which of them stands apart */
export function setTiles(parent, tiles, drawn = -1) {
  const row = ROWS.get(parent) ?? new Seen();
  ROWS.set(parent, row);
  if (!row.differs(tiles, drawn)) return;
  keyed(parent, tiles, (tile, i) => `${i}`, () => makeTile(), (el, tile, i) => setTile(el, tile, i === drawn ? 'drawn' : '', null));
}

/** @param {HTMLElement} parent @param {import('../model/melds.js').LaidMeld[]} melds @param {((meld: import('../model/melds.js').LaidMeld) => string) | null} label  null: the whole row is named */
export function setMelds(parent, melds, label) {
  keyed(
    parent,
    melds,
    (meld) => meld.key,
    () => make('span', 'meld'),
    (el, meld) => {
      setAttr(el, 'role', label && 'img');
      setAttr(el, 'aria-label', label && label(meld));
      keyed(el, meld.tiles, (each, i) => `${i}${each.on ? '+' : ''}`, (each) => (each.on ? make('span', 'stack', [makeTile(), makeTile()]) : makeTile()), (tile, each) => {
        const turn = each.turn && `side-${each.turn}`;
        if (each.on) {
          setTile(/** @type {HTMLElement} */ (tile.children[0]), each.tile, turn, null);
          setTile(/** @type {HTMLElement} */ (tile.children[1]), each.on, turn, null);
        } else setTile(tile, each.tile, turn, null);
      });
    },
  );
}

/** @param {import('../model/melds.js').LaidMeld} meld @param {number} owner  seat @param {(seat: number) => string} name @param {Catalogue} words */
export function meldLabel(meld, owner, name, words) {
  const tiles = meld.tiles.filter((each) => each.tile !== 'back').map((each) => words.tile(each.tile)).join(' ');
  const text = words.t(meld.form === 'concealed' ? 'meld.concealed' : `meld.${meld.kind}`, { tiles });
  return meld.from === null ? text : words.t('meld.from', { meld: text, name: name((owner + meld.from) & 3) });
}
