/** A change of the seat that did not come about is told on the table. */

import { Refusal } from '../net/connection.js';

/** @param {{session: import('../state/session.js').Session, draw: () => void}} page @param {unknown} failure */
export function tellRefusal(page, failure) {
  page.session = { ...page.session, notice: { code: failure instanceof Refusal ? failure.code : 'offline', params: {} } };
  page.draw();
}
