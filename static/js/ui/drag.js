/** Laying the hand out by dragging a tile to another place. */

/** How far the pointer has to go before a press becomes a drag. */
const STEP = 12;

export class Drag {
  /** @param {HTMLElement} hand @param {(keys: string[]) => void} onOrder */
  constructor(hand, onOrder) {
    this.hand = hand;
    this.onOrder = onOrder;
    /** Whether the hand may be laid out at all. */
    this.allowed = false;
    /** @type {{el: HTMLElement, x: number, y: number} | null} */
    this.held = null;
    this.moved = false;
    hand.addEventListener('pointerdown', (e) => this.#down(e));
    hand.addEventListener('pointermove', (e) => this.#move(e));
    hand.addEventListener('pointerup', (e) => this.#up(e));
    hand.addEventListener('pointercancel', () => this.#drop());
  }

  /** Whether the click that comes now ends a drag; asking forgets it. */
  ended() {
    const moved = this.moved;
    this.moved = false;
    return moved;
  }

  /** @param {PointerEvent} e */
  #down(e) {
    this.moved = false;
    const el = /** @type {HTMLElement | null} */ (/** @type {Element} */ (e.target).closest('button'));
    if (this.allowed && el && e.button === 0) this.held = { el, x: e.clientX, y: e.clientY };
  }

  /** @param {PointerEvent} e */
  #move(e) {
    const held = this.held;
    if (!held) return;
    const [x, y] = [e.clientX - held.x, e.clientY - held.y];
    if (!this.moved && Math.hypot(x, y) < STEP) return;
    if (!this.moved) this.hand.setPointerCapture(e.pointerId);
    this.moved = true;
    held.el.style.translate = `${x}px ${y}px`;
    held.el.classList.add('dragged');
  }

  /** @param {PointerEvent} e */
  #up(e) {
    const held = this.held;
    this.#drop();
    if (!held || !this.moved) return;
    const others = /** @type {HTMLElement[]} */ ([...this.hand.children]).filter((el) => el !== held.el);
    const before = others.findIndex((el) => {
      const box = el.getBoundingClientRect();
      return e.clientY < box.bottom && e.clientX < box.left + box.width / 2;
    });
    others.splice(before < 0 ? others.length : before, 0, held.el);
    this.onOrder(others.map((el) => el.dataset.key ?? ''));
    // A captured pointer gives its click to the hand, which is no tile's.
    setTimeout(() => (this.moved = false));
  }

  #drop() {
    if (!this.held) return;
    this.held.el.style.translate = '';
    this.held.el.classList.remove('dragged');
    this.held = null;
  }
}
