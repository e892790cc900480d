/** Menu, help and "why not": modal boxes that Escape closes. */

import { LANGUAGES } from '../i18n/catalogue.js';
import { make, setAttr } from './dom.js';
import { automaticSwitches, settingsForm } from './settings.js';

/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */

/** @param {HTMLElement} host @param {string} title @param {Node[]} content @param {Catalogue} words @returns {HTMLDialogElement} */
function open(host, title, content, words) {
  const heading = make('h1', '', [title]);
  heading.id = 'dialog-title';
  const close = make('button', 'btn', [words.t('help.close')]);
  const dialog = make('dialog', '', [heading, ...content, make('div', 'row', [close])]);
  setAttr(dialog, 'aria-labelledby', 'dialog-title');
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (e) => e.target === dialog && dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  host.querySelectorAll('dialog').forEach((each) => each.remove());
  host.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {HTMLElement} host @param {Catalogue} words */
export function openHelp(host, words) {
  const { t } = words;
  const keys = ['move', 'discard', 'drawn', 'actions', 'pass', 'next', 'toggles', 'sort', 'help'].map((key) => make('li', '', [t(`help.key.${key}`)]));
  open(
    host,
    t('help'),
    [
      make('h2', '', [t('help.touch')]), make('p', '', [t('help.touch.text')]), make('h2', '', [t('help.mouse')]),
      make('p', '', [t('help.mouse.text')]), make('h2', '', [t('help.keys')]), make('ul', '', keys),
    ],
    words,
  );
}

/** @param {HTMLElement} host @param {Catalogue} words
 * @param {{settings: import('../model/settings.js').Settings, onSettings: (changed: Partial<import('../model/settings.js').Settings>) => void, onSettingsOpen: () => void, onLanguage: (lang: string) => void, onHelp: () => void, onTalk: () => void, onLeave?: () => void, onReturn?: () => void, rules: string}} hooks */
export function openMenu(host, words, hooks) {
  const { t } = words;
  const languages = make('select');
  for (const [lang, label] of Object.entries(LANGUAGES)) {
    const option = make('option', '', [label]);
    option.value = lang;
    option.lang = lang;
    option.selected = lang === words.lang;
    languages.append(option);
  }
  languages.addEventListener('change', () => hooks.onLanguage(languages.value));
  const help = make('button', 'btn', [t('help')]);
  help.addEventListener('click', hooks.onHelp);
  const talk = make('button', 'btn', [`${t('log')} · ${t('chat')}`]);
  talk.addEventListener('click', () => {
    host.querySelectorAll('dialog').forEach((each) => each.close());
    hooks.onTalk();
  });
  const settings = make('button', 'btn', [t('settings')]);
  settings.addEventListener('click', hooks.onSettingsOpen);
  const rules = make('a', 'btn', [t('menu.rules')]);
  rules.href = hooks.rules;
  rules.target = '_blank';
  rules.rel = 'noopener';
  const lobby = make('a', 'btn', [t('over.lobby')]);
  lobby.href = '/';
  const seat = [['menu.leave', hooks.onLeave], ['menu.return', hooks.onReturn]].flatMap(([key, onClick]) => {
    if (typeof key !== 'string' || typeof onClick !== 'function') return [];
    const button = make('button', 'btn', [t(key)]);
    button.addEventListener('click', onClick);
    return [button];
  });
  open(
    host,
    t('menu'),
    [
      make('div', 'opts', automaticSwitches(hooks.settings, words, hooks.onSettings)), make('label', 'opt', [t('option.language'), languages]),
      make('div', 'row', [settings, talk, help, rules, lobby, ...seat]),
    ],
    words,
  );
}

/** @param {HTMLElement} host @param {Catalogue} words @param {import('../model/settings.js').Settings} settings
 * @param {(changed: Partial<import('../model/settings.js').Settings>) => void} onSettings */
export function openSettings(host, words, settings, onSettings) {
  open(host, words.t('settings'), [make('div', 'opts', settingsForm(settings, words, onSettings))], words);
}

/** @param {HTMLElement} host @param {Catalogue} words @param {import('../protocol.js').WhyNot} why @param {string} rules  address of the rules page */
export function openWhyNot(host, words, why, rules) {
  const { t } = words;
  /** @type {HTMLElement[]} */
  const content = [make('p', '', [why.code ? words.refusal(why.code) : ''])];
  if (why.patterns?.length) {
    content.push(make('p', '', [t('why_not.counts')]));
    const rows = why.patterns.flatMap((p) => [make('dt', '', [words.pattern(p.id)]), make('dd', '', [t('result.worth', { n: p.worth })])]);
    content.push(make('dl', 'kv', rows));
    content.push(make('p', '', [t('result.total', { n: why.total ?? 0 })]));
  }
  if (why.rule) {
    const rule = make('a', 'btn', [t('why_not.rule')]);
    rule.href = `${rules}#${encodeURIComponent(why.rule)}`;
    rule.target = '_blank';
    rule.rel = 'noopener';
    content.push(make('p', '', [rule]));
  }
  open(host, t('why_not.title'), content, words);
}
