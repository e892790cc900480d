/** Where somebody is in a replay, as the part of the address behind the #: `deal.event.seat`, and `.open` with all hands open. */

/** @typedef {import('./eyes.js').Eyes} Eyes */
/** @typedef {{deal: number, event: number | null, eyes: Eyes | null}} Spot  `event` is the number of an event in the record */

/** @param {number} deal @param {number} event @param {Eyes} eyes */
export const addressOf = (deal, event, eyes) => `#${deal}.${event}.${eyes.seat}${eyes.open ? '.open' : ''}`;

const ADDRESS = /^#(\d{1,4})(?:\.(\d{1,6})(?:\.([0-3])(\.open)?)?)?$/;

/** @param {string} hash @returns {Spot | null} null: it names no spot */
export function spotOf(hash) {
  const found = ADDRESS.exec(hash);
  if (!found) return null;
  const [, deal, event, seat, open] = found;
  return {
    deal: Number(deal), event: event === undefined ? null : Number(event), eyes: seat === undefined ? null : { seat: Number(seat), open: open !== undefined },
  };
}
