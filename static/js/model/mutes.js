/** Whom a person does not want to hear. Names are what people know of each other, so a name is muted wherever it sits or looks on. */

/** @typedef {{all: boolean, names: readonly string[]}} Mutes */

export const KEPT = 'talk.mutes';
const MOST = 200;

/** @type {Mutes} */
export const NOBODY = { all: false, names: [] };

/** What was kept, as far as it makes sense.
 * @param {string | null} text @returns {Mutes} */
export function mutesFrom(text) {
  try {
    const kept = JSON.parse(text ?? 'null');
    const names = Array.isArray(kept?.names) ? kept.names.filter((/** @type {unknown} */ name) => typeof name === 'string') : [];
    return { all: kept?.all === true, names: names.slice(-MOST) };
  } catch {
    return NOBODY;
  }
}

/** One's own words are always heard.
 * @param {Mutes} mutes @param {string} name @param {boolean} own */
export const hears = (mutes, name, own) => own || !(mutes.all || mutes.names.includes(name));

/** @param {Mutes} mutes @param {string} name @param {boolean} silent @returns {Mutes} */
export function withName(mutes, name, silent) {
  const others = mutes.names.filter((each) => each !== name);
  return { ...mutes, names: silent ? [...others, name].slice(-MOST) : others };
}

/** Everybody who may be muted: who is here or has spoken, and who is muted already; nobody twice, oneself left out.
 * @param {Mutes} mutes @param {readonly string[]} here @param {string} me @returns {string[]} */
export const mutable = (mutes, here, me) => [...new Set([...here, ...mutes.names])].filter((name) => name && name !== me);
