/** What the page knows, frame by frame; how long it waits before it comes back. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { waitBefore } from '../../static/js/net/backoff.js';
import { acting, fresh, receive, since } from '../../static/js/state/session.js';

const found = JSON.parse(readFileSync(new URL('../golden/positions/hong_kong_claim.json', import.meta.url), 'utf8'));
const begun = () => found.frames.reduce((/** @type {any} */ s, /** @type {any} */ frame) => receive(s, frame, 50), fresh('m1'));
const CLOSED = /** @type {any} */ ({ type: 'window_closed', answers: [null, null, null, null], locks: [null, null, null, null] });

test('events that were heard already are not heard twice', () => {
  const s = begun();
  const again = receive(s, { type: 'events', from: 299, items: [CLOSED, CLOSED] }, 60);
  assert.equal(again.view?.seq, 300);
  const more = receive(s, { type: 'events', from: 300, items: [CLOSED, CLOSED] }, 60);
  assert.equal(more.view?.seq, 301);
  assert.equal(more.view?.phase, 'draw');
});

test('a gap makes the view unknown, so that a snapshot is asked for', () => {
  const s = receive(begun(), { type: 'events', from: 303, items: [CLOSED] }, 60);
  assert.equal(s.view, null);
  assert.equal(since(s), null);
});

test('a prompt goes when its window closes, not when somebody else acts', () => {
  const s = begun();
  assert.equal(s.prompt.legal.length, 7);
  assert.equal(receive(s, { type: 'events', from: 301, items: [{ type: 'timed_out', seat: 2 }] }, 60).prompt, s.prompt);
  assert.equal(receive(s, { type: 'events', from: 301, items: [CLOSED] }, 60).prompt, null);
});

test('an act is pending until its own answer comes', () => {
  const s = acting(begun(), 'a1', { type: 'pass' });
  assert.equal(receive(s, { type: 'accepted', id: 'other', seq: 300 }, 60).pending?.id, 'a1');
  const accepted = receive(s, { type: 'accepted', id: 'a1', seq: 300 }, 60);
  assert.deepEqual([accepted.pending, accepted.prompt], [null, null]);
  const refused = receive(s, { type: 'refused', id: 'a1', code: 'below_min', rule: 'wins.minimum', seq: 300 }, 60);
  assert.equal(refused.pending, null);
  assert.equal(refused.refused?.code, 'below_min');
  assert.ok(refused.prompt, 'the question is still open');
});

test('an answer that is acknowledged late leaves the next question open', () => {
  const asked = /** @type {import('../../static/js/protocol.js').ServerFrame} */ ({ type: 'prompt', id: 310, seq: 310, legal: [{ type: 'pass' }] });
  const s = receive(acting(begun(), 'a1', { type: 'pass' }), asked, 70);
  const after = receive(s, { type: 'accepted', id: 'a1', seq: 300 }, 80);
  assert.equal(after.pending, null);
  assert.equal(after.prompt?.id, 310);
});

test('a snapshot of the same deal keeps its record, one of another deal does not', () => {
  const s = receive(begun(), { type: 'events', from: 301, items: [CLOSED] }, 60);
  assert.equal(s.log.length, 1);
  assert.equal(receive(s, { ...found.frames[0], view: s.view, seq: 301 }, 70).log.length, 1);
  assert.equal(receive(s, { ...found.frames[0], view: { ...s.view, number: 8 }, seq: 340 }, 70).log.length, 0);
});

test('another tab takes control', () => {
  const s = receive(begun(), { type: 'notice', code: 'taken_over' }, 60);
  assert.equal(s.control, false);
});

test('presence changes the person, not the seat', () => {
  const s = receive(begun(), { type: 'presence', seats: [{ seat: 1, present: false, left: 'bot' }] }, 60);
  assert.deepEqual([s.people[1].present, s.people[1].left], [false, 'bot']);
  assert.equal(s.people[2].present, true);
});

test('an unknown frame and an unknown event change nothing but the number', () => {
  const s = begun();
  assert.equal(receive(s, /** @type {any} */ ({ type: 'weather' }), 60), s);
  const next = receive(s, { type: 'events', from: 301, items: [/** @type {any} */ ({ type: 'moonrise' })] }, 60);
  assert.deepEqual(next.view, { ...s.view, seq: 301 });
});

test('the wait before a new try doubles, is scattered and has an end', () => {
  assert.ok(waitBefore(0, 0) >= 200 && waitBefore(0, 1) <= 400);
  assert.ok(waitBefore(3, 0) > waitBefore(1, 1));
  assert.equal(waitBefore(50, 1), 15_000);
  assert.notEqual(waitBefore(4, 0.1), waitBefore(4, 0.9));
});

test('a rewind ends what was asked, and the next question is asked anew', () => {
  const s = begun();
  const { view } = /** @type {any} */ (s);
  const rewound = receive(s, { type: 'events', from: 301, items: [{ type: 'match_rewound', to: 290, kind: 'undo', seat: 0, position: { ...view, seq: 290, paused: 'x' } }] }, 60);
  assert.equal(rewound.prompt, null);
  assert.deepEqual([rewound.view?.seq, rewound.view?.paused, rewound.log.length], [301, view.paused, 1]);
});

test('somebody else takes a seat', () => {
  const s = receive(begun(), { type: 'events', from: 301, items: [{ type: 'seated', seat: 2, kind: 'person', name: 'Ben', by: 'Ada', reason: 'late' }] }, 60);
  assert.deepEqual(s.people[2], { seat: 2, kind: 'person', name: 'Ben', present: false, bot: null, left: null });
});

test('a notice tells what somebody ordered, and nothing that is played', () => {
  const heard = (/** @type {any} */ event) => receive(begun(), { type: 'events', from: 301, items: [event] }, 60).notice;
  const { view } = /** @type {any} */ (begun());
  assert.equal(heard({ type: 'deal_won', seat: 1, by: 'discard', from_seat: 0, deltas: [-8, 8, 0, 0] }), null);
  assert.equal(heard({ type: 'win_offered', seat: 1, by: 'discard' }), null);
  assert.equal(heard({ type: 'match_rewound', to: 290, kind: 'undo', seat: 0, by: '', position: { ...view, seq: 290 } }), null);
  assert.equal(heard({ type: 'match_paused', reason: 'by_order', by: 'Ada', note: 'tea' }), null);
  for (const event of [
    { type: 'match_resumed', reason: 'by_order', by: 'Ada' },
    { type: 'match_rewound', to: 290, kind: 'rewind', by: 'Ada', reason: 'a slip', position: { ...view, seq: 290 } },
    { type: 'match_stopped', by: 'Ada', reason: 'fire' },
    { type: 'seated', seat: 2, kind: 'person', name: 'Ben', by: 'Ada', reason: 'late' },
  ]) assert.deepEqual(heard(event), { code: 'order', params: event });
});

test('who gets another seat does not go on from what the old one saw', () => {
  const s = receive(begun(), { type: 'bye', code: 'seat_changed' }, 60);
  assert.equal(since(s), null);
});
