/** A river in three rows: six, six and the rest; a very long one gets longer rows, since there are never more than three. */

/**
 * @typedef {object} RiverSpot
 * @property {string} key
 * @property {string} tile
 * @property {boolean} drawn
 * @property {boolean} sideways  readiness was declared with it
 * @property {boolean} claimed
 * @property {boolean} last
 */

const ROW = 6;
const LONGEST_LAST = 10;

/** @param {number} count @returns {number} tiles in the first two rows */
export function rowLength(count) {
  return count <= 2 * ROW + LONGEST_LAST ? ROW : Math.ceil(count / 3);
}

/** @param {import('../protocol.js').RiverTile[]} river @param {boolean} holdsLast @returns {RiverSpot[][]} */
export function riverRows(river, holdsLast) {
  const length = rowLength(river.length);
  // Where the declared tile was claimed, the next one lies sideways for it.
  const turned = sidewaysAt(river);
  /** @type {RiverSpot[][]} */
  const rows = [[], [], []];
  river.forEach((each, i) => {
    rows[Math.min(2, Math.floor(i / length))].push({
      key: `${i}`, tile: each.tile, drawn: each.drawn, sideways: i === turned, claimed: each.claimed_by !== null,
      last: holdsLast && i === river.length - 1,
    });
  });
  return rows;
}

/** @param {import('../protocol.js').RiverTile[]} river */
function sidewaysAt(river) {
  const declared = river.findIndex((each) => each.ready);
  if (declared < 0) return -1;
  const lying = river.findIndex((each, i) => i >= declared && each.claimed_by === null);
  return lying < 0 ? declared : lying;
}
