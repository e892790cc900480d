/** The boxes over the table: menu, help, settings, rules, and why something is not to be had. */

import { namer } from '../model/table.js';
import { openHelp, openMenu, openSettings } from '../ui/dialogs.js';
import { openRules } from '../ui/rules_panel.js';
import { openWhyNot } from '../ui/why_not.js';
import { showTable } from '../walkthrough/table.js';
import { seatHooks } from './seat_change.js';

/** @typedef {import('../protocol.js').Action} Action */

/**
 * @typedef {object} Own
 * @property {HTMLElement} game
 * @property {import('../model/table.js').TableModel | null} model
 * @property {import('./preferences.js').Preferences} preferences
 * @property {import('./questions.js').Questions} questions
 * @property {import('../ui/screen.js').Screen} screen
 * @property {(lang: string) => Promise<void>} speakIn
 * @property {(seat: number) => void} lookFrom
 *
 * @typedef {import('./seat_change.js').SeatPage & Own} BoxedPage
 */

export class Boxes {
  /** @param {BoxedPage} page */
  constructor(page) {
    this.page = page;
    /** The tile that is asked about. */
    this.tile = '';
  }

  help() {
    openHelp(this.page.game, this.page.words, () => showTable(this.page, { again: true }));
  }

  menu() {
    const { page } = this;
    openMenu(page.game, page.words, {
      settings: page.preferences.settings,
      onRules: () => this.rules(),
      onSettings: (changed) => page.preferences.set(changed),
      onSettingsOpen: () => openSettings(page.game, page.words, page.preferences.settings, (changed) => page.preferences.set(changed)),
      onLanguage: (lang) => void page.speakIn(lang),
      onHelp: () => this.help(),
      onTalk: () => page.screen.toggleTalk(),
      ...(page.session.viewer === null && { bottom: page.session.bottom, names: [0, 1, 2, 3].map(namer(page.session, page.words)), onBottom: (seat) => page.lookFrom(seat) }),
      ...seatHooks(page),
    });
  }

  /** @param {string} [anchor]  the line to show */
  rules(anchor) {
    const { game, words, session } = this.page;
    void openRules(game, words, { address: this.#address(), options: session.view?.options ?? {}, anchor });
  }

  /** Where the rules of this match are explained. */
  #address() {
    return `/rules/${this.page.session.view?.ruleset ?? ''}`;
  }

  /** Asks why the viewer is not offered what he might expect, or what he just tried.
   * @param {Action} [tried] */
  why(tried) {
    const { model, session, questions } = this.page;
    const actions = tried ? [tried] : (model?.whyNot?.missed.map((each) => each.action) ?? []);
    this.tile = (tried ? session.chance?.tile : model?.whyNot?.tile) ?? '';
    if (actions.length) questions.why('box', actions);
  }

  /** @param {import('./questions.js').Asked[]} asked */
  explain(asked) {
    openWhyNot(this.page.game, this.page.words, asked, this.tile, { address: this.#address(), onRule: (anchor) => this.rules(anchor) });
  }
}
