/** What is told for a while and then goes away: notices over the table, refusals beside the hand. */

import { dismissed } from '../state/session.js';

/** @typedef {import('../state/session.js').Session} Session */

const NOTICE_MS = 5000;
const REPLY_MS = 4000;

export class Passing {
  /** @param {{session: Session, draw: () => void}} page */
  constructor(page) {
    this.page = page;
  }

  /** Says why something was not done.
   * @param {string} code @param {string | null} [rule] */
  refuse(code, rule = null) {
    this.page.session = { ...this.page.session, refused: { code, rule, verdict: null, at: Date.now() } };
    this.refused();
  }

  /** The refusal that the session has now. */
  refused() {
    const { refused } = this.page.session;
    setTimeout(() => {
      if (this.page.session.refused !== refused) return;
      this.page.session = { ...this.page.session, refused: null };
      this.page.draw();
    }, REPLY_MS);
  }

  /** The notice that the session has now. */
  noticed() {
    const { notice } = this.page.session;
    if (!notice) return;
    setTimeout(() => {
      if (this.page.session.notice !== notice) return;
      this.page.session = dismissed(this.page.session);
      this.page.draw();
    }, NOTICE_MS);
  }
}
