/** What is drawn: everything on the table as the viewer sees it. Pure; the same for live play, replay and spectators. */

import { variantOf } from '../state/shape.js';
import { choices } from './actions.js';
import { MANUAL, wanted } from './automatic.js';
import { sentence } from './announce.js';
import { doraOf, handTiles, laidOut } from './hand.js';
import { hintedChoice, hintedHand, hintText } from './hint.js';
import { layMeld } from './melds.js';
import { whyNotOf } from './missed.js';
import { resultSheet } from './result.js';
import { riverRows } from './rivers.js';
import { seatAt, windOf } from './seats.js';
import { markOf, shownWaits } from './waits.js';

/** @typedef {import('../state/session.js').Session} Session */
/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */
/** @typedef {import('../protocol.js').View} View */

/**
 * @typedef {import('./hand.js').HandTile} HandTile
 *
 * @typedef {object} Place
 * @property {number} place
 * @property {number} seat
 * @property {string} name
 * @property {number} wind
 * @property {boolean} dealer
 * @property {number} score
 * @property {boolean} turn
 * @property {boolean} ready
 * @property {string} rank  of its declaration, in words
 * @property {string} note  away, offline, bot plays on
 * @property {boolean} bot
 * @property {import('./rivers.js').RiverSpot[][]} river
 * @property {string[]} concealed  `back` or shown tiles
 * @property {boolean} shown
 * @property {boolean} holdsDrawn
 * @property {import('./melds.js').LaidMeld[]} melds
 * @property {string[]} bonus
 * @property {number} rackWidth  in tile widths of the rack
 *
 * @typedef {object} Flag  something that holds for the viewer's hand
 * @property {string} key
 * @property {'bad' | 'good' | 'quiet'} tone
 * @property {string} text
 * @property {string} label
 *
 * @typedef {object} TableModel
 * @property {string} variant
 * @property {boolean} spectator
 * @property {boolean} control
 * @property {string} round
 * @property {string} roundLong
 * @property {number} roundWind
 * @property {number} dealInRound
 * @property {number} wall
 * @property {number} repeat
 * @property {number | null} deposits  null: this variant has none
 * @property {string[]} indicators
 * @property {Place[]} places
 * @property {HandTile[]} hand
 * @property {import('./melds.js').LaidMeld[]} ownMelds
 * @property {string[]} ownBonus
 * @property {import('./actions.js').Choice[]} choices
 * @property {boolean} mayDiscard
 * @property {{undo: boolean, hint: boolean} | null} practice  what a practice table offers now; null: it is none
 * @property {boolean} declaring
 * @property {import('./waits.js').ShownWaits | null} waits
 * @property {Flag[]} flags
 * @property {string | null} looked  the tile of the hand that is pointed at
 * @property {import('./missed.js').WhyNot | null} whyNot
 * @property {string} status
 * @property {boolean} attention
 * @property {boolean} hinting  the status is a hint
 * @property {{from: number, base: number, bank: number} | null} clock  ms; counts from the local time `from`
 * @property {string} paused
 * @property {import('./result.js').ResultSheet | null} result
 * @property {string[]} log
 */

/**
 * What the person has done on the page itself.
 * @typedef {object} Touched
 * @property {string | null} lifted  key of a hand tile
 * @property {boolean} declaring
 * @property {string | null} [over]  key of the hand tile that is pointed at or has the focus
 * @property {import('./automatic.js').Automatic} [auto]
 * @property {string[] | null} [order]  keys of the hand as the viewer has laid it; null: sorted
 * @property {Map<string, number>} [claims]  by the key of a claim: how many tiles would be left to win with after it
 * @property {string | null} [flower]  a flower of the viewer's that is shown before its replacement
 * @property {boolean} [open]  hands that are known lie open
 */

