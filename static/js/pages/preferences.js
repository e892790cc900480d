/** What the person has set for the table: kept in the browser, and put to work on the page. */

import { MANUAL } from '../model/automatic.js';
import { settingsFrom } from '../model/settings.js';
import { applySettings } from '../ui/settings.js';

/** @typedef {import('../model/settings.js').Settings} Settings */

const KEPT = 'table.settings';

export class Preferences {
  /** @param {(settings: Settings, changed: Partial<Settings>) => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    this.settings = settingsFrom(localStorage.getItem(KEPT));
    this.#reset();
    applySettings(this.settings);
  }

  /** @param {Partial<Settings>} changed */
  set(changed) {
    this.settings = { ...this.settings, ...changed };
    localStorage.setItem(KEPT, JSON.stringify(this.settings));
    applySettings(this.settings);
    this.onChange(this.settings, changed);
  }

  /** @param {keyof import('../model/automatic.js').Automatic} name */
  toggle(name) {
    this.set({ auto: { ...this.settings.auto, [name]: !this.settings.auto[name] } });
  }

  /** What the table does for the person ends with the deal, where he wants that. */
  nextDeal() {
    if (this.settings.resetAuto && this.settings.auto !== MANUAL) this.set({ auto: MANUAL });
  }

  #reset() {
    if (this.settings.resetAuto) this.settings = { ...this.settings, auto: MANUAL };
  }
}
