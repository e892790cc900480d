/** The viewer's own tiles: which may be discarded or declared with, in which order they stand. */

import { UNKNOWN, isBonus, sortTiles } from '../state/tiles.js';
import { discardOf } from './actions.js';
import { candidates } from './waits.js';

/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */

/**
 * @typedef {object} HandTile
 * @property {string} key
 * @property {string} tile
 * @property {boolean} drawn
 * @property {boolean} playable
 * @property {boolean} lifted
 * @property {boolean} dora
 * @property {boolean} [hinted]  a hint points to it
 * @property {boolean} barred  on turn, and it may not be discarded
 * @property {string} candidate  readiness may be declared with it: how many tiles would be left to win with
 * @property {string} flaw  what is wrong with that: furiten, no yaku
 */

/** The hand in the viewer's own order; what he has not placed yet comes last, and the drawn tile stands apart.
 * @param {HandTile[]} hand @param {string[] | null} order @returns {HandTile[]} */
export function laidOut(hand, order) {
  if (!order) return hand;
  const rank = (/** @type {HandTile} */ each) => {
    const at = order.indexOf(each.key);
    return each.drawn ? 1000 : at < 0 ? 999 : at;
  };
  return [...hand].sort((a, b) => rank(a) - rank(b));
}

/**
 * @typedef {object} HandLook
 * @property {boolean} declaring
 * @property {string | null} lifted
 * @property {Set<string>} doras
 * @property {import('../protocol.js').DiscardWaits[] | null} discards
 * @property {string | null} flower  shown before its replacement, which stays out of sight
 */

/** @param {import('../protocol.js').SeatView} me @param {import('../protocol.js').Action[]} legal @param {HandLook} look @param {Catalogue} words
 * @returns {HandTile[]} */
export function handTiles(me, legal, look, words) {
  const tiles = sortTiles(me.hand ?? []);
  const drawn = me.drawn !== null && me.drawn !== UNKNOWN && !(isBonus(me.drawn) && !tiles.includes(me.drawn)) ? me.drawn : null;
  if (drawn) tiles.splice(tiles.lastIndexOf(drawn), 1);
  const onTurn = legal.some((action) => action.type === 'discard');
  const found = legal.some((action) => action.type === 'declare_ready') ? candidates(look.discards) : new Map();
  /** @type {Map<string, number>} */
  const seen = new Map();
  /** @param {string} tile @param {boolean} isDrawn @returns {HandTile} */
  const make = (tile, isDrawn) => {
    const n = (seen.get(tile) ?? 0) + 1;
    seen.set(tile, n);
    const key = `${tile}#${n}`;
    const playable = discardOf(legal, tile, isDrawn, look.declaring) !== null;
    const candidate = found.get(tile);
    return {
      key, tile, drawn: isDrawn, playable, lifted: key === look.lifted, barred: onTurn && !playable,
      dora: look.doras.has(tile) || tile[0] === '0' || (look.doras.has(`5${tile[1]}`) && tile[0] === '0'),
      candidate: candidate ? `${candidate.left}` : '',
      flaw: candidate?.furiten ? words.t('mark.furiten') : '',
    };
  };
  const out = tiles.map((tile) => make(tile, false));
  return drawn && !look.flower ? [...out, make(drawn, true)] : out;
}

/** The tile after a dora indicator.
 * @param {string} indicator */
export function doraOf(indicator) {
  const n = indicator[0] === '0' ? 5 : Number(indicator[0]);
  if (indicator[1] !== 'z') return `${(n % 9) + 1}${indicator[1]}`;
  return n <= 4 ? `${(n % 4) + 1}z` : `${((n - 4) % 3) + 5}z`;
}
