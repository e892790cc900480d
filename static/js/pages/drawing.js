/** One drawing a frame, however much was heard: the only place where the table goes from one model to the next on the page. */

import { shared } from '../model/shared.js';

/** @typedef {import('../model/table.js').TableModel} TableModel */
/** @typedef {import('../protocol.js').GameEvent} GameEvent */

/**
 * An update of the table that is about to be drawn.
 * @typedef {object} Step
 * @property {TableModel | null} before  what is drawn now; null: nothing yet, or something that has no way to `after`
 * @property {TableModel | null} after
 * @property {GameEvent[]} events  that lead from one to the other, oldest first
 *
 * Called before the update is drawn, to measure what stands there; what it returns is called right after it was drawn.
 * @typedef {(step: Step) => () => void} Motion
 */

/** @type {Motion} */
const STILL = () => () => {};

export class Drawing {
  /** @param {() => TableModel | null} compute  what is to be drawn
   * @param {(model: TableModel | null) => (() => void) | void} draw  everything; what it returns is called when all has been laid out */
  constructor(compute, draw) {
    this.compute = compute;
    this.draw = draw;
    /** @type {Motion} */
    this.motion = STILL;
    /** @type {TableModel | null} */
    this.drawn = null;
    /** @type {TableModel | null} the newest model, whose parts are kept where nothing changed */
    this.newest = null;
    /** @type {GameEvent[]} heard since the last drawing */
    this.events = [];
    this.frame = 0;
  }

  /** @param {import('../state/session.js').Line[]} lines */
  heard(lines) {
    this.events = [...this.events, ...lines.map((line) => line.event)];
  }

  /** The view was taken anew: nothing leads from what is drawn to what comes. */
  leap() {
    this.drawn = null;
    this.events = [];
  }

  request() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.now();
    });
  }

  now() {
    const after = shared(this.newest, this.compute());
    this.newest = after;
    const finish = this.motion({ before: this.drawn, after, events: this.events });
    this.drawn = after;
    this.events = [];
    const settle = this.draw(after);
    finish();
    settle?.();
  }
}
