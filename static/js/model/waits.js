/** The waits that are shown: of the hand as it stands, or after the discard the viewer looks at. */

/** @typedef {import('../protocol.js').Wait} Wait */
/** @typedef {import('../protocol.js').DiscardWaits} DiscardWaits */
/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */

/**
 * @typedef {object} ShownWait
 * @property {string} tile
 * @property {number} left
 * @property {'any' | 'self_draw' | 'none'} wins  on whose tile
 * @property {string} mark  why not on another's discard, in a word
 * @property {string} worth
 * @property {string} label
 *
 * @typedef {{title: string, list: ShownWait[]}} ShownWaits
 */

/** Reasons that have a word of their own to be marked with. */
const MARKS = new Set(['no_yaku', 'below_min', 'passed_win']);

/** @param {Wait} wait @param {string | null} locked  the reason that is told beside the list @param {Catalogue} words @returns {ShownWait} */
function shown(wait, locked, words) {
  const wins = wait.wins ? 'any' : wait.self_draw?.wins ? 'self_draw' : 'none';
  const reason = wait.reason ?? 'not_a_hand';
  const total = wait.wins ? wait.total : wait.self_draw?.wins ? wait.self_draw.total : null;
  return {
    tile: wait.tile, left: wait.left, wins,
    mark: wait.wins || reason === locked ? '' : markOf(reason, words),
    worth: total ? words.t('result.worth', { n: total }) : '',
    label: words.t(wins === 'any' ? 'waits.one' : wins === 'self_draw' ? 'waits.self_draw' : 'waits.cannot', {
      tile: words.tile(wait.tile), n: wait.left, reason: words.refusal(reason),
    }) + (total ? `, ${words.t('result.worth', { n: total })}` : ''),
  };
}

/** @param {string} reason @param {Catalogue} words */
export function markOf(reason, words) {
  if (reason.startsWith('furiten')) return words.t('mark.furiten');
  return MARKS.has(reason) ? words.t(`mark.${reason}`) : '';
}

/**
 * @param {Wait[] | null} waits @param {DiscardWaits[] | null} discards
 * @param {{tile: string, lifted: boolean} | null} looked  the hand's tile the viewer lifted or points at
 * @param {boolean} declaring @param {string | null} locked @param {Catalogue} words @returns {ShownWaits | null}
 */
export function shownWaits(waits, discards, looked, declaring, locked, words) {
  const after = looked && discards ? discards.find((each) => each.tile === looked.tile) : undefined;
  if (looked && after) {
    const list = (declaring && after.declared) || after.waits;
    const rank = declaring && after.ready ? ` · ${words.t(`ready.${after.ready}`)}` : '';
    return { title: words.t('waits.after', { tile: words.tile(looked.tile) }) + rank, list: list.map((each) => shown(each, null, words)) };
  }
  if (looked?.lifted && discards) return { title: words.t('waits.none'), list: [] };
  if (declaring || !waits?.length) return null;
  return { title: words.t('waits'), list: waits.map((each) => shown(each, locked, words)) };
}

/** How many tiles would be left to win with after a claim and its best discard.
 * @param {DiscardWaits[]} discards */
export function bestLeft(discards) {
  const winning = (/** @type {DiscardWaits} */ each) =>
    each.waits.reduce((sum, wait) => sum + (wait.wins || wait.self_draw?.wins ? wait.left : 0), 0);
  return Math.max(0, ...discards.map(winning));
}

/**
 * What a discard with which readiness may be declared would wait for, in short: how many tiles are left to win with.
 * @typedef {{left: number, furiten: boolean, yakuless: boolean}} Candidate
 */

/** @param {DiscardWaits[] | null} discards @returns {Map<string, Candidate>} by tile */
export function candidates(discards) {
  /** @type {Map<string, Candidate>} */
  const out = new Map();
  for (const each of discards ?? []) {
    if (!each.ready) continue;
    const list = each.declared ?? each.waits;
    out.set(each.tile, {
      left: list.reduce((sum, wait) => sum + wait.left, 0),
      furiten: list.some((wait) => wait.reason?.startsWith('furiten')),
      yakuless: each.waits.some((wait) => wait.reason === 'no_yaku'),
    });
  }
  return out;
}
