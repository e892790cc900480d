/** The first table: how to discard, to claim, to win, and where help is. */

import { tableSteps } from './steps.js';
import { showTour } from './tour.js';

/** @typedef {{game: HTMLElement, words: import('../i18n/catalogue.js').Catalogue, session: import('../state/session.js').Session}} Page */

/** Shows a player around; whoever only looks on is left alone. @param {Page} page @param {{again?: boolean}} [how] */
export function showTable({ game, words, session }, how) {
  if (session.viewer === null && !how?.again) return;
  const { t } = words;
  const minimum = session.view?.options.minimum;
  /** @param {string} key */
  const text = (key) => [t(`tour.${key}`), key === 'win' && typeof minimum === 'number' ? t('tour.minimum', { n: minimum }) : ''].filter(Boolean).join(' ');
  const own = { title: t('tour.title'), skip: t('tour.skip'), back: t('tour.back'), next: t('tour.next'), done: t('tour.done'), step: (/** @type {number} */ n, /** @type {number} */ of) => t('tour.step', { n, of }), text };
  showTour(game, 'table', tableSteps(matchMedia('(pointer: coarse)').matches), own, how);
}
