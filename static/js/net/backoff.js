/** How long to wait before the next try: doubling up to a limit, scattered so that a whole club does not come back at once. */

const FIRST_MS = 400;
const MOST_MS = 15_000;

/** @param {number} tries  failed so far, from 0 @param {number} dice  0 to 1 @returns {number} ms */
export function waitBefore(tries, dice) {
  const whole = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(tries, 10));
  return Math.round(whole * (0.5 + dice / 2));
}
