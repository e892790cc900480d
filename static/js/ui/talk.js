/** The record of the deal and the chat. People's words are set as text, never as markup. */

import { keyed, make, setAttr, setText } from './dom.js';

/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */

const PHRASES = ['hello', 'thanks', 'nice', 'sorry'];

export class Talk {
  /** @param {(say: {text?: string, phrase?: string}) => void} onSay @param {() => void} onClose */
  constructor(onSay, onClose) {
    this.logTitle = make('span');
    this.close = make('button', 'icon close', ['✕']);
    this.close.type = 'button';
    this.close.addEventListener('click', onClose);
    this.log = make('ol', 'log');
    this.chatTitle = make('h2');
    this.chat = make('ul', 'chat');
    this.input = make('input');
    this.input.maxLength = 200;
    this.input.autocomplete = 'off';
    this.send = make('button');
    this.phrases = PHRASES.map((phrase) => {
      const el = make('button', 'phrase');
      el.type = 'button';
      el.addEventListener('click', () => onSay({ phrase }));
      return el;
    });
    this.form = make('form', 'say', [this.input, this.send, ...this.phrases]);
    this.form.addEventListener('submit', (e) => {
      e.preventDefault();
      const text = this.input.value.trim();
      if (text) onSay({ text });
      this.input.value = '';
    });
    this.el = make('section', 'talk card-like', [make('h2', '', [this.logTitle, this.close]), this.log, this.chatTitle, this.chat, this.form]);
    for (const list of [this.log, this.chat]) setAttr(list, 'tabindex', 0);
    /** @type {Set<HTMLElement>} */
    this.grown = new Set();
  }

  /** @param {string[]} lines @param {import('../state/session.js').Session['chat']} chat @param {Catalogue} words @param {(seat: number) => string} name */
  update(lines, chat, words, name) {
    const { t } = words;
    setAttr(this.el, 'aria-label', `${t('log')}, ${t('chat')}`);
    setText(this.logTitle, t('log'));
    setText(this.chatTitle, t('chat'));
    setAttr(this.log, 'aria-label', t('log'));
    setAttr(this.chat, 'aria-label', t('chat'));
    setAttr(this.close, 'aria-label', t('help.close'));
    setAttr(this.input, 'placeholder', t('chat.say'));
    setAttr(this.input, 'aria-label', t('chat.say'));
    setText(this.send, t('chat.send'));
    this.phrases.forEach((el, i) => setText(el, t(`phrase.${PHRASES[i]}`)));
    if (this.log.childElementCount !== lines.length) this.grown.add(this.log);
    keyed(this.log, lines, (_, i) => `${i}`, () => make('li'), setLine);
    if (this.chat.childElementCount !== chat.length) this.grown.add(this.chat);
    keyed(this.chat, chat, (_, i) => `${i}`, () => make('li'), (el, said) => setLine(el, said_(said, words, name)));
  }

  /** Shows the newest lines. Asked when all else is drawn: it makes the browser lay the page out. */
  settle() {
    for (const list of this.grown) list.scrollTop = list.scrollHeight;
    this.grown.clear();
  }
}

/** @param {HTMLElement} el @param {string} text */
function setLine(el, text) {
  setText(el, text);
}

/** @param {import('../state/session.js').Session['chat'][number]} said @param {Catalogue} words @param {(seat: number) => string} name */
function said_(said, words, name) {
  const who = said.name || (said.seat === null ? '' : name(said.seat));
  return words.t('chat.line', { name: who, text: saidText(said, words) });
}

/** @param {import('../state/session.js').Session['chat'][number]} said @param {Catalogue} words */
export const saidText = (said, words) => said.text ?? words.t(`phrase.${said.phrase}`);
