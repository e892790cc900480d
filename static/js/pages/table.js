/** The page of the table: joins what is known, what is drawn and the line to the server. */

import { catalogue, chooseLanguage, loadWords } from '../i18n/catalogue.js';
import { discardOf } from '../model/actions.js';
import { callOf, sentence } from '../model/announce.js';
import { MANUAL, answerFor, wanted } from '../model/automatic.js';
import { settingsFrom } from '../model/settings.js';
import { placeOf } from '../model/seats.js';
import { namer, tableModel } from '../model/table.js';
import { bestLeft } from '../model/waits.js';
import { Connection, Refusal } from '../net/connection.js';
import { changeSeat } from '../net/seat.js';
import { fetchTicket } from '../net/ticket.js';
import { acting, connected, dismissed, fresh, receive, since } from '../state/session.js';
import { rulesetId, variantOf } from '../state/shape.js';
import { openHelp, openMenu, openSettings, openWhyNot } from '../ui/dialogs.js';
import { Screen } from '../ui/screen.js';
import { applySettings } from '../ui/settings.js';
import { Sound } from '../ui/sound.js';
import { onKeys } from './keys.js';

/** @typedef {import('../protocol.js').Action} Action */
/** @typedef {import('../protocol.js').ServerFrame} ServerFrame */

