/**
 * One event into a view. The twin of `rules/evolve.py` on what `views.dump` writes: the golden transcripts of
 * `tests/golden` hold both to the same result after every event.
 */

import { shapeOf } from './shape.js';
import { UNKNOWN, isBonus, kindOf, sortTiles } from './tiles.js';

/** @typedef {import('../protocol.js').View} View */
/** @typedef {import('../protocol.js').GameEvent} GameEvent */
/** @typedef {import('../protocol.js').SeatView} SeatView */
/** @typedef {import('../protocol.js').Tile} Tile */

/** @template {GameEvent['type']} T @typedef {Extract<GameEvent, {type: T}>} Of */

/** The view after the event; the given one stays as it is.
 * @param {View} view @param {GameEvent} event @returns {View} */
export function reduce(view, event) {
  const apply = /** @type {((v: View, e: any) => void) | undefined} */ (APPLY[event.type]);
  const next = fork(view);
  if (apply) apply(next, event);
  next.seq += 1;
  return next;
}

/** A copy whose lists and seats may be changed.
 * @param {View} view @returns {View} */
function fork(view) {
  return {
    ...view,
    scores: [...view.scores],
    indicators: [...view.indicators],
    results: [...view.results],
    seats: view.seats.map((seat) => ({
      ...seat,
      hand: seat.hand && [...seat.hand],
      melds: [...seat.melds],
      bonus: [...seat.bonus],
      river: seat.river.map((each) => ({ ...each })),
    })),
  };
}

/** @returns {SeatView} */
const freshSeat = () => ({
  hand: [], size: 0, drawn: null, melds: [], bonus: [], river: [], ready: null, fresh_ready: false, lock: null, liable: [],
  owed: 0, continued: false, left: null,
});

/** @param {import('../protocol.js').WinLock | null | undefined} lock */
const lockOf = (lock) => (lock ? { ...lock, kinds: lock.kinds ?? null } : null);

/** @param {SeatView} seat @param {Tile | null | undefined} tile */
function take(seat, tile) {
  seat.size += 1;
  if (seat.hand && tile) seat.hand = sortTiles([...seat.hand, tile]);
}

/** @param {SeatView} seat @param {Tile} tile */
function give(seat, tile) {
  seat.size -= 1;
  if (!seat.hand) return;
  const at = seat.hand.indexOf(tile);
  if (at < 0) throw new Error(`tile not held: ${tile}`);
  seat.hand.splice(at, 1);
}

/** @param {View} v @param {Of<'match_started'>} e */
function matchStarted(v, e) {
  v.ruleset = e.ruleset;
  v.options = e.options;
  v.first_dealer = v.dealer = v.turn = e.first_dealer;
  v.upcoming = [e.first_dealer, 0, 0];
  v.scores = [...e.scores];
  v.match_commitment = e.commitment ?? '';
  v.entropy = [...(e.entropy ?? [])];
}

/** @param {Tile[] | null | undefined} tiles */
const sortedHand = (tiles) => (tiles ? sortTiles(tiles) : null);

/** @param {View} v @param {Of<'deal_started'>} e */
function dealStarted(v, e) {
  const shape = shapeOf(e.ruleset, e.options);
  const hands = e.hands ?? [];
  const size = hands.find((hand) => hand)?.length ?? shape.hand;
  v.seats = v.seats.map((seat, i) => ({ ...freshSeat(), left: seat.left, hand: sortedHand(hands[i]), size }));
  Object.assign(v, {
    ruleset: e.ruleset, options: e.options, number: e.number, dealer: e.dealer, round_wind: e.round_wind, repeat: e.repeat,
    deposits: e.deposits, scores: [...e.scores], deal_commitment: e.commitment ?? '', indicators: [...(e.indicators ?? [])],
    taken: 4 * size, live_left: shape.wall - shape.reserve - 4 * size, replacements: 0, discards: 0, calls: 0, claimed: false,
    draw_source: 'wall', after_kong: false, after_bonus: false, bonus_out: 0, bonus_settled: false, opening_replacing: false,
    window: null, results: [], phase: 'opening', turn: e.dealer, opening_at: e.dealer, due: 'wall',
  });
}

