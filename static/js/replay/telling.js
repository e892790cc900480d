/** What happened in a step, in the reader's words, as far as the eyes one looks through saw it. */

import { sentence } from '../model/announce.js';

/** @typedef {import('./deal.js').Step} Step */
/** @typedef {import('./eyes.js').Eyes} Eyes */
/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */

/** @param {Step} step @param {Eyes} eyes @param {(seat: number) => string} name @param {Catalogue} words @returns {string} */
export function tell(step, eyes, name, words) {
  return [...answersOf(step, eyes, name, words), toldOf(step.told, eyes, name, words)].filter(Boolean).join(words.t('replay.and'));
}

/** @param {Step['told']} event @param {Eyes} eyes @param {(seat: number) => string} name @param {Catalogue} words */
function toldOf(event, eyes, name, words) {
  if (event.type === 'position_restored') return words.t('replay.restored', { n: event.number });
  if (event.type !== 'drawn') return sentence(event, 'turn', eyes.seat, name, words);
  const seen = eyes.open || event.seat === eyes.seat;
  const key = `replay.drew${event.source === 'kong' || event.source === 'bonus' ? '.replacement' : ''}`;
  if (!seen || !event.tile) return words.t(`${key}.hidden`, { name: name(event.seat) });
  return words.t(key, { name: name(event.seat), tile: words.tile(event.tile) });
}

/** Answers in the window that nothing came of: the own pass, and claims of others that went first.
 * @param {Step} step @param {Eyes} eyes @param {(seat: number) => string} name @param {Catalogue} words */
function answersOf(step, eyes, name, words) {
  const took = 'seat' in step.told && (step.told.type === 'meld_claimed' || step.told.type === 'deal_won') ? step.told.seat : null;
  return step.answers.flatMap((answer, seat) => {
    if (!answer || seat === took || (!eyes.open && seat !== eyes.seat)) return [];
    if (answer.action.type === 'pass') return seat === eyes.seat ? [words.t(answer.timed_out ? 'replay.passed.late' : 'replay.passed', { name: name(seat) })] : [];
    const word = answer.action.type === 'kong' ? `kong_${answer.action.form}` : answer.action.type;
    return [words.t('replay.wanted', { name: name(seat), action: words.t(`action.${word}`) })];
  });
}
