/** Between two drawings of the table: plans what moves, and plays it unless the person, or his system, wants none of it. */

import { plan } from './plan.js';
import { Player } from './player.js';

/** @typedef {import('../model/table.js').TableModel} TableModel */

/** Shares of the planned time.
 * @type {Record<import('../model/settings.js').Settings['motion'], number>} */
const PACES = { normal: 1, fast: 0.4, none: 0 };

/** @param {import('../ui/screen.js').Screen} screen @param {() => import('../model/settings.js').Settings['motion']} wanted
 * @param {(points: number) => string} signed @returns {import('../pages/drawing.js').Motion} */
export function motionOf(screen, wanted, signed) {
  const player = new Player(screen);
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  return ({ before, after, events }) => {
    const pace = calm.matches ? 0 : PACES[wanted()];
    const moves = pace && before && after ? plan(before, after, events) : [];
    if (!moves.length) {
      if (events.length) player.stop();
      return () => {};
    }
    screen.sheetNext = moves.some((move) => move.kind === 'sheet');
    const begun = player.measure(moves);
    return () => player.play(moves, begun, pace, signed);
  };
}
