/** Leaving the seat and taking it back. */

import { changeSeat } from '../net/seat.js';
import { openSave } from './save_and_leave.js';
import { tellRefusal } from './seat_refusal.js';

/**
 * @typedef {object} SeatPage
 * @property {import('../state/session.js').Session} session
 * @property {import('../i18n/catalogue.js').Catalogue} words
 * @property {import('../net/connection.js').Connection} connection
 * @property {() => void} draw
 */

/** What the menu offers: going on another day or leaving for whoever plays, coming back for whoever left.
 * @param {SeatPage & {game: HTMLElement}} page @returns {{onSave?: () => void, onLeave?: () => void, onReturn?: () => void}} */
export function seatHooks(page) {
  if (page.session.view?.phase === 'over') return {};
  if (page.session.viewer !== null) return { onSave: () => openSave(page), onLeave: () => void leave(page) };
  return 'left' in document.body.dataset ? { onReturn: () => void takeBack(page) } : {};
}

/** @param {SeatPage} page */
async function leave(page) {
  if (!confirm(page.words.t('menu.leave.sure'))) return;
  try {
    await changeSeat(page.session.match, 'leave');
    location.assign('/');
  } catch (failure) {
    tellRefusal(page, failure);
  }
}

/** @param {SeatPage} page */
export async function takeBack(page) {
  try {
    await changeSeat(page.session.match, 'return');
    location.reload();
  } catch (failure) {
    tellRefusal(page, failure);
    page.connection.start();
  }
}
