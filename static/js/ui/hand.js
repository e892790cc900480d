/** The viewer's own tiles, below the board: one tab stop, arrows move along it. */

import { Seen, handOver, keyed, make, setAttr, setClass, setVar } from './dom.js';
import { Drag } from './drag.js';
import { makeTile, meldLabel, setMelds, setTile, setTiles } from './tiles.js';

/** @typedef {import('../model/table.js').TableModel} TableModel */
/** @typedef {{twice: boolean, meant: boolean}} Press  twice: the first press only lifts; meant: this tile stood there when it was aimed at */

const PHONE_ROW = 8;
const OWN_ROW = 13.5;
/** Between the hand and the drawn tile, in tile widths. */
const GAP = 0.45;
/** From this many tile widths on, what is declared is drawn smaller, so that the hand is not. */
const MANY_OWN = 18;

/** With so many tiles that go and come it is another hand. */
const NEW_HAND = 5;

/** So long after a tile has come to another place a press on it may have been meant for the one that stood there. */
const SETTLE_MS = 300;

export class HandBar {
  /** @param {{onTile: (key: string, press: Press) => void, onOver: (key: string | null) => void, onOrder: (keys: string[]) => void}} hooks */
  constructor({ onTile, onOver, onOrder }) {
    this.onTile = onTile;
    this.onOver = onOver;
    this.hand = make('div', 'hand');
    this.flowers = make('span', 'flowers');
    this.melds = make('span', 'melds');
    this.own = make('div', 'own', [this.flowers, this.melds]);
    this.el = make('footer', 'handbar', [this.own, this.hand]);
    /** @type {string[]} */
    this.keys = [];
    this.at = -1;
    /** @type {Map<string, number>} when each tile came to its place */
    this.placed = new Map();
    this.seen = new Seen();
    this.laid = new Seen();
    /** @type {WeakMap<HTMLElement, Seen>} what each tile was drawn from */
    this.tiles = new WeakMap();
    /** The tile the pointer went down on. */
    this.pressed = '';
    /** @type {string} how the press that makes the next click was made */
    this.pointer = 'mouse';
    this.hand.addEventListener('pointerdown', (e) => {
      this.pointer = e.pointerType;
      this.pressed = this.#settled(keyAt(e.target));
    });
    this.drag = new Drag(this.hand, onOrder);
    this.hand.addEventListener('pointerover', (e) => e.pointerType === 'mouse' && onOver(keyAt(e.target)));
    this.hand.addEventListener('pointerleave', () => onOver(null));
    this.hand.addEventListener('focusin', (e) => onOver(keyAt(e.target)));
    this.hand.addEventListener('focusout', () => onOver(null));
    this.hand.addEventListener('click', (e) => this.#clicked(e));
    this.hand.addEventListener('focusin', (e) => {
      const index = [...this.hand.children].indexOf(/** @type {Element} */ (e.target));
      if (index >= 0) this.#stopAt(index);
    });
  }

  /** @param {MouseEvent} e */
  #clicked(e) {
    if (this.drag.ended()) return;
    const key = keyAt(e.target);
    // A click without a pointer comes from the keyboard: Enter and Space discard at once.
    const byPointer = e.detail > 0;
    if (key) this.onTile(key, { twice: byPointer && this.pointer !== 'mouse', meant: !byPointer || this.pressed === key });
  }

