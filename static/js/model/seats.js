/** Places at the table as the viewer sees them: 0 below, 1 right, 2 above, 3 left. */

/** @param {number} seat @param {number | null} viewer */
export const placeOf = (seat, viewer) => (seat - (viewer ?? 0) + 4) & 3;

/** @param {number} place @param {number | null} viewer */
export const seatAt = (place, viewer) => (place + (viewer ?? 0)) & 3;

/** Seat wind 0-3: the dealer is East.
 * @param {number} seat @param {number} dealer */
export const windOf = (seat, dealer) => (seat - dealer + 4) & 3;
