/** Every step of the deal as a list: where one is, and a way to anywhere. One tab stop. */

import { keyed, make, setAttr, setText } from '../../ui/dom.js';

/** @typedef {import('../../i18n/catalogue.js').Catalogue} Catalogue */

export class Moves {
  /** @param {(at: number) => void} onSeek */
  constructor(onSeek) {
    this.list = make('ol', 'move-list');
    this.list.addEventListener('click', (e) => {
      const at = /** @type {Element} */ (e.target).closest('button')?.dataset.at;
      if (at !== undefined) onSeek(Number(at));
    });
    this.drawn = '';
  }

  /** @param {string} key  of what is listed: nothing is told anew while it stays @param {() => string[]} lines @param {number} at @param {Catalogue} words */
  update(key, lines, at, words) {
    setAttr(this.list, 'aria-label', words.t('replay.moves'));
    if (key !== this.drawn) {
      keyed(this.list, lines(), (_, i) => `${i}`, () => make('li', '', [make('button')]), (el, text, i) => {
        const button = /** @type {HTMLButtonElement} */ (el.firstElementChild);
        button.type = 'button';
        button.dataset.at = `${i}`;
        setText(button, text);
      });
      this.drawn = key;
    }
    this.#mark(at);
  }

  /** @param {number} at */
  #mark(at) {
    const held = document.activeElement && this.list.contains(document.activeElement);
    [...this.list.children].forEach((line, i) => {
      const button = /** @type {HTMLElement} */ (line.firstElementChild);
      setAttr(button, 'tabindex', i === at ? 0 : -1);
      setAttr(button, 'aria-current', i === at ? 'step' : null);
    });
    const now = /** @type {HTMLElement | null} */ (this.list.children[at]?.firstElementChild ?? null);
    if (!now) return;
    if (held) now.focus({ preventScroll: true });
    const { offsetTop, offsetHeight } = now;
    const { scrollTop, clientHeight } = this.list;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) this.list.scrollTop = offsetTop - clientHeight / 2;
  }
}
