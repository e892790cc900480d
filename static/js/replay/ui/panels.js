/** The boxes beside the board: one of them can be laid over it where there is no room for all. */

import { make, setAttr, setText } from '../../ui/dom.js';

/** @typedef {import('../../i18n/catalogue.js').Catalogue} Catalogue */
/** @typedef {'options' | 'moves' | 'wall'} Name */

const TITLES = { options: 'replay.options', moves: 'replay.moves', wall: 'replay.wall.title' };

export class Panels {
  /** @param {HTMLElement} game @param {Record<Name, HTMLElement>} bodies @param {() => void} onChange */
  constructor(game, bodies, onChange) {
    this.game = game;
    this.onChange = onChange;
    /** @type {Name | ''} */
    this.shown = '';
    /** @type {HTMLElement | null} what had the focus before */
    this.opener = null;
    this.parts = /** @type {Name[]} */ (Object.keys(bodies)).map((name) => {
      const title = make('h2');
      title.id = `panel-${name}`;
      const close = make('button', 'icon close', ['✕']);
      close.type = 'button';
      close.addEventListener('click', () => this.close());
      const el = make('section', `rpanel ${name} card-like`, [make('div', 'head', [title, close]), bodies[name]]);
      setAttr(el, 'aria-labelledby', title.id);
      return { name, el, title, close };
    });
  }

  /** @param {Name} name */
  part(name) {
    return /** @type {Panels['parts'][number]} */ (this.parts.find((each) => each.name === name));
  }

  /** @param {Name} name */
  toggle(name) {
    if (this.shown === name) {
      this.close();
      return;
    }
    this.opener ??= /** @type {HTMLElement | null} */ (document.activeElement);
    this.#show(name);
    const { close, el } = this.part(name);
    if (close.checkVisibility()) close.focus({ preventScroll: true });
    else /** @type {HTMLElement | null} */ (el.querySelector('select, button, [tabindex="0"]'))?.focus();
  }

  close() {
    if (!this.shown) return;
    const held = this.part(this.shown).el.contains(document.activeElement);
    this.#show('');
    if (held && this.opener?.isConnected) this.opener.focus({ preventScroll: true });
    this.opener = null;
  }

  /** @param {Name | ''} name */
  #show(name) {
    this.shown = name;
    this.game.dataset.panel = name;
    this.onChange();
  }

  /** @param {Catalogue} words */
  update(words) {
    for (const { name, title, close } of this.parts) {
      setText(title, words.t(TITLES[name]));
      setAttr(close, 'aria-label', words.t('replay.close'));
    }
  }
}
