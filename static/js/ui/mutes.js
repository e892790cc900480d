/** The list of people with a switch each that keeps their words away, and one for all. It is remembered in the browser. */

import { KEPT, hears, mutable, mutesFrom, withName } from '../model/mutes.js';
import { keyed, make, setHidden, setText } from './dom.js';

export class MuteList {
  /** @param {() => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    this.mutes = mutesFrom(localStorage.getItem(KEPT));
    this.title = make('summary');
    this.allBox = box((on) => this.#set({ ...this.mutes, all: on }));
    this.allText = make('span');
    this.names = make('div', 'mute-names');
    this.el = make('details', 'mutes', [this.title, make('label', 'opt', [this.allBox, this.allText]), this.names]);
    setHidden(this.el, true);
    // Another tab of the same person mutes for this one, too.
    addEventListener('storage', (event) => {
      if (event.key !== KEPT) return;
      this.mutes = mutesFrom(event.newValue);
      this.onChange();
    });
  }

  /** @param {string} name @param {boolean} own */
  hears(name, own) {
    return hears(this.mutes, name, own);
  }

  /** @param {readonly string[]} here names of who is here or has spoken @param {string} me
   * @param {{title: string, all: string, name: (name: string) => string}} words */
  update(here, me, words) {
    const names = mutable(this.mutes, here, me);
    setHidden(this.el, !names.length && !this.mutes.all);
    setText(this.title, words.title);
    setText(this.allText, words.all);
    this.allBox.checked = this.mutes.all;
    keyed(this.names, names, (name) => name, (name) => this.#row(name), (row, name) => {
      const [input, text] = row.children;
      setText(text, words.name(name));
      /** @type {HTMLInputElement} */ (input).checked = this.mutes.names.includes(name);
    });
  }

  /** @param {string} name */
  #row(name) {
    return make('label', 'opt', [box((on) => this.#set(withName(this.mutes, name, on))), make('span')]);
  }

  /** @param {import('../model/mutes.js').Mutes} mutes */
  #set(mutes) {
    this.mutes = mutes;
    localStorage.setItem(KEPT, JSON.stringify(mutes));
    this.onChange();
  }
}

/** @param {(on: boolean) => void} onChange */
function box(onChange) {
  const input = make('input');
  input.type = 'checkbox';
  input.addEventListener('change', () => onChange(input.checked));
  return input;
}