/** @param {Session} s @param {Touched} touched @param {Catalogue} words @returns {TableModel | null} */
export function tableModel(s, touched, words) {
  const { view } = s;
  if (!view) return null;
  const name = namer(s, words);
  const variant = variantOf(view.ruleset);
  const legal = (s.control && !s.pending && s.prompt?.legal) || [];
  const declaring = touched.declaring && legal.some((a) => a.type === 'declare_ready');
  const me = s.viewer === null ? null : view.seats[s.viewer];
  const doras = new Set(variant === 'riichi' ? view.indicators.map(doraOf) : []);
  const deal = ((view.dealer - view.first_dealer) & 3) + 1;
  const wind = words.t(`wind.${view.round_wind}`);
  const laid = (/** @type {number} */ seat) => view.seats[seat].melds.map((meld, i) => layMeld(meld, seat, i));
  const bottom = s.viewer ?? s.bottom;
  const flower = touched.flower ?? null;
  const auto = touched.auto ?? MANUAL;
  const hand = me ? hintedHand(laidOut(handTiles(me, flower ? [] : legal, { declaring, lifted: touched.lifted, doras, discards: s.discards, flower }, words), touched.order ?? null), s.hint) : [];
  const looked = hand.find((each) => each.lifted) ?? hand.find((each) => each.key === touched.over) ?? null;
  const locked = me?.lock ? me.lock.reason : null;
  const list = flower ? [REPLACE] : choices(wanted(legal, auto)).map((choice) => hintedChoice(worded(choice, s, touched.claims, words), s.hint));
  return {
    variant,
    spectator: s.viewer === null,
    control: s.control,
    round: words.t('round.short', { wind, n: deal }),
    roundLong: words.t('round', { wind, n: deal }),
    roundWind: view.round_wind,
    dealInRound: deal,
    wall: view.live_left,
    repeat: view.repeat,
    deposits: variant === 'riichi' ? view.deposits : null,
    indicators: view.indicators,
    places: [0, 1, 2, 3].map((place) => ({ place, ...placeModel(s, view, seatAt(place, bottom), touched.open ?? false, name, words, laid) })),
    hand,
    ownMelds: s.viewer === null ? [] : laid(s.viewer),
    ownBonus: me ? me.bonus : [],
    choices: list,
    mayDiscard: hand.some((each) => each.playable),
    practice: s.table.practice && me && s.control ? { undo: !s.pending && view.phase !== 'over', hint: legal.length > 0 } : null,
    declaring,
    waits: shownWaits(s.waits, s.discards, looked, declaring, locked, words),
    flags: flagsOf(me, auto, words),
    looked: looked?.tile ?? null,
    whyNot: flower ? null : whyNotOf(s, words),
    ...(flower ? { status: words.t('turn.flower', { tile: words.tile(flower) }), attention: true } : statusOf(s, view, legal, declaring, name, words)),
    ...(s.hint && !s.refused ? { status: hintText(s.hint, list, words), attention: true, hinting: true } : { hinting: false }),
    clock: clockOf(s),
    paused: view.paused ? words.t('state.paused') : '',
    result: resultSheet(s, view, words, name, laid),
    log: told(s, name, words),
  };
}

/** @type {WeakMap<object, {line: string, people: unknown}>} */
let remembered = new WeakMap();
/** @type {Catalogue | null} */
let rememberedIn = null;

/** The log's sentences; a line is put into words once.
 * @param {Session} s @param {(seat: number) => string} name @param {Catalogue} words @returns {string[]} */
function told(s, name, words) {
  if (rememberedIn !== words) [remembered, rememberedIn] = [new WeakMap(), words];
  return s.log
    .map((line) => {
      const found = remembered.get(line);
      if (found && found.people === s.people) return found.line;
      const text = sentence(line.event, line.phase, s.viewer, name, words);
      remembered.set(line, { line: text, people: s.people });
      return text;
    })
    .filter(Boolean);
}

/** @param {Session} s @param {Catalogue} words @returns {(seat: number) => string} */
export function namer(s, words) {
  return (seat) => {
    const person = s.people.find((each) => each.seat === seat);
    if (person?.bot) return words.t('bot.numbered', { n: seat + 1 });
    if (person?.name) return person.name;
    return words.t('seat.empty', { wind: words.t(`wind.${windOf(seat, s.view?.dealer ?? 0)}`) });
  };
}

/** @param {Session} s @param {View} view @param {number} seat @param {boolean} open @param {(seat: number) => string} name @param {Catalogue} words
 * @param {(seat: number) => import('./melds.js').LaidMeld[]} laid @returns {Omit<Place, 'place'>} */
function placeModel(s, view, seat, open, name, words, laid) {
  const side = view.seats[seat];
  const person = s.people.find((each) => each.seat === seat);
  const left = side.left ?? person?.left ?? null;
  const offline = person?.kind === 'person' && !person.present;
  const won = shownHand(view, seat);
  const shown = won ?? (open ? openHand(side) : null);
  const melds = laid(seat);
  const concealed = shown ?? (Array(side.size).fill('back'));
  return {
    seat, name: name(seat), wind: windOf(seat, view.dealer), dealer: seat === view.dealer, score: view.scores[seat],
    turn: isTurn(view, seat), ready: side.ready !== null, rank: side.ready ? words.t(`ready.${side.ready}`) : '', bot: person?.kind === 'bot',
    note: left ? words.t(`seat.left.${left}`) : offline ? words.t('seat.offline') : '',
    river: riverRows(side.river, lastDiscarder(s, view) === seat),
    concealed, shown: shown !== null, holdsDrawn: side.drawn !== null && won === null, melds, bonus: side.bonus,
    rackWidth: rackWidth(concealed.length, shown !== null, melds, side.bonus.length, side.drawn !== null),
  };
}

/** A known hand as it stands, the drawn tile last.
 * @param {import('../protocol.js').SeatView} side @returns {string[] | null} */
function openHand(side) {
  if (!side.hand) return null;
  const tiles = [...side.hand];
  const at = side.drawn === null ? -1 : tiles.lastIndexOf(side.drawn);
  return at < 0 ? tiles : [...tiles.slice(0, at), ...tiles.slice(at + 1), tiles[at]];
}

/** The seat whose newest discard is the newest of all and was not claimed.
 * @param {Session} s @param {View} view @returns {number | null} */
