/** The banner over the table: the state of the line, who plays the seat, notices. */

import { sentence } from './announce.js';

/** @typedef {import('../state/session.js').Session} Session */
/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */

/**
 * @typedef {object} Banner
 * @property {string} text
 * @property {boolean} busy
 * @property {string} button
 */

/** @param {Session} s @param {Catalogue} words @returns {Banner | null} */
export function bannerOf(s, words) {
  const { t } = words;
  const { connection, bye, control, viewer, notice, view } = s;
  if (connection === 'closed') return { text: closedText(bye, words), busy: false, button: t(closedButton(bye)) };
  if (connection !== 'open') return { text: t(`state.${connection}`), busy: true, button: '' };
  if (!control && viewer !== null) return { text: t('state.taken_over'), busy: false, button: t('state.take_back') };
  if (s.outdated) return { text: t('state.outdated'), busy: false, button: t('state.reload') };
  if (view?.paused) return { text: pausedText(s, view.paused, words), busy: false, button: '' };
  if (!notice) return null;
  if (notice.code === 'order') return { text: orderText(notice.params, words), busy: false, button: '' };
  const text = t(`notice.${notice.code}`, notice.params);
  return { text: text === `notice.${notice.code}` ? t('notice.other', { code: notice.code }) : text, busy: false, button: '' };
}

/** Who ordered the pause and why.
 * @param {Session} s @param {string} reason @param {Catalogue} words */
function pausedText(s, reason, words) {
  if (reason !== 'by_order') return words.t('state.paused');
  return s.pause ? sentence({ type: 'match_paused', reason, ...s.pause }, 'turn', s.viewer, () => '', words) : words.t('state.paused_by_order');
}

/** @param {Record<string, unknown>} params  the event that an order led to @param {Catalogue} words */
function orderText(params, words) {
  const event = /** @type {import('../protocol.js').GameEvent} */ (/** @type {unknown} */ (params));
  return sentence(event, 'turn', null, () => String(params.name ?? ''), words);
}

/** @param {string | null} bye @param {Catalogue} words */
function closedText(bye, { t }) {
  const text = t(`bye.${bye}`);
  return text === `bye.${bye}` ? t('bye.other', { code: bye }) : text;
}

/** @param {string | null} bye */
function closedButton(bye) {
  if (bye === 'taken_over') return 'state.take_back';
  return bye === 'left_table' ? 'menu.return' : 'state.retry';
}
