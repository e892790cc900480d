/** A record that is being watched: where one is in it, through whose eyes, at what pace. */

import { verifyRecord } from '../../lobby/verify.js';
import { catalogue } from '../i18n/catalogue.js';
import { callOf } from '../model/announce.js';
import { placeOf } from '../model/seats.js';
import { motionOf } from '../motion/motion.js';
import { Drawing } from '../pages/drawing.js';
import { Preferences } from '../pages/preferences.js';
import { variantOf } from '../state/shape.js';
import { openList, openSettings } from '../ui/dialogs.js';
import { Sound } from '../ui/sound.js';
import { spotOf } from './address.js';
import { Playing } from './clock.js';
import { onReplayKeys } from './keys.js';
import { sceneOf } from './scene.js';
import { Desk } from './ui/desk.js';
import { SPEEDS } from './ui/options.js';
import { Walk } from './walk.js';

/** @typedef {import('./record.js').MatchRecord} MatchRecord */

/** Browsers allow a page to change its address a hundred times in half a minute. */
const ADDRESS_MS = 400;
const COPIED_MS = 3000;
const KEY_LINES = ['step', 'play', 'ends', 'deals', 'decisions', 'eyes', 'speed', 'panels'];

export class ReplayView {
  /** @param {HTMLElement} game @param {MatchRecord} record
   * @param {{lang: string, raw: Record<string, any>, seat: number | null, fromFile: boolean, onFile: () => void, onLanguage: (lang: string) => void}} given */
  constructor(game, record, given) {
    this.game = game;
    this.record = record;
    this.given = given;
    this.variant = variantOf(record.deals[0].before.ruleset);
    this.words = catalogue(given.lang, given.raw, this.variant);
    this.walk = new Walk(record, { seat: given.seat ?? record.deals[0].before.first_dealer, open: given.seat === null });
    this.playing = new Playing(() => this.#playOn());
    this.sound = new Sound();
    this.sheetHidden = false;
    /** @type {string | null} */
    this.over = null;
    /** @type {import('../../lobby/verify.js').Check[] | null} */
    this.checks = null;
    this.checking = false;
    this.leaving = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.addressing = undefined;
    /** @type {import('./scene.js').Scene | null} */
    this.scene = null;
    this.desk = new Desk(game, { match: record.match, fromFile: given.fromFile }, this.#hooks());
    this.drawing = new Drawing(() => this.#compute().model, () => this.#drawAll());
    this.drawing.motion = motionOf(this.desk.screen, () => this.preferences.settings.motion, (points) => this.words.signed(points));
    this.preferences = new Preferences((settings) => this.#applied(settings));
    this.#applied(this.preferences.settings);
    const { signal } = this.leaving;
    onReplayKeys(this, signal);
    addEventListener('hashchange', () => this.#toAddress(), { signal });
    addEventListener('resize', () => this.draw(), { signal });
    const spot = spotOf(location.hash);
    if (spot) this.walk.toSpot(spot);
    this.#moved();
  }

  close() {
    this.leaving.abort();
    this.playing.stop();
    clearTimeout(this.addressing);
    cancelAnimationFrame(this.drawing.frame);
  }

  /** @returns {import('./ui/desk.js').Hooks} */
  #hooks() {
    const { given } = this;
    return {
      onWay: (way) => this.way(way),
      onSeek: (at) => this.#go(() => this.walk.toStep(at)),
      onOver: (key) => {
        this.over = key;
        this.draw();
      },
      onSpoken: () => this.draw(),
      onSheet: () => {
        this.sheetHidden = !this.sheetHidden;
        this.draw();
      },
      onPanels: () => this.draw(),
      options: {
        onDeal: (index) => this.#go(() => this.walk.toDeal(index)),
        onSeat: (seat) => this.lookFrom(seat),
        onOpen: () => this.toggleOpen(),
        onSpeed: (speed) => this.#setSpeed(speed),
        onPanel: (panel) => this.panel(panel),
        onCopy: () => this.copy(),
        onHelp: () => this.help(),
        onSettings: () => openSettings(this.game, this.words, this.preferences.settings, (changed) => this.preferences.set(changed)),
        onFile: given.onFile,
        onLanguage: given.onLanguage,
      },
    };
  }

  /** @param {import('../model/settings.js').Settings} settings */
  #applied(settings) {
    this.sound.setVolume(settings.sound ? settings.volume : 0);
    this.draw();
  }

  // --- going
  /** @param {import('./ui/controls.js').Way} way */
  way(way) {
    switch (way) {
      case 'play':
        if (this.playing.on) this.playing.stop();
        else if (!this.walk.ended) this.playing.start();
        this.draw();
        return;
      case 'back':
        return this.#go(() => this.walk.go(-1));
      case 'on':
        return this.#go(() => this.walk.go(1), true);
      case 'decision.before':
        return this.#go(() => this.walk.toDecision(-1));
      case 'decision.next':
        return this.#go(() => this.walk.toDecision(1));
      case 'deal.before':
        return this.#go(() => (this.walk.at ? this.walk.toEnd('first') : this.walk.toDeal(this.walk.index - 1)));
      case 'deal.next':
        return this.#go(() => this.walk.toDeal(this.walk.index + 1));
    }
  }

  /** @param {'first' | 'last'} end */
  toEnd(end) {
    this.#go(() => this.walk.toEnd(end));
  }

  /** Going anywhere by hand ends the playing. @param {() => void} move @param {boolean} [heard]  one step on: it is heard as at the table */
  #go(move, heard = false) {
    this.playing.stop();
    const { index, at } = this.walk;
    move();
    if (this.walk.index !== index || this.walk.at !== at) this.#moved(heard);
    else this.draw();
  }

  #playOn() {
    this.walk.go(1);
    this.#moved(true);
    if (this.walk.ended) {
      this.playing.stop();
      return /** @type {const} */ ('end');
    }
    return this.scene?.model.result ? /** @type {const} */ ('result') : /** @type {const} */ ('step');
  }

  #moved(heard = false) {
    this.sheetHidden = false;
    this.over = null;
    this.desk.screen.speak([this.#compute().told]);
    const { deal, step, eyes } = this.walk;
    if (!heard) this.drawing.leap();
    else {
      this.drawing.heard(deal.lines.slice(step.from, step.end));
      this.sound.play(step.told, 'seat' in step.told && step.told.seat === eyes.seat);
      const call = callOf(step.told);
      if (call && 'seat' in step.told && step.told.seat != null) this.desk.screen.call(placeOf(step.told.seat, eyes.seat), this.words.t(call));
    }
    this.#keepAddress();
    this.draw();
  }

  // --- looking
  /** @param {number} seat */
  lookFrom(seat) {
    this.walk.lookFrom(seat);
    this.#looked();
  }

  toggleOpen() {
    this.walk.lookOpen(!this.walk.eyes.open);
    this.#looked();
  }

  #looked() {
    this.drawing.leap();
    const { name } = this.#compute();
    const { seat, open } = this.walk.eyes;
    this.desk.screen.speak([this.words.t(open ? 'replay.eyes.open' : 'replay.eyes.now', { name: name(seat) })]);
    this.#keepAddress();
    this.draw();
  }

  /** @param {-1 | 1} by */
  faster(by) {
    const speed = SPEEDS[SPEEDS.indexOf(this.playing.speed) + by];
    if (speed) this.#setSpeed(speed);
  }

  /** @param {number} speed */
  #setSpeed(speed) {
    this.playing.setSpeed(speed);
    this.desk.screen.speak([`${this.words.t('replay.speed')}: ${this.words.t('replay.speed.one', { n: speed })}`]);
    this.draw();
  }

