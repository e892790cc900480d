/** What is drawn: melds, rivers, choices, the hand, the sentences. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';

import { catalogue } from '../../static/js/i18n/catalogue.js';
import { choices, discardOf } from '../../static/js/model/actions.js';
import { bannerOf } from '../../static/js/model/banner.js';
import { layMeld } from '../../static/js/model/melds.js';
import { riverRows } from '../../static/js/model/rivers.js';
import { placeOf, seatAt } from '../../static/js/model/seats.js';
import { doraOf } from '../../static/js/model/hand.js';
import { tableModel } from '../../static/js/model/table.js';
import { connected, fresh, receive } from '../../static/js/state/session.js';

const root = new URL('../../', import.meta.url);
const read = (/** @type {string} */ path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
const LANGS = ['zh-Hant', 'en', 'ja'];
const wordsOf = (/** @type {string} */ lang, variant = 'hong_kong') =>
  catalogue(lang, Object.fromEntries(['table', 'patterns', 'refusals'].map((name) => [name, read(`static/i18n/${lang}/${name}.json`)])), variant);
const position = (/** @type {string} */ name) => read(`tests/golden/positions/${name}.json`);

/** @param {string} name */
function sessionOf(name) {
  const found = position(name);
  let s = fresh('m1');
  for (const frame of found.frames) s = receive(s, frame, 1000);
  for (const [what, answer] of Object.entries(found.answers)) s = receive(s, /** @type {any} */ ({ type: 'answer', id: 'x', what, ...answer }), 1000);
  return s;
}

/** @param {import('../../static/js/state/session.js').Session} s @param {string} lang @param {Partial<{lifted: string | null, declaring: boolean}>} touched */
function modelOf(s, lang = 'en', touched = {}) {
  const m = tableModel(s, { lifted: null, declaring: false, ...touched }, wordsOf(lang, s.view?.ruleset.split('/')[0]));
  assert.ok(m);
  return m;
}

test('places are seen from the viewer', () => {
  assert.deepEqual([0, 1, 2, 3].map((seat) => placeOf(seat, 2)), [2, 3, 0, 1]);
  assert.deepEqual([0, 1, 2, 3].map((place) => seatAt(place, 2)), [2, 3, 0, 1]);
  assert.equal(placeOf(3, null), 3);
});

/** @type {[number, number, string][]} */
const FEEDERS = [[3, 0, 'l'], [2, 1, 'l'], [1, 2, 'r']];
for (const [from, at, turn] of FEEDERS) {
  test(`a pung fed by place ${from} has its tile ${at} sideways`, () => {
    const meld = layMeld({ kind: 'pung', tiles: ['5m', '5m', '0m'], from_seat: (1 + from) & 3, form: null }, 1, 0);
    assert.deepEqual(meld.tiles.map((each) => each.turn), [0, 1, 2].map((i) => (i === at ? turn : '')));
    assert.equal(meld.tiles[at].tile, '0m');
  });
}

test('kongs: concealed shows its middle, added lies on the claimed tile, exposed is four wide', () => {
  const concealed = layMeld({ kind: 'kong', tiles: ['0p', '5p', '5p', '5p'], from_seat: null, form: 'concealed' }, 0, 0);
  assert.deepEqual(concealed.tiles.map((each) => each.tile), ['back', '0p', '5p', 'back']);
  const added = layMeld({ kind: 'kong', tiles: ['2s', '2s', '2s', '2s'], from_seat: 1, form: 'added' }, 0, 0);
  assert.deepEqual(added.tiles.map((each) => each.on), ['', '', '2s']);
  const exposed = layMeld({ kind: 'kong', tiles: ['1z', '1z', '1z', '1z'], from_seat: 1, form: 'exposed' }, 0, 0);
  assert.deepEqual(exposed.tiles.map((each) => each.turn), ['', '', '', 'r']);
});

/** @param {number} n @param {Partial<import('../../static/js/protocol.js').RiverTile>[]} [with_] */
const river = (n, with_ = []) => Array.from({ length: n }, (_, i) => ({ tile: '1m', drawn: false, ready: false, claimed_by: null, ...with_[i] }));

test('rivers never need a fourth row', () => {
  assert.deepEqual(riverRows(river(8), false).map((row) => row.length), [6, 2, 0]);
  assert.deepEqual(riverRows(river(22), false).map((row) => row.length), [6, 6, 10]);
  assert.deepEqual(riverRows(river(24), false).map((row) => row.length), [8, 8, 8]);
  assert.deepEqual(riverRows(river(30), false).map((row) => row.length), [10, 10, 10]);
});

