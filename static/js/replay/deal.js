/** One deal to walk along: its steps, and the view after each of them. */

import { reduce } from '../state/view.js';

/** @typedef {import('../protocol.js').View} View */
/** @typedef {import('../protocol.js').GameEvent} GameEvent */
/** @typedef {import('./record.js').RecordedDeal} RecordedDeal */

/**
 * A step ends with an event that is told; events of which there is nothing to tell go along with the next one.
 * @typedef {object} Step
 * @property {number} event  number of the told event in the record
 * @property {number} from  how many of the deal's events came before the step
 * @property {number} end  how many have happened after it
 * @property {GameEvent} told
 * @property {(import('../protocol.js').Answer | null)[]} answers  of the window that closed in this step
 * @property {number[]} deciders  seats of which a decision is carried out in it
 */

/** So many events lie between two views that are kept. */
const KEPT_EVERY = 16;

export class Deal {
  /** @param {RecordedDeal} recorded */
  constructor(recorded) {
    this.number = recorded.number;
    this.first = recorded.first;
    this.events = recorded.events;
    this.steps = stepsOf(recorded);
    /** @type {Map<number, View>} by the number of events that have happened */
    this.kept = new Map([[0, recorded.before]]);
    this.near = { count: 0, view: recorded.before };
    /** The events with what the log needs to tell them. @type {import('../state/session.js').Line[]} */
    this.lines = this.events.map((event, i) => ({ seq: recorded.first + i, event, phase: /** @type {const} */ ('turn') }));
  }

  /** The view after `count` of the deal's events. Going back costs no more than going forward.
   * @param {number} count @returns {View} */
  after(count) {
    let at = count - (count % KEPT_EVERY);
    while (!this.kept.has(at)) at -= KEPT_EVERY;
    let view = /** @type {View} */ (this.kept.get(at));
    if (this.near.count <= count && this.near.count > at) ({ count: at, view } = this.near);
    for (; at < count; at++) {
      view = reduce(view, this.events[at]);
      if ((at + 1) % KEPT_EVERY === 0) this.kept.set(at + 1, view);
    }
    this.near = { count, view };
    return view;
  }

  /** The step at which an event of the record has happened. @param {number} event */
  stepOf(event) {
    const found = this.steps.findIndex((step) => step.event >= event);
    return found < 0 ? this.steps.length - 1 : found;
  }

  /** The nearest step before or behind this one at which a seat is about to decide; null: there is none.
   * @param {number} step @param {number} seat @param {-1 | 1} way */
  decision(step, seat, way) {
    for (let at = step + way; at >= 0 && at < this.steps.length - 1; at += way) {
      if (this.steps[at + 1].deciders.includes(seat)) return at;
    }
    return null;
  }
}

/** @param {RecordedDeal} recorded @returns {Step[]} */
function stepsOf({ events, first }) {
  /** @type {Step[]} */
  const steps = [];
  /** @type {Set<number>} seats for which the table discards */
  const declared = new Set();
  /** @type {Step} */
  let open = fresh(events[0], 0);
  events.forEach((event, i) => {
    note(open, event, declared);
    if (isSilent(event)) return;
    steps.push({ ...open, event: first + i, end: i + 1, told: event });
    open = fresh(event, i + 1);
  });
  // The closing of the books belongs to the result it follows; that people went on to the next deal belongs to no step.
  const closed = 1 + events.findIndex((event) => event.type === 'deal_ended');
  const last = steps.at(-1);
  if (last && last.end < closed) last.end = closed;
  return steps;
}

/** @param {GameEvent} told @param {number} from @returns {Step} */
const fresh = (told, from) => ({ event: 0, from, end: from, told, answers: [null, null, null, null], deciders: [] });

/** @param {Step} step @param {GameEvent} event @param {Set<number>} declared */
function note(step, event, declared) {
  switch (event.type) {
    case 'window_closed':
      step.answers = event.answers ?? step.answers;
      step.deciders.push(...[0, 1, 2, 3].filter((seat) => step.answers[seat] && !step.answers[seat]?.timed_out));
      break;
    case 'discarded':
      if (!declared.has(event.seat)) step.deciders.push(event.seat);
      if (event.ready) declared.add(event.seat);
      break;
    case 'kong_declared':
      step.deciders.push(event.seat);
      break;
    case 'deal_won':
      if (event.by === 'self_draw') step.deciders.push(event.seat);
      break;
    case 'deal_drawn':
      if (event.seat != null) step.deciders.push(event.seat);
  }
}

/** @param {GameEvent} event */
function isSilent(event) {
  return ['match_started', 'play_began', 'window_closed', 'deal_ended', 'match_continued'].includes(event.type);
}
