/** What a player might expect and is not offered: when the question is put, and what is asked. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { missedOf, shapesOf, triedBy } from '../../static/js/model/missed.js';
import { fresh, receive } from '../../static/js/state/session.js';

const position = (/** @type {string} */ name) => JSON.parse(readFileSync(new URL(`../golden/positions/${name}.json`, import.meta.url), 'utf8'));

/** The position after the viewer's discard was passed, with a hand of his own choice and no question to him.
 * @param {string[]} hand @param {Record<string, unknown>} [own] */
function watching(hand, own = {}) {
  const [snapshot] = structuredClone(position('hong_kong_turn').frames);
  const view = snapshot.view;
  const me = { ...view.seats[snapshot.viewer], hand, size: hand.length, drawn: null, melds: [], ...own };
  view.seats[snapshot.viewer] = me;
  Object.assign(view, { phase: 'turn', turn: (snapshot.viewer + 1) & 3, window: null, claimed: false });
  return receive(fresh('m1'), snapshot, 0);
}

/** @param {ReturnType<typeof watching>} s @param {...any} items */
const hear = (s, ...items) => receive(s, { type: 'events', from: (s.view?.seq ?? 0) + 1, items }, 0);
/** @param {ReturnType<typeof watching>} s @param {any[]} legal */
const asked = (s, legal) => receive(s, { type: 'prompt', id: 9, seq: s.view?.seq ?? 0, legal }, 0);
/** @param {ReturnType<typeof watching>} s @param {any} action */
const answered = (s, action) => receive({ ...s, pending: { id: 'a', action, prompt: s.prompt?.id ?? null } }, { type: 'accepted', id: 'a', seq: 0 }, 0);
/** @param {number} seat @param {string} tile */
const discarded = (seat, tile) => ({ type: 'discarded', seat, tile, drawn: false, ready: null, lock: null });
const words = (/** @type {ReturnType<typeof watching>} */ s) => missedOf(s).map((each) => `${each.word}${each.loud ? '' : ' quietly'}`);

const HAND = ['5p', '5p', '0p', '4p', '6p', '1m', '9m', '1s', '9s', '1z', '2z', '3z', '4z'];
const me = watching(HAND).viewer ?? 0;
const [left, right] = [(me + 3) & 3, (me + 1) & 3];

test('sets that own tiles make with a discard, red fives among them', () => {
  assert.deepEqual(shapesOf(HAND, '5p').map((each) => each.word), ['kong', 'pung', 'chow']);
  assert.deepEqual(shapesOf(['3m', '4m'], '5m').map((each) => each.action), [{ type: 'chow', tiles: ['3m', '4m'] }]);
  assert.deepEqual(shapesOf(['1z', '2z'], '3z'), []);
  assert.deepEqual(shapesOf(['8s', '9s'], '1m'), []);
});

test('shapes that are not offered are asked about; what is offered is not', () => {
  const s = hear(watching(HAND), discarded(left, '5p'));
  assert.deepEqual(words(s), ['kong', 'pung', 'chow']);
  assert.deepEqual(words(asked(s, [{ type: 'pass' }, { type: 'pung', tiles: ['5p', '5p'] }])), ['kong', 'chow']);
  assert.deepEqual(words(hear(watching(HAND), discarded(left, '7z'))), []);
});

test("a chow of another seat than the left, and what a declared hand may not claim, do not shout", () => {
  assert.deepEqual(words(hear(watching(['4p', '6p', '1m']), discarded(right, '5p'))), ['chow quietly']);
  assert.deepEqual(words(hear(watching(['5p', '5p', '1m'], { ready: 'ordinary' }), discarded(right, '5p'))), ['pung quietly']);
});

test('a hand that the tile completes and that may not win', () => {
  const waits = [{ tile: '5p', left: 1, wins: false, reason: 'below_min', total: 1, self_draw: null }];
  const s = hear({ ...watching(['1m']), waits }, discarded(left, '0p'));
  assert.deepEqual(missedOf(s).map((each) => [each.word, each.reason]), [['win', 'below_min']]);
  assert.deepEqual(missedOf(asked(s, [{ type: 'win' }, { type: 'pass' }])), []);
  assert.deepEqual(missedOf(hear({ ...watching(['1m']), waits }, discarded(left, '4p'))), []);
});

test('a win that only the own draw brings is missed on a discard only', () => {
  const waits = [{ tile: '5p', left: 1, wins: false, reason: 'no_yaku', total: 0, self_draw: { wins: true, total: 4, reason: null } }];
  assert.deepEqual(words(hear({ ...watching(['1m']), waits }, discarded(left, '5p'))), ['win']);
  const own = watching(['1m', '5p'], { drawn: '5p' });
  const mine = { ...own, waits, view: own.view && { ...own.view, turn: me } };
  assert.deepEqual(words(mine), []);
});

