/** The result of a deal and the final table, over the board. */

import { Seen, keyed, make, setAttr, setClass, setHidden, setText } from './dom.js';
import { makeTile, setMelds, setTile, setTiles } from './tiles.js';

/** @typedef {import('../model/result.js').ResultSheet} ResultSheet */
/** @typedef {import('../model/result.js').Won} Won */
/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */

export class Sheet {
  /** @param {{onContinue: () => void, onHide: () => void, code: string, match: string}} hooks */
  constructor({ onContinue, onHide, code, match }) {
    this.title = make('h1');
    this.title.id = 'sheet-title';
    this.note = make('span', 'how');
    this.wins = make('div', 'wins');
    this.shownHands = make('div', 'shown-hands');
    this.scores = make('table', 'scores', [make('tbody')]);
    this.standings = make('table', 'scores', [make('tbody')]);
    this.body = make('div', 'body', [this.wins, this.shownHands, this.scores, this.standings]);
    setAttr(this.body, 'tabindex', 0);
    this.next = make('span', 'next');
    this.hide = button('btn', onHide);
    this.go = button('btn main', onContinue);
    this.rematch = link(`/table/${encodeURIComponent(code)}`, 'btn main');
    this.record = link(`/records/${encodeURIComponent(match)}`, 'btn');
    this.replay = link(`/replay/${encodeURIComponent(match)}`, 'btn');
    this.lobby = link('/', 'btn');
    this.el = make('section', 'sheet', [
      make('header', '', [this.title, this.note]),
      this.body,
      make('footer', '', [this.next, this.hide, this.lobby, this.record, this.replay, this.rematch, this.go]),
    ]);
    setAttr(this.el, 'role', 'dialog');
    setAttr(this.el, 'aria-labelledby', 'sheet-title');
    setHidden(this.el, true);
    this.shown = '';
    this.seen = new Seen();
    this.hasCode = code !== '';
    /** A result that is only looked at leaves the focus where it is. */
    this.takesFocus = true;
  }

  /** What is read first. The rest is drawn by `goOn`, and all that is still missing by the update that follows.
   * @param {ResultSheet} r @param {boolean} hidden @param {Catalogue} words */
  begin(r, hidden, words) {
    // Whatever comes next is drawn, also what stood here before.
    this.seen = new Seen();
    setHidden(this.el, hidden);
    this.#head(r, words);
  }

  /** @param {ResultSheet} r @param {Catalogue} words */
  goOn(r, words) {
    setHidden(this.shownHands, !r.shown.length);
    keyed(this.shownHands, r.shown, (_, i) => `${i}`, () => makeShown(), (el, each) => updateShown(el, each, words));
    this.#scores(r, words);
    this.#standings(r, words);
  }

  /** @param {ResultSheet} r @param {Catalogue} words */
  #head(r, words) {
    setText(this.title, r.over ? words.t('over.title') : r.title);
    setText(this.note, r.over ? r.title : [r.note, ...r.wins.slice(0, 1).map((won) => won.how)].filter(Boolean).join(' '));
    setAttr(this.body, 'aria-label', r.title);
    keyed(this.wins, r.wins, (won, i) => `${i}`, () => makeWin(), (el, won) => updateWin(el, won, words, r.wins.length > 1));
  }

  /** @param {ResultSheet | null} r @param {boolean} hidden @param {Catalogue} words @param {number | null} left  seconds to the next deal */
  update(r, hidden, words, left) {
    if (!this.seen.differs(r, hidden, words, left)) return;
    setHidden(this.el, !r || hidden);
    if (!r) {
      this.shown = '';
      return;
    }
    const { t } = words;
    this.#head(r, words);
    this.goOn(r, words);
    const waiting = r.scores.filter((line) => line.waiting).map((line) => line.name);
    setText(this.next, !r.over && left !== null ? t('result.next', { n: left }) : !r.over && !r.canContinue && waiting.length ? t('result.waiting', { names: waiting.join(', ') }) : '');
    setText(this.hide, t('result.hide'));
    setText(this.go, t('action.continue_match'));
    setHidden(this.go, !r.canContinue || r.over);
    setText(this.rematch, t('over.rematch'));
    setHidden(this.rematch, !r.over || !this.hasCode);
    setText(this.record, t('over.record'));
    setHidden(this.record, !r.over);
    setText(this.replay, t('over.replay'));
    setHidden(this.replay, !r.over);
    setText(this.lobby, t('over.lobby'));
    setHidden(this.lobby, !r.over);
    if (hidden) return;
    // The question to go on comes after the result: the focus goes to it then, unless the person has moved on.
    const key = `${r.key}${r.canContinue}`;
    const fresh = !this.shown.startsWith(r.key);
    if (this.takesFocus && this.shown !== key && (fresh || this.el.contains(document.activeElement))) {
      (r.canContinue && !r.over ? this.go : r.over && this.hasCode ? this.rematch : this.hide).focus({ preventScroll: true });
    }
    if (fresh) this.body.scrollTop = 0;
    this.shown = key;
  }

  /** @param {ResultSheet} r @param {Catalogue} words */
  #scores(r, words) {
    setHidden(this.scores, r.over);
    setAttr(this.scores, 'aria-label', words.t('result.points'));
    const body = /** @type {HTMLElement} */ (this.scores.firstElementChild);
    keyed(body, r.scores, (line) => `${line.seat}`, () => row(['i', 'th', 'td', 'td']), (el, line) => {
      const [wind, name, delta, score] = [...el.children];
      setClass(el, line.place === 0 ? 'me' : '');
      setClass(/** @type {Element} */ (wind.firstElementChild), `wg w${line.wind}`);
      setText(name, line.name);
      setText(delta, line.delta ? words.signed(line.delta) : '');
      setClass(delta, line.delta > 0 ? 'plus' : line.delta < 0 ? 'minus' : '');
      setText(score, words.points(line.score));
    });
  }

  /** @param {ResultSheet} r @param {Catalogue} words */
  #standings(r, words) {
    const { t } = words;
    setHidden(this.standings, !r.over);
    setAttr(this.standings, 'aria-label', words.t('over.title'));
    const body = /** @type {HTMLElement} */ (this.standings.firstElementChild);
    keyed(body, r.standings, (line) => `${line.place}${line.name}`, () => row(['td', 'th', 'td', 'td']), (el, line) => {
      const [place, name, score, points] = [...el.children];
      setClass(el, line.me ? 'me' : '');
      setText(place, t('over.place', { n: line.place }));
      setText(name, line.name);
      setText(score, words.points(line.score));
      setText(points, r.ranked ? t('over.points', { n: words.signed(line.points / 10) }) : '');
    });
  }
}

