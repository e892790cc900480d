/** Menu, help and settings: modal boxes over the table. */

import { LANGUAGES } from '../i18n/catalogue.js';
import { openDialog as open } from './dialog.js';
import { make } from './dom.js';
import { automaticSwitches, settingsForm } from './settings.js';

/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */

/** @param {HTMLElement} host @param {Catalogue} words @param {() => void} onAround  shows a newcomer around */
export function openHelp(host, words, onAround) {
  const { t } = words;
  const around = make('button', 'btn', [t('tour.again')]);
  around.type = 'button';
  around.addEventListener('click', () => {
    host.querySelectorAll('dialog').forEach((each) => each.close());
    onAround();
  });
  const keys = ['move', 'discard', 'drawn', 'actions', 'pass', 'next', 'toggles', 'sort', 'why', 'log', 'practice', 'bottom', 'help'].map((key) => make('li', '', [t(`help.key.${key}`)]));
  open(
    host,
    t('help'),
    [
      make('h2', '', [t('help.touch')]), make('p', '', [t('help.touch.text')]), make('h2', '', [t('help.mouse')]),
      make('p', '', [t('help.mouse.text')]), make('h2', '', [t('help.keys')]), make('ul', '', keys), make('div', 'row', [around]),
    ],
    words,
  );
}

/** @param {HTMLElement} host @param {string} title @param {string[]} lines @param {Catalogue} words */
export function openList(host, title, lines, words) {
  open(host, title, [make('ul', '', lines.map((line) => make('li', '', [line])))], words);
}

/** @param {HTMLElement} host @param {Catalogue} words
 * @param {{settings: import('../model/settings.js').Settings, onSettings: (changed: Partial<import('../model/settings.js').Settings>) => void, onSettingsOpen: () => void, onLanguage: (lang: string) => void, onHelp: () => void, onTalk: () => void, onSave?: () => void, onLeave?: () => void, onReturn?: () => void, onRules: () => void, bottom?: number, names?: string[], onBottom?: (seat: number) => void}} hooks */
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
  const rules = make('button', 'btn', [t('menu.rules')]);
  rules.addEventListener('click', hooks.onRules);
  const lobby = make('a', 'btn', [t('over.lobby')]);
  lobby.href = '/';
  const seat = [['menu.save', hooks.onSave], ['menu.leave', hooks.onLeave], ['menu.return', hooks.onReturn]].flatMap(([key, onClick]) => {
    if (typeof key !== 'string' || typeof onClick !== 'function') return [];
    const button = make('button', 'btn', [t(key)]);
    button.addEventListener('click', onClick);
    return [button];
  });
  open(
    host,
    t('menu'),
    [
      make('div', 'opts', automaticSwitches(hooks.settings, words, hooks.onSettings)), make('label', 'opt', [t('option.language'), languages]), ...turning(hooks, words),
      make('div', 'row', [settings, talk, help, rules, lobby, ...seat]),
    ],
    words,
  );
}

/** Which seat a spectator has at the bottom.
 * @param {{bottom?: number, names?: string[], onBottom?: (seat: number) => void}} hooks @param {Catalogue} words */
function turning({ bottom, names, onBottom }, words) {
  if (!names || !onBottom) return [];
  const select = make('select', '', names.map((name, seat) => new Option(`${seat + 1} · ${name}`, `${seat}`, false, seat === bottom)));
  select.addEventListener('change', () => onBottom(Number(select.value)));
  return [make('label', 'opt', [words.t('menu.bottom'), select])];
}

/** @param {HTMLElement} host @param {Catalogue} words @param {import('../model/settings.js').Settings} settings
 * @param {(changed: Partial<import('../model/settings.js').Settings>) => void} onSettings */
export function openSettings(host, words, settings, onSettings) {
  open(host, words.t('settings'), [make('div', 'opts', settingsForm(settings, words, onSettings))], words);
}
