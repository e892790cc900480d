/** What a replay is set to, and what can be done with it: the deal, the eyes, the speed; wall, moves, link, files. */

import { LANGUAGES } from '../../i18n/catalogue.js';
import { keyed, make, setAttr, setHidden, setText } from '../../ui/dom.js';

/** @typedef {import('../../i18n/catalogue.js').Catalogue} Catalogue */
/** @typedef {import('../walk.js').Walk} Walk */

export const SPEEDS = [0.5, 1, 2, 4];

/**
 * @typedef {object} Hooks
 * @property {(index: number) => void} onDeal
 * @property {(seat: number) => void} onSeat
 * @property {(open: boolean) => void} onOpen
 * @property {(speed: number) => void} onSpeed
 * @property {(panel: import('./panels.js').Name) => void} onPanel
 * @property {() => void} onCopy
 * @property {() => void} onHelp
 * @property {() => void} onSettings
 * @property {() => void} onFile
 * @property {(lang: string) => void} onLanguage
 */

export class Options {
  /** @param {Hooks} hooks @param {{match: string, fromFile: boolean}} data */
  constructor(hooks, { match, fromFile }) {
    this.deal = field((value) => hooks.onDeal(value));
    this.eyes = field((value) => hooks.onSeat(value));
    this.open = box((on) => hooks.onOpen(on));
    this.speed = field((value) => hooks.onSpeed(value));
    this.language = languages(hooks.onLanguage);
    this.wall = button(() => hooks.onPanel('wall'));
    this.moves = button(() => hooks.onPanel('moves'));
    this.moves.dataset.panel = 'moves';
    this.copy = button(hooks.onCopy);
    this.copied = make('span', 'copied');
    setAttr(this.copied, 'role', 'status');
    // Where the browser keeps the clipboard from a page, the address can still be copied by hand.
    this.here = make('input', 'here');
    this.here.readOnly = true;
    this.here.hidden = true;
    this.help = button(hooks.onHelp);
    this.settings = button(hooks.onSettings);
    this.another = button(hooks.onFile);
    const api = `/api/v1/matches/${encodeURIComponent(match)}/record`;
    this.download = link(`${api}?download`);
    this.mjai = link(`${api}?download&format=mjai`);
    this.record = link(`/records/${encodeURIComponent(match)}`);
    this.lobby = link('/');
    this.fromFile = fromFile;
    this.body = make('div', 'options', [
      this.deal.label, this.eyes.label, this.open.label, this.speed.label,
      make('div', 'row', [this.wall, this.moves, this.copy, this.copied]), this.here,
      make('div', 'row', [this.download, this.mjai, this.record, this.another]),
      this.language.label, make('div', 'row', [this.settings, this.help, this.lobby]),
    ]);
  }

  /** @param {Walk} walk @param {number} speed @param {string} variant @param {(seat: number) => string} name @param {Catalogue} words */
  update(walk, speed, variant, name, words) {
    const { t } = words;
    setText(this.deal.text, t('replay.deal'));
    fill(this.deal.select, walk.record.deals.map((deal, i) => [i, dealName(deal, words)]), walk.index);
    setText(this.eyes.text, t('replay.eyes'));
    fill(this.eyes.select, [0, 1, 2, 3].map((seat) => [seat, `${seat + 1} · ${name(seat)}`]), walk.eyes.seat);
    setText(this.open.text, t('replay.open'));
    this.open.box.checked = walk.eyes.open;
    setText(this.speed.text, t('replay.speed'));
    fill(this.speed.select, SPEEDS.map((n) => [n, t('replay.speed.one', { n })]), speed);
    setText(this.language.text, t('option.language'));
    this.language.select.value = words.lang;
    /** @type {[HTMLElement, string][]} */
    const named = [
      [this.wall, 'replay.wall'], [this.moves, 'replay.moves'], [this.copy, 'replay.copy'], [this.help, 'replay.help'], [this.settings, 'settings'],
      [this.another, 'replay.another'], [this.download, 'replay.download'], [this.mjai, 'replay.download.mjai'], [this.record, 'replay.record'], [this.lobby, 'replay.lobby'],
    ];
    for (const [el, key] of named) setText(el, t(key));
    setAttr(this.here, 'aria-label', t('replay.copy.here'));
    for (const el of [this.download, this.record]) setHidden(el, this.fromFile);
    setHidden(this.mjai, this.fromFile || variant !== 'riichi');
    setHidden(this.another, !this.fromFile);
  }
}

/** @param {import('../record.js').RecordedDeal} deal @param {Catalogue} words */
function dealName(deal, words) {
  const [start] = deal.events;
  if (start.type !== 'deal_started' && start.type !== 'position_restored') return `${deal.number}`;
  const round = words.t('round.short', { wind: words.t(`wind.${start.round_wind}`), n: ((start.dealer - deal.before.first_dealer) & 3) + 1 });
  return words.t(start.repeat ? 'replay.deal.repeat' : 'replay.deal.one', { n: deal.number, round, repeat: start.repeat });
}

/** @param {(value: number) => void} onChange */
function field(onChange) {
  const text = make('span');
  const select = make('select');
  select.addEventListener('change', () => onChange(Number(select.value)));
  return { text, select, label: make('label', 'opt', [text, select]) };
}

/** @param {(lang: string) => void} onChange */
function languages(onChange) {
  const { text, select, label } = field(() => onChange(select.value));
  for (const [lang, named] of Object.entries(LANGUAGES)) {
    const option = make('option', '', [named]);
    option.value = lang;
    option.lang = lang;
    select.append(option);
  }
  return { text, select, label };
}

/** @param {(on: boolean) => void} onChange */
function box(onChange) {
  const text = make('span');
  const el = make('input');
  el.type = 'checkbox';
  el.addEventListener('change', () => onChange(el.checked));
  return { text, box: el, label: make('label', 'opt', [el, text]) };
}

/** @param {HTMLSelectElement} select @param {[number, string][]} choices @param {number} chosen */
function fill(select, choices, chosen) {
  keyed(select, choices, ([value]) => `${value}`, () => make('option'), (el, [value, text]) => {
    setAttr(el, 'value', value);
    setText(el, text);
  });
  select.value = `${chosen}`;
}

/** @param {() => void} onClick */
function button(onClick) {
  const el = make('button', 'btn');
  el.type = 'button';
  el.addEventListener('click', onClick);
  return el;
}

/** @param {string} href */
function link(href) {
  const el = make('a', 'btn');
  el.href = href;
  return el;
}