/** @param {View} v @param {Of<'position_restored'>} e */
function positionRestored(v, e) {
  const shape = shapeOf(e.ruleset, e.options);
  const none = [[], [], [], []];
  const [melds, bonus, rivers, hands] = [e.melds ?? none, e.bonus ?? none, e.rivers ?? none, e.hands ?? []];
  const seat = e.seat ?? 0;
  const out = bonus.reduce((sum, tiles) => sum + tiles.length, 0);
  v.seats = v.seats.map((each) => ({ ...freshSeat(), left: each.left }));
  Object.assign(v, {
    ruleset: e.ruleset, options: e.options, number: e.number, dealer: e.dealer, round_wind: e.round_wind, repeat: e.repeat,
    deposits: e.deposits, scores: [...e.scores], upcoming: [e.dealer, e.round_wind, e.repeat], deal_commitment: '',
    indicators: [...(e.indicators ?? [])], taken: e.taken ?? 0, replacements: e.replacements ?? 0, live_left: e.live_left ?? 0,
    calls: e.calls ?? 0, discards: rivers.reduce((sum, river) => sum + river.length, 0), claimed: false, draw_source: 'wall',
    after_kong: false, after_bonus: false, bonus_out: out, bonus_settled: out >= 8, opening_replacing: false,
    opening_at: e.dealer, window: null, results: [], phase: e.phase, turn: seat, due: e.due ?? 'wall',
  });
  if (e.phase === 'idle') return;
  v.seats.forEach((each, i) => {
    each.melds = melds[i].map(whole);
    each.bonus = [...bonus[i]];
    each.lock = lockOf(e.locks?.[i]);
    each.river = rivers[i].map(({ tile, claimed_by }) => ({ tile, drawn: false, ready: false, claimed_by: claimed_by ?? null }));
    each.hand = sortedHand(hands[i]);
    each.size = hands[i]?.length ?? shape.hand - 3 * each.melds.length + (e.phase === 'turn' && i === seat ? 1 : 0);
  });
  if (e.phase === 'turn') {
    v.claimed = e.claimed ?? false;
    v.seats[seat].drawn = v.claimed ? null : e.drawn ?? UNKNOWN;
  } else if (e.phase === 'claim') {
    v.window = openWindow('discard', seat, rivers[seat][rivers[seat].length - 1].tile);
  }
}

/** @param {View} v @param {Of<'drawn'>} e */
function drawn(v, e) {
  const seat = v.seats[e.seat];
  const source = e.source ?? 'wall';
  const shape = shapeOf(v.ruleset, v.options);
  take(seat, e.tile);
  seat.lock = lockOf(e.lock);
  v.live_left -= 1;
  v.draw_source = source;
  if (source === 'wall') {
    v.taken += 1;
    v.after_kong = v.after_bonus = false;
  } else {
    v.replacements += 1;
    if (source === 'kong') {
      v.after_kong = true;
      v.after_bonus = false;
      v.calls += 1;
      v.live_left = Math.max(v.live_left - shape.growth, 0);
      for (const each of v.seats) each.fresh_ready = false;
    } else {
      v.after_bonus = true;
      // Whoever takes another seat's flower owes nothing for it.
      seat.owed = Math.max(seat.owed - 1, 0);
    }
  }
  if (v.phase === 'opening') {
    v.opening_replacing = source === 'bonus';
    const replaces = seat.drawn === null || isBonus(seat.drawn) || !shape.extraTile;
    if (e.seat === v.dealer && replaces) seat.drawn = e.tile ?? UNKNOWN;
    return;
  }
  seat.drawn = e.tile ?? UNKNOWN;
  v.claimed = false;
  v.phase = 'turn';
}

/** @param {View} v @param {Of<'bonus_exposed'>} e */
function bonusExposed(v, e) {
  const seat = v.seats[e.seat];
  give(seat, e.tile);
  seat.bonus.push(e.tile);
  seat.owed += 1;
  v.bonus_out += 1;
  if (v.phase === 'opening') {
    v.opening_at = e.seat;
    v.opening_replacing = false;
  } else {
    seat.drawn = null;
    v.phase = 'draw';
    v.due = 'bonus';
  }
}

/** @param {View} v @param {Of<'play_began'>} e */
function playBegan(v, e) {
  v.seats[e.seat].drawn = e.drawn ?? UNKNOWN;
  v.phase = 'turn';
  v.turn = e.seat;
  v.after_bonus = v.opening_replacing = false;
  v.draw_source = 'wall';
}

