/** The record of the deal and the chat. People's words are set as text, never as markup. */

import { copyText } from './copied.js';
import { Seen, keyed, make, setAttr, setHidden, setText } from './dom.js';
import { MuteList } from './mutes.js';

/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */
/** @typedef {import('../state/session.js').Session} Session */

const COPIED_MS = 2000;
const PROBLEM_MS = 4000;
const PHRASES = ['hello', 'thanks', 'nice', 'sorry'];

export class Talk {
  /** @param {(say: {text?: string, phrase?: string}) => void} onSay @param {() => void} onClose */
  constructor(onSay, onClose) {
    this.logTitle = make('span');
    this.close = make('button', 'icon close', ['✕']);
    this.close.type = 'button';
    this.close.addEventListener('click', onClose);
    this.copy = make('button', 'copy');
    this.copy.type = 'button';
    this.copy.addEventListener('click', () => void this.#copy());
    this.copied = '';
    this.record = make('ol');
    this.log = make('div', 'log', [this.record]);
    setAttr(this.log, 'role', 'group');
    this.chatTitle = make('h2');
    this.said = make('ul');
    this.chat = make('div', 'chat', [this.said]);
    setAttr(this.chat, 'role', 'group');
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
    this.form = make('form', 'say', [this.input, this.send, make('div', 'phrases', this.phrases)]);
    this.form.addEventListener('submit', (e) => {
      e.preventDefault();
      const text = this.input.value.trim();
      this.input.value = '';
      // What was said last is kept until the next word: the server may send it back.
      if (!text) return;
      onSay({ text });
      this.sent = text;
    });
    this.sent = '';
    this.problem = make('p', 'talk-problem');
    setAttr(this.problem, 'role', 'alert');
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.problemGone = undefined;
    this.hidden = make('p', 'talk-muted');
    this.mutes = new MuteList(() => this.redraw());
    this.redraw = () => {};
    this.el = make('section', 'talk card-like', [make('h2', '', [this.logTitle, this.copy, this.close]), make('div', 'ends', [this.log]), make('div', 'chat-head', [this.chatTitle, this.mutes.el]), make('div', 'ends', [this.chat]), this.hidden, this.problem, this.form]);
    for (const list of [this.log, this.chat]) setAttr(list, 'tabindex', 0);
    /** @type {Catalogue | null} */
    this.words = null;
    /** @type {string[]} */
    this.lines = [];
    this.seen = { chat: new Seen(), log: new Seen() };
  }

  /** @param {string[]} lines @param {Session} s @param {Catalogue} words @param {(seat: number) => string} name */
  update(lines, s, words, name) {
    this.redraw = () => this.#chat(s, words, name);
    if (this.seen.log.differs(lines)) this.#log(lines);
    if (this.seen.chat.differs(s.chat, s.people, words)) this.#chat(s, words, name);
  }

  /** @param {Catalogue} words */
  label(words) {
    const { t } = words;
    this.words = words;
    setAttr(this.el, 'aria-label', `${t('log')}, ${t('chat')}`);
    setText(this.logTitle, t('log'));
    setText(this.copy, t(this.copied || 'log.copy'));
    setText(this.chatTitle, t('chat'));
    setAttr(this.log, 'aria-label', t('log'));
    setAttr(this.chat, 'aria-label', t('chat'));
    setAttr(this.close, 'aria-label', t('help.close'));
    setAttr(this.input, 'placeholder', t('chat.say'));
    setAttr(this.input, 'aria-label', t('chat.say'));
    setText(this.send, t('chat.send'));
    this.phrases.forEach((el, i) => setText(el, t(`phrase.${PHRASES[i]}`)));
    setHidden(this.problem, !this.problem.textContent);
  }

  /** It grows by a line or two at a time, and may be long.
   * @param {string[]} lines */
  #log(lines) {
    const { record, lines: before } = this;
    this.lines = lines;
    const kept = lines[0] === before[0] && lines.length >= before.length ? before.length : 0;
    if (!kept) record.replaceChildren();
    lines.forEach((line, i) => {
      if (i >= kept) record.append(make('li', '', [line]));
      else if (line !== before[i]) setText(record.children[i], line);
    });
  }

  /** @param {Session} s @param {Catalogue} words @param {(seat: number) => string} name */
  #chat(s, words, name) {
    const chat = s.chat.filter((said) => this.hears(said, s));
    setText(this.hidden, words.t('chat.muted', { n: s.chat.length - chat.length }));
    setHidden(this.hidden, chat.length === s.chat.length);
    this.#mutable(s, words);
    keyed(this.said, chat, (_, i) => `${i}`, () => make('li'), (el, said) => setText(el, said_(said, words, name)));
  }

  /** Whether a word is shown: not what a muted person says, but always one's own.
   * @param {Session['chat'][number]} said @param {Session} s */
  hears(said, s) {
    return this.mutes.hears(said.name, said.seat !== null && said.seat === s.viewer);
  }

  /** The server did not pass the last word on: it stands in the field again.
   * @param {Catalogue} words */
  tooFast(words) {
    setText(this.problem, words.t('chat.too_fast'));
    setHidden(this.problem, false);
    this.input.value ||= this.sent;
    clearTimeout(this.problemGone);
    this.problemGone = setTimeout(() => {
      setText(this.problem, '');
      setHidden(this.problem, true);
    }, PROBLEM_MS);
  }

  /** @param {Session} s @param {Catalogue} words */
  #mutable(s, words) {
    const { t } = words;
    const seated = s.people.filter((person) => person.kind === 'person' && person.seat !== s.viewer).map((person) => person.name);
    const me = s.people.find((person) => person.seat === s.viewer)?.name ?? '';
    const spoke = s.chat.filter((said) => said.seat === null || said.seat !== s.viewer).map((said) => said.name);
    this.mutes.update([...seated, ...spoke], me, { title: t('chat.mute'), all: t('chat.mute.all'), name: (name) => name });
  }

  /** The deal so far as text, one sentence a line. */
  async #copy() {
    const text = [...this.record.children].map((line) => line.textContent).join('\n');
    this.#tell((await copyText(text, this.log)) ? 'log.copied' : 'log.not_copied');
    setTimeout(() => this.#tell(''), COPIED_MS);
  }

  /** @param {string} key  of what the button says for a while */
  #tell(key) {
    this.copied = key;
    if (this.words) setText(this.copy, this.words.t(key || 'log.copy'));
  }
}

/** @param {import('../state/session.js').Session['chat'][number]} said @param {Catalogue} words @param {(seat: number) => string} name */
function said_(said, words, name) {
  const who = said.name || (said.seat === null ? '' : name(said.seat));
  return words.t('chat.line', { name: who, text: saidText(said, words) });
}

/** A phrase that this version does not know is not shown by its id.
 * @param {Session['chat'][number]} said @param {Catalogue} words */
export function saidText(said, words) {
  if (said.text !== null) return said.text;
  const text = words.t(`phrase.${said.phrase}`);
  return text === `phrase.${said.phrase}` ? '…' : text;
}
