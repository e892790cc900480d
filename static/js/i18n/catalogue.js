/** Words of the reader's language. Keys are flat; a variant may have its own word for a key. */

/** @typedef {Record<string, any>} Words */
/** @typedef {(key: string, params?: Record<string, unknown>) => string} Translate */

export const LANGUAGES = /** @type {const} */ ({ 'zh-Hant': '繁體中文', en: 'English', ja: '日本語' });

const NAMESPACES = /** @type {const} */ (['table', 'patterns', 'refusals']);

/**
 * @typedef {object} Catalogue
 * @property {string} lang
 * @property {Translate} t
 * @property {(id: string) => string} pattern
 * @property {(code: string) => string} refusal
 * @property {(tile: string) => string} tile
 * @property {(points: number) => string} points
 * @property {(points: number) => string} signed
 */

/** @param {string} lang @param {Record<string, Words>} words  by namespace @param {string} variant @returns {Catalogue} */
export function catalogue(lang, words, variant) {
  const own = words.table.variants?.[variant] ?? {};
  /** @type {Translate} */
  const t = (key, params) => fill(own[key] ?? words.table[key] ?? key, params);
  const format = new Intl.NumberFormat(lang);
  /** @type {Map<number, string>} figures are put into words often, and most are the same again */
  const figures = new Map();
  /** @param {number} n  not negative */
  const figure = (n) => {
    const found = figures.get(n) ?? format.format(n);
    figures.set(n, found);
    return found;
  };
  /** @type {Map<string, string>} */
  const names = new Map();
  /** @param {string} tile */
  const tile = (tile) => {
    const found = names.get(tile) ?? tileName(t, tile);
    names.set(tile, found);
    return found;
  };
  return {
    lang,
    t,
    tile,
    pattern: (id) => words.patterns[variant]?.[id] ?? id,
    refusal: (code) => {
      const found = words.refusals.variants?.[variant]?.[code] ?? words.refusals[code];
      return found ?? fill(words.refusals.unknown ?? '{code}', { code });
    },
    // One minus sign everywhere: the formats of some languages have a hyphen instead.
    points: (points) => (points < 0 ? '−' : '') + figure(Math.abs(points)),
    signed: (points) => (points > 0 ? '+' : points < 0 ? '−' : '±') + figure(Math.abs(points)),
  };
}

/** @param {string} text @param {Record<string, unknown>} [params] */
function fill(text, params) {
  return params ? text.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? `${params[name]}` : whole)) : text;
}

/** @param {Translate} t @param {string} tile @returns {string} */
function tileName(t, tile) {
  const [n, suit] = tile;
  if (tile === 'back' || tile === '?') return t('tile.back');
  if (suit === 'z' || suit === 'f') return t(`tile.${tile}`);
  if (n === '0') return t('tile.red', { tile: t(`tile.${suit}`, { n: t('tile.number.5') }) });
  return t(`tile.${suit}`, { n: t(`tile.number.${n}`) });
}

/** The words of the same version as this module, all in one answer.
 * @param {string} lang @param {readonly string[]} [more]  further namespaces @returns {Promise<Record<string, Words>>} */
export async function loadWords(lang, more = []) {
  const answer = await fetch(new URL(`../../i18n/${lang}/${[...NAMESPACES, ...more].join()}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`no words: ${answer.status}`);
  return answer.json();
}

/** The nearest language there are words in.
 * @param {readonly string[]} wanted @returns {keyof typeof LANGUAGES} */
export function chooseLanguage(wanted) {
  for (const each of wanted) {
    const lang = each.toLowerCase();
    if (lang.startsWith('zh')) return 'zh-Hant';
    if (lang.startsWith('ja')) return 'ja';
    if (lang.startsWith('en')) return 'en';
  }
  return 'en';
}
