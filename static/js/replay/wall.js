/** The wall of a finished deal in drawing order: which seat took each tile with which event, and what stayed. */

import { placesInWall } from '../../lobby/verify.js';

/** @typedef {import('./deal.js').Deal} Deal */

/**
 * @typedef {object} WallTile
 * @property {string} tile
 * @property {number | null} seat  who took it; null: nobody
 * @property {number} event  number of the event that took it; 0: nobody
 * @property {'dealt' | 'wall' | 'kong' | 'bonus' | 'indicator' | 'under' | 'dead' | 'left'} use
 */

/** Where the indicators lie in the dead wall of the one variant that has them: behind four replacements, and what is under them. */
const INDICATORS = { behind: 4, most: 5 };

/** @param {Deal} deal @returns {WallTile[]} empty for a deal that was taken up in the middle: what lay where before is not known */
export function wallOf(deal) {
  const [start] = deal.events;
  const ended = deal.events.find((event) => event.type === 'deal_ended');
  if (start.type !== 'deal_started' || ended?.type !== 'deal_ended' || !ended.wall) return [];
  const tiles = ended.wall.match(/../g) ?? [];
  const draws = deal.events.flatMap((event, i) => (event.type === 'drawn' ? [{ event, number: deal.first + i }] : []));
  const found = placesInWall(start, draws.map(({ event }) => event), tiles.length);
  if (!found) return [];
  /** @type {WallTile[]} */
  const wall = tiles.map((tile, i) => ({ tile, seat: null, event: 0, use: i >= tiles.length - found.reserve ? 'dead' : 'left' }));
  for (let i = 0; i < 4 * found.hand; i++) {
    wall[i] = { ...wall[i], seat: (start.dealer + Math.floor(i / found.hand)) % 4, event: deal.first, use: 'dealt' };
  }
  draws.forEach(({ event, number }, i) => {
    const at = found.draws[i];
    wall[at] = { ...wall[at], seat: event.seat, event: number, use: event.source === 'kong' || event.source === 'bonus' ? event.source : 'wall' };
  });
  if (start.indicators?.length) {
    const first = tiles.length - found.reserve + INDICATORS.behind;
    for (let i = 0; i < INDICATORS.most; i++) {
      wall[first + i] = { ...wall[first + i], use: 'indicator' };
      wall[first + INDICATORS.most + i] = { ...wall[first + INDICATORS.most + i], use: 'under' };
    }
  }
  return wall;
}

/** Place of the next tile from the front of the wall after `event`. @param {WallTile[]} wall @param {number} event */
export function nextOf(wall, event) {
  return wall.findIndex((each) => (each.use === 'left' || each.use === 'wall') && (each.event === 0 || each.event > event));
}
