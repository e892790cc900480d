/** The banner over the table: the state of the line, who plays the seat, notices. */

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
  if (view?.paused) return { text: t('state.paused'), busy: false, button: '' };
  if (!notice) return null;
  const text = t(`notice.${notice.code}`, notice.params);
  return { text: text === `notice.${notice.code}` ? t('notice.other', { code: notice.code }) : text, busy: false, button: '' };
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
