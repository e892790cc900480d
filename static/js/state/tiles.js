/** Tiles as the wire spells them, and the order in which hands are written. */

/** @typedef {import('../protocol.js').Tile} Tile */

/** How a concealed tile of another seat is written in a view. */
export const UNKNOWN = '?';

const SUITS = 'mpsz';

/** Place of a tile in hand order: suits, then honours, then bonus tiles; a red five before the plain fives.
 * @param {Tile} tile */
export function order(tile) {
  const n = tile[0] === '0' ? 4.5 : Number(tile[0]);
  return tile[1] === 'f' ? 100 + n : SUITS.indexOf(tile[1]) * 10 + n;
}

/** @param {Tile[]} tiles */
export function sortTiles(tiles) {
  return [...tiles].sort((a, b) => order(a) - order(b));
}

/** A red five is of the kind of its five.
 * @param {Tile} tile */
export const kindOf = (tile) => (tile[0] === '0' ? `5${tile[1]}` : tile);

/** @param {Tile | null | undefined} tile */
export const isBonus = (tile) => tile != null && tile[1] === 'f';
