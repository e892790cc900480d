/** The bar of choices, the status line with its clock, and the waits. */

import { Seen, keyed, make, setAttr, setClass, setHidden, setText, setVar } from './dom.js';
import { makeTile, setTile, setTiles } from './tiles.js';

/** @typedef {import('../model/table.js').TableModel} TableModel */
/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */
/** @typedef {import('../model/actions.js').Choice} Choice */

export class ActionBar {
  /** @param {(choice: Choice) => void} onChoice @param {() => void} onWhy */
  constructor(onChoice, onWhy) {
    this.el = make('div', 'acts');
    this.list = /** @type {(Choice | null)[]} */ ([]);
    this.measured = '';
    this.seen = new Seen();
    this.el.addEventListener('click', (e) => {
      const key = /** @type {Element} */ (e.target).closest('button')?.dataset.key;
      if (key === 'why') return onWhy();
      const choice = this.list.find((each) => each?.key === key);
      if (choice) onChoice(choice);
    });
  }

  /** @param {TableModel} m @param {Catalogue} words */
  update(m, words) {
    if (!this.seen.differs(m.choices, m.whyNot, m.declaring, words)) return;
    setAttr(this.el, 'role', 'group');
    setAttr(this.el, 'aria-label', words.t('actions'));
    this.list = m.whyNot?.loud ? [null, ...m.choices] : m.choices;
    keyed(this.el, this.list, (c) => c?.key ?? 'why', () => makeButton(), (el, c) => {
      if (c) updateButton(el, c, m, words);
      else whyButton(el, m, words);
    });
  }

  /** How many rows the choices take. Asked when all else is drawn: it makes the browser lay the page out.
   * @param {HTMLElement} game @param {Catalogue} words */
  settle(game, words) {
    const shown = `${innerWidth}|${words.lang}|${this.list.map((c) => c?.key ?? 'why').join()}`;
    if (shown === this.measured) return;
    this.measured = shown;
    const tops = new Set([...this.el.children].map((el) => /** @type {HTMLElement} */ (el).offsetTop));
    setVar(game, '--actrows', `${Math.max(1, tops.size)}`);
  }
}

function makeButton() {
  const el = make('button', 'act', [make('span', 'word'), make('span', 'set'), make('span', 'note')]);
  el.type = 'button';
  return el;
}

/** @param {HTMLElement} el @param {Choice} c @param {TableModel} m @param {Catalogue} words */
function updateButton(el, c, m, words) {
  const [word, set, note] = /** @type {HTMLElement[]} */ ([...el.children]);
  const text = words.t(`action.${c.word}`);
  setClass(el, `act ${c.tone}${c.hinted ? ' hinted' : ''}`);
  setAttr(el, 'data-key', c.key);
  setAttr(el, 'data-word', c.word);
  setText(note, c.note ?? '');
  setHidden(note, !c.note);
  setAttr(el, 'aria-pressed', c.key === 'ready' ? (m.declaring ? 'true' : 'false') : null);
  setAttr(el, 'aria-keyshortcuts', c.hotkey.toUpperCase());
  setAttr(el, 'aria-label', c.tiles.length ? `${text} ${c.tiles.map(words.tile).join(' ')} ${c.note ?? ''}`.trim() : null);
  setText(word, text);
  setHidden(word, !c.labelled);
  setHidden(set, !c.tiles.length);
  setTiles(set, c.tiles);
  setAttr(el, 'data-hotkey', c.hotkey);
}

/** @param {HTMLElement} el @param {TableModel} m @param {Catalogue} words */
function whyButton(el, m, words) {
  const [word, set, note] = /** @type {HTMLElement[]} */ ([...el.children]);
  setHidden(note, true);
  setClass(el, 'act why');
  setAttr(el, 'data-key', 'why');
  const text = words.t(m.whyNot?.word ?? '');
  setAttr(el, 'aria-label', `${text} ${m.whyNot ? words.tile(m.whyNot.tile) : ''}${m.whyNot?.reason ? `, ${m.whyNot.reason}` : ''}`);
  setAttr(el, 'aria-keyshortcuts', 'Y');
  setAttr(el, 'data-hotkey', 'y');
  setText(word, text);
  setHidden(set, false);
  setTiles(set, m.whyNot ? [m.whyNot.tile] : []);
}

