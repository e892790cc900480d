/** The page of the table: joins what is known, what is drawn and the line to the server. */

import { catalogue, chooseLanguage, loadWords } from '../i18n/catalogue.js';
import { answerFor } from '../model/automatic.js';
import { bannerOf } from '../model/banner.js';
import { strike } from '../model/hurry.js';
import { namer, tableModel } from '../model/table.js';
import { motionOf } from '../motion/motion.js';
import { Connection } from '../net/connection.js';
import { fetchTicket } from '../net/ticket.js';
import { acting, connected, fresh, received, since } from '../state/session.js';
import { variantOf } from '../state/shape.js';
import { Seen } from '../ui/dom.js';
import { keepFocus } from '../ui/focus.js';
import { Screen } from '../ui/screen.js';
import { Sound } from '../ui/sound.js';
import { announce, announcePrompt } from './announcing.js';
import { Boxes } from './boxes.js';
import { Drawing } from './drawing.js';
import { ShownFlower } from './flower.js';
import { showTable } from '../walkthrough/table.js';
import { onKeys } from './keys.js';
import { Passing } from './passing.js';
import { Practice } from './practice.js';
import { Preferences } from './preferences.js';
import { Questions } from './questions.js';
import { bannerPressed } from './banner_button.js';
import { Touching } from './touching.js';
import { Upgrade } from './upgrade.js';

/** @typedef {import('../protocol.js').Action} Action */
/** @typedef {import('../protocol.js').ServerFrame} ServerFrame */
/** @typedef {import('../state/session.js').Session} Session */

const TICK_MS = 200;

class TablePage {
  /** @param {HTMLElement} game @param {{match: string, code: string, lang: string}} data @param {Record<string, any>} raw */
  constructor(game, { match, code, lang }, raw) {
    this.game = game;
    this.lang = lang;
    this.raw = raw;
    this.session = fresh(match);
    this.words = catalogue(lang, raw, '');
    this.preferences = new Preferences((settings, changed) => this.applied(settings, changed));
    this.sound = new Sound();
    /** @type {number | null} the last second that was struck */
    this.struck = null;
    this.sheetHidden = false;
    /** @type {import('../model/table.js').TableModel | null} */
    this.model = null;
    /** What the model was made from. */
    this.computed = new Seen();
    this.flower = new ShownFlower(() => {
      this.answerByItself();
      this.draw();
    });
    this.screen = new Screen(game, this.#hooks(match, code));
    this.connection = new Connection({
      match,
      ticket: () => fetchTicket(match, (version) => this.upgrade.heard(version)),
      since: () => since(this.session),
      control: () => this.session.control,
      onFrame: (frame) => this.hear(frame),
      onState: (state, bye) => {
        this.session = { ...connected(this.session, state), ...(bye ? { bye } : {}) };
        this.draw();
      },
    });
    this.questions = new Questions((frame) => this.connection.send(frame));
    this.touching = new Touching(this);
    this.boxes = new Boxes(this);
    this.upgrade = new Upgrade(this);
    this.practice = new Practice(this);
    this.passing = new Passing(this);
    this.drawing = new Drawing(() => this.compute(), (m) => this.drawAll(m));
    this.drawing.motion = motionOf(this.screen, () => this.settings.motion, (points) => this.words.signed(points));
    this.applied(this.settings, {});
    onKeys(game, this);
    setInterval(() => this.tick(), TICK_MS);
  }

  get settings() {
    return this.preferences.settings;
  }

  /** @param {string} match @param {string} code @returns {import('../ui/screen.js').Hooks} */
  #hooks(match, code) {
    return {
      onTile: (key, press) => this.touching.tile(key, press),
      onOver: (key) => this.touching.pointAt(key),
      onOrder: (keys) => this.touching.layOut(keys),
      onChoice: (choice) => this.touching.choose(choice),
      onWhy: () => this.boxes.why(),
      onContinue: () => this.act({ type: 'continue_match' }),
      onSay: (say) => this.connection.send({ type: 'say', ...say }),
      onUndo: () => this.practice.undo(),
      onHint: () => this.practice.hint(),
      onMenu: () => this.boxes.menu(),
      onRetry: () => bannerPressed(this),
      onSheet: () => this.toggleSheet(),
      onSpoken: () => this.draw(),
      code,
      match,
    };
  }

  /** @param {ServerFrame} frame */
  hear(frame) {
    if (this.questions.takesClaim(frame)) {
      this.draw();
      return;
    }
    const before = this.session;
    const after = received(before, frame, Date.now());
    this.session = after;
    if (frame.type === 'events' && !after.view) {
      this.connection.resync();
      return;
    }
    const kept = this.practice.refusal(frame);
    if (kept) this.passing.refuse(kept);
    if (frame.type === 'snapshot') {
      this.practice.forget();
      this.sheetHidden = false;
      this.drawing.leap();
    }
    if (after.view && after.view.ruleset !== before.view?.ruleset) this.words = catalogue(this.lang, this.raw, variantOf(after.view.ruleset));
    this.#react(frame, before, after);
    if (after.view?.number !== before.view?.number) this.sheetHidden = false;
    if (!after.prompt || after.prompt.id !== before.prompt?.id) this.touching.forget();
    if (after.view && before.view && after.view.number !== before.view.number) this.nextDeal();
    this.ask();
    this.answerByItself();
    this.upgrade.offer();
    this.draw();
  }

