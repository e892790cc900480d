/** The last seconds of a question are struck once each. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { secondsLeft, strike } from '../../static/js/model/hurry.js';

const clock = { from: 1000, base: 6000, bank: 4000 };

test('the bank counts as time left, and the grace does not run', () => {
  assert.equal(secondsLeft(clock, 0), 10);
  assert.equal(secondsLeft(clock, 1000), 10);
  assert.equal(secondsLeft(clock, 7000), 4);
  assert.equal(secondsLeft(clock, 20_000), -9);
});

test('each of the last seconds is struck once, nothing before and nothing after', () => {
  /** @type {number[]} */
  const heard = [];
  /** @type {number | null} */
  let struck = null;
  for (let now = 0; now <= 15_000; now += 200) {
    const second = strike(clock, now, struck);
    if (second !== null) heard.push((struck = second));
  }
  assert.deepEqual(heard, [5, 4, 3, 2, 1]);
  assert.equal(strike(null, 0, null), null);
});
