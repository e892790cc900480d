/** Everything the page knows: the view, who sits where, what is asked of the viewer, what is under way. Pure. */

import { chanceAfter, chanceOf } from './chance.js';
import { reduce } from './view.js';

/** @typedef {import('../protocol.js').ServerFrame} ServerFrame */
/** @typedef {import('../protocol.js').Action} Action */

/**
 * @typedef {object} Line  a line of the log: the event, and the phase it came in
 * @property {number} seq
 * @property {import('../protocol.js').GameEvent} event
 * @property {import('../protocol.js').View['phase']} phase
 *
 * @typedef {object} Prompt
 * @property {number} id
 * @property {number} seq
 * @property {Action[]} legal
 * @property {import('../protocol.js').Clock | null} clock
 * @property {number} at  local time in ms when it came
 *
 * @typedef {object} Session
 * @property {string} match
 * @property {'connecting' | 'open' | 'reconnecting' | 'closed'} connection
 * @property {string | null} bye
 * @property {number | null} viewer
 * @property {number} bottom  the seat that a spectator has at the bottom
 * @property {boolean} control  false: a newer tab plays this seat
 * @property {import('../protocol.js').View | null} view
 * @property {import('../protocol.js').Person[]} people
 * @property {import('../protocol.js').TableInfo} table
 * @property {Prompt | null} prompt
 * @property {{id: string, action: Action, prompt: number | null} | null} pending  what is on its way, and to which question
 * @property {{code: string, rule: string | null, verdict: import('../protocol.js').WhyNot | null, at: number} | null} refused
 * @property {import('../protocol.js').Wait[] | null} waits
 * @property {import('../protocol.js').DiscardWaits[] | null} discards
 * @property {import('../protocol.js').WhyNot | null} whyNot
 * @property {import('../protocol.js').WhyNot | null} worth  of the win that is offered now
 * @property {import('../protocol.js').Hint | null} hint  to the open question
 * @property {import('./chance.js').Chance | null} chance  the last discard of another seat, as far as it concerns the viewer
 * @property {{code: string, params: Record<string, unknown>} | null} notice
 * @property {{seat: number | null, name: string, text: string | null, phrase: string | null}[]} chat
 * @property {Line[]} log  this deal's events, oldest first
 * @property {Line[]} news  what the last frame of events brought, oldest first; also of a deal that ended in it
 * @property {{by: string, note: string} | null} pause  by whose order the table rests
 * @property {boolean} outdated  the server has another version of the front end than this page
 * @property {number} heardAt  local time in ms of the last event
 */

const CHAT_KEPT = 60;

/** @param {string} match @returns {Session} */
export function fresh(match) {
  return {
    match, connection: 'connecting', bye: null, viewer: null, bottom: 0, control: true, view: null, people: [], table: {}, prompt: null,
    pending: null, refused: null, waits: null, discards: null, whyNot: null, worth: null, hint: null, chance: null, notice: null, chat: [], log: [], news: [],
    pause: null, outdated: false, heardAt: 0,
  };
}

/** The session after a frame; `now` is local time in ms. A gap in the numbers leaves `view` null: a snapshot is needed.
 * @param {Session} s @param {ServerFrame} frame @param {number} now @returns {Session} */
export function receive(s, frame, now) {
  switch (frame.type) {
    case 'snapshot':
      return {
        ...s, viewer: frame.viewer, control: frame.control ?? true, view: frame.view, people: frame.people ?? s.people, table: frame.table ?? s.table, pause: frame.pause ?? null,
        prompt: null, refused: null, waits: null, discards: null, whyNot: null, worth: null, hint: null, log: [], heardAt: now,
        chance: chanceOf(frame.view, frame.viewer),
        ...(frame.view.number !== s.view?.number || frame.seq < s.view.seq ? {} : { log: s.log }),
      };
    case 'events':
      return hear(s, frame, now);
    case 'prompt':
      return { ...s, worth: null, hint: null, chance: s.chance && { ...s.chance, offered: frame.legal }, prompt: { id: frame.id, seq: frame.seq, legal: frame.legal, clock: frame.clock ?? null, at: now } };
    case 'accepted':
      if (s.pending?.id !== frame.id) return s;
      return accepted(s, s.pending);
    case 'refused':
      return s.pending?.id === frame.id
        ? { ...s, pending: null, refused: { code: frame.code, rule: frame.rule ?? null, verdict: frame.verdict ?? null, at: now } }
        : s;
    case 'answer':
      if (frame.what === 'waits') return { ...s, waits: frame.waits };
      if (frame.what === 'discards') return { ...s, discards: frame.discards };
      if (frame.what === 'hint') return s.prompt ? { ...s, hint: frame.hint } : s;
      // Nothing refuses it: this is what the win is worth.
      return frame.code ? { ...s, whyNot: frame } : { ...s, worth: frame };
    case 'presence':
      return {
        ...s,
        people: s.people.map((person) => {
          const news = frame.seats.find((each) => each.seat === person.seat);
          return news ? { ...person, present: news.present, left: news.left ?? null } : person;
        }),
      };
    case 'notice':
      if (frame.code === 'in_control' || frame.code === 'taken_over') return { ...s, control: frame.code === 'in_control' };
      return { ...s, notice: { code: frame.code, params: frame.params ?? {} } };
    case 'said':
      return {
        ...s,
        chat: [...s.chat, { seat: frame.seat, name: frame.name ?? '', text: frame.text ?? null, phrase: frame.phrase ?? null }].slice(-CHAT_KEPT),
      };
    case 'bye':
      // What one seat saw is no beginning for another's view.
      return frame.code === 'seat_changed' ? { ...s, bye: frame.code, view: null, prompt: null, pending: null } : { ...s, bye: frame.code };
    default:
      return s;
  }
}

