/** A page that stayed open over an upgrade says so, and takes the new front end when nothing is asked of the person. */

import { mayReload } from '../model/upgrade.js';
import { ownVersion } from '../net/front_end.js';

/** The version that a page has been loaded anew for: once is enough, should an old page come back. */
const TRIED = 'table.reloaded_for';

export class Upgrade {
  /** @param {{session: import('../state/session.js').Session, game: HTMLElement, draw: () => void}} page */
  constructor(page) {
    this.page = page;
    /** @type {string | null} */
    this.version = null;
  }

  /** @param {string | null} version  the server's */
  heard(version) {
    if (!version || !ownVersion) return;
    this.version = version;
    this.page.session = { ...this.page.session, outdated: version !== ownVersion };
    this.page.draw();
  }

  /** Loads the page anew if this is a good moment. */
  offer() {
    const { session, game } = this.page;
    if (!this.version || !session.outdated || sessionStorage.getItem(TRIED) === this.version) return;
    const writing = /** @type {NodeListOf<HTMLInputElement>} */ (game.querySelectorAll('input:not([type="checkbox"]):not([type="range"])'));
    const busy = game.querySelector('dialog') !== null || [...writing].some((each) => each.value !== '');
    if (mayReload(session, { busy })) this.take();
  }

  take() {
    if (this.version) sessionStorage.setItem(TRIED, this.version);
    location.reload();
  }
}
