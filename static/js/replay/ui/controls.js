/** The bar that a replay is driven with: the place in the deal, and the ways to go. */

import { make, setAttr, setText } from '../../ui/dom.js';

/** @typedef {import('../../i18n/catalogue.js').Catalogue} Catalogue */
/** @typedef {'deal.before' | 'decision.before' | 'back' | 'play' | 'on' | 'decision.next' | 'deal.next'} Way */

/** @type {{way: Way, sign: string, keys: string}[]} */
const BUTTONS = [
  { way: 'deal.before', sign: 'deal turned', keys: 'PageUp' },
  { way: 'decision.before', sign: 'decision turned', keys: 'Shift+ArrowLeft' },
  { way: 'back', sign: 'step turned', keys: 'ArrowLeft' },
  { way: 'play', sign: 'play', keys: 'Space' },
  { way: 'on', sign: 'step', keys: 'ArrowRight' },
  { way: 'decision.next', sign: 'decision', keys: 'Shift+ArrowRight' },
  { way: 'deal.next', sign: 'deal', keys: 'PageDown' },
];

export class Controls {
  /** @param {(way: Way) => void} onWay @param {(at: number) => void} onSeek */
  constructor(onWay, onSeek) {
    this.slider = make('input');
    this.slider.type = 'range';
    this.slider.min = '0';
    this.slider.addEventListener('input', () => onSeek(Number(this.slider.value)));
    this.count = make('span', 'count');
    this.buttons = BUTTONS.map(({ way, sign, keys }) => {
      const el = make('button', `way ${sign}`, [make('i')]);
      el.type = 'button';
      el.dataset.way = way;
      setAttr(el, 'aria-keyshortcuts', keys);
      // A press with the mouse leaves the focus where it was, so that the space bar goes on meaning play and pause.
      el.addEventListener('mousedown', (e) => e.preventDefault());
      el.addEventListener('click', () => onWay(way));
      return el;
    });
    this.el = make('div', 'replay-bar', [make('div', 'seek', [this.slider, this.count]), make('div', 'ways', this.buttons)]);
    setAttr(this.el, 'role', 'group');
  }

  /** @param {import('../walk.js').Walk} walk @param {boolean} playing @param {string} told @param {Catalogue} words */
  update(walk, playing, told, words) {
    const { t } = words;
    const of = walk.deal.steps.length;
    setAttr(this.el, 'aria-label', t('replay.controls'));
    setAttr(this.slider, 'max', of - 1);
    this.slider.value = `${walk.at}`;
    setAttr(this.slider, 'aria-label', t('replay.slider'));
    setAttr(this.slider, 'aria-valuetext', `${t('replay.step', { n: walk.at + 1, of })}: ${told}`);
    setText(this.count, `${walk.at + 1} / ${of}`);
    const first = walk.index === 0;
    const last = walk.index === walk.record.deals.length - 1;
    /** @type {Partial<Record<Way, boolean>>} */
    const off = { 'deal.before': first && walk.at === 0, back: first && walk.at === 0, on: walk.ended, play: walk.ended, 'deal.next': last };
    this.buttons.forEach((el, i) => {
      const { way } = BUTTONS[i];
      const key = way === 'play' && playing ? 'pause' : way;
      setAttr(el, 'aria-label', t(`replay.${key}`));
      setAttr(el, 'title', t(`replay.${key}`));
      // Not `disabled`: the focus would be lost at the end of the match.
      setAttr(el, 'aria-disabled', off[way] ? 'true' : null);
      if (way === 'play') el.classList.toggle('pause', playing);
    });
  }
}
