/** What is drawn at a step: the table's own model, with nothing asked of anybody. */

import { namer, tableModel } from '../model/table.js';
import { fresh } from '../state/session.js';
import { through } from './eyes.js';
import { tell } from './telling.js';

/** @typedef {import('./record.js').MatchRecord} MatchRecord */
/** @typedef {import('./deal.js').Deal} Deal */
/** @typedef {import('./eyes.js').Eyes} Eyes */
/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */

/**
 * @typedef {object} Scene
 * @property {import('../state/session.js').Session} session
 * @property {import('../model/table.js').TableModel} model
 * @property {(seat: number) => string} name
 * @property {string} told
 */

/** @param {MatchRecord} record @param {Deal} deal @param {number} at  number of the step @param {Eyes} eyes @param {Catalogue} words
 * @param {string | null} [over]  key of the hand tile that is pointed at @returns {Scene} */
export function sceneOf(record, deal, at, eyes, words, over = null) {
  const step = deal.steps[at];
  /** @type {import('../state/session.js').Session} */
  const session = {
    ...fresh(record.match), connection: 'open', viewer: eyes.seat, view: through(deal.after(step.end), eyes), people: record.people,
    log: deal.lines.slice(0, step.end),
  };
  const name = namer(session, words);
  const told = tell(step, eyes, name, words);
  const model = tableModel(session, { lifted: null, declaring: false, over, open: eyes.open }, words);
  if (!model) throw new Error('a step without a view');
  const result = model.result && { ...model.result, scores: model.result.scores.map((line) => ({ ...line, waiting: false })) };
  return { session, name, told, model: { ...model, result, log: [], status: told, attention: false } };
}

/** The words of the table, of the replay and of the fairness check in one catalogue. @param {Record<string, any>} raw */
export function replayWords(raw) {
  const own = Object.entries(raw.replay).map(([key, text]) => [`replay.${key}`, text]);
  const checks = Object.entries(raw.lobby).filter(([key]) => key.startsWith('verify.'));
  return { ...raw, table: { ...raw.table, ...Object.fromEntries([...own, ...checks]) } };
}
