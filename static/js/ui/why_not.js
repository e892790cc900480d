/** The box that says why wins and claims are not to be had. */

import { make } from './dom.js';
import { openDialog } from './dialog.js';

/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */
/** @typedef {import('../pages/questions.js').Asked} Asked */

/** @param {HTMLElement} host @param {Catalogue} words @param {Asked[]} asked @param {string} tile  which it is about, or nothing
 * @param {{address: string, onRule: (anchor: string) => void}} rules */
export function openWhyNot(host, words, asked, tile, rules) {
  const parts = asked.flatMap(({ action, why }) => (why ? explained(action, why, tile, asked.length > 1, words, rules) : []));
  openDialog(host, words.t('why_not.title'), parts, words);
}

/** @param {import('../protocol.js').Action} action @param {import('../protocol.js').WhyNot} why @param {string} tile @param {boolean} several
 * @param {Catalogue} words @param {{address: string, onRule: (anchor: string) => void}} rules @returns {HTMLElement[]} */
function explained(action, why, tile, several, words, rules) {
  const { t } = words;
  /** @type {HTMLElement[]} */
  const out = [];
  const called = t(`action.${action.type === 'kong' ? `kong_${action.form}` : action.type}`);
  if (several || action.type !== 'win') out.push(make('h2', '', [tile ? `${called} · ${words.tile(tile)}` : called]));
  out.push(make('p', 'reason', [why.code ? words.refusal(why.code) : t('why_not.allowed')]));
  if (why.patterns?.length) {
    out.push(make('p', '', [t('why_not.counts')]));
    const rows = why.patterns.flatMap((p) => [make('dt', '', [words.pattern(p.id)]), make('dd', '', [t('result.worth', { n: p.worth })])]);
    out.push(make('dl', 'kv', rows), make('p', '', [t('result.total', { n: why.total ?? 0 })]));
  }
  if (why.rule) out.push(make('p', '', [ruleLink(why.rule, words, rules)]));
  return out;
}

/** @param {string} anchor @param {Catalogue} words @param {{address: string, onRule: (anchor: string) => void}} rules */
function ruleLink(anchor, words, rules) {
  const link = make('a', 'btn', [words.t('why_not.rule')]);
  link.href = `${rules.address}#${encodeURIComponent(anchor)}`;
  link.addEventListener('click', (e) => {
    if (e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    rules.onRule(anchor);
  });
  return link;
}
