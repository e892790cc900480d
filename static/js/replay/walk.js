/** Where somebody is in a match, and every way to go from there. Pure: nothing here draws or waits. */

import { addressOf } from './address.js';
import { Deal } from './deal.js';

/** @typedef {import('./record.js').MatchRecord} MatchRecord */
/** @typedef {import('./eyes.js').Eyes} Eyes */

export class Walk {
  /** @param {MatchRecord} record @param {Eyes} eyes */
  constructor(record, eyes) {
    this.record = record;
    this.eyes = eyes;
    /** @type {(Deal | undefined)[]} */
    this.deals = [];
    this.index = 0;
    this.at = 0;
  }

  get deal() {
    return this.#deal(this.index);
  }

  get step() {
    return this.deal.steps[this.at];
  }

  get ended() {
    return this.index === this.record.deals.length - 1 && this.#isLast();
  }

  get address() {
    return addressOf(this.deal.number, this.step.event, this.eyes);
  }

  /** @param {number} index */
  #deal(index) {
    return (this.deals[index] ??= new Deal(this.record.deals[index]));
  }

  #isLast() {
    return this.at === this.deal.steps.length - 1;
  }

  /** One step on or back, over the border of a deal where it comes to that. @param {-1 | 1} way */
  go(way) {
    const at = this.at + way;
    if (at >= 0 && at < this.deal.steps.length) this.at = at;
    else this.toDeal(this.index + way, way > 0 ? 'first' : 'last');
  }

  /** @param {number} at */
  toStep(at) {
    this.at = Math.max(0, Math.min(at, this.deal.steps.length - 1));
  }

  /** @param {'first' | 'last'} end */
  toEnd(end) {
    this.at = end === 'first' ? 0 : this.deal.steps.length - 1;
  }

  /** Nothing happens where there is no such deal. @param {number} index @param {'first' | 'last'} [end] */
  toDeal(index, end = 'first') {
    if (!this.record.deals[index]) return;
    this.index = index;
    this.toEnd(end);
  }

  /** To where the seat one looks from is about to decide something, in this deal or another. @param {-1 | 1} way */
  toDecision(way) {
    for (let index = this.index; this.record.deals[index]; index += way) {
      const deal = this.#deal(index);
      const from = index === this.index ? this.at : way > 0 ? -1 : deal.steps.length - 1;
      const found = deal.decision(from, this.eyes.seat, way);
      if (found === null) continue;
      this.index = index;
      this.at = found;
      return;
    }
  }

  /** @param {number} seat */
  lookFrom(seat) {
    this.eyes = { ...this.eyes, seat };
  }

  /** @param {boolean} open */
  lookOpen(open) {
    this.eyes = { ...this.eyes, open };
  }

  /** To what an address names. A deal's number comes twice where a match was taken back to it: the event decides then.
   * @param {import('./address.js').Spot} spot @returns {boolean} whether there is such a deal */
  toSpot({ deal, event, eyes }) {
    const all = this.record.deals.flatMap((each, index) => (each.number === deal ? [{ ...each, index }] : []));
    const found = all.find((each) => event !== null && event >= each.first && event < each.first + each.events.length) ?? all[0];
    if (!found) return false;
    this.index = found.index;
    this.at = event === null || event < found.first ? 0 : this.deal.stepOf(event);
    if (eyes) this.eyes = eyes;
    return true;
  }
}
