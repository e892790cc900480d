/** What moves: for every step of the golden transcripts the plan leads to places that are drawn, and tells nothing. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';

import { catalogue } from '../../static/js/i18n/catalogue.js';
import { tableModel } from '../../static/js/model/table.js';
import { plan } from '../../static/js/motion/plan.js';
import { fresh, receive } from '../../static/js/state/session.js';

/** @typedef {import('../../static/js/model/table.js').TableModel} TableModel */
/** @typedef {import('../../static/js/motion/plan.js').Move} Move */

const root = new URL('../../', import.meta.url);
const read = (/** @type {string} */ path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
const words = (/** @type {string} */ ruleset) =>
  catalogue('en', Object.fromEntries(['table', 'patterns', 'refusals'].map((name) => [name, read(`static/i18n/en/${name}.json`)])), ruleset.split('/')[0]);

/** Every place of a drawing that can be named. @param {TableModel} m @returns {Set<string>} */
function drawn(m) {
  const keys = ['wall', ...m.hand.map((each) => `hand:${each.key}`), ...m.indicators.map((_, i) => `indicator:${i}`), ...(m.result ? ['sheet'] : [])];
  for (const p of m.places) {
    keys.push(`score:${p.place}`, `rack:${p.place}`);
    if (p.holdsDrawn && (m.spectator || p.place !== 0)) keys.push(`drawn:${p.place}`);
    p.river.flat().forEach((_, i) => keys.push(`river:${p.place}:${i}`));
    p.bonus.forEach((_, i) => keys.push(`bonus:${p.place}:${i}`));
    p.melds.forEach((meld, n) => meld.tiles.forEach((_, i) => keys.push(`meld:${p.place}:${n}:${i}`)));
  }
  return new Set(keys);
}

/** The models of a transcript, before and after each event: made once, they are most of the work.
 * @type {Map<string, {models: TableModel[], items: any[], viewer: number | null}>} */
const played = new Map();

/** @param {string} name */
function modelsOf(name) {
  const known = played.get(name);
  if (known) return known;
  const golden = JSON.parse(gunzipSync(readFileSync(new URL(`tests/golden/transcripts/${name}`, root))).toString());
  const said = words(golden.ruleset);
  const touched = { lifted: null, declaring: false };
  let s = receive(fresh('m'), { type: 'snapshot', match: 'm', seq: 0, viewer: golden.viewer, view: golden.snapshot, people: [], table: {} }, 0);
  const models = [tableModel(s, touched, said)];
  golden.items.forEach((/** @type {any} */ item, /** @type {number} */ i) => {
    s = receive(s, { type: 'events', from: i + 1, items: [item] }, i);
    models.push(tableModel(s, touched, said));
  });
  const found = { models: models.map((m) => m ?? assert.fail('no model')), items: golden.items, viewer: golden.viewer };
  played.set(name, found);
  return found;
}

/** The steps of a transcript, `size` events at a time. @param {string} name @param {number} size */
function* steps(name, size) {
  const { models, items, viewer } = modelsOf(name);
  for (let i = 0; i < items.length; i += size) {
    const events = items.slice(i, i + size);
    yield { before: models[i], after: models[i + events.length], events, viewer };
  }
}

const names = readdirSync(new URL('tests/golden/transcripts/', root));
for (const name of names) {
  test(`${name}: moves lead from what was drawn to what is drawn, and name no tile but the viewer's own`, () => {
    for (const size of [1, 2, 3, 5]) {
      for (const { before, after, events, viewer } of steps(name, size)) {
        const [there, here] = [drawn(before), drawn(after)];
        for (const move of plan(before, after, events)) {
          const told = `${JSON.stringify(move)} in ${events.map((/** @type {any} */ each) => each.type)}`;
          assert.ok(here.has(move.to), `no such place after: ${told}`);
          // What comes and goes within one step was never drawn: it then appears where it is.
          if (size === 1) assert.ok(move.from === null || there.has(move.from), `no such place before: ${told}`);
          assert.ok(move.delay >= 0 && move.duration > 0 && move.delay + move.duration <= 2000, told);
          assert.deepEqual(Object.keys(move).filter((key) => !['kind', 'from', 'to', 'delay', 'duration', 'amount'].includes(key)), []);
          for (const key of [move.from, move.to]) {
            if (key?.startsWith('hand:')) assert.notEqual(viewer, null, told);
            else assert.doesNotMatch(key ?? '', /[0-9][mpszf]/, told);
          }
        }
      }
    }
  });
}

test('each kind of event moves something, one thing at a time in one place', () => {
  /** @type {Map<string, Set<string>>} */
  const kinds = new Map();
  for (const name of names) {
    for (const { before, after, events } of steps(name, 1)) {
      const moves = plan(before, after, events);
      assert.equal(new Set(moves.map((each) => each.to)).size, moves.length, JSON.stringify(moves));
      const seen = kinds.get(events[0].type) ?? new Set();
      moves.forEach((each) => seen.add(each.kind));
      kinds.set(events[0].type, seen);
    }
  }
  const of = (/** @type {string} */ type) => [...(kinds.get(type) ?? [])].sort();
  assert.deepEqual(of('deal_started'), ['deal']);
  assert.deepEqual(of('discarded'), ['discard', 'shift']);
  assert.deepEqual(of('bonus_exposed'), ['flower', 'shift']);
  assert.ok(of('drawn').includes('draw'));
  assert.ok(of('meld_claimed').includes('claim'));
  assert.ok(of('kong_declared').includes('kong'));
  assert.ok(of('deal_won').includes('win') && of('deal_won').includes('score'));
  assert.deepEqual(of('window_closed'), []);
});

test('scores that change tell by how much', () => {
  for (const { before, after, events } of steps('riichi-0.json.gz', 1)) {
    const told = plan(before, after, events).filter((each) => each.kind === 'score');
    assert.deepEqual(told.map((each) => each.amount), after.places.map((p, i) => p.score - before.places[i].score).filter((amount) => amount !== 0));
  }
});

test('whoever catches up sees the present', () => {
  for (const { before, after, events } of steps('hong_kong-0.json.gz', 40)) {
    assert.deepEqual(plan(before, after, events), []);
  }
});

test('without events nothing moves, whatever the person does on the page', () => {
  const [first] = steps('hong_kong-0.json.gz', 30);
  assert.deepEqual(plan(first.before, first.after, []), []);
});