test('the question stays after the window, and goes with the next discard or the own draw', () => {
  const closed = hear(hear(watching(HAND), discarded(left, '5p')), { type: 'window_closed' });
  assert.deepEqual(words(closed), ['kong', 'pung', 'chow']);
  assert.deepEqual(words(hear(closed, discarded(right, '9m'))), []);
});

test('whoever passed is not asked again; whoever called and did not get it can ask', () => {
  const chow = { type: 'chow', tiles: ['4p', '6p'] };
  const s = asked(hear(watching(HAND), discarded(left, '5p')), [{ type: 'pass' }, chow]);
  assert.deepEqual(words(answered(s, { type: 'pass' })), ['kong quietly', 'pung quietly']);
  const called = answered(s, chow);
  assert.deepEqual(words(called), []);
  const meld = { kind: 'pung', tiles: ['5p', '5p', '5p'], from_seat: left, form: null };
  const lost = hear(called, { type: 'window_closed' }, { type: 'meld_claimed', seat: right, meld, liable: [] });
  assert.deepEqual(missedOf(lost).map((each) => [each.word, each.action]), [['lost', chow]]);
});

test('a robbed kong can only be won, so that nothing else is missed', () => {
  const meld = { kind: 'kong', form: 'added', tiles: ['5p', '5p', '5p', '5p'], from_seat: me };
  const seat = watching(HAND);
  if (seat.view) seat.view.seats[right].melds = [{ kind: 'pung', form: null, tiles: ['5p', '5p', '5p'], from_seat: me }];
  assert.deepEqual(words(hear(seat, { type: 'kong_declared', seat: right, meld })), []);
});

test('a kong that could not be robbed, or was let go, is asked about until its maker discards', () => {
  const meld = { kind: 'kong', form: 'added', tiles: ['5p', '5p', '5p', '5p'], from_seat: me };
  const waits = [{ tile: '5p', left: 0, wins: false, reason: 'below_min', total: 1, self_draw: null }];
  const seat = { ...watching(['1m']), waits };
  if (seat.view) seat.view.seats[right].melds = [{ kind: 'pung', form: null, tiles: ['5p', '5p', '5p'], from_seat: me }];
  const laid = hear(seat, { type: 'kong_declared', seat: right, meld });
  assert.deepEqual(missedOf(laid).map((each) => [each.word, each.tile, each.reason]), [['win', '5p', 'below_min']]);
  // Where it may be robbed there is nothing to ask.
  assert.deepEqual(words(asked(laid, [{ type: 'win' }, { type: 'pass' }])), []);
  const closed = hear(laid, { type: 'window_closed' }, { type: 'drawn', seat: right, tile: null, source: 'kong' });
  assert.deepEqual(missedOf(closed).map((each) => each.action), [{ type: 'win' }]);
  assert.deepEqual(triedBy(closed, 'w'), { type: 'win' });
  assert.deepEqual(words(hear(closed, discarded(right, '9m'))), []);
});

test('a chow that the ban on swaps keeps away is asked about like any other', () => {
  const s = asked(hear(watching(['4p', '6p', '5p', '1m']), discarded(left, '5p')), []);
  assert.deepEqual(words(s), ['chow']);
  assert.deepEqual(missedOf(s)[0].action, { type: 'chow', tiles: ['4p', '6p'] });
});

test('four of a kind, or the fourth of a pung, that may not be laid down', () => {
  const own = watching(['1z', '1z', '1z', '1z', '2m', '5s'], { drawn: '5s', melds: [{ kind: 'pung', form: null, tiles: ['2m', '2m', '2m'], from_seat: left }] });
  const mine = asked({ ...own, view: own.view && { ...own.view, turn: me } }, [{ type: 'discard', tile: '5s', drawn: true }]);
  assert.deepEqual(missedOf(mine).map((each) => each.action), [
    { type: 'kong', form: 'concealed', tile: '1z' },
    { type: 'kong', form: 'added', tile: '2m' },
  ]);
  assert.deepEqual(words({ ...mine, control: false }), []);
});

test('a key for what is not there asks about what it could mean', () => {
  const s = hear(watching(HAND), discarded(right, '5p'));
  assert.deepEqual(triedBy(s, 'c'), { type: 'chow', tiles: ['4p', '6p'] });
  assert.deepEqual(triedBy(s, 'k'), { type: 'kong', form: 'exposed', tile: '5p' });
  assert.deepEqual(triedBy(s, 'w'), { type: 'win' });
  assert.equal(triedBy(s, 'r'), null);
  assert.deepEqual(triedBy(hear(watching(['1m']), discarded(right, '7z')), 'u'), { type: 'pung', tiles: ['7z', '7z'] });
  assert.equal(triedBy(watching(HAND), 'u'), null);
});