test('where the declared tile was claimed, the next one lies sideways', () => {
  const rows = riverRows(river(4, [{}, { ready: true, claimed_by: 2 }]), true);
  assert.deepEqual(rows[0].map((spot) => spot.sideways), [false, false, true, false]);
  assert.equal(rows[0][3].last, true);
});

test('several ways to do one thing share a word and take the digits', () => {
  const found = choices(position('hong_kong_claim').frames[1].legal);
  assert.deepEqual(found.map((c) => [c.word, c.labelled, c.hotkey]), [
    ['chow', true, 'c'], ['chow', false, '2'], ['chow', false, '3'], ['kong_exposed', true, 'k'], ['pung', true, 'u'], ['win', true, 'w'], ['pass', true, 'p'],
  ]);
});

test('a tile stands for its discard, and for nothing where it may not be discarded', () => {
  /** @type {import('../../static/js/protocol.js').Action[]} */
  const legal = [{ type: 'discard', tile: '5m', drawn: true }, { type: 'discard', tile: '1m' }, { type: 'declare_ready', tile: '1m' }];
  assert.deepEqual(discardOf(legal, '5m', true, false), legal[0]);
  assert.deepEqual(discardOf(legal, '1m', false, true), legal[2]);
  assert.equal(discardOf(legal, '9m', false, false), null);
  assert.equal(discardOf(legal, '5m', true, true), null);
});

test('the tile after an indicator', () => {
  assert.deepEqual(['4p', '9m', '0s', '4z', '7z', '5z'].map(doraOf), ['5p', '1m', '6s', '1z', '5z', '6z']);
});

test("the club's own bots have a name in the reader's language, everybody else the own one", () => {
  const s = sessionOf('hong_kong_turn');
  const people = s.people.map((each) => (each.seat === 1 ? { ...each, name: 'club-2', kind: /** @type {const} */ ('bot'), bot: /** @type {const} */ ('club') } : each));
  const named = (/** @type {'en' | 'ja' | 'zh-Hant'} */ lang) => modelOf({ ...s, people }, lang).places.find((each) => each.seat === 1)?.name;
  assert.deepEqual([named('en'), named('ja'), named('zh-Hant')], ['Bot 2', 'ボット 2', '機械人 2']);
  assert.equal(modelOf(s).places.find((each) => each.seat === 2)?.name, s.people.find((each) => each.seat === 2)?.name);
});

test('the drawn tile stands apart, last', () => {
  const m = modelOf(sessionOf('hong_kong_turn'));
  assert.equal(m.hand.at(-1)?.drawn, true);
  assert.equal(m.hand.at(-1)?.tile, '5s');
  assert.equal(m.hand.filter((each) => each.drawn).length, 1);
  assert.equal(new Set(m.hand.map((each) => each.key)).size, m.hand.length);
  assert.ok(m.mayDiscard);
});

test('lifting a tile shows what it would wait for', () => {
  const s = sessionOf('hong_kong_turn');
  const key = modelOf(s).hand.find((each) => each.tile === '6s')?.key ?? '';
  const m = modelOf(s, 'en', { lifted: key });
  assert.equal(m.waits?.title, 'After 6 of bamboo');
  assert.deepEqual(m.waits?.list.map((w) => [w.tile, w.left]), [['5s', 1]]);
});

test('why a win is refused is said in the words of the table', () => {
  assert.equal(modelOf(sessionOf('hong_kong_refused'), 'zh-Hant').whyNot?.reason, '番數未夠起糊');
  assert.equal(modelOf(sessionOf('hong_kong_claim')).whyNot, null);
});

test('an announced deposit of ready and the variant decide what is shown', () => {
  assert.equal(modelOf(sessionOf('riichi_turn')).deposits, 1);
  assert.equal(modelOf(sessionOf('hong_kong_turn')).deposits, null);
  assert.equal(modelOf(sessionOf('riichi_turn')).places[3].ready, true);
});

test('a spectator is shown no hand and asked nothing', () => {
  const m = modelOf(sessionOf('spectator'));
  assert.deepEqual(m.hand, []);
  assert.deepEqual(m.choices, []);
  assert.ok(m.places.every((place) => place.concealed.every((tile) => tile === 'back')));
});

test('a spectator may have any seat at the bottom', () => {
  const s = { ...sessionOf('spectator'), bottom: 2 };
  assert.deepEqual(modelOf(s).places.map((place) => [place.place, place.seat]), [[0, 2], [1, 3], [2, 0], [3, 1]]);
});

