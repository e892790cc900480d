/** The page of the table: joins what is known, what is drawn and the line to the server. */

import { catalogue, chooseLanguage, loadWords } from '../i18n/catalogue.js';
import { discardOf } from '../model/actions.js';
import { sentence } from '../model/announce.js';
import { namer, tableModel } from '../model/table.js';
import { Connection } from '../net/connection.js';
import { fetchTicket } from '../net/ticket.js';
import { acting, connected, dismissed, fresh, receive, since } from '../state/session.js';
import { rulesetId, variantOf } from '../state/shape.js';
import { openHelp, openMenu, openWhyNot } from '../ui/dialogs.js';
import { Screen } from '../ui/screen.js';
import { onKeys } from './keys.js';

/** @typedef {import('../protocol.js').Action} Action */
/** @typedef {import('../protocol.js').ServerFrame} ServerFrame */

const TICK_MS = 200;
const NOTICE_MS = 5000;
const REPLY_MS = 4000;

/** An event that cannot follow the view means that something was missed: the view is then taken anew.
 * @param {import('../state/session.js').Session} before @param {ServerFrame} frame */
function received(before, frame) {
  try {
    return receive(before, frame, Date.now());
  } catch {
    return { ...before, view: null };
  }
}

class TablePage {
  /** @param {HTMLElement} game @param {{match: string, code: string, lang: string}} data @param {Record<string, any>} raw */
  constructor(game, { match, code, lang }, raw) {
    this.game = game;
    this.lang = lang;
    this.raw = raw;
    this.session = fresh(match);
    this.words = catalogue(lang, raw, '');
    /** @type {{lifted: string | null, declaring: boolean}} */
    this.touched = { lifted: null, declaring: false };
    this.twoStep = localStorage.getItem('table.two_step') === '1';
    this.sheetHidden = false;
    this.drawing = 0;
    this.asked = { waits: '', discards: '', why: false };
    this.numbers = 0;
    this.run = crypto.getRandomValues(new Uint32Array(2)).join('');
    /** @type {import('../model/table.js').TableModel | null} */
    this.model = null;
    this.screen = new Screen(game, {
      onTile: (key, touch) => this.tile(key, touch),
      onChoice: (choice) => this.choose(choice),
      onWhy: () => this.why(),
      onContinue: () => this.act({ type: 'continue_match' }),
      onSay: (say) => this.connection.send({ type: 'say', ...say }),
      onMenu: () => this.menu(),
      onRetry: () => this.connection.start(),
      onSheet: () => this.toggleSheet(),
      code,
      match,
    });
    this.connection = new Connection({
      match,
      ticket: () => fetchTicket(match),
      since: () => since(this.session),
      control: () => this.session.control,
      onFrame: (frame) => this.hear(frame),
      onState: (state, bye) => {
        this.session = { ...connected(this.session, state), ...(bye ? { bye } : {}) };
        this.draw();
      },
    });
    onKeys(game, this);
    setInterval(() => this.tick(), TICK_MS);
  }

  /** @param {ServerFrame} frame */
  hear(frame) {
    const before = this.session;
    const after = received(before, frame);
    this.session = after;
    if (frame.type === 'events' && !after.view) {
      this.connection.resync();
      return;
    }
    if (frame.type === 'snapshot') this.sheetHidden = false;
    if (after.view && after.view.ruleset !== before.view?.ruleset) this.words = catalogue(this.lang, this.raw, variantOf(after.view.ruleset));
    if (frame.type === 'events') this.announce(before, after);
    if (frame.type === 'prompt') this.announcePrompt();
    if (frame.type === 'answer' && frame.what === 'why_not' && this.asked.why) {
      this.asked.why = false;
      openWhyNot(this.game, this.words, frame, this.rules());
    }
    if (frame.type === 'notice' && after.notice) setTimeout(() => this.dismiss(after.notice), NOTICE_MS);
    if (frame.type === 'refused') setTimeout(() => this.forgive(after.refused), REPLY_MS);
    if (after.view?.number !== before.view?.number) this.sheetHidden = false;
    if (!after.prompt || after.prompt.id !== before.prompt?.id) this.touched = { lifted: null, declaring: false };
    this.ask();
    this.draw();
  }

  variant() {
    return this.session.view ? variantOf(this.session.view.ruleset) : '';
  }

  /** Where the rules of this match are explained. */
  rules() {
    return `/rules/${this.session.view ? rulesetId(this.session.view.ruleset) : ''}`;
  }

  /** @param {import('../state/session.js').Session['notice']} notice */
  dismiss(notice) {
    if (this.session.notice !== notice) return;
    this.session = dismissed(this.session);
    this.draw();
  }

  /** @param {import('../state/session.js').Session['refused']} refused */
  forgive(refused) {
    if (this.session.refused !== refused) return;
    this.session = { ...this.session, refused: null };
    this.draw();
  }

  /** @param {import('../state/session.js').Session} before @param {import('../state/session.js').Session} after */
  announce(before, after) {
    const name = namer(after, this.words);
    const last = before.view?.seq ?? 0;
    const fresh = after.log.filter((line) => line.seq > last);
    this.screen.speak(fresh.map((line) => sentence(line.event, line.phase, after.viewer, name, this.words)).filter(Boolean));
  }

  announcePrompt() {
    const m = this.compute();
    if (!m || m.result) return;
    const choices = m.choices.map((c) => `${this.words.t(`action.${c.word}`)} ${c.tiles.map(this.words.tile).join(' ')}`.trim());
    const texts = [m.mayDiscard ? this.words.t('say.your_turn') : '', choices.length ? this.words.t('say.choice', { choices: choices.join(', ') }) : ''];
    this.screen.speak(texts.filter(Boolean));
  }

