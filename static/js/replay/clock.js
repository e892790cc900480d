/** Playing a replay: one step after another, a longer look at the end of a deal. */

const STEP_MS = 1000;
const RESULT_MS = 5000;

export class Playing {
  /** @param {() => 'step' | 'result' | 'end'} onStep  goes on one step, and says what it came to */
  constructor(onStep) {
    this.onStep = onStep;
    this.speed = 1;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  get on() {
    return this.timer !== undefined;
  }

  start() {
    this.#wait(STEP_MS);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    if (this.on) this.start();
  }

  /** @param {number} ms */
  #wait(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const came = this.onStep();
      if (came === 'end') this.stop();
      else if (this.on) this.#wait(came === 'result' ? RESULT_MS : STEP_MS);
    }, ms / this.speed);
  }
}
