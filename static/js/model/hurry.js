/** The last seconds of a question: when they are struck. */

/** From so many seconds on. */
export const LAST = 5;

/** Whole seconds left on a clock, its bank included.
 * @param {{from: number, base: number, bank: number}} clock @param {number} now */
export const secondsLeft = (clock, now) => Math.ceil((clock.base + clock.bank - Math.max(0, now - clock.from)) / 1000);

/** The second that is struck now, or null: each of the last ones once, none where the clock was let run long before.
 * @param {{from: number, base: number, bank: number} | null} clock @param {number} now @param {number | null} struck  the last one
 * @returns {number | null} */
export function strike(clock, now, struck) {
  const left = clock ? secondsLeft(clock, now) : 0;
  return left > 0 && left <= LAST && left !== struck ? left : null;
}
