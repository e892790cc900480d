/** A hint at a practice table: what it points to, and its reason in words. Pure. */

/** @typedef {import('../protocol.js').Action} Action */
/** @typedef {import('../protocol.js').Hint} Hint */
/** @typedef {import('./actions.js').Choice} Choice */
/** @typedef {import('./hand.js').HandTile} HandTile */
/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */

/** Whether an action is the one a hint advises.
 * @param {Action} action @param {Hint | null} hint */
export function isHinted(action, hint) {
  const wanted = hint?.action;
  if (!wanted || wanted.type !== action.type) return false;
  if (wanted.type === 'chow' || wanted.type === 'pung') return `${wanted.tiles}` === `${'tiles' in action ? action.tiles : ''}`;
  if (wanted.type === 'kong') return action.type === 'kong' && wanted.form === action.form && wanted.tile === action.tile;
  return true;
}

/** The hand with the tile marked that a hint points to: one copy of it, the drawn one where that is meant.
 * @param {HandTile[]} hand @param {Hint | null} hint @returns {HandTile[]} */
export function hintedHand(hand, hint) {
  const wanted = hint?.action;
  if (!wanted || (wanted.type !== 'discard' && wanted.type !== 'declare_ready')) return hand;
  const same = hand.filter((each) => each.tile === wanted.tile);
  const found = same.find((each) => each.drawn === (wanted.drawn ?? false)) ?? same[0];
  return hand.map((each) => (each === found ? { ...each, hinted: true } : each));
}

/** A choice with the mark, where the hint means it.
 * @param {Choice} choice @param {Hint | null} hint @returns {Choice} */
export function hintedChoice(choice, hint) {
  const on = choice.action ? isHinted(choice.action, hint) : choice.key === 'ready' && hint?.action.type === 'declare_ready';
  return on ? { ...choice, hinted: true } : choice;
}

/** @param {Hint} hint @param {Choice[]} list  the choices, marked @param {Catalogue} words */
export function hintText(hint, list, words) {
  const { t, tile } = words;
  const word = list.find((each) => each.hinted)?.word;
  const { action, shanten, accepts } = hint;
  const what = action.type === 'discard' ? t('hint.discard', { tile: tile(action.tile) })
    : action.type === 'declare_ready' ? t('hint.ready', { tile: tile(action.tile) })
    : t('hint.act', { action: word ? t(`action.${word}`) : '' });
  const parts = [t(`hint.reason.${hint.reason}`)];
  if (shanten !== null && shanten > 0) parts.push(t('hint.away', { n: shanten }));
  const left = accepts.reduce((sum, each) => sum + each.left, 0);
  if (left) parts.push(t('hint.accepts', { kinds: accepts.length, n: left }));
  return t('hint', { what, why: parts.join(t('result.and')) });
}
