/** A flower of the viewer's, shown for a while before its replacement. */

/** How long it is shown where the person does not go on himself. */
const FLOWER_MS = 2500;

export class ShownFlower {
  /** @param {() => void} onGone */
  constructor(onGone) {
    this.onGone = onGone;
    /** @type {string | null} */
    this.tile = null;
  }

  /** @param {string} tile */
  show(tile) {
    this.tile = tile;
    setTimeout(() => this.hide(), FLOWER_MS);
  }

  hide() {
    if (!this.tile) return;
    this.tile = null;
    this.onGone();
  }

  /** The deal it belonged to is over. */
  forget() {
    this.tile = null;
  }
}
