/** Through whose eyes a deal is looked at: a seat's, as it saw it then, or everybody's with all hands open. */

import { UNKNOWN } from '../state/tiles.js';

/** @typedef {import('../protocol.js').View} View */
/** @typedef {{seat: number, open: boolean}} Eyes  `seat` sits at the bottom; `open`: all hands lie open */

/** What is left of a view for one seat. The twin of `rules/views.py`, held to the golden transcripts.
 * @param {View} view @param {number} seat @returns {View} */
export function seenBy(view, seat) {
  return {
    ...view,
    seats: view.seats.map((each, i) => (i === seat ? each : { ...each, hand: null, drawn: each.drawn === null ? null : UNKNOWN, lock: null })),
  };
}

/** @param {View} view @param {Eyes} eyes */
export const through = (view, eyes) => (eyes.open ? view : seenBy(view, eyes.seat));
