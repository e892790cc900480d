/** What the page asks the server about the viewer's own hand, and what an answer is for. */

import { wanted } from '../model/automatic.js';
import { bestLeft } from '../model/waits.js';

/** @typedef {import('../protocol.js').Action} Action */
/** @typedef {import('../protocol.js').ClientFrame} ClientFrame */
/** @typedef {import('../protocol.js').ServerFrame} ServerFrame */
/** @typedef {import('../state/session.js').Session} Session */
/** @typedef {import('../protocol.js').WhyNot} WhyNot */
/** @typedef {{action: Action, why: WhyNot | null}} Asked  what is asked about, and the answer once it is there */
/** @typedef {{purpose: 'box' | 'beside', asked: Asked[]}} Purpose  what refusals are asked for: to be explained in a box, or beside the hand */

export class Questions {
  /** @param {(frame: ClientFrame) => boolean} send */
  constructor(send) {
    this.send = send;
    this.run = crypto.getRandomValues(new Uint32Array(2)).join('');
    this.numbers = 0;
    /** @type {Map<string, number>} by the key of a claim: how many tiles would be left to win with after it */
    this.claims = new Map();
    /** @type {Map<string, string>} keys of the claims that were asked about, by the questions' ids */
    this.claimsAsked = new Map();
    /** @type {Map<string, {purpose: Purpose, asked: Asked}>} what the open questions are for, by their ids */
    this.open = new Map();
    this.asked = { waits: '', discards: '', worth: 0 };
  }

  id() {
    return `${this.run}-${++this.numbers}`;
  }

  /** Asks what has become unknown: the waits when the hand that rests has changed, what each discard leaves, what a win is worth.
   * @param {Session} session @param {string | null} looking  key of the hand's tile that is lifted or pointed at */
  ask(session, looking) {
    const { view, viewer, control, prompt } = session;
    if (!view || viewer === null || !control || !['turn', 'draw', 'claim'].includes(view.phase)) return;
    const me = view.seats[viewer];
    const key = `${view.number}|${me.hand?.join('')}|${me.drawn}|${me.melds.length}`;
    if (session.waits === null && this.asked.waits !== key && me.size % 3 === (me.drawn ? 2 : 1)) {
      if (this.send({ type: 'ask', id: this.id(), what: 'waits' })) this.asked.waits = key;
    }
    const legal = prompt?.legal ?? [];
    const wondering = legal.some((action) => action.type === 'declare_ready') || (looking && legal.some((action) => action.type === 'discard'));
    if (prompt && this.asked.worth !== prompt.id && legal.some((action) => action.type === 'win')) {
      this.asked.worth = prompt.id;
      this.send({ type: 'ask', id: this.id(), what: 'why_not', action: { type: 'win' } });
    }
    if (wondering && session.discards === null && this.asked.discards !== key) {
      if (this.send({ type: 'ask', id: this.id(), what: 'discards' })) this.asked.discards = key;
    }
  }

  /** Asks what the claims on offer would lead to.
   * @param {Action[]} legal @param {import('../model/automatic.js').Automatic} auto */
  askClaims(legal, auto) {
    this.claims = new Map();
    this.claimsAsked = new Map();
    for (const action of wanted(legal, auto)) {
      if (action.type !== 'chow' && action.type !== 'pung') continue;
      const id = this.id();
      if (this.send({ type: 'ask', id, what: 'discards', action })) this.claimsAsked.set(id, JSON.stringify(action));
    }
  }

  /** Takes what was asked about a claim; any other frame is not its business.
   * @param {ServerFrame} frame @returns {boolean} whether it was that */
  takesClaim(frame) {
    if (frame.type !== 'answer' || frame.what !== 'discards') return false;
    const claim = this.claimsAsked.get(frame.id);
    if (claim === undefined) return false;
    this.claimsAsked.delete(frame.id);
    this.claims = new Map(this.claims).set(claim, bestLeft(frame.discards));
    return true;
  }

  /** Asks why actions are refused.
   * @param {Purpose['purpose']} where @param {Action[]} actions */
  why(where, actions) {
    /** @type {Purpose} */
    const purpose = { purpose: where, asked: actions.map((action) => ({ action, why: null })) };
    for (const asked of purpose.asked) {
      const id = this.id();
      if (this.send({ type: 'ask', id, what: 'why_not', action: asked.action })) this.open.set(id, { purpose, asked });
    }
  }

  /** Takes an answer. @param {{id: string} & WhyNot} why @returns {Purpose | null} what was asked, once all of it is answered */
  takesWhy(why) {
    const found = this.open.get(why.id);
    if (!found) return null;
    this.open.delete(why.id);
    found.asked.why = why;
    return found.purpose.asked.every((each) => each.why) ? found.purpose : null;
  }
}
