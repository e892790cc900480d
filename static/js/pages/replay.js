/** The page of a replay: fetches the record of its match, or reads one from a file, and shows it. */

import { chooseLanguage, loadWords } from '../i18n/catalogue.js';
import { replayWords } from '../replay/scene.js';
import { NotARecord, readRecord } from '../replay/record.js';
import { Start } from '../replay/ui/start.js';
import { ReplayView } from '../replay/view.js';

/** @typedef {{match: string, seat: number | null}} Asked */

class ReplayPage {
  /** @param {HTMLElement} game @param {Asked} asked @param {string} lang @param {Record<string, any>} raw */
  constructor(game, asked, lang, raw) {
    this.game = game;
    this.asked = asked;
    this.lang = lang;
    this.raw = raw;
    /** @type {ReplayView | null} */
    this.view = null;
    this.start = new Start({ onFile: (file) => void this.open(file), onRetry: () => void this.load() });
    game.append(this.start.el);
    document.addEventListener('dragover', (e) => e.preventDefault());
    document.addEventListener('drop', (e) => {
      e.preventDefault();
      const file = e.dataTransfer?.files[0];
      if (file) void this.open(file);
    });
  }

  t(/** @type {string} */ key, /** @type {Record<string, unknown>} */ params = {}) {
    const text = this.raw.replay[key] ?? this.raw.table[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (/** @type {string} */ whole, /** @type {string} */ name) => (name in params ? `${params[name]}` : whole));
  }

  /** @param {'loading' | 'asking'} [state] @param {string} [error] @param {number} [at] */
  draw(state = 'asking', error = '', at = 0) {
    const known = `error.${error}` in this.raw.replay ? `error.${error}` : 'error.not_loaded';
    this.start.update((key) => this.t(key), { loading: state === 'loading', match: this.asked.match, error: error && this.t(known, { at }) });
  }

  /** The record of the page's match. */
  async load() {
    this.draw('loading');
    let text;
    try {
      const answer = await fetch(`/api/v1/matches/${encodeURIComponent(this.asked.match)}/record`, { credentials: 'same-origin' });
      if (!answer.ok) {
        const body = await answer.json().catch(() => null);
        return this.draw('asking', body?.error?.code ?? 'not_loaded');
      }
      text = await answer.text();
    } catch {
      return this.draw('asking', 'not_loaded');
    }
    this.show(text, this.asked.seat, false);
  }

  /** @param {File} file */
  async open(file) {
    this.show(await file.text(), null, true);
  }

  /** @param {string} text @param {number | null} seat @param {boolean} fromFile */
  show(text, seat, fromFile) {
    let record;
    try {
      record = readRecord(text);
    } catch (failure) {
      const { code, at } = failure instanceof NotARecord ? failure : { code: 'not_a_record', at: 0 };
      // What is being watched stays: the message lies over it.
      if (this.view) this.game.append(this.start.el);
      return this.draw('asking', code, at);
    }
    if (this.view) {
      this.view.close();
      // Where one was in the one before means nothing here.
      history.replaceState(null, '', location.pathname);
    }
    this.game.replaceChildren();
    this.view = new ReplayView(this.game, record, {
      lang: this.lang, raw: replayWords(this.raw), seat, fromFile, onFile: () => this.start.choose(), onLanguage: (lang) => void this.speakIn(lang),
    });
  }

  /** @param {string} lang */
  async speakIn(lang) {
    const raw = await words(lang);
    [this.lang, this.raw] = [lang, raw];
    document.cookie = `lang=${lang};path=/;max-age=31536000;samesite=lax`;
    document.documentElement.lang = lang;
    document.title = this.t('title');
    this.view?.speakIn(lang, replayWords(raw));
  }
}

/** @param {string} lang */
const words = (lang) => loadWords(lang, ['replay', 'lobby']);

const ICONS = ['menu', 'talk', 'undo', 'hint', 'replay-play', 'replay-pause', 'replay-step', 'replay-decision', 'replay-deal'];

/** Asks for every face and sign once, so that a replay begins and goes on when the network is gone. */
function keepPictures() {
  const faces = ['m', 'p', 's'].flatMap((suit) => Array.from({ length: 10 }, (_, i) => `${i}${suit}`));
  for (let n = 1; n <= 7; n++) faces.push(`${n}z`);
  for (let n = 1; n <= 8; n++) faces.push(`${n}f`);
  const pictures = [...faces.map((face) => `tiles/${face}`), ...ICONS.map((icon) => `icons/${icon}`)];
  for (const picture of pictures) void fetch(`/static/art/${picture}.svg`).catch(() => {});
}

async function main() {
  const game = /** @type {HTMLElement} */ (document.getElementById('table'));
  const { match = '', lang, seat } = document.body.dataset;
  const chosen = chooseLanguage(lang ? [lang] : navigator.languages);
  document.documentElement.lang = chosen;
  const page = new ReplayPage(game, { match, seat: seat ? Number(seat) : null }, chosen, await words(chosen));
  document.title = page.t('title');
  keepPictures();
  if (match) await page.load();
  else page.draw();
}

void main();
