/** What a newcomer is shown, step by step: the key of the words, and what on the page they are about. Each reads in a few seconds. */

/** @typedef {{key: string, at: string}} Step */

/** @type {readonly Step[]} */
export const LOBBY = [
  { key: 'welcome', at: '' },
  { key: 'quick', at: '#quick' },
  { key: 'tables', at: '#tables' },
  { key: 'create', at: '#create' },
  { key: 'help', at: '.bar a[href="/rules"]' },
];

/** With a finger a tile is lifted first; with a mouse one press discards it.
 * @param {boolean} touch @returns {readonly Step[]} */
export const tableSteps = (touch) => [
  { key: 'hand', at: '.handbar' },
  { key: touch ? 'tap' : 'click', at: '.handbar' },
  { key: 'claims', at: '.acts' },
  { key: 'win', at: '' },
  { key: 'help', at: '.icon.menu' },
];

/** @typedef {'lobby' | 'table'} Place */

export const KEPT = 'walkthrough';

/** Places at which somebody has been shown around.
 * @param {string | null} text  what was kept @returns {Place[]} */
export function seenFrom(text) {
  try {
    const kept = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter((place) => place === 'lobby' || place === 'table') : [];
  } catch {
    return [];
  }
}
