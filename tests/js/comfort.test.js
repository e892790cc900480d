/** Waits as they are shown, what the table does by itself, the parts of results, settings. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { catalogue } from '../../static/js/i18n/catalogue.js';
import { callOf } from '../../static/js/model/announce.js';
import { laidOut } from '../../static/js/model/hand.js';
import { MANUAL, answerFor, wanted } from '../../static/js/model/automatic.js';
import { STANDARD, settingsFrom } from '../../static/js/model/settings.js';
import { tableModel } from '../../static/js/model/table.js';
import { candidates, shownWaits } from '../../static/js/model/waits.js';
import { fresh, receive } from '../../static/js/state/session.js';

const root = new URL('../../', import.meta.url);
const read = (/** @type {string} */ path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
/** @param {string} lang @param {string} variant */
const wordsOf = (lang, variant) =>
  catalogue(lang, Object.fromEntries(['table', 'patterns', 'refusals'].map((name) => [name, read(`static/i18n/${lang}/${name}.json`)])), variant);

/** @param {string} name @param {string} lang @param {object} [touched] */
function modelOf(name, lang, touched = {}) {
  const found = read(`tests/golden/positions/${name}.json`);
  let s = fresh('m1');
  for (const frame of found.frames) s = receive(s, frame, 1000);
  for (const [what, answer] of Object.entries(found.answers)) s = receive(s, /** @type {any} */ ({ type: 'answer', id: 'x', what, .../** @type {object} */ (answer) }), 1000);
  const m = tableModel(s, { lifted: null, declaring: false, ...touched }, wordsOf(lang, found.frames[0].view.ruleset.split('/')[0]));
  assert.ok(m);
  return m;
}

/** @typedef {import('../../static/js/protocol.js').Action} Action */
/** @type {Action[]} */
const CLAIMS = [{ type: 'pass' }, { type: 'pung', tiles: ['5m', '5m'] }, { type: 'chow', tiles: ['3m', '4m'] }, { type: 'kong', form: 'exposed', tile: '5m' }];

test('claims nobody wants are passed once nothing else is left', () => {
  assert.equal(answerFor(CLAIMS, { ...MANUAL, noChow: true, noPung: true }), null);
  assert.deepEqual(wanted(CLAIMS, { ...MANUAL, noChow: true }).map((a) => a.type), ['pass', 'pung', 'kong']);
  assert.deepEqual(answerFor(CLAIMS, { ...MANUAL, noChow: true, noPung: true, noKong: true }), { type: 'pass' });
});

test('a win is never passed by what keeps claims away', () => {
  const none = { ...MANUAL, noChow: true, noPung: true, noKong: true, discard: true };
  assert.equal(answerFor([{ type: 'win' }, ...CLAIMS], none), null);
  assert.deepEqual(answerFor([{ type: 'win' }, ...CLAIMS], { ...none, win: true }), { type: 'win' });
});

test('only a plain turn is discarded by itself; a lone pass is no claim refused', () => {
  /** @type {Action[]} */
  const turn = [{ type: 'discard', tile: '5s', drawn: true }, { type: 'discard', tile: '1m' }];
  const auto = { ...MANUAL, discard: true };
  assert.deepEqual(answerFor(turn, auto), turn[0]);
  assert.equal(answerFor([...turn, { type: 'kong', form: 'concealed', tile: '1m' }], auto), null);
  assert.equal(answerFor(turn.slice(1), auto), null);
  assert.equal(answerFor([{ type: 'pass' }], { ...MANUAL, noChow: true }), null);
  // An own kong is no claim.
  assert.equal(wanted([{ type: 'kong', form: 'added', tile: '1m' }], { ...MANUAL, noKong: true }).length, 1);
});

test('waits: the lock told beside the list is not told again at each tile', () => {
  const words = wordsOf('zh-Hant', 'riichi');
  const waits = [
    { tile: '3s', left: 2, wins: false, reason: 'furiten_passed', total: 2, self_draw: { wins: true, total: 3 } },
    { tile: '6s', left: 0, wins: false, reason: 'no_yaku', total: 0, self_draw: null },
    { tile: '9s', left: 1, wins: true, reason: null, total: 4, self_draw: null },
  ];
  const shown = shownWaits(waits, null, null, false, 'furiten_passed', words);
  assert.deepEqual(shown?.list.map((w) => [w.wins, w.mark, w.worth]), [['self_draw', '', '3 翻'], ['none', '無役', ''], ['any', '', '4 翻']]);
  assert.equal(shownWaits(waits, null, null, false, null, words)?.list[0].mark, '振聽');
  assert.equal(shownWaits(waits, null, null, true, null, words), null);
});

