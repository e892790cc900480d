/** The whole table on the page: builds it once, then changes what a new model changes. */

import { ActionBar, Status, Waits } from './actions.js';
import { Board } from './board.js';
import { setChips } from './chips.js';
import { Seen, keyed, make, setAttr, setClass, setHidden, setText } from './dom.js';
import { focusNext } from './focus.js';
import { HandBar } from './hand.js';
import { Sheet } from './sheet.js';
import { Talk, saidText } from './talk.js';

/** @typedef {import('../model/table.js').TableModel} TableModel */
/** @typedef {import('../model/table.js').Place} Place */
/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */
/** @typedef {import('../state/session.js').Session} Session */
/** @typedef {import('../model/banner.js').Banner} Banner */

/**
 * @typedef {object} Hooks
 * @property {(key: string, press: import('./hand.js').Press) => void} onTile
 * @property {(choice: import('../model/actions.js').Choice) => void} onChoice
 * @property {() => void} onWhy
 * @property {() => void} onContinue
 * @property {(say: {text?: string, phrase?: string}) => void} onSay
 * @property {() => void} onMenu
 * @property {() => void} [onUndo]  at a practice table: back to the last decision
 * @property {() => void} [onHint]
 * @property {() => void} onRetry
 * @property {(key: string | null) => void} onOver  the hand's tile that is pointed at or has the focus
 * @property {(keys: string[]) => void} onOrder  the hand was laid out anew
 * @property {() => void} onSheet  shows or hides the result
 * @property {() => void} onSpoken  there is something to say, which is said with the next drawing
 * @property {string} code
 * @property {string} match
 */

const BUBBLE_MS = 6000;
const CALL_MS = 1300;
const SPOKEN_KEPT = 12;
const SAID_AT_ONCE = 4;

export class Screen {
  /** @param {HTMLElement} game @param {Hooks} hooks */
  constructor(game, hooks) {
    this.game = game;
    setClass(game, 'game');
    this.chips = make('div', 'chips');
    this.menu = icon('menu', hooks.onMenu);
    this.talkOpen = icon('talk-open', () => this.toggleTalk());
    this.undo = icon('undo', () => hooks.onUndo?.());
    this.hint = icon('hint', () => hooks.onHint?.());
    this.board = new Board();
    this.hand = new HandBar(hooks);
    this.acts = new ActionBar(hooks.onChoice, hooks.onWhy);
    this.status = new Status(hooks.onWhy);
    this.waits = new Waits();
    this.sheet = new Sheet({ onContinue: hooks.onContinue, onHide: hooks.onSheet, code: hooks.code, match: hooks.match });
    this.reopen = make('button', 'btn');
    this.reopen.type = 'button';
    this.reopen.addEventListener('click', hooks.onSheet);
    this.talk = new Talk(hooks.onSay, () => this.toggleTalk());
    this.bannerText = make('span');
    this.bannerGo = make('button', 'btn main');
    this.bannerGo.type = 'button';
    this.bannerGo.addEventListener('click', hooks.onRetry);
    this.banner = make('div', 'banner', [this.bannerText, this.bannerGo]);
    setAttr(this.banner, 'role', 'status');
    this.live = make('div', 'sr');
    setAttr(this.live, 'role', 'log');
    setAttr(this.live, 'aria-live', 'polite');
    this.players = make('div', 'plist');
    this.playersTitle = make('h2');
    this.facts = make('dl', 'kv');
    this.factsTitle = make('h2');
    const left = make('div', 'side l', [make('div', 'card', [this.playersTitle, this.players]), make('div', 'push'), this.waits.el]);
    const right = make('div', 'side r', [make('div', 'card', [this.factsTitle, this.facts]), this.talk.el, make('div', 'push'), this.status.el, this.reopen, this.acts.el]);
    this.board.el.append(this.banner);
    game.append(make('header', 'topbar', [this.chips, this.undo, this.hint, this.talkOpen, this.menu]), make('div', 'wing l', [left]), this.board.el, make('div', 'wing r', [right]), this.hand.el, this.sheet.el, make('div', 'voice', [this.live]));
    this.said = -1;
    this.onSpoken = hooks.onSpoken;
    /** @type {string[]} */
    this.unsaid = [];
    this.ringed = false;
    /** Words that were called since the last drawing, by the place that called them.
     * @type {Map<number, string>} */
    this.called = new Map();
    this.seen = { words: new Seen(), chips: new Seen(), practice: new Seen(), facts: new Seen(), record: new Seen() };
    /** The result sheet is built in the frames after the board: it appears later in any case, and one long frame would be seen. */
    this.sheetNext = false;
    this.building = false;
    /** @type {{s: Session, m: TableModel, words: Catalogue, name: (seat: number) => string, page: {sheetHidden: boolean, now: number}} | null} what was drawn last */
    this.latest = null;
  }