  /** @param {import('./ui/panels.js').Name} panel */
  panel(panel) {
    this.desk.panels.toggle(panel);
    if (panel === 'wall') void this.#check();
  }

  async #check() {
    if (this.checking) return;
    this.checking = true;
    this.checks = await verifyRecord(this.record.source).catch(() => []);
    this.draw();
  }

  escape() {
    if (this.desk.panels.shown) this.desk.panels.close();
    else if (this.scene?.model.result && !this.sheetHidden) {
      this.sheetHidden = true;
      this.draw();
    }
  }

  help() {
    openList(this.game, this.words.t('replay.help'), KEY_LINES.map((key) => this.words.t(`replay.key.${key}`)), this.words);
  }

  // --- the address
  #toAddress() {
    const spot = spotOf(location.hash);
    if (!spot || location.hash === this.walk.address) return;
    this.#go(() => this.walk.toSpot(spot));
  }

  #keepAddress() {
    this.addressing ??= setTimeout(() => {
      this.addressing = undefined;
      history.replaceState(null, '', this.walk.address);
    }, ADDRESS_MS);
  }

  copy() {
    void this.#copy();
  }

  async #copy() {
    const link = new URL(this.walk.address, location.href).href;
    const { copied } = this.desk.options;
    try {
      await navigator.clipboard.writeText(link);
      copied.textContent = this.words.t('replay.copied');
      this.desk.screen.speak([this.words.t('replay.copied')]);
      setTimeout(() => (copied.textContent = ''), COPIED_MS);
    } catch {
      this.desk.offer(link);
    }
  }

  // --- drawing
  #compute() {
    this.scene = sceneOf(this.record, this.walk.deal, this.walk.at, this.walk.eyes, this.words, this.over);
    return this.scene;
  }

  draw() {
    this.drawing.request();
  }

  #drawAll() {
    const { sheetHidden, variant, checks } = this;
    if (!this.scene) return;
    this.desk.update(this.scene, this.walk, { playing: this.playing.on, speed: this.playing.speed, sheetHidden, variant, checks }, this.words);
  }

  /** @param {string} lang @param {Record<string, any>} raw */
  speakIn(lang, raw) {
    this.words = catalogue(lang, raw, this.variant);
    this.draw();
  }
}
