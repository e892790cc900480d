/** A card that shows a newcomer around. It lies over the page without closing it: play goes on, no focus is taken away, and whoever
 * does not want it skips it. It is remembered in the browser. */

import { make, setAttr, setHidden, setText } from '../ui/dom.js';
import { KEPT, seenFrom } from './steps.js';

/** @typedef {import('./steps.js').Step} Step */
/** @typedef {import('./steps.js').Place} Place */
/** @typedef {{title: string, skip: string, back: string, next: string, done: string, step: (n: number, of: number) => string, text: (key: string) => string}} TourWords */

/** @param {Place} place */
export const wasShown = (place) => seenFrom(localStorage.getItem(KEPT)).includes(place);

/** Shows the card, or the open one anew; without `again` only where the person has not seen it yet.
 * @param {HTMLElement} host @param {Place} place @param {readonly Step[]} steps @param {TourWords} words @param {{again?: boolean}} [how] */
export function showTour(host, place, steps, words, { again = false } = {}) {
  if (document.querySelector('.tour') || (!again && wasShown(place))) return;
  const tour = new Tour(place, steps, words);
  // First of what it lies over: the next press of Tab reaches it.
  host.prepend(tour.el);
  tour.show(0);
  if (again) tour.next.focus();
}

class Tour {
  /** @param {Place} place @param {readonly Step[]} steps @param {TourWords} words */
  constructor(place, steps, words) {
    this.place = place;
    this.steps = steps;
    this.words = words;
    this.at = 0;
    this.title = make('h2', '', [words.title]);
    this.title.id = 'tour-title';
    this.count = make('span', 'count');
    this.text = make('p');
    this.skip = button('quit', words.skip, () => this.end());
    this.back = button('back', words.back, () => this.show(this.at - 1));
    this.next = button('next', words.next, () => this.show(this.at + 1));
    const said = make('div', '', [this.text]);
    setAttr(said, 'role', 'status');
    this.el = make('section', 'tour', [make('header', '', [this.title, this.count]), said, make('footer', '', [this.skip, this.back, this.next])]);
    setAttr(this.el, 'aria-labelledby', this.title.id);
    this.el.addEventListener('keydown', (event) => {
      // The table's own keys are for tiles.
      event.stopPropagation();
      if (event.key === 'Escape') this.end();
    });
  }

  /** @param {number} at */
  show(at) {
    const step = this.steps[at];
    if (!step) {
      this.end();
      return;
    }
    this.at = at;
    setText(this.count, this.words.step(at + 1, this.steps.length));
    setText(this.text, this.words.text(step.key));
    setText(this.next, at === this.steps.length - 1 ? this.words.done : this.words.next);
    setHidden(this.back, at === 0);
    this.#point(step.at);
  }

  end() {
    this.#point('');
    const focused = this.el.contains(document.activeElement);
    this.el.remove();
    if (focused) /** @type {HTMLElement | null} */ (document.querySelector('[data-tour-again], .icon.menu'))?.focus();
    localStorage.setItem(KEPT, JSON.stringify([...new Set([...seenFrom(localStorage.getItem(KEPT)), this.place])]));
  }

  /** @param {string} selector */
  #point(selector) {
    for (const el of document.querySelectorAll('[data-toured]')) el.removeAttribute('data-toured');
    const el = selector ? document.querySelector(selector) : null;
    el?.setAttribute('data-toured', '');
    el?.scrollIntoView({ block: 'nearest' });
  }
}

/** @param {string} name @param {string} text @param {() => void} onClick */
function button(name, text, onClick) {
  const el = make('button', name, [text]);
  el.type = 'button';
  el.addEventListener('click', onClick);
  return el;
}