  toggleTalk() {
    const on = !this.game.classList.contains('talking');
    this.game.classList.toggle('talking', on);
    setAttr(this.talkOpen, 'aria-expanded', on ? 'true' : 'false');
    (on ? this.talk.input : this.talkOpen).focus();
  }

  /** To the record of the deal, wherever it is shown; from there back to the hand. */
  showLog() {
    const { log } = this.talk;
    if (log.checkVisibility()) {
      if (document.activeElement === log) focusNext(this.game);
      else log.focus();
      return;
    }
    this.toggleTalk();
    log.focus();
  }

  /** @param {Session} s @param {TableModel | null} m @param {Catalogue} words @param {(seat: number) => string} name
   * @param {{banner: Banner | null, sheetHidden: boolean, now: number}} page */
  update(s, m, words, name, page) {
    const { t } = words;
    if (this.seen.words.differs(words)) {
      setAttr(this.menu, 'aria-label', t('menu'));
      setAttr(this.talkOpen, 'aria-label', t('chat'));
      setText(this.reopen, t('result.show'));
      setText(this.factsTitle, t('table'));
      this.talk.label(words);
    }
    this.#tell(page.banner);
    if (!m) {
      this.#speak();
      return;
    }
    this.latest = { s, m, words, name, page };
    const talking = this.game.classList.contains('talking');
    setClass(this.game, ['game', m.variant, m.spectator && 'spectator', m.declaring && 'declaring', this.hand.drag.allowed && 'unsorted', m.result?.over && 'over', talking && 'talking', m.hinting && 'hinting', m.practice && 'practice'].filter(Boolean).join(' '));
    if (this.seen.chips.differs(m.places, words)) {
      for (const list of [this.chips, this.players]) setChips(list, m.places, words);
    }
    if (this.seen.practice.differs(m.practice, words)) this.#practice(m, words);
    if (this.seen.facts.differs(m.variant, m.roundLong, m.wall, m.repeat, m.deposits, words)) this.#facts(m, words);
    this.board.update(m, words, name);
    this.hand.update(this.game, m, words, name);
    setHidden(this.hand.el, m.spectator);
    this.acts.update(m, words);
    this.status.update(m, words, page.now);
    this.waits.update(m, words);
    this.#alike(m);
    setHidden(this.reopen, !m.result || !page.sheetHidden);
    this.#sayAndRecord();
    this.#bubble(s, words, m);
    this.#calls();
    if (this.sheetNext) this.#sheetBySteps();
    this.sheetNext = false;
    this.tick(m, words, page);
    this.acts.settle(this.game, words);
  }