/** @param {string} className @param {() => void} onClick */
function button(className, onClick) {
  const el = make('button', className);
  el.type = 'button';
  el.addEventListener('click', onClick);
  return el;
}

/** @param {string} href @param {string} className */
function link(href, className) {
  const el = make('a', className);
  el.href = href;
  return el;
}

/** @param {('i' | 'th' | 'td')[]} cells */
function row(cells) {
  return make('tr', '', cells.map((cell) => {
    if (cell === 'i') return make('td', '', [make('i', 'wg')]);
    const el = make(cell);
    if (cell === 'th') setAttr(el, 'scope', 'row');
    return el;
  }));
}

function makeShown() {
  return make('div', 'line', [make('b'), make('span', 'how'), make('div', 'tiles', [make('span', 'conc'), make('span', 'melds')])]);
}

/** @param {HTMLElement} el @param {import('../model/result.js').Shown} each @param {Catalogue} words */
function updateShown(el, each, words) {
  const [name, word, tiles] = /** @type {HTMLElement[]} */ ([...el.children]);
  setText(name, each.name);
  setText(word, each.word);
  setHidden(tiles, !each.hand.length);
  setAttr(tiles, 'role', 'img');
  setAttr(tiles, 'aria-label', each.hand.map(words.tile).join(' '));
  setTiles(/** @type {HTMLElement} */ (tiles.children[0]), each.hand);
  setMelds(/** @type {HTMLElement} */ (tiles.children[1]), each.melds, null);
}

function makeWin() {
  const uras = make('span', 'ura', [make('span', 'how'), make('span', 'uras')]);
  const tiles = make('div', 'tiles', [make('span', 'conc'), makeTile(), make('span', 'melds'), make('span', 'flw'), uras]);
  return make('div', 'win', [make('div', 'how'), tiles, make('dl', 'patterns'), make('div', 'sum', [make('span'), make('span', 'limit')]), make('div', 'how fu'), make('ul', 'payers'), make('div', 'how')]);
}

/** @param {HTMLElement} el @param {Won} won @param {Catalogue} words @param {boolean} several */
function updateWin(el, won, words, several) {
  const [who, tiles, patterns, sum, fu, payers, liable] = /** @type {HTMLElement[]} */ ([...el.children]);
  const [hand, last, melds, flowers, ura] = /** @type {HTMLElement[]} */ ([...tiles.children]);
  setHidden(who, !several);
  setText(who, `${won.title} · ${won.how}`);
  setAttr(tiles, 'role', 'img');
  setAttr(tiles, 'aria-label', `${words.t('result.hand')}: ${[...won.hand, ...(won.tile ? [won.tile] : [])].map(words.tile).join(' ')}${won.ura.length ? `, ${words.t('result.ura')}: ${won.ura.map(words.tile).join(' ')}` : ''}`);
  setTiles(hand, won.hand);
  setHidden(last, !won.tile);
  if (won.tile) setTile(last, won.tile, 'last', null);
  setMelds(melds, won.melds, null);
  setTiles(flowers, won.bonus);
  setHidden(ura, !won.ura.length);
  setText(ura.children[0], words.t('result.ura'));
  setTiles(/** @type {HTMLElement} */ (ura.children[1]), won.ura);
  setHidden(fu, !won.fu);
  setText(fu, won.fu);
  setHidden(payers, !won.payers.length);
  keyed(payers, won.payers, (_, i) => `${i}`, () => make('li'), (line, text) => setText(line, text));
  const cells = won.patterns.flatMap((line, i) => [{ tag: /** @type {const} */ ('dt'), key: `n${i}`, text: line.name }, { tag: /** @type {const} */ ('dd'), key: `w${i}`, text: line.worth }]);
  setClass(patterns, won.patterns.length > 6 ? 'patterns many' : 'patterns');
  keyed(patterns, cells, (cell) => cell.key, (cell) => make(cell.tag), (cell, { text }) => setText(cell, text));
  setText(sum.children[0], won.total);
  setText(sum.children[1], won.limit);
  setHidden(liable, !won.liable.length);
  setText(liable, won.liable.join(' · '));
}
