/** The walk-through: every step has its words, and it is short enough to be read in a minute. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { LOBBY, seenFrom, tableSteps } from '../../static/js/walkthrough/steps.js';

const read = (/** @type {string} */ lang, /** @type {string} */ name) => JSON.parse(readFileSync(new URL(`../../static/i18n/${lang}/${name}.json`, import.meta.url), 'utf8'));
/** Signs a minute of a slow reader: 180 words of English, 300 characters of Chinese or Japanese.
 * @type {Record<string, number>} */
const MINUTE = { en: 900, 'zh-Hant': 300, ja: 350 };

for (const lang of Object.keys(MINUTE)) {
  test(`${lang}: both tours have their words and take less than a minute`, () => {
    const [lobby, table] = [read(lang, 'lobby'), read(lang, 'table')];
    const tours = [LOBBY.map((step) => lobby[`tour.text.${step.key}`]), ...[true, false].map((touch) => tableSteps(touch).map((step) => table[`tour.${step.key}`]))];
    for (const texts of tours) {
      for (const text of texts) assert.ok(text);
      assert.ok(texts.join('').length < MINUTE[lang], `${texts.join('').length}`);
    }
    for (const variant of ['hong_kong', 'taiwanese', 'riichi']) assert.ok(table.variants[variant]['tour.win'], variant);
  });
}

test('what was shown is remembered, and nonsense is nothing', () => {
  assert.deepEqual(seenFrom('["lobby","table"]'), ['lobby', 'table']);
  for (const text of [null, '', '{', '{}', '7', '["attic"]']) assert.deepEqual(seenFrom(text), []);
});
