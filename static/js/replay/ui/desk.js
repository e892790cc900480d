/** Everything on a replay's page: the table's own screen, the bar in the place of the choices, the boxes beside the board. */

import { Screen } from '../../ui/screen.js';
import { tell } from '../telling.js';
import { Controls } from './controls.js';
import { Moves } from './moves.js';
import { Options } from './options.js';
import { Panels } from './panels.js';
import { WallPanel } from './wall.js';

/** @typedef {import('../../i18n/catalogue.js').Catalogue} Catalogue */
/** @typedef {import('../scene.js').Scene} Scene */
/** @typedef {import('../walk.js').Walk} Walk */

/**
 * @typedef {object} Hooks
 * @property {(way: import('./controls.js').Way) => void} onWay
 * @property {(at: number) => void} onSeek
 * @property {(key: string | null) => void} onOver
 * @property {() => void} onSheet
 * @property {() => void} onSpoken
 * @property {() => void} onPanels
 * @property {import('./options.js').Hooks} options
 *
 * @typedef {object} Shown
 * @property {boolean} playing
 * @property {number} speed
 * @property {boolean} sheetHidden
 * @property {string} variant
 * @property {import('../../../lobby/verify.js').Check[] | null} checks
 */

const nothing = () => {};

export class Desk {
  /** @param {HTMLElement} game @param {{match: string, fromFile: boolean}} data @param {Hooks} hooks */
  constructor(game, data, hooks) {
    this.game = game;
    game.dataset.replay = data.fromFile ? 'file' : 'match';
    game.dataset.panel = '';
    this.screen = new Screen(game, {
      onTile: nothing, onChoice: nothing, onWhy: nothing, onContinue: nothing, onSay: nothing, onRetry: nothing, onOrder: nothing,
      onMenu: () => hooks.options.onPanel('options'), onOver: hooks.onOver, onSheet: hooks.onSheet, onSpoken: hooks.onSpoken, code: '', match: data.match,
    });
    this.screen.sheet.takesFocus = false;
    this.controls = new Controls(hooks.onWay, hooks.onSeek);
    this.moves = new Moves(hooks.onSeek);
    this.wall = new WallPanel();
    this.options = new Options(hooks.options, data);
    this.panels = new Panels(game, { options: this.options.body, moves: this.moves.list, wall: this.wall.body }, hooks.onPanels);
    this.#arrange(hooks.options.onSeat);
  }

  /** @param {(seat: number) => void} onSeat */
  #arrange(onSeat) {
    const { screen, panels } = this;
    screen.acts.el.replaceWith(this.controls.el);
    screen.talk.el.replaceWith(panels.part('moves').el);
    screen.talkOpen.remove();
    screen.waits.el.before(panels.part('options').el, panels.part('wall').el);
    // A press on a player is a look from his seat.
    for (const chips of [screen.chips, screen.players]) {
      chips.addEventListener('click', (e) => {
        const place = [...chips.children].findIndex((chip) => chip.contains(/** @type {Node} */ (e.target)));
        if (place >= 0) onSeat((Number(this.game.dataset.bottom) + place) & 3);
      });
    }
  }

  /** @param {Scene} scene @param {Walk} walk @param {Shown} shown @param {Catalogue} words */
  update({ session, model, name, told }, walk, { playing, speed, sheetHidden, variant, checks }, words) {
    const { deal, eyes } = walk;
    this.screen.update(session, model, words, name, { banner: null, sheetHidden, now: 0 });
    this.controls.update(walk, playing, told, words);
    this.options.update(walk, speed, variant, name, words);
    this.panels.update(words);
    const seen = `${walk.index}|${eyes.seat}|${eyes.open}|${words.lang}`;
    if (this.panels.part('moves').el.checkVisibility()) this.moves.update(seen, () => deal.steps.map((step) => tell(step, eyes, name, words)), walk.at, words);
    if (this.panels.shown === 'wall') this.wall.update(deal, walk.step.event, checks, name, words);
    Object.assign(this.game.dataset, { at: walk.address.slice(1), playing: `${playing}`, bottom: `${eyes.seat}` });
  }

  /** The link could not be put into the clipboard: it can still be copied by hand. @param {string} link */
  offer(link) {
    if (this.panels.shown !== 'options') this.panels.toggle('options');
    const { here } = this.options;
    here.value = link;
    here.hidden = false;
    here.select();
  }
}
