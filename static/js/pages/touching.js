/** What the person does with the hand and the choices: pointing, lifting, laying out, declaring, acting. */

import { discardOf } from '../model/actions.js';

/** @typedef {import('../protocol.js').Action} Action */

/**
 * @typedef {object} TouchedPage
 * @property {import('../state/session.js').Session} session
 * @property {import('../model/table.js').TableModel | null} model  as it is drawn
 * @property {import('../model/settings.js').Settings} settings
 * @property {import('./questions.js').Questions} questions
 * @property {import('./flower.js').ShownFlower} flower
 * @property {(action: Action) => void} act
 * @property {() => void} ask
 * @property {() => void} draw
 */

export class Touching {
  /** @param {TouchedPage} page */
  constructor(page) {
    this.page = page;
    /** @type {string | null} key of a hand tile */
    this.lifted = null;
    this.declaring = false;
    /** @type {string | null} key of the hand tile that is pointed at or has the focus */
    this.over = null;
    /** @type {string[] | null} keys of the hand as the viewer has laid it; null: sorted */
    this.order = null;
  }

  /** The question it belonged to is over. */
  forget() {
    this.lifted = null;
    this.declaring = false;
  }

  /** The hand's tile whose discard the person thinks of. */
  looking() {
    return this.lifted ?? this.over;
  }

  /** @param {string} key @param {import('../ui/hand.js').Press} press */
  tile(key, { twice, meant }) {
    const { page } = this;
    const tile = page.model?.hand.find((each) => each.key === key);
    if (!tile) return;
    if (tile.barred && page.session.prompt) page.questions.why('beside', [{ type: this.declaring ? 'declare_ready' : 'discard', tile: tile.tile }]);
    const again = this.lifted === key;
    const action = discardOf(page.session.prompt?.legal ?? [], tile.tile, tile.drawn, this.declaring);
    if (tile.playable && action && meant && (again || !(twice || page.settings.twoStep))) {
      page.act(action);
      return;
    }
    this.lifted = again && meant ? null : key;
    page.ask();
    page.draw();
  }

  discardDrawn() {
    const drawn = this.page.model?.hand.find((each) => each.drawn);
    if (drawn) this.tile(drawn.key, { twice: false, meant: true });
  }

  /** @param {import('../model/actions.js').Choice} choice */
  choose(choice) {
    if (choice.action) {
      this.page.act(choice.action);
      return;
    }
    if (choice.key === 'flower') {
      this.page.flower.hide();
      return;
    }
    this.lifted = null;
    this.declaring = !this.declaring;
    this.page.draw();
  }

  /** @param {string | null} key */
  pointAt(key) {
    if (this.over === key) return;
    this.over = key;
    this.page.ask();
    this.page.draw();
  }

  /** @param {string[]} keys */
  layOut(keys) {
    this.order = keys;
    this.page.draw();
  }

  /** The hand sorts itself no more, and stands as it stood; or does so again.
   * @param {boolean} sort */
  sorted(sort) {
    this.order = sort ? null : (this.page.model?.hand.map((each) => each.key) ?? null);
  }
}
