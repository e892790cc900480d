/** What the viewer has asked the table to do for him, and what it does with a question. */

/** @typedef {import('../protocol.js').Action} Action */

/**
 * @typedef {object} Automatic
 * @property {boolean} win
 * @property {boolean} noChow
 * @property {boolean} noPung
 * @property {boolean} noKong  of another's discard
 * @property {boolean} discard  the drawn tile, unless it wins or makes something else possible
 */

/** @type {Automatic} */
export const MANUAL = { win: false, noChow: false, noPung: false, noKong: false, discard: false };

export const AUTOMATIC = /** @type {(keyof Automatic)[]} */ (['win', 'noChow', 'noPung', 'noKong', 'discard']);

/** The actions without the claims that the viewer does not want to hear of.
 * @param {Action[]} legal @param {Automatic} auto @returns {Action[]} */
export function wanted(legal, auto) {
  return legal.filter((action) => {
    switch (action.type) {
      case 'chow':
        return !auto.noChow;
      case 'pung':
        return !auto.noPung;
      case 'kong':
        return !auto.noKong || action.form !== 'exposed';
      default:
        return true;
    }
  });
}

/** The answer that needs no thinking, or null.
 * @param {Action[]} legal @param {Automatic} auto @returns {Action | null} */
export function answerFor(legal, auto) {
  if (auto.win) {
    const win = legal.find((action) => action.type === 'win');
    if (win) return win;
  }
  const left = wanted(legal, auto);
  if (left.length === 1 && left.length < legal.length && left[0].type === 'pass') return left[0];
  if (auto.discard && left.every((action) => action.type === 'discard' || action.type === 'declare_ready')) {
    return left.find((action) => action.type === 'discard' && action.drawn) ?? null;
  }
  return null;
}
