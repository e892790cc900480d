/**
 * Plays a plan. The drawing is final before anything moves: an animation only shows an element elsewhere for a while, and
 * whatever happens to it, what it leaves behind is the drawing. Nothing waits for it.
 */

import { elementAt } from './spots.js';

/** @typedef {import('./plan.js').Move} Move */
/** @typedef {import('../ui/screen.js').Screen} Screen */
/** @typedef {{x: number, y: number, size: number}} Spot  a centre, and the root of the area */

/** How the felt turns each place, in quarters. */
const TURNS = [0, -1, 2, 1];
const EASING = 'cubic-bezier(.2, .75, .3, 1)';

export class Player {
  /** @param {Screen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {Map<HTMLElement, Animation>} */
    this.running = new Map();
  }

  /** Everything is at once where it belongs. */
  stop() {
    for (const animation of this.running.values()) animation.cancel();
    this.running.clear();
  }

  /** Where the moves begin, as it is now. Asked before the new model is drawn.
   * @param {Move[]} moves @returns {Map<string, Spot>} */
  measure(moves) {
    /** @type {Map<string, Spot>} */
    const spots = new Map();
    for (const { from } of moves) {
      const el = from === null || spots.has(from) ? null : elementAt(this.screen, from);
      const spot = el && spotOf(el);
      if (from !== null && spot) spots.set(from, spot);
    }
    return spots;
  }

  /** @param {Move[]} moves @param {Map<string, Spot>} begun @param {number} pace @param {(points: number) => string} signed */
  play(moves, begun, pace, signed) {
    this.#endGone();
    const scores = moves.filter((move) => move.kind === 'score');
    const found = this.#elements(moves.filter((move) => move.kind !== 'score'));
    for (const { el } of found) this.#end(el);
    // All is measured before anything is changed: the page is laid out once.
    const targets = found.map(({ move, el }) => ({ move, el, spot: move.from ? spotOf(el) : null }));
    for (const { move, el, spot } of targets) this.#start(el, keyframes(move, spot, begun.get(move.from ?? '') ?? null), move, pace);
    // With a result much is drawn already: the points rise a frame later.
    if (scores.length) requestAnimationFrame(() => this.#points(scores, signed));
  }

  /** @param {Move[]} moves */
  #elements(moves) {
    return moves.flatMap((move) => {
      const el = elementAt(this.screen, move.to);
      return el ? [{ move, el }] : [];
    });
  }

  /** @param {Move[]} scores @param {(points: number) => string} signed */
  #points(scores, signed) {
    const board = this.screen.board.el.getBoundingClientRect();
    const spots = this.#elements(scores).map(({ move, el }) => ({ move, spot: spotOf(el) }));
    for (const { move, spot } of spots) this.#float(board, spot, signed(move.amount ?? 0), move.duration);
  }

  /** @param {HTMLElement} el @param {Keyframe[] | null} frames @param {Move} move @param {number} pace */
  #start(el, frames, move, pace) {
    if (!frames) return;
    const animation = el.animate(frames, { duration: move.duration * pace, delay: move.delay * pace, easing: EASING, fill: 'backwards' });
    this.running.set(el, animation);
    animation.onfinish = animation.oncancel = () => this.running.get(el) === animation && this.running.delete(el);
  }

  /** @param {HTMLElement} el */
  #end(el) {
    this.running.get(el)?.cancel();
    this.running.delete(el);
  }

  /** What is not on the page any more would keep the browser at making frames. */
  #endGone() {
    for (const el of this.running.keys()) if (!el.isConnected) this.#end(el);
  }

  /** Points that come and go rise beside the score.
   * @param {DOMRect} board @param {Spot | null} spot @param {string} text @param {number} duration */
  #float(board, spot, text, duration) {
    if (!spot) return;
    const float = document.createElement('span');
    float.className = text.startsWith('+') ? 'gain' : 'gain loss';
    float.textContent = text;
    float.setAttribute('aria-hidden', 'true');
    float.style.left = `${spot.x - board.left}px`;
    float.style.top = `${spot.y - board.top}px`;
    this.screen.board.el.append(float);
    const frames = [{ opacity: 0, translate: '0 40%' }, { opacity: 1, translate: '0 0', offset: 0.12 }, { opacity: 1, translate: '0 -30%', offset: 0.75 }, { opacity: 0, translate: '0 -60%' }];
    const animation = float.animate(frames, { duration });
    animation.onfinish = animation.oncancel = () => float.remove();
  }
}

/** @param {HTMLElement} el @returns {Spot | null} */
function spotOf(el) {
  const box = el.getBoundingClientRect();
  return box.width && box.height ? { x: box.left + box.width / 2, y: box.top + box.height / 2, size: Math.sqrt(box.width * box.height) } : null;
}

/** @param {Move} move @param {Spot | null} to @param {Spot | null} from @returns {Keyframe[] | null} */
function keyframes(move, to, from) {
  switch (move.kind) {
    case 'win':
      return [{ scale: '1' }, { scale: '1.12', offset: 0.4 }, { scale: '1' }];
    case 'reveal':
      return [{ scale: '0 1', opacity: 0.4 }, { scale: '1 1', opacity: 1 }];
    case 'sheet':
      // What cannot be seen yet is not pressed either.
      return [{ opacity: 0, translate: '0 12px', pointerEvents: 'none' }, { opacity: 1, translate: '0 0', pointerEvents: 'auto' }];
  }
  if (!from || !to) return null;
  const [x, y] = turned(from.x - to.x, from.y - to.y, turnOf(move.to));
  if (move.kind === 'shift') return x || y ? [{ translate: `${x}px ${y}px` }, { translate: '0 0' }] : null;
  const begins = { translate: `${x}px ${y}px`, scale: move.to.startsWith('rack') ? '.4' : `${Math.min(2.5, Math.max(0.4, from.size / to.size))}` };
  const faint = move.from === 'wall' ? { opacity: 0.2 } : {};
  return [{ ...begins, ...faint }, { translate: '0 0', scale: '1', ...(move.from === 'wall' ? { opacity: 1 } : {}) }];
}

/** In which direction the element's own x axis points, in quarters.
 * @param {string} key */
function turnOf(key) {
  const [kind, place] = key.split(':');
  return kind === 'hand' || kind === 'indicator' ? 0 : TURNS[Number(place)];
}

/** A way on the screen as it looks from a place of the felt.
 * @param {number} x @param {number} y @param {number} quarters @returns {[number, number]} */
function turned(x, y, quarters) {
  switch (quarters) {
    case 1:
      return [y, -x];
    case -1:
      return [-y, x];
    case 2:
      return [-x, -y];
    default:
      return [x, y];
  }
}
