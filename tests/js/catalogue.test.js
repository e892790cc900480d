/** The three languages say the same things, and every word the table asks for exists. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { catalogue, chooseLanguage } from '../../static/js/i18n/catalogue.js';

const root = new URL('../../', import.meta.url);
const LANGS = ['zh-Hant', 'en', 'ja'];
const NAMES = ['table', 'patterns', 'refusals'];
const read = (/** @type {string} */ lang, /** @type {string} */ name) => JSON.parse(readFileSync(new URL(`static/i18n/${lang}/${name}.json`, root), 'utf8'));

/** @param {any} words @returns {string[]} */
const keysOf = (words) => Object.keys(words).filter((key) => key !== 'variants').sort();
/** @param {string} text */
const holes = (text) => (text.match(/\{\w+\}/g) ?? []).sort().join();

for (const name of NAMES) {
  test(`${name}: the same keys and the same holes in every language`, () => {
    const english = read('en', name);
    for (const lang of LANGS) {
      const words = read(lang, name);
      assert.deepEqual(keysOf(words), keysOf(english), lang);
      for (const key of keysOf(words)) {
        if (typeof words[key] === 'string') {
          assert.ok(words[key].trim(), key);
          assert.equal(holes(words[key]), holes(english[key]), `${lang} ${key}`);
        } else assert.deepEqual(Object.keys(words[key]).sort(), Object.keys(english[key]).sort(), `${lang} ${key}`);
      }
      for (const own of Object.values(words.variants ?? {})) {
        for (const [key, text] of Object.entries(own)) assert.equal(holes(text), holes(english[key]), `${lang} ${key}`);
      }
    }
  });
}

/** @param {URL} folder @returns {string[]} */
function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? sources(new URL(`${entry.name}/`, folder)) : entry.name.endsWith('.js') ? [readFileSync(new URL(entry.name, folder), 'utf8')] : [],
  );
}

test('every key written out in the source exists', () => {
  const words = read('en', 'table');
  const texts = ['model', 'pages', 'ui'].flatMap((name) => sources(new URL(`static/js/${name}/`, root)));
  const asked = texts.flatMap((text) => [...text.matchAll(/\bt\(\s*'([a-z_.]+)'/g)].map((m) => m[1]));
  assert.ok(asked.length > 60);
  assert.deepEqual(asked.filter((key) => !(key in words)), []);
});

test('a variant has its own words, and the shared ones for the rest', () => {
  const words = Object.fromEntries(NAMES.map((name) => [name, read('zh-Hant', name)]));
  const [hongKong, taiwanese, riichi] = ['hong_kong', 'taiwanese', 'riichi'].map((variant) => catalogue('zh-Hant', words, variant));
  assert.deepEqual([hongKong, taiwanese, riichi].map((c) => c.t('action.chow')), ['上', '吃', '吃']);
  assert.deepEqual([hongKong, taiwanese].map((c) => c.t('action.win')), ['食糊', '胡']);
  assert.equal(hongKong.pattern('all_triplets'), '對對糊');
  assert.equal(taiwanese.pattern('all_triplets'), '碰碰胡');
  assert.equal(riichi.pattern('dora'), '寶牌');
});

test('tiles are named in the language', () => {
  const [zh, en, ja] = LANGS.map((lang) => catalogue(lang, Object.fromEntries(NAMES.map((name) => [name, read(lang, name)])), 'riichi'));
  assert.deepEqual(['5m', '0p', '7z', '6f'].map(zh.tile), ['五萬', '赤五筒', '紅中', '蘭']);
  assert.deepEqual(['5m', '0p', '7z', '6f'].map(en.tile), ['5 of characters', 'red 5 of circles', 'red dragon', 'orchid']);
  assert.deepEqual(['5m', '1z'].map(ja.tile), ['五萬', '東']);
});

test('an unknown refusal still says something', () => {
  const words = Object.fromEntries(NAMES.map((name) => [name, read('en', name)]));
  assert.match(catalogue('en', words, 'hong_kong').refusal('brand_new'), /brand_new/);
});

test('the nearest language is chosen', () => {
  assert.equal(chooseLanguage(['fr', 'zh-HK', 'en']), 'zh-Hant');
  assert.equal(chooseLanguage(['ja-JP']), 'ja');
  assert.equal(chooseLanguage(['fr']), 'en');
});

test('points below zero have the one minus sign of differences, in every language', () => {
  for (const lang of ['zh-Hant', 'en', 'ja']) {
    const words = catalogue(lang, { table: {}, patterns: {}, refusals: {} }, '');
    assert.deepEqual([words.points(-24100), words.signed(-24100), words.points(0), words.points(1200)], ['−24,100', '−24,100', '0', '1,200']);
  }
});
