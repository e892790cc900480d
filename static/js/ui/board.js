/** The felt: four rivers and racks, and the centre with winds, scores, round and counts. */

import { Seen, keyed, make, setAttr, setClass, setHidden, setText, setVar } from './dom.js';
import { makeTile, meldLabel, setMelds, setTile, setTiles } from './tiles.js';

/** @typedef {import('../model/table.js').TableModel} TableModel */
/** @typedef {import('../model/table.js').Place} Place */
/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */

/** Below this many tile widths a rack's tiles are as large as they get: what changes there changes no size, and is not told to the style sheet. */
const ROOMY = 18;

export class Board {
  constructor() {
    this.seen = new Seen();
    this.el = make('section', 'board');
    this.seats = [0, 1, 2, 3].map((place) => new SeatSide(place));
    this.edges = [0, 1, 2, 3].map((place) => makeEdge(place));
    this.glyph = make('i', 'glyph');
    this.deal = make('span');
    this.round = make('span', 'round', [this.glyph, this.deal]);
    this.wall = makeCount('ico-wall');
    this.repeat = makeCount('ico-repeat');
    this.deposits = makeCount('ico-deposit');
    this.dora = make('span', 'dora5');
    const counts = make('span', 'counts', [this.wall.el, this.repeat.el, this.deposits.el]);
    const mid = make('div', 'mid', [this.round, counts, this.dora]);
    this.el.append(...this.seats.map((side) => side.el), make('div', 'centre', [...this.edges.map((edge) => edge.el), mid]));
  }

  /** @param {TableModel} m @param {Catalogue} words @param {(seat: number) => string} name */
  update(m, words, name) {
    const names = m.places.map((place) => place.name).join('\n');
    m.places.forEach((place, i) => {
      this.seats[i].update(place, words, name, names);
      if (this.edges[i].seen.differs(place, words, m.variant)) updateEdge(this.edges[i], place, words, m.variant);
    });
    if (this.seen.differs(words, m.roundWind, m.dealInRound, m.roundLong, m.wall, m.repeat, m.deposits, m.indicators)) this.#middle(m, words);
  }

  /** @param {TableModel} m @param {Catalogue} words */
  #middle(m, words) {
    setAttr(this.el, 'aria-label', words.t('board'));
    setClass(this.glyph, `glyph w${m.roundWind}`);
    setText(this.deal, `${m.dealInRound}`);
    name_(this.round, m.roundLong);
    setCount(this.wall, m.wall, words.t('wall.count', { n: m.wall }));
    setCount(this.repeat, m.repeat, `${words.t('repeat')} ${m.repeat}`);
    setHidden(this.deposits.el, m.deposits === null);
    setCount(this.deposits, m.deposits ?? 0, `${words.t('deposits')} ${m.deposits ?? 0}`);
    setHidden(this.dora, !m.indicators.length);
    if (m.indicators.length) {
      name_(this.dora, `${words.t('indicators')}: ${m.indicators.map(words.tile).join(', ')}`);
      setTiles(this.dora, [0, 1, 2, 3, 4].map((i) => m.indicators[i] ?? 'back'));
    }
  }
}

/** @param {HTMLElement} el @param {string} label */
function name_(el, label) {
  setAttr(el, 'role', 'img');
  setAttr(el, 'aria-label', label);
  setAttr(el, 'title', label);
}

/** @param {string} icon */
function makeCount(icon) {
  const text = make('span');
  return { el: make('span', '', [make('i', icon), text]), text };
}

/** @param {ReturnType<typeof makeCount>} count @param {number} n @param {string} label */
function setCount(count, n, label) {
  setText(count.text, `${n}`);
  name_(count.el, label);
}

/** @param {number} place */
function makeEdge(place) {
  const wind = make('i', 'wg');
  const score = make('span');
  const stick = make('span', 'stick');
  return { el: make('div', `edge s${place}`, [stick, make('span', 'points', [wind, score])]), wind, score, stick, seen: new Seen() };
}

/** @param {ReturnType<typeof makeEdge>} edge @param {Place} place @param {Catalogue} words @param {string} variant */
function updateEdge(edge, place, words, variant) {
  setClass(edge.el, `edge s${place.place}${place.turn ? ' turn' : ''}${place.note ? ' away' : ''}`);
  setClass(edge.wind, `wg w${place.wind}`);
  setText(edge.score, words.points(place.score));
  setAttr(edge.el, 'role', 'img');
  setAttr(edge.el, 'aria-label', `${place.name}, ${words.t(`wind.${place.wind}`)}, ${words.t('score')} ${words.points(place.score)}${place.rank ? `, ${place.rank}` : ''}`);
  setHidden(edge.stick, !place.ready);
  // Only riichi has a stick; elsewhere the word lies there.
  const stick = variant === 'riichi';
  setClass(edge.stick, stick ? 'stick' : 'told');
  setText(edge.stick, stick ? '' : place.rank);
}

class SeatSide {
  /** @param {number} place */
  constructor(place) {
    this.river = make('div', 'river', [make('div', 'rrow'), make('div', 'rrow'), make('div', 'rrow')]);
    this.concealed = make('span', 'conc');
    this.flowers = make('span', 'flw');
    this.melds = make('span', 'melds');
    this.rack = make('div', 'rack', [this.concealed, this.flowers, this.melds]);
    this.el = make('div', `seat s${place}`, [this.river, this.rack]);
    this.seen = new Seen();
    this.rows = [new Seen(), new Seen(), new Seen()];
    this.laid = new Seen();
  }

  /** @param {Place} p @param {Catalogue} words @param {(seat: number) => string} name @param {string} names  of all, as one text */
  update(p, words, name, names) {
    if (!this.seen.differs(p, words, names)) return;
    const { t } = words;
    setAttr(this.el, 'role', 'group');
    setAttr(this.el, 'aria-label', p.name);
    setAttr(this.river, 'role', 'group');
    setAttr(this.river, 'aria-label', t('river', { name: p.name }));
    p.river.forEach((row, i) => {
      if (!this.rows[i].differs(row, words)) return;
      keyed(/** @type {HTMLElement} */ (this.river.children[i]), row, (spot) => spot.key, () => makeTile(), (el, spot) => {
        const label = t(spot.claimed ? 'tile.claimed' : spot.last ? 'tile.last' : 'tile.plain', { tile: words.tile(spot.tile) });
        const extra = [spot.sideways && 'side-l', spot.claimed && 'called', spot.drawn && 'own-draw', spot.last && 'last fresh'];
        setTile(el, spot.tile, extra.filter(Boolean).join(' '), label);
      });
    });
    setVar(this.rack, '--rw', Math.max(ROOMY, p.rackWidth).toFixed(2));
    setClass(this.concealed, p.shown ? 'conc shown' : 'conc');
    setAttr(this.concealed, 'role', 'img');
    setAttr(this.concealed, 'aria-label', p.shown ? p.concealed.map(words.tile).join(' ') : t('rack', { name: p.name, n: p.concealed.length }));
    setTiles(this.concealed, p.concealed, p.holdsDrawn ? p.concealed.length - 1 : -1);
    setAttr(this.flowers, 'role', p.bonus.length ? 'img' : null);
    setAttr(this.flowers, 'aria-label', p.bonus.length ? `${t('flowers', { name: p.name })}: ${p.bonus.map(words.tile).join(' ')}` : null);
    setTiles(this.flowers, p.bonus);
    if (this.laid.differs(p.melds, words, names)) setMelds(this.melds, p.melds, (meld) => meldLabel(meld, p.seat, name, words));
  }
}
