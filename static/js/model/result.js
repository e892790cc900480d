/** The result sheet: who won with what, what it counts, how the points move; at the end the final table. */

import { howWon } from './announce.js';
import { placeOf, windOf } from './seats.js';

/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */
/** @typedef {import('../state/session.js').Session} Session */

/**
 * @typedef {object} Won
 * @property {string} title
 * @property {string} how
 * @property {string[]} hand
 * @property {string | null} tile
 * @property {import('./melds.js').LaidMeld[]} melds
 * @property {string[]} bonus
 * @property {string[]} ura
 * @property {{name: string, worth: string}[]} patterns
 * @property {string} total
 * @property {string} limit
 * @property {string[]} liable
 *
 * @typedef {object} ScoreLine
 * @property {number} seat
 * @property {number} place  seen from the viewer
 * @property {string} name
 * @property {number} wind
 * @property {number} delta
 * @property {number} score
 * @property {boolean} waiting  has not left the sheet yet
 *
 * @typedef {object} ResultSheet
 * @property {string} key
 * @property {string} title
 * @property {string} note
 * @property {Won[]} wins
 * @property {ScoreLine[]} scores
 * @property {{place: number, name: string, score: number, points: number, me: boolean}[]} standings
 * @property {boolean} canContinue
 * @property {boolean} over
 */

/** @param {Session} s @param {import('../protocol.js').View} view @param {Catalogue} words @param {(seat: number) => string} name
 * @param {(seat: number) => import('./melds.js').LaidMeld[]} melds @returns {ResultSheet | null} */
export function resultSheet(s, view, words, name, melds) {
  if (!view.results.length || (view.phase !== 'settled' && view.phase !== 'over')) return null;
  const wins = view.results.flatMap((r) => (r.type === 'deal_won' ? [wonOf(r, view, words, name, melds)] : []));
  const drawn = view.results.find((r) => r.type === 'deal_drawn');
  const title = wins.length ? wins.map((won) => won.title).join(' · ') : words.t('result.draw');
  return {
    key: `${view.number}/${view.phase}`,
    title,
    note: drawn && drawn.type === 'deal_drawn' ? words.t(`result.reason.${drawn.reason}`) : '',
    wins,
    scores: [0, 1, 2, 3]
      .map((seat) => ({
        seat, place: placeOf(seat, s.viewer), name: name(seat), wind: windOf(seat, view.dealer), score: view.scores[seat],
        delta: view.results.reduce((sum, r) => sum + r.deltas[seat], 0), waiting: view.phase === 'settled' && !view.seats[seat].continued,
      }))
      .sort((a, b) => a.place - b.place),
    standings: view.standings.map((line) => ({
      place: line.place, name: name(line.seat), score: line.score, points: line.points, me: line.seat === s.viewer,
    })),
    canContinue: s.control && (s.prompt?.legal.some((a) => a.type === 'continue_match') ?? false),
    over: view.phase === 'over',
  };
}

/** @param {import('../protocol.js').DealWon} won @param {import('../protocol.js').View} view @param {Catalogue} words
 * @param {(seat: number) => string} name @param {(seat: number) => import('./melds.js').LaidMeld[]} melds @returns {Won} */
function wonOf(won, view, words, name, melds) {
  const limits = won.limits.map(words.pattern);
  const fu = won.fu ? words.t('result.fu', { n: won.fu }) : '';
  return {
    title: words.t('result.won', { name: name(won.seat) }),
    how: howWon(won, name, words),
    hand: won.hand,
    tile: won.tile,
    melds: melds(won.seat),
    bonus: view.seats[won.seat].bonus,
    ura: won.indicators,
    patterns: won.patterns.map((p) => ({
      name: words.pattern(p.id) + (p.count > 1 ? ` ×${p.count}` : ''),
      worth: words.t('result.worth', { n: p.worth }),
    })),
    total: [words.t('result.total', { n: won.total }), fu].filter(Boolean).join(' · '),
    limit: won.limits.length ? [words.t('result.limit'), ...limits.filter((each) => !won.patterns.some((p) => words.pattern(p.id) === each))].join(' · ') : '',
    liable: won.liable.map(([pattern, seat]) => words.t('result.liable', { name: name(seat), pattern: words.pattern(pattern) })),
  };
}
