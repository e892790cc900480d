/** Parts that did not change stay the same objects. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shared } from '../../static/js/model/shared.js';

const model = () => ({ wall: 70, deposits: null, places: [{ name: 'a', river: ['1m'] }, { name: 'b', river: [] }], log: ['x'] });

test('what equals what was there is what was there', () => {
  const before = model();
  assert.equal(shared(before, model()), before);
});

test('a change makes new only what holds it, and alters nothing that was there', () => {
  const before = model();
  const after = model();
  after.places[1].river.push('2p');
  const out = shared(before, after);
  assert.deepEqual(out, after);
  assert.deepEqual(before, model());
  assert.notEqual(out, before);
  assert.notEqual(out.places, before.places);
  assert.equal(out.places[0], before.places[0]);
  assert.equal(out.log, before.log);
});

test('what is gone, new, shorter, longer or of another kind is a change', () => {
  for (const [before, after] of [[[1, 2], [1]], [[1], [1, 2]], [[], {}], [{ a: 1 }, { a: 1, b: undefined }], [{ a: 1, b: undefined }, { a: 1 }], [null, []], [[undefined], []], ['1', 1]]) {
    const out = shared(before, after);
    assert.deepEqual(out, after);
    assert.notEqual(out, before);
  }
});

test('what is no plain data is taken as it comes', () => {
  const claims = new Map([['a', 1]]);
  assert.equal(shared({ claims: new Map() }, { claims }).claims, claims);
});