  /** The tile that is pressed, unless it has only just come to where the pointer is.
   * @param {string | null} key */
  #settled(key) {
    return key && performance.now() - (this.placed.get(key) ?? 0) > SETTLE_MS ? key : '';
  }

  /** @param {string[]} keys */
  #place(keys) {
    const now = performance.now();
    const before = this.keys;
    if (before.length) keys.forEach((key, i) => before[i] !== key && this.placed.set(key, now));
    this.keys = keys;
  }

  /** Moves the tab stop and the focus along the hand.
   * @param {'first' | 'last' | -1 | 1} step */
  move(step) {
    const count = this.keys.length;
    if (!count) return;
    const at = this.at < 0 ? count - 1 : this.at;
    const index = step === 'first' ? 0 : step === 'last' ? count - 1 : this.at < 0 ? at : (at + step + count) % count;
    this.#stopAt(index);
    /** @type {HTMLElement} */ (this.hand.children[index]).focus();
  }

  /** @param {number} index */
  #stopAt(index) {
    this.at = index;
    [...this.hand.children].forEach((el, i) => setAttr(el, 'tabindex', i === index ? 0 : -1));
  }

  /** @param {HTMLElement} game @param {TableModel} m @param {import('../i18n/catalogue.js').Catalogue} words @param {(seat: number) => string} name */
  update(game, m, words, name) {
    const names = m.places.map((place) => place.name).join('\n');
    if (this.seen.differs(m.hand, words)) this.#tiles(m, words);
    if (this.laid.differs(m.hand.length, m.ownMelds, m.ownBonus, words, names)) this.#laid(game, m, words, name);
  }

  /** @param {TableModel} m @param {import('../i18n/catalogue.js').Catalogue} words */
  #tiles(m, words) {
    const { t } = words;
    const focused = document.activeElement && this.hand.contains(document.activeElement);
    const count = m.hand.length;
    this.#place(m.hand.map((each) => each.key));
    setAttr(this.hand, 'role', 'group');
    setAttr(this.hand, 'aria-label', t('hand'));
    handOver(this.hand, this.keys, NEW_HAND);
    keyed(this.hand, m.hand, (each) => each.key, () => makeTile('button'), (el, each) => {
      if (!this.#seen(el).differs(each, words)) return;
      const named = t(each.drawn ? 'tile.drawn' : 'tile.plain', { tile: words.tile(each.tile) });
      setTile(el, each.tile, [each.drawn && 'drawn', each.lifted && 'up', each.dora && 'dora', each.barred && 'barred', each.candidate && 'cand', each.flaw && 'flawed', each.hinted && 'hinted'].filter(Boolean).join(' '), labelOf(each, named, words));
      setAttr(el, 'data-left', each.candidate ? `${each.flaw ? '!' : ''}×${each.candidate}` : null);
      setAttr(el, 'data-key', each.key);
      setAttr(el, 'data-tile', each.tile);
      setAttr(el, 'aria-disabled', each.playable ? null : 'true');
    });
    const at = this.at < 0 || this.at >= count ? count - 1 : this.at;
    if (focused && !this.hand.contains(document.activeElement) && count) /** @type {HTMLElement} */ (this.hand.children[at]).focus();
    [...this.hand.children].forEach((el, i) => setAttr(el, 'tabindex', i === at ? 0 : -1));
  }

  /** @param {HTMLElement} el */
  #seen(el) {
    const found = this.tiles.get(el) ?? new Seen();
    this.tiles.set(el, found);
    return found;
  }

  /** What the viewer has declared.
   * @param {HTMLElement} game @param {TableModel} m @param {import('../i18n/catalogue.js').Catalogue} words @param {(seat: number) => string} name */
  #laid(game, m, words, name) {
    const { t } = words;
    const me = m.places[0];
    setTiles(this.flowers, m.ownBonus);
    setAttr(this.flowers, 'role', m.ownBonus.length ? 'img' : null);
    setAttr(this.flowers, 'aria-label', m.ownBonus.length ? `${t('flowers', { name: me.name })}: ${m.ownBonus.map(words.tile).join(' ')}` : null);
    setMelds(this.melds, m.ownMelds, (meld) => meldLabel(meld, me.seat, name, words));
    this.#measure(game, m);
  }

  /** How many tiles stand side by side, so that the style sheet can choose their size.
   * @param {HTMLElement} game @param {TableModel} m */
  #measure(game, m) {
    // Room is kept for the drawn tile, so that nothing changes its size when one comes or goes.
    const count = m.hand.length;
    const full = count % 3 === 2 ? count : count + 1;
    const rows = full <= PHONE_ROW ? 1 : 2;
    const whole = full + 3 * m.ownMelds.length;
    setVar(game, '--cols0', `${Math.ceil(whole / 2) + GAP}`);
    setVar(game, '--lcols0', `${whole + GAP}`);
    setVar(game, '--hrows', `${rows}`);
    setVar(game, '--cols', `${Math.max(7, Math.ceil(full / rows)) + GAP}`);
    setVar(this.hand, '--per', `${Math.ceil(count / rows)}`);
    const groups = [...(m.ownBonus.length ? [m.ownBonus.length * 1.06] : []), ...m.ownMelds.map((meld) => meld.width)];
    const all = groups.reduce((sum, width) => sum + width + 0.4, 0);
    const own = rows === 1 && all > OWN_ROW ? split(groups) : { rows: groups.length ? 1 : 0, width: all };
    setVar(game, '--ownrows', `${own.rows}`);
    setVar(game, '--ownw', `${Math.max(1, own.width + 0.1).toFixed(2)}`);
    const scale = all > MANY_OWN ? 0.6 : 0.74;
    setVar(game, '--ownf', `${scale}`);
    setVar(game, '--lcols', `${Math.max(whole + GAP, full + GAP + (all ? all * scale + 0.6 : 0)).toFixed(2)}`);
    setClass(this.own, `own rows${own.rows}`);
  }
}

/** @param {EventTarget | null} target @returns {string | null} */
const keyAt = (target) => /** @type {Element} */ (target).closest('button')?.dataset.key ?? null;

/** @param {import('../model/hand.js').HandTile} each @param {string} named @param {import('../i18n/catalogue.js').Catalogue} words */
function labelOf(each, named, words) {
  const parts = [each.lifted ? words.t('tile.lifted', { tile: named }) : named];
  if (each.hinted) parts.push(words.t('tile.hinted'));
  if (each.candidate) parts.push(words.t('tile.candidate', { n: each.candidate }), each.flaw);
  return parts.filter(Boolean).join(', ');
}

/** The width of the wider of two rows, broken where they differ least.
 * @param {number[]} groups */
function split(groups) {
  const sum = (/** @type {number[]} */ list) => list.reduce((total, width) => total + width + 0.4, 0);
  const widths = groups.map((_, i) => Math.max(sum(groups.slice(0, i)), sum(groups.slice(i))));
  return { rows: 2, width: Math.min(...widths) };
}