test('the result: patterns, points, who has to go on; then the standings', () => {
  const sheet = modelOf(sessionOf('result'), 'zh-Hant').result;
  assert.ok(sheet);
  assert.deepEqual(sheet.wins[0].patterns[0], { name: '混一色', worth: '3 番' });
  assert.deepEqual(sheet.scores.map((line) => line.delta), [-3200, -1600, -1600, 6400]);
  assert.equal(sheet.canContinue, true);
  const over = modelOf(sessionOf('over')).result;
  assert.deepEqual(over?.standings.map((line) => [line.place, line.score]), [[1, 123800], [2, 32400], [3, 18700], [4, -24100]]);
});

for (const name of readdirSync(new URL('tests/golden/transcripts/', root))) {
  test(`every moment of ${name} can be drawn and told in every language`, () => {
    const golden = JSON.parse(gunzipSync(readFileSync(new URL(`tests/golden/transcripts/${name}`, root))).toString());
    for (const lang of LANGS) {
      const words = wordsOf(lang, golden.ruleset);
      let s = receive(fresh('m'), { type: 'snapshot', match: 'm', seq: 0, viewer: golden.viewer, view: golden.snapshot, people: [], table: {} }, 0);
      golden.items.forEach((/** @type {any} */ item, /** @type {number} */ i) => {
        s = receive(s, { type: 'events', from: i + 1, items: [item] }, i);
        const m = tableModel(s, { lifted: null, declaring: false }, words);
        assert.ok(m);
        assert.ok(m.wall >= 0);
        for (const line of m.log.slice(-1)) assert.doesNotMatch(line, /\{|undefined|say\.|result\.|\bnull\b|[a-z]_[a-z]/);
        for (const won of m.result?.wins ?? []) {
          for (const text of [won.title, won.how, won.total, won.limit, ...won.patterns.map((p) => p.name)]) assert.doesNotMatch(text, /\{|undefined|[a-z]_[a-z]/);
        }
        assert.equal(m.places.length, 4);
        const me = golden.viewer === null ? null : s.view?.seats[golden.viewer];
        if (me) assert.equal(m.hand.length, me.size);
      });
    }
  });
}

test('a match that is ended in the middle of a deal shows its final table', () => {
  const s = sessionOf('hong_kong_claim');
  const standings = [0, 1, 2, 3].map((seat) => ({ seat, place: seat + 1, score: 0, points: 0 }));
  const items = /** @type {any} */ ([{ type: 'match_stopped', by: 'Ada', reason: 'late' }, { type: 'match_ended', standings }]);
  for (const lang of LANGS) {
    const sheet = modelOf(receive(s, { type: 'events', from: (s.view?.seq ?? 0) + 1, items }, 1000), lang).result;
    assert.equal(sheet?.standings.length, 4);
    assert.equal(sheet?.title, wordsOf(lang).t('result.stopped'));
  }
});

test('the banner says who ordered what, and why, as text', () => {
  const hear = (/** @type {any} */ s, /** @type {any} */ event) => receive(s, { type: 'events', from: s.view.seq + 1, items: [event] }, 1000);
  const open = connected(sessionOf('hong_kong_claim'), 'open');
  const paused = hear(open, { type: 'match_paused', reason: 'by_order', by: 'Ada', note: '<b>dinner</b>' });
  const late = { ...paused, log: [], pause: null };
  // Another pause came while the page was away, in a deal whose record it has kept.
  const snapshot = { type: 'snapshot', match: open.match, seq: paused.view?.seq, viewer: open.viewer, view: paused.view, pause: { by: 'Ben', note: 'tea' } };
  const back = receive(paused, /** @type {any} */ (snapshot), 1000);
  assert.equal(back.log, paused.log);
  const seated = hear(open, { type: 'seated', seat: 1, kind: 'person', name: 'Ben', by: 'Ada', reason: 'late' });
  for (const lang of LANGS) {
    const words = wordsOf(lang);
    assert.match(bannerOf(paused, words)?.text ?? '', /Ada.*<b>dinner<\/b>/);
    assert.match(bannerOf(back, words)?.text ?? '', /Ben.*tea/);
    assert.equal(bannerOf(late, words)?.text, words.t('state.paused_by_order'));
    assert.equal(bannerOf({ ...late, pause: { by: 'Ada', note: '<b>dinner</b>' } }, words)?.text, bannerOf(paused, words)?.text);
    assert.match(bannerOf(seated, words)?.text ?? '', /Ben.*Ada.*late/);
    assert.match(bannerOf(hear(open, { type: 'match_stopped', by: 'Ada', reason: 'closing' }), words)?.text ?? '', /Ada.*closing/);
    assert.equal(bannerOf(hear(open, { type: 'match_paused', reason: 'seat_left' }), words)?.text, words.t('state.paused'));
  }
});