/** @param {View} v @param {Of<'discarded'>} e */
function discarded(v, e) {
  const seat = v.seats[e.seat];
  give(seat, e.tile);
  seat.drawn = null;
  seat.lock = lockOf(e.lock);
  seat.fresh_ready = e.ready != null;
  if (e.ready != null) seat.ready = e.ready;
  seat.river.push({ tile: e.tile, drawn: e.drawn ?? false, ready: e.ready != null, claimed_by: null });
  v.discards += 1;
  v.claimed = false;
  v.phase = 'claim';
  v.window = openWindow('discard', e.seat, e.tile);
}

/** @param {'discard' | 'robbed_kong' | 'offer'} kind @param {number | null} from @param {Tile | null} tile */
function openWindow(kind, from, tile) {
  return { kind, from_seat: from, tile, seat: null, by: null, answers: [null, null, null, null] };
}

/** @param {View} v @param {Of<'window_closed'>} e */
function windowClosed(v, e) {
  const open = v.window;
  if (!open) throw new Error('no window');
  v.window = null;
  v.seats.forEach((seat, i) => (seat.lock = lockOf(e.locks?.[i])));
  if (open.kind === 'offer') {
    v.bonus_settled = true;
    return;
  }
  const from = open.from_seat ?? 0;
  v.phase = 'draw';
  v.turn = open.kind === 'discard' ? (from + 1) & 3 : from;
  v.due = open.kind === 'discard' ? 'wall' : 'kong';
}

/** @param {import('../protocol.js').Meld} meld @returns {import('../protocol.js').Meld} */
const whole = (meld) => ({ kind: meld.kind, tiles: meld.tiles, from_seat: meld.from_seat ?? null, form: meld.form ?? null });

/** @param {View} v @param {Of<'meld_claimed'>} e */
function meldClaimed(v, e) {
  const seat = v.seats[e.seat];
  for (const tile of e.meld.tiles.slice(0, -1)) give(seat, tile);
  seat.melds.push(whole(e.meld));
  seat.liable = e.liable ?? [];
  const fed = v.seats[e.meld.from_seat ?? 0].river;
  fed[fed.length - 1].claimed_by = e.seat;
  for (const each of v.seats) each.fresh_ready = false;
  v.calls += 1;
  v.turn = e.seat;
  if (e.meld.kind === 'kong') {
    v.phase = 'draw';
    v.due = 'kong';
  } else {
    v.phase = 'turn';
    v.claimed = true;
  }
}

/** @param {View} v @param {Of<'kong_declared'>} e */
function kongDeclared(v, e) {
  const seat = v.seats[e.seat];
  seat.drawn = null;
  if (e.meld.form === 'concealed') {
    for (const tile of e.meld.tiles) give(seat, tile);
    seat.melds.push(whole(e.meld));
    v.phase = 'draw';
    v.due = 'kong';
    return;
  }
  const tile = e.meld.tiles[e.meld.tiles.length - 1];
  give(seat, tile);
  const at = seat.melds.findIndex((m) => m.kind === 'pung' && kindOf(m.tiles[0]) === kindOf(tile));
  if (at < 0) throw new Error('no pung to add to');
  seat.melds[at] = whole(e.meld);
  v.phase = 'claim';
  v.window = openWindow('robbed_kong', e.seat, tile);
}

/** @param {View} v @param {Of<'win_offered'>} e */
function winOffered(v, e) {
  v.window = { ...openWindow('offer', e.from_seat ?? null, null), seat: e.seat, by: e.by };
}

