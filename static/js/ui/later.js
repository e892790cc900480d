/** Work that nobody looks at: done in the order in which it came, when the browser has nothing to draw, and soon in any case. */

const LATEST_MS = 250;

/** @type {(work: () => void) => void} Safari has no idle time to give. */
const whenIdle = 'requestIdleCallback' in window ? (work) => void requestIdleCallback(work, { timeout: LATEST_MS }) : (work) => void setTimeout(work, LATEST_MS / 2);

export class Later {
  constructor() {
    /** @type {(() => void)[]} */
    this.works = [];
  }

  /** @param {() => void} work */
  add(work) {
    this.works.push(work);
    if (this.works.length === 1) whenIdle(() => this.#run());
  }

  #run() {
    const { works } = this;
    this.works = [];
    for (const work of works) work();
  }
}
