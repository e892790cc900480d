/** Muting: by name, all at once, remembered, and never oneself. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { NOBODY, hears, mutable, mutesFrom, withName } from '../../static/js/model/mutes.js';

test('a muted name is not heard, the others and oneself are', () => {
  const mutes = withName(NOBODY, 'Tom', true);
  assert.equal(hears(mutes, 'Tom', false), false);
  assert.equal(hears(mutes, 'Mei', false), true);
  assert.equal(hears(mutes, 'Tom', true), true);
  assert.equal(hears(withName(mutes, 'Tom', false), 'Tom', false), true);
});

test('all are muted at once and none is forgotten by it', () => {
  const mutes = { ...withName(NOBODY, 'Tom', true), all: true };
  assert.equal(hears(mutes, 'Mei', false), false);
  assert.equal(hears(mutes, 'Mei', true), true);
  assert.deepEqual(mutable(mutes, ['Mei', 'Ann', 'Mei', ''], 'Ann'), ['Mei', 'Tom']);
});

test('what was kept comes back, and nonsense is nobody', () => {
  const mutes = withName({ all: true, names: [] }, '<i>', true);
  assert.deepEqual(mutesFrom(JSON.stringify(mutes)), mutes);
  for (const text of [null, '', '{', '[]', '{"names": 7}', '"a"', 'null']) assert.deepEqual(mutesFrom(text), NOBODY);
  assert.deepEqual(mutesFrom('{"all": 1, "names": ["a", 7, null]}'), { all: false, names: ['a'] });
});

test('a name is kept once, and not without end', () => {
  let mutes = withName(withName(NOBODY, 'a', true), 'a', true);
  assert.deepEqual(mutes.names, ['a']);
  for (let i = 0; i < 300; i++) mutes = withName(mutes, `name ${i}`, true);
  assert.equal(mutes.names.length, 200);
  assert.equal(hears(mutes, 'name 299', false), false);
});