  /** A sentence or two go with what they tell of; the many of a new deal wait for the next frame. */
  #sayAndRecord() {
    const both = () => {
      this.#speak();
      if (!this.latest) return;
      const { s, m, words, name } = this.latest;
      if (this.seen.record.differs(m.log, s.chat, s.people, words)) this.talk.update(m.log, s, words, name);
    };
    if (this.unsaid.length > SAID_AT_ONCE) requestAnimationFrame(both);
    else both();
  }

  /** What is drawn meanwhile leaves the sheet alone, unless there is no result any more. */
  #sheetBySteps() {
    const steps = [
      () => this.latest?.m.result && this.sheet.begin(this.latest.m.result, this.latest.page.sheetHidden, this.latest.words),
      () => this.latest?.m.result && this.sheet.goOn(this.latest.m.result, this.latest.words),
      () => {
        this.building = false;
        if (this.latest) this.tick(this.latest.m, this.latest.words, this.latest.page);
      },
    ];
    const step = () => {
      steps.shift()?.();
      if (steps.length) requestAnimationFrame(step);
    };
    this.building = true;
    requestAnimationFrame(step);
  }

  /** @param {Banner | null} banner */
  #tell(banner) {
    setHidden(this.banner, !banner);
    if (!banner) return;
    setText(this.bannerText, banner.text);
    setClass(this.banner, banner.busy ? 'banner busy' : 'banner');
    setText(this.bannerGo, banner.button);
    setHidden(this.bannerGo, !banner.button);
  }

  /** @param {TableModel} m @param {Catalogue} words */
  #practice(m, words) {
    const { t } = words;
    for (const [el, word, on, key] of /** @type {const} */ ([[this.undo, 'practice.undo', m.practice?.undo, 'Z'], [this.hint, 'practice.hint', m.practice?.hint, 'H']])) {
      setHidden(el, !m.practice);
      setAttr(el, 'aria-label', t(word));
      setAttr(el, 'title', `${t(word)} (${key})`);
      setAttr(el, 'aria-keyshortcuts', key);
      setAttr(el, 'aria-disabled', on ? null : 'true');
    }
  }

  /** What changes with time alone.
   * @param {TableModel} m @param {Catalogue} words @param {{sheetHidden: boolean, now: number}} page */
  tick(m, words, page) {
    this.status.tick(m, words, page.now);
    const c = m.clock;
    const left = c && m.result?.canContinue ? Math.max(0, Math.ceil((c.from + c.base + c.bank - page.now) / 1000)) : null;
    if (!this.building || !m.result) this.sheet.update(m.result, page.sheetHidden, words, left);
  }

  /** @param {TableModel} m @param {Catalogue} words */
  #facts(m, words) {
    const { t } = words;
    setText(this.playersTitle, `${t(`variant.${m.variant}`)} · ${m.roundLong}`);
    const rows = [[t('wall'), `${m.wall}`], [t('repeat'), `${m.repeat}`]];
    if (m.deposits !== null) rows.push([t('deposits'), `${m.deposits}`]);
    const cells = rows.flatMap(([label, value], i) => [{ key: `t${i}`, tag: /** @type {const} */ ('dt'), text: label }, { key: `d${i}`, tag: /** @type {const} */ ('dd'), text: value }]);
    keyed(this.facts, cells, (cell) => cell.key, (cell) => make(cell.tag, '', [make('span')]), (el, { text }) => setText(/** @type {Element} */ (el.firstChild), text));
  }

  /** @param {Session} s @param {Catalogue} words @param {TableModel} m */
  #bubble(s, words, m) {
    const count = s.chat.length;
    const last = s.chat[count - 1];
    if (this.said >= 0 && last && last !== this.lastSaid && last.seat !== null && this.talk.hears(last, s)) {
      const place = m.places.find((p) => p.seat === last.seat)?.place ?? 0;
      const bubble = make('div', `bubble s${place}`, [saidText(last, words)]);
      setAttr(bubble, 'aria-hidden', 'true');
      this.board.el.append(bubble);
      setTimeout(() => bubble.remove(), BUBBLE_MS);
    }
    this.said = count;
    /** @type {Session['chat'][number] | undefined} */
    this.lastSaid = last;
  }

  /** Rings the tiles on the board that are like the one in the hand that is lifted or pointed at.
   * @param {TableModel} m */
  #alike(m) {
    const tile = m.looked;
    if (!tile && !this.ringed) return;
    this.ringed = tile !== null;
    for (const el of this.board.el.querySelectorAll('.t.alike')) el.classList.remove('alike');
    if (!tile) return;
    const faces = tile[0] === '0' || tile[0] === '5' ? [`5${tile[1]}`, `0${tile[1]}`] : [tile];
    for (const face of faces) {
      for (const img of this.board.el.querySelectorAll(`.river .t > img[src$="/${face}.svg"], .melds .t > img[src$="/${face}.svg"], .dora5 .t > img[src$="/${face}.svg"]`)) {
        img.parentElement?.classList.add('alike');
      }
    }
  }

  /** A word called at the table, beside the seat that called it.
   * @param {number} place @param {string} word */
  call(place, word) {
    this.called.set(place, word);
  }

  #calls() {
    for (const [place, word] of this.called) {
      for (const old of this.board.el.querySelectorAll(`.call.s${place}`)) old.remove();
      const caption = make('div', `call s${place}`, [word]);
      setAttr(caption, 'aria-hidden', 'true');
      this.board.el.append(caption);
      setTimeout(() => caption.remove(), CALL_MS);
    }
    this.called.clear();
  }

  /** Says each sentence once to those who listen. A page that is out of sight draws nothing, but does not save up either.
   * @param {string[]} sentences */
  speak(sentences) {
    if (!sentences.length) return;
    this.unsaid.push(...sentences);
    if (document.hidden) this.#speak();
    else this.onSpoken();
  }

  #speak() {
    const sentences = this.unsaid;
    if (!sentences.length) return;
    this.unsaid = [];
    this.live.append(...sentences.map((sentence) => make('p', '', [sentence])));
    // What was just said has to stay until it is read.
    while (this.live.childElementCount > Math.max(SPOKEN_KEPT, sentences.length)) this.live.firstElementChild?.remove();
  }
}

/** @param {string} sign @param {() => void} onClick */
function icon(sign, onClick) {
  const el = make('button', `icon ${sign}`, [make('i')]);
  el.type = 'button';
  el.addEventListener('click', onClick);
  return el;
}
