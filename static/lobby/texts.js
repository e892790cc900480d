// The reader's words: catalogues of the page's language.

/** @type {Map<string, string>} */
const texts = new Map();
/** @type {Set<string>} */
const read = new Set();
export const language = document.documentElement.lang;
/** The catalogues of the same version as this file. */
const CATALOGUES = new URL("../i18n/", import.meta.url).pathname;

/** Reads catalogues into memory, each once; a nested object stands for keys with dots. @param {...string} namespaces */
export async function loadTexts(...namespaces) {
  await Promise.all(
    namespaces.filter((namespace) => !read.has(namespace)).map(async (namespace) => {
      const response = await fetch(`${CATALOGUES}${language}/${namespace}.json`);
      keep(await response.json(), `${namespace}.`);
      read.add(namespace);
    }),
  );
}

/** @param {Record<string, any>} catalogue @param {string} prefix */
function keep(catalogue, prefix) {
  for (const [key, value] of Object.entries(catalogue)) {
    if (typeof value === "string") texts.set(prefix + key, value);
    else keep(value, `${prefix}${key}.`);
  }
}

/** @param {string} key with its namespace */
export function hasText(key) {
  return texts.has(key);
}

/** The text of `namespace.key`, its `{parameters}` filled in. @param {string} key @param {Record<string, unknown>} [params] */
export function t(key, params = {}) {
  const text = texts.get(key) ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole));
}

/** A variant's own word, or the common one. @param {string} namespace @param {string} key @param {string} variant */
export function variantText(namespace, key, variant) {
  const own = `${namespace}.${variant}.${key}`;
  return hasText(own) ? t(own) : t(`${namespace}.${key}`);
}

/** A number as the reader writes it. @param {number} n */
export function number(n) {
  return n.toLocaleString(language === "zh-Hant" ? "zh-TW" : language);
}