function lastDiscarder(s, view) {
  if (view.window?.kind === 'discard') return view.window.from_seat;
  for (const { event } of [...s.log].reverse()) {
    if (event.type === 'meld_claimed') return null;
    if (event.type === 'discarded') return event.seat;
  }
  return null;
}

/** @param {View} view @param {number} seat */
function isTurn(view, seat) {
  return (view.phase === 'turn' || view.phase === 'draw') && view.turn === seat;
}

/** Tiles that a result lays open: the winner's, or those of seats that show they were ready.
 * @param {View} view @param {number} seat @returns {string[] | null} */
function shownHand(view, seat) {
  for (const result of view.results) {
    if (result.type === 'deal_won' && result.seat === seat) {
      return result.by === 'self_draw' && result.tile ? [...result.hand, result.tile] : result.hand;
    }
    if (result.type === 'deal_drawn' && result.shown[seat]) return result.shown[seat];
  }
  return null;
}

const STANDING = 0.88;
const FLOWER = 0.86;
const MELD_GAP = 0.3;

/** @param {number} count @param {boolean} shown @param {import('./melds.js').LaidMeld[]} melds @param {number} bonus @param {boolean} drawn */
function rackWidth(count, shown, melds, bonus, drawn) {
  const declared = melds.reduce((sum, meld) => sum + meld.width + MELD_GAP, 0);
  return count * (shown ? 1.04 : STANDING + 0.02) + (drawn ? 0.4 : 0) + declared + bonus * FLOWER + (bonus ? MELD_GAP : 0) + 0.5;
}

/** @type {import('./actions.js').Choice} */
const REPLACE = { key: 'flower', word: 'flower', tone: 'ready', tiles: [], labelled: true, hotkey: 'f', action: null };

/** A choice as it is called here: a win by the own draw has its own word, and says what it is worth.
 * @param {import('./actions.js').Choice} choice @param {Session} s @param {Touched['claims']} claims @param {Catalogue} words
 * @returns {import('./actions.js').Choice} */
function worded(choice, s, claims, words) {
  const left = claims?.get(choice.key);
  if (left) return { ...choice, note: words.t('waits.note', { n: left }) };
  if (choice.word !== 'win') return choice;
  const note = s.worth?.total ? words.t('result.worth', { n: s.worth.total }) : '';
  return { ...choice, word: s.view?.window ? 'win' : 'self_draw', note };
}

/** What holds for the viewer's hand: why it may not win, that it is played by the table, what he has asked the table to do.
 * @param {import('../protocol.js').SeatView | null} me @param {import('./automatic.js').Automatic} auto @param {Catalogue} words @returns {Flag[]} */
function flagsOf(me, auto, words) {
  /** @type {Flag[]} */
  const out = [];
  if (me?.lock) out.push({ key: 'lock', tone: 'bad', text: markOf(me.lock.reason, words) || words.refusal(me.lock.reason), label: words.refusal(me.lock.reason) });
  if (me?.ready) out.push({ key: 'ready', tone: 'good', text: words.t(`ready.${me.ready}`), label: words.t('ready.automatic') });
  for (const [key, on] of Object.entries(auto)) {
    if (on) out.push({ key, tone: 'quiet', text: words.t(`auto.${key}.short`), label: words.t(`auto.${key}`) });
  }
  return out;
}

/** @param {Session} s @param {View} view @param {import('../protocol.js').Action[]} legal @param {boolean} declaring
 * @param {(seat: number) => string} name @param {Catalogue} words @returns {{status: string, attention: boolean}} */
function statusOf(s, view, legal, declaring, name, words) {
  const { t } = words;
  if (s.pending) return { status: t('turn.sent'), attention: false };
  if (s.refused) return { status: t('refused', { reason: words.refusal(s.refused.code) }), attention: true };
  if (declaring) return { status: t('turn.declare'), attention: true };
  if (legal.some((a) => a.type === 'discard')) return { status: t('turn.yours'), attention: true };
  if (view.window?.kind === 'offer' && legal.length) return { status: t('turn.offer'), attention: true };
  if (view.window && legal.length) return { status: t('turn.claim'), attention: true };
  const me = s.viewer === null ? null : view.seats[s.viewer];
  if (me && ['turn', 'draw', 'claim'].includes(view.phase)) {
    // Whoever may not win, or no longer plays himself, reads why while the others play.
    if (me.lock) return { status: words.refusal(me.lock.reason), attention: false };
    if (me.ready) return { status: t('ready.automatic'), attention: false };
  }
  if (view.phase === 'opening') return { status: t('turn.opening'), attention: false };
  if (view.phase === 'turn' || view.phase === 'draw') return { status: t('turn.other', { name: name(view.turn) }), attention: false };
  return { status: s.viewer === null ? t('turn.watching') : '', attention: false };
}

/** @param {Session} s @returns {TableModel['clock']} */
function clockOf(s) {
  if (!s.prompt?.clock || s.pending || s.view?.paused) return null;
  const { base_ms: base, bank_ms: bank, grace_ms: grace = 0 } = s.prompt.clock;
  return { from: s.prompt.at + grace, base, bank };
}
