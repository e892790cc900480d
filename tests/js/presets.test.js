/** Which preset a table was made with is told by its options alone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { presetOf, sameOptions, variantsOf } from '../../static/lobby/presets.js';

/** @type {import('../../static/lobby/shapes.d.ts').PresetOut[]} */
const PRESETS = [
  { id: 'club', ruleset: 'a/2', variant: 'a', options: {} },
  { id: 'short', ruleset: 'a/2', variant: 'a', options: { rounds: 1, list: [1, 2] } },
  { id: 'other', ruleset: 'b/1', variant: 'b', options: {} },
];

test('options are compared by name and value, whatever their order', () => {
  assert.ok(sameOptions({ rounds: 1, list: [1, 2] }, { list: [1, 2], rounds: 1 }));
  /** @type {Record<string, number | number[]>[]} */
  const others = [{}, { rounds: 1 }, { rounds: 2, list: [1, 2] }, { rounds: 1, list: [2, 1] }, { rounds: 1, lists: [1, 2] }];
  for (const other of others) assert.ok(!sameOptions({ rounds: 1, list: [1, 2] }, other));
});

test('a preset is found by its ruleset and options', () => {
  assert.equal(presetOf(PRESETS, 'a/2', { list: [1, 2], rounds: 1 })?.id, 'short');
  assert.equal(presetOf(PRESETS, 'b/1', {})?.id, 'other');
  assert.equal(presetOf(PRESETS, 'a/1', {}), null);
  assert.equal(presetOf(PRESETS, 'a/2', { rounds: 4 }), null);
});

test('variants come once each, in their order', () => assert.deepEqual(variantsOf(PRESETS), ['a', 'b']));
