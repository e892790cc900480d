/** One drawing a frame, however much was heard: the only place where the table goes from one session to the next on the page. */

/** @typedef {import('../state/session.js').Session} Session */
/** @typedef {import('../state/session.js').Line} Line */

/**
 * An update of the table that is about to be drawn.
 * @typedef {object} Step
 * @property {Session | null} from  what is drawn now; null: nothing yet, or something that has no way to `to`
 * @property {Session} to
 * @property {Line[]} lines  the events that lead from one to the other, oldest first
 *
 * Called before the update is drawn, to measure what stands there; what it returns is called right after it was drawn.
 * @typedef {(step: Step) => () => void} Motion
 */

/** @type {Motion} */
const STILL = () => () => {};

export class Drawing {
  /** @param {() => Session} session @param {() => void} draw  everything, as the session says */
  constructor(session, draw) {
    this.session = session;
    this.draw = draw;
    /** @type {Motion} */
    this.motion = STILL;
    /** @type {Session | null} */
    this.drawn = null;
    /** @type {Line[]} heard since the last drawing */
    this.lines = [];
    this.frame = 0;
  }

  /** @param {Line[]} lines */
  heard(lines) {
    this.lines = [...this.lines, ...lines];
  }

  /** The view was taken anew: nothing leads from what is drawn to what comes. */
  leap() {
    this.drawn = null;
    this.lines = [];
  }

  request() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.now();
    });
  }

  now() {
    const to = this.session();
    const finish = this.motion({ from: this.drawn, to, lines: this.lines });
    this.drawn = to;
    this.lines = [];
    this.draw();
    finish();
  }
}