export class Status {
  /** @param {() => void} onWhy */
  constructor(onWhy) {
    this.words = make('span', 'words');
    this.clock = make('span', 'clock');
    this.why = make('button', 'why-small', ['?']);
    this.why.type = 'button';
    this.why.addEventListener('click', onWhy);
    this.el = make('div', 'status', [this.words, this.clock, this.why]);
    setAttr(this.clock, 'role', 'timer');
    setAttr(this.why, 'aria-keyshortcuts', 'Y');
    this.seen = new Seen();
  }

  /** @param {TableModel} m @param {Catalogue} words @param {number} now */
  update(m, words, now) {
    this.tick(m, words, now);
    if (!this.seen.differs(m.status, m.attention, m.whyNot, words)) return;
    setText(this.words, m.status);
    setClass(this.el, m.attention ? 'status ask' : 'status');
    setHidden(this.why, !m.whyNot || m.whyNot.loud);
    if (m.whyNot) setAttr(this.why, 'aria-label', `${words.t(m.whyNot.word)} ${words.tile(m.whyNot.tile)}`);
  }

  /** @param {TableModel} m @param {Catalogue} words @param {number} now */
  tick(m, words, now) {
    const clock = m.result ? null : m.clock;
    setHidden(this.clock, !clock);
    if (!clock) return;
    const gone = Math.max(0, now - clock.from);
    const base = Math.max(0, clock.base - gone);
    const bank = Math.max(0, clock.bank - Math.max(0, gone - clock.base));
    const [b, k] = [Math.ceil(base / 1000), Math.ceil(bank / 1000)];
    setText(this.clock, base > 0 && k > 0 ? words.t('clock.bank', { n: b, bank: k }) : words.t('seconds', { n: base > 0 ? b : k }));
    setClass(this.clock, `clock${base + bank < 5000 ? ' short' : base > 0 ? '' : ' bank'}`);
    setAttr(this.clock, 'aria-label', words.t('clock.left', { n: b + k }));
  }
}

export class Waits {
  constructor() {
    this.flags = make('span', 'flags');
    this.title = make('span');
    this.list = make('span', 'wlist');
    this.el = make('div', 'waits', [this.flags, this.title, this.list]);
    setAttr(this.el, 'role', 'group');
    setAttr(this.el, 'tabindex', 0);
    this.seen = new Seen();
  }

  /** @param {TableModel} m @param {Catalogue} words */
  update(m, words) {
    if (!this.seen.differs(m.waits, m.flags, words)) return;
    setAttr(this.el, 'aria-label', words.t('waits'));
    setHidden(this.el, !m.waits && !m.flags.length);
    setHidden(this.flags, !m.flags.length);
    keyed(this.flags, m.flags, (flag) => flag.key, () => make('span'), (el, flag) => {
      setClass(el, `flag ${flag.tone}`);
      setText(el, flag.text);
      setAttr(el, 'title', flag.label);
      setAttr(el, 'role', 'img');
      setAttr(el, 'aria-label', flag.label);
    });
    setHidden(this.title, !m.waits);
    setText(this.title, m.waits?.title ?? '');
    keyed(this.list, m.waits?.list ?? [], (w) => w.tile, () => make('span', 'wt', [makeTile(), make('span', 'left'), make('span', 'mark'), make('span', 'worth')]), (el, w) => {
      const [tile, left, mark, worth] = /** @type {HTMLElement[]} */ ([...el.children]);
      setClass(el, `wt ${w.wins}${w.left ? '' : ' gone'}`);
      setAttr(el, 'title', w.label);
      setTile(tile, w.tile, '', w.label);
      setText(left, `×${w.left}`);
      setText(mark, w.mark);
      setText(worth, w.worth);
      for (const each of [left, mark, worth]) setAttr(each, 'aria-hidden', 'true');
    });
  }
}