test('candidates count what is left, and say furiten and no yaku', () => {
  const position = read('tests/golden/positions/riichi_declare.json');
  const found = candidates(position.answers.discards.discards);
  assert.deepEqual(found.get('5s'), { left: 4, furiten: false, yakuless: true });
  assert.deepEqual(found.get('6s'), { left: 5, furiten: true, yakuless: false });
});

test('looking at a tile tells what follows it; declaring, with what the declaration adds', () => {
  const key = modelOf('riichi_declare', 'ja').hand.find((each) => each.tile === '5s')?.key;
  assert.deepEqual(modelOf('riichi_declare', 'ja', { over: key }).waits?.list.map((w) => w.mark), ['役なし', '役なし']);
  const declaring = modelOf('riichi_declare', 'ja', { over: key, declaring: true });
  assert.deepEqual(declaring.waits?.list.map((w) => [w.mark, w.worth]), [['', '3翻'], ['', '3翻']]);
  assert.equal(declaring.waits?.title, '五索切りの待ち · 立直');
});

test('a laid out hand keeps its order, new tiles come last, the drawn one apart', () => {
  const tile = (/** @type {string} */ key, drawn = false) => /** @type {any} */ ({ key, drawn });
  const hand = [tile('1m#1'), tile('2m#1'), tile('9s#1'), tile('5p#1', true)];
  assert.deepEqual(laidOut(hand, ['9s#1', '5p#1', '1m#1']).map((each) => each.key), ['9s#1', '1m#1', '2m#1', '5p#1']);
  assert.equal(laidOut(hand, null), hand);
});

test('a riichi result: the limit by its name, fu by its parts, yakuman counted', () => {
  const won = modelOf('riichi_result', 'ja').result?.wins[0];
  assert.equal(won?.total, '8翻 40符');
  assert.equal(won?.limit, '倍満');
  assert.equal(won?.fu, '副底 20 + 雀頭 4 + 暗刻 8 + ツモ 2 + 切り上げ 6');
  const position = read('tests/golden/positions/riichi_result.json');
  const view = position.frames[0].view;
  Object.assign(view.results[0], { yakuman: 2, total: 26, limits: ['yakuman'], patterns: [{ id: 'four_concealed_triplets_single_wait', worth: 26, count: 1 }] });
  const s = receive(fresh('m1'), position.frames[0], 0);
  const big = tableModel(s, { lifted: null, declaring: false }, wordsOf('zh-Hant', 'riichi'))?.result?.wins[0];
  assert.deepEqual(big?.patterns, [{ name: '四暗刻單騎', worth: '役滿 ×2' }]);
  assert.deepEqual([big?.total, big?.limit, big?.fu], ['', '役滿 ×2', '']);
});

test('every fu part and every rank of a declaration has a word in every language', () => {
  const parts = ['base', 'pair', 'wait', 'self_draw', 'concealed_discard', 'open_minimum', 'rounding', 'seven_pairs', 'concealed_triplet', 'open_triplet', 'concealed_kong', 'open_kong'];
  for (const lang of ['zh-Hant', 'en', 'ja']) {
    const { t } = wordsOf(lang, 'riichi');
    for (const key of [...parts.map((part) => `fu.${part}`), ...['ordinary', 'double', 'heavenly', 'earthly'].map((rank) => `ready.${rank}`)]) assert.notEqual(t(key), key);
  }
});

test('settings that were kept are taken as far as they make sense', () => {
  assert.deepEqual(settingsFrom(null), STANDARD);
  assert.deepEqual(settingsFrom('{broken'), STANDARD);
  assert.deepEqual(settingsFrom('null'), STANDARD);
  const found = settingsFrom('{"theme":"night","motion":"wild","volume":400,"sort":false,"auto":{"win":true,"discard":"yes"}}');
  assert.deepEqual(found, { ...STANDARD, theme: 'night', sort: false, auto: { ...MANUAL, win: true } });
});

test('what is called at the table', () => {
  const meld = (/** @type {any} */ kind) => ({ kind, tiles: ['1m'], from_seat: 0, form: null });
  assert.equal(callOf({ type: 'meld_claimed', seat: 1, meld: meld('chow') }), 'action.chow');
  assert.equal(callOf({ type: 'discarded', seat: 1, tile: '1m', ready: 'ordinary' }), 'action.declare_ready');
  assert.equal(callOf({ type: 'discarded', seat: 1, tile: '1m' }), '');
  assert.equal(callOf({ type: 'deal_won', seat: 1, by: 'self_draw', deltas: [] }), 'action.self_draw');
});