/** The same for frames as they come off the line: an event that cannot follow the view means that something was missed, as a gap does.
 * @param {Session} s @param {ServerFrame} frame @param {number} now @returns {Session} */
export function received(s, frame, now) {
  try {
    return receive(s, frame, now);
  } catch {
    return { ...s, view: null };
  }
}

/** What happens at somebody's order and is told in a notice; a pause has its own. A win has a `by`, too: the way it was won. */
const ORDERED = new Set(['match_resumed', 'match_rewound', 'match_stopped', 'seated']);

/** @param {Session} s @param {Extract<ServerFrame, {type: 'events'}>} frame @param {number} now @returns {Session} */
function hear(s, frame, now) {
  let { view, people, pause, notice, prompt, waits, discards, refused, whyNot, worth, hint, chance } = s;
  if (!view || frame.from > view.seq + 1) return { ...s, view: null };
  let log = s.log;
  /** @type {Line[]} */
  const news = [];
  for (const event of frame.items.slice(view.seq + 1 - frame.from)) {
    if (event.type === 'deal_started') log = [];
    if (event.type === 'match_rewound') log = event.position.number === view.number ? log.filter((line) => line.seq <= event.to) : [];
    news.push({ seq: view.seq + 1, event, phase: view.phase });
    log = [...log, news[news.length - 1]];
    const handBefore = handKey(view, s.viewer);
    view = reduce(view, event);
    if (ORDERED.has(event.type) && 'by' in event && event.by) notice = { code: 'order', params: { ...event } };
    if (event.type === 'match_paused') pause = event.by ? { by: event.by, note: event.note ?? '' } : null;
    if (event.type === 'match_resumed') pause = null;
    if (event.type === 'seated') people = people.map((each) => (each.seat === event.seat ? newcomer(event) : each));
    chance = chanceAfter(chance, event, s.viewer);
    if (handKey(view, s.viewer) !== handBefore) {
      discards = null;
      if (event.type !== 'drawn') waits = null;
    }
    if (ends(event, s.viewer)) {
      prompt = hint = null;
      whyNot = worth = null;
      refused = null;
    }
  }
  return { ...s, view, people, pause, notice, prompt, waits, discards, refused, whyNot, worth, hint, chance, log, news, heardAt: now };
}

/** Who has the seat now; he is not there before he comes.
 * @param {Extract<import('../protocol.js').GameEvent, {type: 'seated'}>} event @returns {import('../protocol.js').Person} */
function newcomer({ seat, kind, name, bot }) {
  return { seat, kind, name, present: kind === 'bot', bot: bot ?? null, left: null };
}

/** An answer counts for its own question: one that was sent again over a new line may be accepted after the next question came.
 * @param {Session} s @param {NonNullable<Session['pending']>} pending @returns {Session} */
function accepted(s, pending) {
  if (s.prompt && s.prompt.id !== pending.prompt) return { ...s, pending: null };
  return { ...s, pending: null, prompt: null, refused: null, hint: null, chance: s.chance && { ...s.chance, answered: pending.action } };
}

/** Whether an open question to the viewer is over once this happened.
 * @param {import('../protocol.js').GameEvent} event @param {number | null} viewer */
function ends(event, viewer) {
  switch (event.type) {
    case 'window_closed':
    case 'deal_won':
    case 'deal_drawn':
    case 'deal_started':
    case 'match_rewound':
    case 'match_stopped':
      return true;
    case 'discarded':
    case 'kong_declared':
    case 'match_continued':
      return event.seat === viewer;
    default:
      return false;
  }
}

/** @param {import('../protocol.js').View} view @param {number | null} viewer */
function handKey(view, viewer) {
  if (viewer === null) return '';
  const seat = view.seats[viewer];
  return `${seat.hand?.join('')}|${seat.drawn}|${seat.melds.length}`;
}

/** Whether the server has to be asked for a snapshot before anything can be drawn again.
 * @param {Session} s */
export const since = (s) => (s.view ? s.view.seq : null);

/** An action is on its way.
 * @param {Session} s @param {string} id @param {Action} action @returns {Session} */
export const acting = (s, id, action) => ({ ...s, pending: { id, action, prompt: s.prompt?.id ?? null }, refused: null, hint: null });

/** `connecting` is the person's own wish to be here: the newest socket of a seat controls it.
 * @param {Session} s @param {Session['connection']} connection @returns {Session} */
export const connected = (s, connection) => ({
  ...s, connection, bye: connection === 'open' ? null : s.bye, control: s.control || connection === 'connecting',
});

/** @param {Session} s @returns {Session} */
export const dismissed = (s) => ({ ...s, notice: null, refused: null, whyNot: null });
