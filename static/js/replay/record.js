/** A match record as it was downloaded: read, checked, and parted into its deals. What it lacks or gets wrong has a code. */

import { reduce } from '../state/view.js';

/** @typedef {import('../protocol.js').View} View */
/** @typedef {import('../protocol.js').GameEvent} GameEvent */
/** @typedef {import('../protocol.js').Person} Person */

/**
 * @typedef {object} RecordedDeal
 * @property {number} number
 * @property {number} first  number of its first event
 * @property {View} before  everything known before it
 * @property {GameEvent[]} events
 *
 * @typedef {object} MatchRecord
 * @property {string} match
 * @property {string} ruleset
 * @property {boolean} complete
 * @property {Person[]} people
 * @property {RecordedDeal[]} deals
 * @property {any} source  the record itself, for the fairness check
 */

export const FORMAT = 'mahjong-club/record';
export const VERSION = 1;

/** `code` names what is wrong, `at` the number of the event that cannot follow. */
export class NotARecord extends Error {
  /** @param {string} code @param {number} [at] */
  constructor(code, at = 0) {
    super(at ? `${code} at ${at}` : code);
    this.code = code;
    this.at = at;
  }
}

/** What is known before a match, to somebody who sees everything. @returns {View} */
export function emptyView() {
  const seat = { hand: [], size: 0, drawn: null, melds: [], bonus: [], river: [], ready: null, fresh_ready: false, lock: null, liable: [], owed: 0, continued: false, left: null };
  return {
    seq: 0, ruleset: '', options: {}, first_dealer: 0, number: 0, dealer: 0, round_wind: 0, repeat: 0, deposits: 0, phase: 'idle', turn: 0,
    due: 'wall', claimed: false, live_left: 0, taken: 0, replacements: 0, discards: 0, calls: 0, draw_source: 'wall', after_kong: false,
    after_bonus: false, bonus_out: 0, bonus_settled: false, opening_at: 0, opening_replacing: false, match_commitment: '', deal_commitment: '',
    paused: '', entropy: [], scores: [0, 0, 0, 0], upcoming: [0, 0, 0], indicators: [], window: null, results: [], standings: [],
    seats: [0, 1, 2, 3].map(() => structuredClone(seat)),
  };
}

/** The record in a file's text. Throws {@link NotARecord}. @param {string} text @returns {MatchRecord} */
export function readRecord(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new NotARecord('not_json');
  }
  if (data?.format !== FORMAT || !Array.isArray(data.events)) throw new NotARecord('not_a_record');
  if (data.version !== VERSION) throw new NotARecord('unknown_version');
  const deals = dealsOf(data.events);
  if (!deals.length) throw new NotARecord('no_deals');
  const { match, ruleset, complete } = data;
  return { match: `${match ?? ''}`, ruleset: `${ruleset ?? ''}`, complete: complete === true, people: peopleOf(data.people), deals, source: data };
}

/** Plays the events through, so that what cannot follow is found now and not while somebody watches.
 * @param {any[]} events @returns {RecordedDeal[]} */
function dealsOf(events) {
  /** @type {RecordedDeal[]} */
  const deals = [];
  let view = emptyView();
  events.forEach((event, i) => {
    try {
      if (event.seq !== i + 1 || !tilesAreTiles(event, '')) throw new Error('bad event');
      if (begins(event)) deals.push({ number: event.number, first: event.seq, before: view, events: [] });
      deals.at(-1)?.events.push(event);
      view = reduce(view, event);
    } catch {
      throw new NotARecord('broken', i + 1);
    }
  });
  return deals;
}

/** Whether a deal begins with it: also the one that was taken up in the middle from a save. @param {GameEvent} event */
const begins = (event) => event.type === 'deal_started' || (event.type === 'position_restored' && event.phase !== 'idle');

const TILE = /^[0-9][mpszf]$/;
const TILE_FIELDS = new Set(['tile', 'tiles', 'drawn', 'hand', 'hands', 'indicators', 'shown', 'blocks', 'bonus', 'kinds']);

/** A name that is no tile would become part of a picture's address. @param {unknown} value @param {string} field @returns {boolean} */
function tilesAreTiles(value, field) {
  if (typeof value === 'string') return !TILE_FIELDS.has(field) || TILE.test(value);
  if (Array.isArray(value)) return value.every((each) => tilesAreTiles(each, field));
  if (value && typeof value === 'object') return Object.entries(value).every(([name, each]) => name === 'options' || tilesAreTiles(each, name));
  return true;
}

/** @param {any} people @returns {Person[]} */
function peopleOf(people) {
  return [0, 1, 2, 3].flatMap((seat) => {
    const found = Array.isArray(people) ? people.find((each) => each?.seat === seat) : null;
    if (typeof found?.name !== 'string') return [];
    return [{ seat, name: found.name, kind: found.kind === 'bot' ? 'bot' : 'person', bot: found.bot ?? null, present: true }];
  });
}
