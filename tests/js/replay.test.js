/** A replay's steps, views and words, on the records of the golden transcripts. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';

import { catalogue } from '../../static/js/i18n/catalogue.js';
import { addressOf, spotOf } from '../../static/js/replay/address.js';
import { Deal } from '../../static/js/replay/deal.js';
import { seenBy } from '../../static/js/replay/eyes.js';
import { NotARecord, emptyView, readRecord } from '../../static/js/replay/record.js';
import { replayWords, sceneOf } from '../../static/js/replay/scene.js';
import { tell } from '../../static/js/replay/telling.js';
import { Walk } from '../../static/js/replay/walk.js';
import { nextOf, wallOf } from '../../static/js/replay/wall.js';
import { reduce } from '../../static/js/state/view.js';

/** @typedef {import('../../static/js/protocol.js').View} View */

const root = new URL('../', import.meta.url);
const unpack = (/** @type {string} */ path) => gunzipSync(readFileSync(new URL(path, root))).toString();
const names = readdirSync(new URL('golden/records/', root)).map((file) => file.replace('.json.gz', ''));
const textOf = (/** @type {string} */ name) => unpack(`golden/records/${name}.json.gz`);
const golden = (/** @type {string} */ name, /** @type {number} */ seat) => JSON.parse(unpack(`golden/transcripts/${name}-${seat}.json.gz`));
const read = (/** @type {string} */ path) => JSON.parse(readFileSync(new URL(`../static/i18n/${path}.json`, root), 'utf8'));
const wordsOf = (/** @type {string} */ lang, /** @type {string} */ variant) =>
  catalogue(lang, replayWords(Object.fromEntries(['table', 'patterns', 'refusals', 'replay', 'lobby'].map((each) => [each, read(`${lang}/${each}`)]))), variant);

test('there are records of every variant', () => assert.deepEqual(['hong_kong', 'riichi', 'taiwanese'].filter((each) => !names.includes(each)), []));

test('before a match a view is empty as the rules write it', () => {
  assert.deepEqual(seenBy(emptyView(), 0), golden('hong_kong', 0).snapshot);
});

