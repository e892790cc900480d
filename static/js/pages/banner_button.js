/** The banner's button does what the banner offers: the new page, the seat again, or another try. */

import { takeBack } from './seat_change.js';

/** @param {import('./seat_change.js').SeatPage & {upgrade: import('./upgrade.js').Upgrade}} page */
export function bannerPressed(page) {
  const { bye, control, outdated, connection } = page.session;
  if (outdated && control && connection === 'open') page.upgrade.take();
  else if (bye === 'left_table') void takeBack(page);
  else page.connection.start();
}
