/** The wall in drawing order with who took what, and whether all of it was as promised. */

import { keyed, make, setAttr, setClass, setHidden, setText } from '../../ui/dom.js';
import { makeTile, setTile } from '../../ui/tiles.js';
import { nextOf, wallOf } from '../wall.js';

/** @typedef {import('../../i18n/catalogue.js').Catalogue} Catalogue */
/** @typedef {import('../../../lobby/verify.js').Check} Check */
/** @typedef {import('../deal.js').Deal} Deal */
/** @typedef {import('../wall.js').WallTile} WallTile */

const MARKS = { holds: '✓', fails: '✗', unknown: '…' };

export class WallPanel {
  constructor() {
    this.lead = make('p');
    this.legend = make('ul', 'legend');
    this.tiles = make('ol', 'wall-tiles');
    this.fairTitle = make('h3');
    this.verdict = make('p', 'verdict');
    this.checks = make('ul', 'checks');
    this.how = make('a');
    this.how.href = '/verify#how';
    this.body = make('div', 'wall-body', [this.lead, this.legend, this.tiles, this.fairTitle, this.verdict, this.checks, make('p', '', [this.how])]);
    setAttr(this.body, 'tabindex', 0);
    setAttr(this.body, 'role', 'group');
    /** @type {Deal | null} */
    this.deal = null;
    /** @type {WallTile[]} */
    this.wall = [];
    this.followed = -1;
  }

  /** @param {Deal} deal @param {number} event @param {Check[] | null} checks  null: still computing
   * @param {(seat: number) => string} name @param {Catalogue} words */
  update(deal, event, checks, name, words) {
    const { t } = words;
    if (deal !== this.deal) [this.deal, this.wall] = [deal, wallOf(deal)];
    setAttr(this.body, 'aria-label', t('replay.wall.title'));
    setText(this.lead, t(this.wall.length ? 'replay.wall.lead' : 'replay.wall.none'));
    setHidden(this.legend, !this.wall.length);
    setAttr(this.legend, 'aria-label', t('replay.wall.seats'));
    keyed(this.legend, [0, 1, 2, 3], (seat) => `${seat}`, () => make('li', '', [make('i'), make('span')]), (el, seat) => {
      setClass(/** @type {Element} */ (el.firstElementChild), `by by${seat}`);
      setText(/** @type {Node} */ (el.lastElementChild), name(seat));
    });
    const next = nextOf(this.wall, event);
    keyed(this.tiles, this.wall, (_, i) => `${i}`, () => make('li', '', [makeTile()]), (el, each, i) => {
      const taken = each.event > 0 && each.event <= event;
      setClass(el, [each.seat === null ? '' : `by by${each.seat}`, taken && 'taken', i === next && 'next', each.use].filter(Boolean).join(' '));
      const use = words.t(`replay.wall.${each.use}`, { name: each.seat === null ? '' : name(each.seat) });
      const label = t('replay.wall.place', { n: i + 1, tile: words.tile(each.tile), use }) + (i === next ? `, ${t('replay.wall.next')}` : '');
      setAttr(el, 'title', label);
      setTile(/** @type {HTMLElement} */ (el.firstElementChild), each.tile, '', label);
    });
    this.#fair(deal, checks, words);
    this.#follow(next);
  }

  /** Keeps the next tile in sight as the deal goes on. @param {number} next */
  #follow(next) {
    if (this.followed === next) return;
    this.followed = next;
    const tile = /** @type {HTMLElement | undefined} */ (this.tiles.children[next]);
    if (tile) this.body.scrollTop = tile.offsetTop - this.body.clientHeight / 2;
  }

  /** @param {Deal} deal @param {Check[] | null} checks @param {Catalogue} words */
  #fair(deal, checks, words) {
    const { t } = words;
    const mine = checks?.filter((check) => check.deal === null || check.deal === deal.number) ?? [];
    setText(this.fairTitle, t('replay.fair'));
    const bad = mine.some((check) => check.outcome === 'fails');
    setText(this.verdict, t(!checks ? 'replay.fair.working' : bad ? 'replay.fair.bad' : mine.length ? 'replay.fair.good' : 'replay.fair.none'));
    setAttr(this.verdict, 'data-outcome', mine.length ? (bad ? 'fails' : 'holds') : null);
    keyed(this.checks, mine, (_, i) => `${i}`, () => make('li', '', [make('span', 'mark'), make('span')]), (el, check) => {
      const [mark, text] = /** @type {HTMLElement[]} */ ([...el.children]);
      setText(mark, MARKS[check.outcome]);
      setAttr(el, 'data-outcome', check.outcome);
      setAttr(mark, 'role', 'img');
      setAttr(mark, 'aria-label', t(`verify.${check.outcome}`));
      setText(text, t(`verify.check.${check.what}`));
    });
    setText(this.how, t('replay.fair.how'));
  }
}
