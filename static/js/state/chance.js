/** The last tile another seat laid that the viewer could have wanted: what he was offered, what he answered, who got it. Pure. */

/** @typedef {import('../protocol.js').Action} Action */
/** @typedef {import('../protocol.js').View} View */

/**
 * @typedef {object} Chance
 * @property {string} tile
 * @property {number} from  seat
 * @property {boolean} robbed  added to a kong: it can only be won
 * @property {Action[]} offered
 * @property {Action | null} answered
 * @property {number | null} taken  by which seat
 */

/** @param {string} tile @param {number} from @param {boolean} robbed @returns {Chance} */
const chance = (tile, from, robbed) => ({ tile, from, robbed, offered: [], answered: null, taken: null });

/** What a view taken anew shows of it.
 * @param {View} view @param {number | null} viewer @returns {Chance | null} */
export function chanceOf(view, viewer) {
  const w = view.window;
  if (!w || !w.tile || w.from_seat === null || w.from_seat === viewer || viewer === null) return null;
  return chance(w.tile, w.from_seat, w.kind === 'robbed_kong');
}

/** @param {Chance | null} before @param {import('../protocol.js').GameEvent} event @param {number | null} viewer @returns {Chance | null} */
export function chanceAfter(before, event, viewer) {
  if (viewer === null) return null;
  switch (event.type) {
    case 'discarded':
      return event.seat === viewer ? null : chance(event.tile, event.seat, false);
    case 'kong_declared':
      if (event.seat === viewer || event.meld.form !== 'added') return null;
      return chance(event.meld.tiles[event.meld.tiles.length - 1], event.seat, true);
    case 'meld_claimed':
    case 'deal_won':
      return before && event.seat !== viewer ? { ...before, taken: event.seat } : null;
    case 'drawn':
      return event.seat === viewer ? null : before;
    case 'deal_started':
    case 'deal_drawn':
    case 'match_rewound':
    case 'match_stopped':
      return null;
    default:
      return before;
  }
}
