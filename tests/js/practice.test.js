/** Undo and hints: offered at practice tables only, and what a hint points to. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { catalogue } from '../../static/js/i18n/catalogue.js';
import { tableModel } from '../../static/js/model/table.js';
import { fresh, receive } from '../../static/js/state/session.js';

const root = new URL('../../', import.meta.url);
const read = (/** @type {string} */ path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
const wordsOf = (/** @type {string} */ lang) =>
  catalogue(lang, Object.fromEntries(['table', 'patterns', 'refusals'].map((name) => [name, read(`static/i18n/${lang}/${name}.json`)])), 'hong_kong');

/** @param {string} name @param {boolean} practice */
function sessionOf(name, practice) {
  let s = fresh('m1');
  for (const frame of read(`tests/golden/positions/${name}.json`).frames) {
    s = receive(s, frame.type === 'snapshot' ? { ...frame, table: { ...frame.table, practice } } : frame, 0);
  }
  return s;
}

/** @param {ReturnType<typeof sessionOf>} s */
const modelOf = (s, lang = 'en') => /** @type {import('../../static/js/model/table.js').TableModel} */ (tableModel(s, { lifted: null, declaring: false }, wordsOf(lang)));
/** @param {ReturnType<typeof sessionOf>} s @param {any} hint */
const hinted = (s, hint) => receive(s, { type: 'answer', id: 'h', what: 'hint', hint }, 0);
const DISCARD = { action: { type: 'discard', tile: '5s', drawn: true }, reason: 'shape', shanten: 1, accepts: [{ tile: '3m', left: 3 }, { tile: '6s', left: 4 }] };

test('only a practice table has them, and only who plays there', () => {
  assert.equal(modelOf(sessionOf('hong_kong_turn', false)).practice, null);
  assert.deepEqual(modelOf(sessionOf('hong_kong_turn', true)).practice, { undo: true, hint: true });
  assert.equal(modelOf(sessionOf('spectator', true)).practice, null);
  assert.equal(modelOf({ ...sessionOf('hong_kong_turn', true), control: false }).practice, null);
});

test('a hint marks the one tile it means, and says why in every language', () => {
  const s = hinted(sessionOf('hong_kong_turn', true), DISCARD);
  const m = modelOf(s);
  assert.deepEqual(m.hand.filter((each) => each.hinted).map((each) => [each.tile, each.drawn]), [['5s', true]]);
  assert.equal(m.status, 'Discard 5 of bamboo: leaves the best shape, 1 from ready, 7 tiles help');
  for (const lang of ['zh-Hant', 'ja']) assert.doesNotMatch(modelOf(s, lang).status, /hint|\{|undefined/);
});

test('a hint marks the claim it means', () => {
  const s = sessionOf('hong_kong_claim', true);
  const chow = s.prompt?.legal.filter((each) => each.type === 'chow')[1];
  const m = modelOf(hinted(s, { action: chow, reason: 'closer', shanten: 1, accepts: [] }));
  assert.deepEqual(m.choices.filter((each) => each.hinted).map((each) => each.action), [chow]);
  assert.match(m.status, /^Chow: a tile nearer to ready/);
});

test('a hint goes with its question', () => {
  const s = hinted(sessionOf('hong_kong_turn', true), DISCARD);
  assert.equal(receive(s, { type: 'prompt', id: 99, seq: 1, legal: [] }, 0).hint, null);
  assert.equal(receive({ ...s, pending: { id: 'a', action: { type: 'pass' }, prompt: s.prompt?.id ?? null } }, { type: 'accepted', id: 'a', seq: 1 }, 0).hint, null);
  assert.equal(hinted({ ...s, prompt: null, hint: null }, DISCARD).hint, null);
});

test('what was taken back leaves the record of the deal', () => {
  let s = sessionOf('hong_kong_turn', true);
  const { view, viewer } = s;
  if (!view || viewer === null) throw new Error('no seat');
  const position = structuredClone(view);
  const discard = { type: 'discarded', seat: viewer, tile: '5s', drawn: true, ready: null, lock: null };
  s = receive(s, /** @type {any} */ ({ type: 'events', from: view.seq + 1, items: [discard, { type: 'window_closed' }] }), 0);
  assert.equal(s.log.length, 2);
  s = receive(s, /** @type {any} */ ({ type: 'events', from: view.seq + 3, items: [{ type: 'match_rewound', to: view.seq, kind: 'undo', seat: viewer, position }] }), 0);
  assert.deepEqual(s.log.map((line) => line.event.type), ['match_rewound']);
  assert.equal(s.view?.phase, 'turn');
  assert.match(modelOf(s).log[0], /back/);
});