/** @param {View} v @param {Of<'deal_won'>} e */
function dealWon(v, e) {
  v.scores = v.scores.map((score, i) => score + e.deltas[i]);
  v.deposits -= e.deposits_taken ?? 0;
  v.results.push({
    type: 'deal_won', seat: e.seat, by: e.by, tile: e.tile ?? null, from_seat: e.from_seat ?? null, hand: e.hand ?? [],
    patterns: (e.patterns ?? []).map((p) => ({ id: p.id, worth: p.worth, count: p.count ?? 1 })), total: e.total ?? 0,
    deltas: e.deltas, limits: e.limits ?? [], blocks: e.blocks ?? [], fu: e.fu ?? null, fu_parts: e.fu_parts ?? [],
    yakuman: e.yakuman ?? 0, liable: e.liable ?? [], deposits_taken: e.deposits_taken ?? 0, indicators: e.indicators ?? [],
    extra: e.extra ?? [],
  });
  v.phase = 'settled';
  v.window = null;
  if (e.by === 'robbed_kong' && e.from_seat != null) {
    const maker = v.seats[e.from_seat];
    maker.melds = maker.melds.map((meld) =>
      meld.form === 'added' && meld.tiles[meld.tiles.length - 1] === e.tile
        ? { kind: 'pung', tiles: meld.tiles.slice(0, -1), from_seat: meld.from_seat, form: null }
        : meld,
    );
  }
}

/** @param {View} v @param {Of<'deal_drawn'>} e */
function dealDrawn(v, e) {
  const deltas = e.deltas ?? [0, 0, 0, 0];
  v.scores = v.scores.map((score, i) => score + deltas[i]);
  v.results.push({
    type: 'deal_drawn', kind: e.kind, reason: e.reason, deltas, shown: e.shown ?? [null, null, null, null], seat: e.seat ?? null,
  });
  v.phase = 'settled';
  v.window = null;
}

/** @param {View} v @param {Of<'deal_ended'>} e */
function dealEnded(v, e) {
  v.scores = [...e.scores];
  v.deposits = e.deposits;
  v.upcoming = [e.dealer, e.round_wind, e.repeat];
  v.phase = 'settled';
}

/** @param {View} v @param {Of<'match_continued'>} e */
function matchContinued(v, e) {
  v.seats[e.seat].continued = true;
  if (v.seats.every((seat) => seat.continued)) v.phase = 'idle';
}

/** @param {View} v @param {Of<'match_ended'>} e */
function matchEnded(v, e) {
  v.standings = e.standings.map((line) => ({ seat: line.seat, place: line.place, score: line.score, points: line.points ?? 0 }));
  v.scores = [0, 0, 0, 0];
  for (const line of e.standings) v.scores[line.seat] = line.score;
  v.deposits -= e.deposits_taken ?? 0;
  v.phase = 'over';
}

/** What is shown of now stays: how many events there were, whether play rests, and who has left.
 * @param {View} v @param {Of<'match_rewound'>} e */
function matchRewound(v, e) {
  const { seq, paused } = v;
  const left = v.seats.map((seat) => seat.left);
  Object.assign(v, structuredClone(e.position), { seq, paused });
  v.seats.forEach((seat, i) => (seat.left = left[i]));
}

const APPLY = {
  match_started: matchStarted,
  deal_started: dealStarted,
  position_restored: positionRestored,
  drawn,
  bonus_exposed: bonusExposed,
  play_began: playBegan,
  discarded,
  window_closed: windowClosed,
  meld_claimed: meldClaimed,
  kong_declared: kongDeclared,
  indicator_revealed: (/** @type {View} */ v, /** @type {Of<'indicator_revealed'>} */ e) => void v.indicators.push(e.tile),
  deposit_paid: (/** @type {View} */ v, /** @type {Of<'deposit_paid'>} */ e) => {
    v.scores[e.seat] -= e.points;
    v.deposits += 1;
  },
  win_offered: winOffered,
  deal_won: dealWon,
  deal_drawn: dealDrawn,
  deal_ended: dealEnded,
  match_continued: matchContinued,
  match_ended: matchEnded,
  timed_out: () => {},
  seat_left: (/** @type {View} */ v, /** @type {Of<'seat_left'>} */ e) => void (v.seats[e.seat].left = e.policy),
  seat_returned: (/** @type {View} */ v, /** @type {Of<'seat_returned'>} */ e) => void (v.seats[e.seat].left = null),
  match_paused: (/** @type {View} */ v, /** @type {Of<'match_paused'>} */ e) => void (v.paused = e.reason),
  match_resumed: (/** @type {View} */ v) => void (v.paused = ''),
  match_rewound: matchRewound,
  match_stopped: (/** @type {View} */ v) => Object.assign(v, { phase: 'settled', window: null }),
  seated: (/** @type {View} */ v, /** @type {Of<'seated'>} */ e) => void (v.seats[e.seat].left = null),
};