  /** Asks for the waits when the hand that rests has changed. */
  ask() {
    const { view, viewer, control } = this.session;
    if (!view || viewer === null || !control || !['turn', 'draw', 'claim'].includes(view.phase)) return;
    const me = view.seats[viewer];
    const key = `${view.number}|${me.hand?.join('')}|${me.drawn}|${me.melds.length}`;
    if (this.session.waits === null && this.asked.waits !== key && me.size % 3 === (me.drawn ? 2 : 1)) {
      if (this.connection.send({ type: 'ask', id: this.id(), what: 'waits' })) this.asked.waits = key;
    }
    if (this.touched.lifted && this.session.discards === null && this.asked.discards !== key) {
      if (this.connection.send({ type: 'ask', id: this.id(), what: 'discards' })) this.asked.discards = key;
    }
  }

  id() {
    return `${this.run}-${++this.numbers}`;
  }

  /** @param {Action} action */
  act(action) {
    const { prompt, pending, view, control } = this.session;
    if (!prompt || pending || !view || !control) return;
    const id = this.id();
    this.session = acting(this.session, id, action);
    this.touched = { lifted: null, declaring: false };
    this.connection.sendAct({ type: 'act', id, prompt: prompt.id, seq: view.seq, action });
    this.draw();
  }

  /** @param {string} key @param {boolean} touch */
  tile(key, touch) {
    const tile = this.model?.hand.find((each) => each.key === key);
    if (!tile) return;
    const twice = touch || this.twoStep;
    const again = this.touched.lifted === key;
    const action = discardOf(this.session.prompt?.legal ?? [], tile.tile, tile.drawn, this.touched.declaring);
    if (tile.playable && action && (!twice || again)) {
      this.act(action);
      return;
    }
    this.touched = { ...this.touched, lifted: again ? null : key };
    this.ask();
    this.draw();
  }

  /** @param {import('../model/actions.js').Choice} choice */
  choose(choice) {
    if (choice.action) {
      this.act(choice.action);
      return;
    }
    this.touched = { lifted: null, declaring: !this.touched.declaring };
    this.draw();
  }

  discardDrawn() {
    const drawn = this.model?.hand.find((each) => each.drawn);
    if (drawn) this.tile(drawn.key, false);
  }

  why() {
    this.asked.why = this.connection.send({ type: 'ask', id: this.id(), what: 'why_not', action: { type: 'win' } });
  }

  toggleSheet() {
    this.sheetHidden = !this.sheetHidden;
    this.draw();
  }

  help() {
    openHelp(this.game, this.words);
  }

  menu() {
    openMenu(this.game, this.words, {
      twoStep: this.twoStep,
      rules: this.rules(),
      onTwoStep: (on) => {
        this.twoStep = on;
        localStorage.setItem('table.two_step', on ? '1' : '0');
      },
      onLanguage: (lang) => void this.speakIn(lang),
      onHelp: () => this.help(),
      onTalk: () => this.screen.toggleTalk(),
    });
  }

  /** @param {string} lang */
  async speakIn(lang) {
    this.raw = await loadWords(lang);
    this.lang = lang;
    this.words = catalogue(lang, this.raw, this.variant());
    document.cookie = `lang=${lang};path=/;max-age=31536000;samesite=lax`;
    document.documentElement.lang = lang;
    document.title = this.words.t('title');
    this.game.querySelectorAll('dialog').forEach((dialog) => dialog.close());
    this.draw();
  }

  compute() {
    this.model = tableModel(this.session, this.touched, this.words);
    return this.model;
  }

  /** One drawing a frame, however much was heard. */
  draw() {
    if (this.drawing) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      const m = this.compute();
      this.screen.update(this.session, m, this.words, namer(this.session, this.words), { banner: this.banner(), sheetHidden: this.sheetHidden, now: Date.now() });
      this.game.dataset.seq = `${this.session.view?.seq ?? ''}`;
      this.game.dataset.connection = this.session.connection;
    });
  }

  tick() {
    if (this.model?.clock) this.screen.tick(this.model, this.words, { sheetHidden: this.sheetHidden, now: Date.now() });
  }

  /** @returns {import('../ui/screen.js').Banner | null} */
  banner() {
    const { t } = this.words;
    const { connection, bye, control, viewer, notice, view } = this.session;
    if (connection === 'closed') {
      const text = t(`bye.${bye}`);
      return { text: text === `bye.${bye}` ? t('bye.other', { code: bye }) : text, busy: false, button: t(bye === 'taken_over' ? 'state.take_back' : 'state.retry') };
    }
    if (connection !== 'open') return { text: t(`state.${connection}`), busy: true, button: '' };
    if (!control && viewer !== null) return { text: t('state.taken_over'), busy: false, button: t('state.take_back') };
    if (view?.paused) return { text: t('state.paused'), busy: false, button: '' };
    if (notice) {
      const text = t(`notice.${notice.code}`, notice.params);
      return { text: text === `notice.${notice.code}` ? t('notice.other', { code: notice.code }) : text, busy: false, button: '' };
    }
    return null;
  }
}

async function main() {
  const game = /** @type {HTMLElement} */ (document.getElementById('table'));
  const { match = '', code = '', lang } = document.body.dataset;
  const chosen = chooseLanguage(lang ? [lang] : navigator.languages);
  document.documentElement.lang = chosen;
  const page = new TablePage(game, { match, code, lang: chosen }, await loadWords(chosen));
  document.title = page.words.t('title');
  // For tests and curious players: what this browser was told, and what it draws of it.
  Object.defineProperty(window, '__table', { value: { get state() { return page.session; }, get model() { return page.model; } } });
  page.connection.start();
  page.draw();
}

void main();

