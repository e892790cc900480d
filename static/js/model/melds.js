/** How a meld lies: the claimed tile sideways, on the side of the seat that fed it. */

import { kindOf } from '../state/tiles.js';

/**
 * @typedef {object} MeldTile
 * @property {string} tile  or `back`
 * @property {'' | 'l' | 'r'} turn  which way it lies
 * @property {string} on  the tile laid on top of a sideways one (an added kong), or ''
 *
 * @typedef {object} LaidMeld
 * @property {string} key
 * @property {string} kind  `chow`, `pung`, `kong`
 * @property {string | null} form
 * @property {number | null} from  the feeder's place 1-3 seen from the meld's owner
 * @property {MeldTile[]} tiles
 * @property {number} width  in tile widths
 */

const LYING = 1.34;
/** Two small tiles, one above the other. */
const STACKED = 0.98;
const GAP = 0.06;

/** @param {import('../protocol.js').Meld} meld @param {number} owner @param {number} index @returns {LaidMeld} */
export function layMeld(meld, owner, index) {
  const tiles = meld.form === 'concealed' ? concealed(meld.tiles) : fed(meld, owner);
  const from = meld.from_seat === null ? null : (meld.from_seat - owner + 4) & 3;
  const width = tiles.reduce((sum, each) => sum + (each.on ? STACKED : each.turn ? LYING : 1) + GAP, -GAP);
  return { key: `${index}`, kind: meld.kind, form: meld.form, from, tiles, width };
}

/** A concealed kong shows its two middle tiles, a red five among them where it has one.
 * @param {string[]} tiles @returns {MeldTile[]} */
function concealed(tiles) {
  const [a, b] = [...tiles].sort();
  return ['back', a, b, 'back'].map(upright);
}

/** @param {string} tile @returns {MeldTile} */
const upright = (tile) => ({ tile, turn: '', on: '' });

/** @param {import('../protocol.js').Meld} meld @param {number} owner @returns {MeldTile[]} */
function fed(meld, owner) {
  const added = meld.form === 'added' ? meld.tiles[3] : '';
  const three = added ? meld.tiles.slice(0, 3) : meld.tiles;
  const own = three.slice(0, -1);
  const claimed = three[three.length - 1];
  const from = ((meld.from_seat ?? 0) - owner + 4) & 3;
  // The feeder on the left: first tile; across: second; on the right: last.
  const at = from === 3 ? 0 : from === 2 ? 1 : own.length;
  const out = own.map(upright);
  out.splice(at, 0, { tile: claimed, turn: from === 1 ? 'r' : 'l', on: added });
  return out;
}

/** The kind a meld is named by.
 * @param {string[]} tiles */
export const meldTile = (tiles) => kindOf([...tiles].sort((a, b) => kindOf(a).localeCompare(kindOf(b)))[0]);
