/** The result sheet: who won with what, what it counts, how the points move; at the end the final table. */

import { howWon } from './announce.js';
import { placeOf, windOf } from './seats.js';
import { variantOf } from '../state/shape.js';

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
 * @property {string} fu  its parts
 * @property {string[]} payers  what each owes, where that differs
 * @property {string[]} liable
 *
 * @typedef {object} Shown  a hand laid open at a draw
 * @property {string} name
 * @property {string} word  ready or not
 * @property {string[]} hand
 * @property {import('./melds.js').LaidMeld[]} melds
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
 * @property {Shown[]} shown
 * @property {ScoreLine[]} scores
 * @property {{place: number, name: string, score: number, points: number, me: boolean}[]} standings
 * @property {boolean} ranked  the standings carry ranking points
 * @property {boolean} canContinue
 * @property {boolean} over
 */

/** @param {Session} s @param {import('../protocol.js').View} view @param {Catalogue} words @param {(seat: number) => string} name
 * @param {(seat: number) => import('./melds.js').LaidMeld[]} melds @returns {ResultSheet | null} */
export function resultSheet(s, view, words, name, melds) {
  if (!view.results.length && !view.standings.length) return null;
  if (view.phase !== 'settled' && view.phase !== 'over') return null;
  const wins = view.results.flatMap((r) => (r.type === 'deal_won' ? [wonOf(r, view, words, name, melds)] : []));
  const drawn = view.results.find((r) => r.type === 'deal_drawn');
  const title = wins.length ? wins.map((won) => won.title).join(' · ') : words.t(drawn ? 'result.draw' : 'result.stopped');
  return {
    key: `${view.number}/${view.phase}`,
    title,
    note: drawn && drawn.type === 'deal_drawn' ? words.t(`result.reason.${drawn.reason}`) : '',
    wins,
    shown: drawn && drawn.type === 'deal_drawn' ? shownOf(drawn, view, words, name, melds) : [],
    scores: [0, 1, 2, 3]
      .map((seat) => ({
        seat, place: placeOf(seat, s.viewer ?? s.bottom), name: name(seat), wind: windOf(seat, view.dealer), score: view.scores[seat],
        delta: view.results.reduce((sum, r) => sum + r.deltas[seat], 0), waiting: view.phase === 'settled' && !view.seats[seat].continued,
      }))
      .sort((a, b) => a.place - b.place),
    standings: view.standings.map((line) => ({
      place: line.place, name: name(line.seat), score: line.score, points: line.points, me: line.seat === s.viewer,
    })),
    ranked: view.standings.some((line) => line.points !== 0),
    canContinue: s.control && (s.prompt?.legal.some((a) => a.type === 'continue_match') ?? false),
    over: view.phase === 'over',
  };
}

/** @param {import('../protocol.js').DealWon} won @param {import('../protocol.js').View} view @param {Catalogue} words
 * @param {(seat: number) => string} name @param {(seat: number) => import('./melds.js').LaidMeld[]} melds @returns {Won} */
function wonOf(won, view, words, name, melds) {
  return {
    title: words.t('result.won', { name: name(won.seat) }),
    how: howWon(won, name, words),
    hand: won.hand,
    tile: won.tile,
    melds: melds(won.seat),
    bonus: view.seats[won.seat].bonus,
    ura: won.indicators,
    patterns: won.patterns.map((p) => ({ name: words.pattern(p.id) + (p.count > 1 ? ` ×${p.count}` : ''), worth: worthOf(won, p.worth, words) })),
    total: [won.yakuman ? '' : words.t('result.total', { n: won.total }), won.fu && !won.yakuman ? words.t('result.fu', { n: won.fu }) : ''].filter(Boolean).join(' '),
    limit: limitOf(won, variantOf(view.ruleset), words),
    fu: won.fu && !won.yakuman && won.fu_parts.length > 1 ? won.fu_parts.map((part) => `${words.t(`fu.${part.id}`)} ${part.fu}`).join(' + ') : '',
    payers: payersOf(won, name, words),
    liable: won.liable.map(([pattern, seat]) => words.t('result.liable', { name: name(seat), pattern: words.pattern(pattern) })),
  };
}

const YAKUMAN = 13;

/** @param {import('../protocol.js').DealWon} won @param {number} worth @param {Catalogue} words */
function worthOf(won, worth, words) {
  if (!won.yakuman || worth % YAKUMAN) return words.t('result.worth', { n: worth });
  const times = worth / YAKUMAN;
  return words.t('result.yakuman') + (times > 1 ? ` ×${times}` : '');
}

/** The name of what caps the hand. In riichi it is a name for the points, elsewhere the patterns that reach the limit.
 * @param {import('../protocol.js').DealWon} won @param {string} variant @param {Catalogue} words */
function limitOf(won, variant, words) {
  if (!won.limits.length) return '';
  const names = won.limits.map(words.pattern);
  if (variant === 'riichi') return names.join(' ') + (won.yakuman > 1 ? ` ×${won.yakuman}` : '');
  const listed = won.patterns.map((p) => words.pattern(p.id));
  return [words.t('result.limit'), ...names.filter((each) => !listed.includes(each))].join(' · ');
}

/** @param {import('../protocol.js').DealWon} won @param {(seat: number) => string} name @param {Catalogue} words */
function payersOf(won, name, words) {
  const extra = Object.fromEntries(won.extra);
  return [0, 1, 2, 3].flatMap((seat) => {
    const tai = extra[`tai_${seat}`];
    if (tai === undefined) return [];
    const parts = ['dealer', 'repeat', 'bases'].flatMap((each) => {
      const n = extra[`${each}_${seat}`];
      return n ? [words.t(`result.${each}`, { n })] : [];
    });
    const note = parts.length ? words.t('result.of_these', { parts: parts.join(words.t('result.and')) }) : '';
    return [words.t('result.payer', { name: name(seat), tai: words.t('result.worth', { n: tai }), note })];
  });
}

/** @param {import('../protocol.js').DealDrawn} drawn @param {import('../protocol.js').View} view @param {Catalogue} words
 * @param {(seat: number) => string} name @param {(seat: number) => import('./melds.js').LaidMeld[]} melds @returns {Shown[]} */
function shownOf(drawn, view, words, name, melds) {
  if (variantOf(view.ruleset) !== 'riichi') return [];
  const exhausted = drawn.kind === 'exhaustive_draw';
  return [0, 1, 2, 3].flatMap((i) => {
    const seat = (view.dealer + i) & 3;
    const hand = drawn.shown[seat];
    // Where nobody pays for it, a hand that is not shown may be ready or not.
    if (!hand && (!exhausted || view.options.not_ready_payment === 0)) return [];
    return [{ name: name(seat), word: exhausted ? words.t(hand ? 'result.ready' : 'result.not_ready') : '', hand: hand ?? [], melds: hand ? melds(seat) : [] }];
  });
}
