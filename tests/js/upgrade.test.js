/** A page of an older version: when it may be loaded anew, and what it says until then. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bannerOf } from '../../static/js/model/banner.js';
import { mayReload } from '../../static/js/model/upgrade.js';
import { versionIn } from '../../static/js/net/front_end.js';
import { fresh } from '../../static/js/state/session.js';

/** @type {any} */
const PLAYING = { ...fresh('m1'), connection: 'open', outdated: true, view: { phase: 'turn', paused: '' } };
const asked = (/** @type {string} */ type) => ({ ...PLAYING, prompt: { id: 1, seq: 1, legal: [{ type }], clock: null, at: 0 } });

test('the version stands in the address of a module', () => {
  assert.equal(versionIn('http://club/static/v-0123456789ab/js/net/front_end.js'), '0123456789ab');
  assert.equal(versionIn('http://club/static/js/net/front_end.js'), null);
});

test('nothing is taken from whoever is asked, writes, reads a box or waits for an answer', () => {
  const idle = { busy: false };
  assert.equal(mayReload(PLAYING, idle), true);
  assert.equal(mayReload({ ...PLAYING, outdated: false }, idle), false);
  assert.equal(mayReload(asked('discard'), idle), false);
  assert.equal(mayReload(asked('pass'), idle), false);
  assert.equal(mayReload(asked('continue_match'), idle), true);
  assert.equal(mayReload(PLAYING, { busy: true }), false);
  assert.equal(mayReload({ ...PLAYING, pending: { id: 'a', action: { type: 'pass' } } }, idle), false);
  assert.equal(mayReload({ ...PLAYING, connection: 'reconnecting' }, idle), false);
});

test('the page says that it is old, and offers the new one; without a line it says that first', () => {
  /** @type {any} */
  const words = { t: (/** @type {string} */ key) => key };
  assert.deepEqual(bannerOf(PLAYING, words), { text: 'state.outdated', busy: false, button: 'state.reload' });
  assert.equal(bannerOf({ ...PLAYING, connection: 'reconnecting' }, words)?.text, 'state.reconnecting');
  assert.equal(bannerOf({ ...PLAYING, outdated: false }, words), null);
});