const TICK_MS = 200;
const NOTICE_MS = 5000;
const REPLY_MS = 4000;
/** How long a flower is shown before its replacement, where the person does not go on himself. */
const FLOWER_MS = 2500;
const KEPT = 'table.settings';
const MOST_HEARD = 16;

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
    /** @type {string | null} */
    this.over = null;
    /** @type {string[] | null} */
    this.order = null;
    /** @type {string | null} */
    this.flower = null;
    this.settings = settingsFrom(localStorage.getItem(KEPT));
    if (this.settings.resetAuto) this.settings = { ...this.settings, auto: MANUAL };
    this.sound = new Sound();
    /** @type {Map<string, number>} by the key of a claim: how many tiles would be left to win with after it */
    this.claims = new Map();
    /** @type {Map<string, string>} keys of the claims that were asked about, by the questions' ids */
    this.claimsAsked = new Map();
    /** @type {Map<string, 'win' | 'tile'>} what the open questions are for, by their ids */
    this.questions = new Map();
    this.sheetHidden = false;
    this.drawing = 0;
    this.asked = { waits: '', discards: '', worth: 0 };
    this.numbers = 0;
    this.run = crypto.getRandomValues(new Uint32Array(2)).join('');
    /** @type {import('../model/table.js').TableModel | null} */
    this.model = null;
    this.screen = new Screen(game, {
      onTile: (key, touch) => this.tile(key, touch),
      onOver: (key) => this.pointAt(key),
      onOrder: (keys) => this.layOut(keys),
      onChoice: (choice) => this.choose(choice),
      onWhy: () => this.why(),
      onContinue: () => this.act({ type: 'continue_match' }),
      onSay: (say) => this.connection.send({ type: 'say', ...say }),
      onMenu: () => this.menu(),
      onRetry: () => (this.session.bye === 'left_table' ? void this.takeBack() : this.connection.start()),
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
    this.applied();
    onKeys(game, this);
    setInterval(() => this.tick(), TICK_MS);
  }

  /** @param {ServerFrame} frame */
  hear(frame) {
    const claim = frame.type === 'answer' ? this.claimsAsked.get(frame.id) : undefined;
    if (claim !== undefined && frame.type === 'answer' && frame.what === 'discards') {
      this.claimsAsked.delete(frame.id);
      this.claims.set(claim, bestLeft(frame.discards));
      this.draw();
      return;
    }
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
    if (frame.type === 'prompt') {
      this.announcePrompt();
      this.sound.ask();
      this.askClaims(frame.legal);
    }
    if (frame.type === 'answer' && frame.what === 'why_not') this.answered(frame);
    if (frame.type === 'notice' && after.notice) setTimeout(() => this.dismiss(after.notice), NOTICE_MS);
    if (frame.type === 'refused') setTimeout(() => this.forgive(after.refused), REPLY_MS);
    if (after.view?.number !== before.view?.number) this.sheetHidden = false;
    if (!after.prompt || after.prompt.id !== before.prompt?.id) this.touched = { lifted: null, declaring: false };
    if (after.view && before.view && after.view.number !== before.view.number) this.nextDeal();
    this.ask();
    this.answerByItself();
    this.draw();
  }

  nextDeal() {
    this.order = null;
    this.flower = null;
    if (this.settings.resetAuto && this.settings.auto !== MANUAL) this.set({ auto: MANUAL });
  }

  /** What the person has asked the table to do for him. */
  answerByItself() {
    const { prompt, pending, control } = this.session;
    if (!prompt || pending || !control || this.flower) return;
    const action = answerFor(prompt.legal, this.settings.auto);
    if (action) this.act(action);
  }

  /** @param {{id: string} & import('../protocol.js').WhyNot} why */
  answered(why) {
    const purpose = this.questions.get(why.id);
    this.questions.delete(why.id);
    if (purpose === 'win') openWhyNot(this.game, this.words, why, this.rules());
    if (purpose === 'tile' && why.code) {
      const refused = { code: why.code, rule: why.rule ?? null, verdict: null, at: Date.now() };
      this.session = { ...this.session, refused };
      setTimeout(() => this.forgive(refused), REPLY_MS);
    }
  }

  /** What the claims on offer would lead to.
   * @param {Action[]} legal */
  askClaims(legal) {
    this.claims = new Map();
    this.claimsAsked = new Map();
    for (const action of wanted(legal, this.settings.auto)) {
      if (action.type !== 'chow' && action.type !== 'pung') continue;
      const id = this.id();
      if (this.connection.send({ type: 'ask', id, what: 'discards', action })) this.claimsAsked.set(id, JSON.stringify(action));
    }
  }

  /** @param {'win' | 'tile' | null} purpose @param {Action} action */
  askWhy(purpose, action) {
    const id = this.id();
    if (this.connection.send({ type: 'ask', id, what: 'why_not', action }) && purpose) this.questions.set(id, purpose);
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
    // Whoever comes back after a while hears the present, not all of what he missed.
    for (const { event, phase } of fresh.slice(-MOST_HEARD)) {
      const own = 'seat' in event && event.seat === after.viewer;
      this.sound.play(event, own);
      const call = callOf(event);
      if (call && 'seat' in event && event.seat != null) this.screen.call(placeOf(event.seat, after.viewer), this.words.t(call));
      if (own && event.type === 'bonus_exposed' && phase !== 'opening' && !this.settings.flowers) this.showFlower(event.tile);
    }
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
    const legal = this.session.prompt?.legal ?? [];
    const looking = this.touched.lifted ?? this.over;
    const wondering = legal.some((action) => action.type === 'declare_ready') || (looking && legal.some((action) => action.type === 'discard'));
    if (this.session.prompt && this.asked.worth !== this.session.prompt.id && legal.some((action) => action.type === 'win')) {
      this.asked.worth = this.session.prompt.id;
      this.askWhy(null, { type: 'win' });
    }
    if (wondering && this.session.discards === null && this.asked.discards !== key) {
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
    if (tile.barred && this.session.prompt) this.askWhy('tile', { type: this.touched.declaring ? 'declare_ready' : 'discard', tile: tile.tile });
    const twice = touch || this.settings.twoStep;
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
    if (choice.key === 'flower') {
      this.hideFlower();
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
    this.askWhy('win', { type: 'win' });
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
      settings: this.settings,
      rules: this.rules(),
      onSettings: (changed) => this.set(changed),
      onSettingsOpen: () => openSettings(this.game, this.words, this.settings, (changed) => this.set(changed)),
      onLanguage: (lang) => void this.speakIn(lang),
      onHelp: () => this.help(),
      onTalk: () => this.screen.toggleTalk(),
      ...this.seatHooks(),
    });
  }

  /** Leaving for whoever plays, coming back for whoever left. @returns {{onLeave?: () => void, onReturn?: () => void}} */
  seatHooks() {
    if (this.session.view?.phase === 'over') return {};
    if (this.session.viewer !== null) return { onLeave: () => void this.leave() };
    return 'left' in document.body.dataset ? { onReturn: () => void this.takeBack() } : {};
  }

  async leave() {
    if (!confirm(this.words.t('menu.leave.sure'))) return;
    try {
      await changeSeat(this.session.match, 'leave');
      location.assign('/');
    } catch (failure) {
      this.tell(failure);
    }
  }

  async takeBack() {
    try {
      await changeSeat(this.session.match, 'return');
      location.reload();
    } catch (failure) {
      this.tell(failure);
      this.connection.start();
    }
  }

  /** @param {unknown} failure */
  tell(failure) {
    this.session = { ...this.session, notice: { code: failure instanceof Refusal ? failure.code : 'offline', params: {} } };
    this.draw();
  }

  /** @param {Partial<import('../model/settings.js').Settings>} changed */
  set(changed) {
    this.settings = { ...this.settings, ...changed };
    localStorage.setItem(KEPT, JSON.stringify(this.settings));
    if (changed.sort === false && this.model) this.order = this.model.hand.map((each) => each.key);
    if (changed.sort) this.order = null;
    this.applied();
    this.answerByItself();
    this.draw();
  }

  applied() {
    applySettings(this.settings);
    this.sound.setVolume(this.settings.sound ? this.settings.volume : 0);
    this.screen.hand.drag.allowed = !this.settings.sort;
  }

  /** @param {keyof import('../model/automatic.js').Automatic} name */
  toggle(name) {
    this.set({ auto: { ...this.settings.auto, [name]: !this.settings.auto[name] } });
  }

  /** @param {string | null} key */
  pointAt(key) {
    if (this.over === key) return;
    this.over = key;
    this.ask();
    this.draw();
  }

  /** @param {string[]} keys */
  layOut(keys) {
    this.order = keys;
    this.draw();
  }

  /** @param {string} tile */
  showFlower(tile) {
    this.flower = tile;
    setTimeout(() => this.hideFlower(), FLOWER_MS);
  }

  hideFlower() {
    if (!this.flower) return;
    this.flower = null;
    this.answerByItself();
    this.draw();
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
    const { auto } = this.settings;
    this.model = tableModel(this.session, { ...this.touched, over: this.over, auto, claims: this.claims, order: this.settings.sort ? null : this.order, flower: this.flower }, this.words);
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
      return { text: text === `bye.${bye}` ? t('bye.other', { code: bye }) : text, busy: false, button: t(bye === 'taken_over' ? 'state.take_back' : bye === 'left_table' ? 'menu.return' : 'state.retry') };
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