  /** @param {ServerFrame} frame @param {Session} before @param {Session} after */
  #react(frame, before, after) {
    switch (frame.type) {
      case 'events':
        this.heard(after.news);
        if (after.notice !== before.notice) this.passing.noticed();
        break;
      case 'prompt': {
        const m = this.compute();
        if (m) announcePrompt(m, this);
        showTable(this);
        this.struck = null;
        this.sound.ask();
        this.questions.askClaims(frame.legal, this.settings.auto);
        break;
      }
      case 'answer':
        if (frame.what === 'why_not') this.answered(frame);
        if (frame.what === 'hint') this.say(this.compute()?.status);
        break;
      case 'notice':
        this.passing.noticed();
        break;
      case 'refused':
        if (frame.code === 'too_fast' && !frame.id) this.screen.talk.tooFast(this.words);
        this.passing.refused();
        break;
    }
  }

  /** Turns the table for a spectator. @param {number} seat */
  lookFrom(seat) {
    this.session = { ...this.session, bottom: seat };
    this.drawing.leap();
    this.draw();
    this.say(this.words.t('bottom.now', { name: namer(this.session, this.words)(seat) }));
  }

  /** To those who listen. @param {string} [text] */
  say(text) {
    if (text) this.screen.speak([text]);
  }

  /** @param {import('../state/session.js').Line[]} lines */
  heard(lines) {
    announce(lines, this.session, this);
    this.drawing.heard(lines);
    if (this.settings.flowers) return;
    for (const { event, phase } of lines) {
      if (event.type === 'bonus_exposed' && event.seat === this.session.viewer && phase !== 'opening') this.flower.show(event.tile);
    }
  }

  nextDeal() {
    this.touching.order = null;
    this.flower.forget();
    this.preferences.nextDeal();
  }

  /** What the person has asked the table to do for him. */
  answerByItself() {
    const { prompt, pending, control } = this.session;
    if (!prompt || pending || !control || this.flower.tile) return;
    const action = answerFor(prompt.legal, this.settings.auto);
    if (action) this.act(action);
  }

  /** @param {{id: string} & import('../protocol.js').WhyNot} why */
  answered(why) {
    const found = this.questions.takesWhy(why);
    if (found?.purpose === 'box') this.boxes.explain(found.asked);
    if (found?.purpose === 'beside' && why.code) this.passing.refuse(why.code, why.rule);
  }

  variant() {
    return this.session.view ? variantOf(this.session.view.ruleset) : '';
  }

  ask() {
    this.questions.ask(this.session, this.touching.looking());
  }

  /** @param {Action} action */
  act(action) {
    const { prompt, pending, view, control } = this.session;
    if (!prompt || pending || !view || !control) return;
    const id = this.questions.id();
    this.session = acting(this.session, id, action);
    this.touching.forget();
    this.connection.sendAct({ type: 'act', id, prompt: prompt.id, seq: view.seq, action });
    this.draw();
  }

  toggleSheet() {
    this.sheetHidden = !this.sheetHidden;
    this.draw();
  }

  /** @param {import('../model/settings.js').Settings} settings @param {Partial<import('../model/settings.js').Settings>} changed */
  applied(settings, changed) {
    if (changed.sort !== undefined) this.touching.sorted(changed.sort);
    this.sound.setVolume(settings.sound ? settings.volume : 0);
    this.screen.hand.drag.allowed = !settings.sort;
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
    const { auto, sort } = this.settings;
    const { lifted, declaring, over, order } = this.touching;
    const { session, words } = this;
    const touched = { lifted, declaring, over, auto, claims: this.questions.claims, order: sort ? null : order, flower: this.flower.tile };
    if (this.computed.differs(session, words, ...Object.values(touched))) this.model = tableModel(session, touched, words);
    return this.model;
  }

  draw() {
    this.drawing.request();
  }

  /** @param {import('../model/table.js').TableModel | null} m */
  drawAll(m) {
    const page = { banner: bannerOf(this.session, this.words), sheetHidden: this.sheetHidden, now: Date.now() };
    const settle = keepFocus(this.game);
    this.screen.update(this.session, m, this.words, namer(this.session, this.words), page);
    this.game.dataset.seq = `${this.session.view?.seq ?? ''}`;
    this.game.dataset.connection = this.session.connection;
    return settle;
  }

  /** What has not been drawn yet does not go on with time either. */
  tick() {
    const model = this.drawing.drawn;
    this.upgrade.offer();
    if (model?.clock) this.screen.tick(model, this.words, { sheetHidden: this.sheetHidden, now: Date.now() });
    const second = strike(model?.result ? null : (model?.clock ?? null), Date.now(), this.struck);
    if (second !== null) {
      this.struck = second;
      this.sound.hurry(second);
    }
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