for (const name of names) {
  test(`${name}: what a seat's eyes see is what that seat saw`, () => {
    for (const seat of [0, 2]) {
      const { checkpoints } = golden(name, seat);
      for (const recorded of readRecord(textOf(name)).deals) {
        const deal = new Deal(recorded);
        for (let count = 1; count <= deal.events.length; count++) {
          assert.deepEqual(seenBy(deal.after(count), seat), checkpoints[deal.first + count - 2], `event ${deal.first + count - 1}, seat ${seat}`);
        }
      }
    }
  });

  test(`${name}: forward, backward and across give the same views as playing from the start`, () => {
    for (const recorded of readRecord(textOf(name)).deals) {
      /** @type {View[]} */
      const plain = [recorded.before];
      for (const event of recorded.events) plain.push(reduce(/** @type {View} */ (plain.at(-1)), event));
      const forward = new Deal(recorded);
      for (let count = 0; count < plain.length; count++) assert.deepEqual(forward.after(count), plain[count]);
      for (let count = plain.length - 1; count >= 0; count--) assert.deepEqual(forward.after(count), plain[count]);
      const across = new Deal(recorded);
      for (let i = 0; i < plain.length; i++) {
        const count = (i * 37) % plain.length;
        assert.deepEqual(across.after(count), plain[count]);
      }
    }
  });

  test(`${name}: every event belongs to one step, and every step is found by its address`, () => {
    for (const recorded of readRecord(textOf(name)).deals) {
      const deal = new Deal(recorded);
      assert.equal(deal.steps[0].from, 0);
      assert.ok(deal.events.slice(deal.steps.at(-1)?.end).every((event) => event.type === 'match_continued'));
      deal.steps.forEach((step, i) => {
        if (i) assert.equal(step.from, deal.steps[i - 1].end);
        const spot = spotOf(addressOf(deal.number, step.event, { seat: 3, open: true }));
        assert.deepEqual(spot, { deal: deal.number, event: step.event, eyes: { seat: 3, open: true } });
        for (let event = deal.first + step.from; event <= step.event; event++) assert.equal(deal.stepOf(event), i);
      });
    }
  });

  test(`${name}: each step is told in every language, and draws only to those who saw them`, () => {
    for (const lang of ['zh-Hant', 'en', 'ja']) {
      const words = wordsOf(lang, name.replace('_restored', ''));
      const name_ = (/** @type {number} */ seat) => `Seat${seat}`;
      for (const deal of readRecord(textOf(name)).deals.map((each) => new Deal(each))) {
        for (const step of deal.steps) {
          for (const open of [false, true]) {
            const text = tell(step, { seat: 1, open }, name_, words);
            assert.ok(text, `event ${step.event} is not told`);
            assert.doesNotMatch(text, /\{|undefined|null|replay\.|say\.|action\.|[a-z]_[a-z]/);
            if (step.told.type === 'drawn') assert.equal(text.includes(words.tile(`${step.told.tile}`)), open || step.told.seat === 1);
          }
        }
      }
    }
  });

  test(`${name}: the wall tells who drew what`, () => {
    for (const deal of readRecord(textOf(name)).deals.map((each) => new Deal(each))) {
      const wall = wallOf(deal);
      if (deal.events[0].type !== 'deal_started') {
        assert.deepEqual(wall, []);
        continue;
      }
      deal.events.forEach((event, i) => {
        if (event.type !== 'drawn') return;
        const [found] = wall.filter((each) => each.event === deal.first + i && each.use !== 'dealt');
        assert.deepEqual([found.tile, found.seat, found.use], [event.tile, event.seat, event.source ?? 'wall']);
      });
      const dealt = wall.filter((each) => each.use === 'dealt' && each.seat === 2).map((each) => each.tile);
      assert.deepEqual(dealt.sort(), [...(deal.events[0].hands?.[2] ?? [])].sort());
      assert.equal(wall[wall.findIndex((each) => each.use === 'indicator')]?.tile, deal.events[0].indicators?.[0]);
      const ends = deal.first + deal.events.length;
      assert.equal(wall[nextOf(wall, deal.first)].use === 'wall', true);
      assert.ok([-1, wall.findIndex((each) => each.use === 'left')].includes(nextOf(wall, ends)));
    }
  });

  test(`${name}: one's own decisions are those before one's own acts, the same forward and back`, () => {
    for (const deal of readRecord(textOf(name)).deals.map((each) => new Deal(each))) {
      for (const seat of [0, 1, 2, 3]) {
        /** @type {number[]} */
        const forward = [];
        for (let at = deal.decision(-1, seat, 1); at !== null; at = deal.decision(at, seat, 1)) forward.push(at);
        /** @type {number[]} */
        const back = [];
        for (let at = deal.decision(deal.steps.length - 1, seat, -1); at !== null; at = deal.decision(at, seat, -1)) back.push(at);
        assert.deepEqual(back.reverse(), forward);
        const discards = deal.steps.flatMap((step, i) => (step.told.type === 'discarded' && step.told.seat === seat && !deal.after(step.from).seats[seat].ready ? [i - 1] : []));
        assert.deepEqual(discards.filter((at) => !forward.includes(at)), []);
      }
    }
  });

  test(`${name}: with all hands open every tile in play can be seen, through a seat's eyes only its own`, () => {
    const record = readRecord(textOf(name));
    const words = wordsOf('en', name.replace('_restored', ''));
    for (const deal of record.deals.map((each) => new Deal(each))) {
      for (const i of [0, Math.floor(deal.steps.length / 2)]) {
        const open = sceneOf(record, deal, i, { seat: 1, open: true }, words).model;
        assert.ok(open.places.every((place) => place.concealed.every((tile) => tile !== 'back')));
        assert.equal(open.places[0].seat, 1);
        const own = sceneOf(record, deal, i, { seat: 1, open: false }, words).model;
        assert.ok(own.places.slice(1).every((place) => place.shown || place.concealed.every((tile) => tile === 'back')));
        assert.equal(own.hand.length, deal.after(deal.steps[i].end).seats[1].size);
        assert.deepEqual(own.choices, []);
        assert.ok(own.hand.every((tile) => !tile.playable));
      }
      const last = sceneOf(record, deal, deal.steps.length - 1, { seat: 0, open: false }, words).model.result;
      assert.ok(last);
      assert.ok(last.scores.every((line) => !line.waiting));
    }
  });
}

for (const name of names) {
  test(`${name}: a walk to the end of the match and back meets the same steps`, () => {
    const walk = new Walk(readRecord(textOf(name)), { seat: 1, open: true });
    const there = [walk.address];
    while (!walk.ended) {
      walk.go(1);
      there.push(walk.address);
    }
    walk.go(1);
    assert.equal(walk.address, there.at(-1), 'the end is the end');
    const back = [walk.address];
    while (walk.index || walk.at) {
      walk.go(-1);
      back.push(walk.address);
    }
    assert.deepEqual(back.reverse(), there);
    assert.equal(new Set(there).size, there.length);
    for (const address of there) {
      const spot = spotOf(address);
      assert.ok(spot && walk.toSpot(spot));
      assert.equal(walk.address, address);
    }
  });

  test(`${name}: decisions are met over the borders of deals, the same forward and back`, () => {
    const walk = new Walk(readRecord(textOf(name)), { seat: 3, open: false });
    /** @type {string[]} */
    const there = [];
    for (let last = ''; walk.address !== last; ) {
      last = walk.address;
      there.push(last);
      walk.toDecision(1);
    }
    /** @type {string[]} */
    const back = [];
    for (let last = ''; walk.address !== last; ) {
      last = walk.address;
      back.push(last);
      walk.toDecision(-1);
    }
    // The first place is where the walk began, which need not be a decision.
    assert.deepEqual(back.reverse().filter((each) => !there.includes(each)), []);
    assert.deepEqual(there.slice(1).filter((each) => !back.includes(each)), []);
  });
}

test('where a match was taken back to a deal, the event says which of two of a number is meant', () => {
  const record = readRecord(textOf('hong_kong'));
  record.deals = record.deals.map((deal) => ({ ...deal, number: 1 }));
  const walk = new Walk(record, { seat: 0, open: true });
  assert.ok(walk.toSpot({ deal: 1, event: record.deals[1].first + 3, eyes: null }));
  assert.equal(walk.index, 1);
  assert.equal(walk.toSpot({ deal: 9, event: null, eyes: null }), false);
  assert.equal(walk.index, 1);
});

/** @param {(record: any) => void} change @param {string} [name] */
function changed(change, name = 'hong_kong') {
  const record = JSON.parse(textOf(name));
  change(record);
  return JSON.stringify(record);
}

/** @type {[string, string, number][]} */
const WRONG = [
  ['', 'not_json', 0],
  ['[1]', 'not_a_record', 0],
  ['null', 'not_a_record', 0],
  ['{"events": []}', 'not_a_record', 0],
  [changed((record) => (record.version = 2)), 'unknown_version', 0],
  [changed((record) => record.events.splice(1)), 'no_deals', 0],
  [changed((record) => (record.events = [])), 'no_deals', 0],
  [changed((record) => record.events.splice(9, 1)), 'broken', 10],
  [changed((record) => (record.events[5] = null)), 'broken', 6],
  [changed((record) => (record.events[1].hands[0][0] = '../../x')), 'broken', 2],
  [changed((record) => (record.events.find((/** @type {any} */ each) => each.type === 'discarded').seat = 4)), 'broken', 1 + JSON.parse(textOf('hong_kong')).events.findIndex((/** @type {any} */ each) => each.type === 'discarded')],
];
WRONG.forEach(([text, code, at], i) => {
  test(`what is no record is refused: ${i}, ${code}`, () => {
    assert.throws(() => readRecord(text), (/** @type {unknown} */ failure) => failure instanceof NotARecord && failure.code === code && failure.at === at);
  });
});

test('people without names are called by their winds', () => {
  for (const people of [undefined, 7, [null, { seat: 1, name: 5 }]]) {
    const record = readRecord(changed((each) => (each.people = people)));
    assert.deepEqual(record.people, []);
    const { model } = sceneOf(record, new Deal(record.deals[0]), 0, { seat: 0, open: false }, wordsOf('en', 'hong_kong'));
    assert.deepEqual(model.places.map((place) => place.name), ['East', 'South', 'West', 'North'].map((_, i, winds) => winds[(i - record.deals[0].before.first_dealer + 4) & 3]));
  }
});

test('an address that names no spot is none', () => {
  for (const hash of ['', '#', '#x', '#1.2.4', '#1.2.0.shut', '#1..2', '#1.2.0.open.1']) assert.equal(spotOf(hash), null);
  assert.deepEqual(spotOf('#3'), { deal: 3, event: null, eyes: null });
  assert.deepEqual(spotOf('#3.40'), { deal: 3, event: 40, eyes: null });
});
