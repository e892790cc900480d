/** Wins and claims the viewer might expect and is not offered, each with the action to ask the server about. Pure. */

import { kindOf } from '../state/tiles.js';

/** @typedef {import('../protocol.js').Action} Action */
/** @typedef {import('../state/session.js').Session} Session */

/**
 * @typedef {object} Missed
 * @property {'win' | 'kong' | 'pung' | 'chow' | 'lost'} word  of the question; `lost`: it was called, and another seat has the tile
 * @property {string} tile
 * @property {Action} action
 * @property {boolean} loud  worth a button beside the choices; else a small one in the status line, and the keys, lead to it
 * @property {string} reason  where it is known without asking; a code
 *
 * @typedef {object} WhyNot  a win or claim the viewer might expect and is not offered
 * @property {string} word  key of the question
 * @property {string} tile
 * @property {string} reason  where it is known without asking
 * @property {boolean} loud  a button beside the choices; else a small one
 * @property {Missed[]} missed  all there is to ask about
 */

/** @param {Session} s @returns {Missed[]} the strongest first */
export function missedOf(s) {
  const { view, viewer, control } = s;
  if (!view || viewer === null || !control || !view.seats[viewer].hand) return [];
  if (view.phase === 'turn' && view.turn === viewer) return onOwnTurn(s, viewer);
  return s.chance && ['claim', 'draw', 'turn'].includes(view.phase) ? ofChance(s, viewer, s.chance) : [];
}

/** What completes the hand and may not win it: the waits said so.
 * @param {Session} s @param {string | null} tile @param {boolean} drawn  the viewer drew it himself @param {Action[]} legal @returns {Missed[]} */
function refusedWin(s, tile, drawn, legal) {
  if (!s.waits || !tile || legal.some((a) => a.type === 'win')) return [];
  const wait = s.waits.find((each) => kindOf(each.tile) === kindOf(tile));
  const verdict = (drawn && wait?.self_draw) || wait;
  if (!verdict || verdict.wins) return [];
  return [{ word: 'win', tile, action: { type: 'win' }, loud: true, reason: verdict.reason ?? 'not_a_hand' }];
}

/** @param {Session} s @param {number} viewer @returns {Missed[]} */
function onOwnTurn(s, viewer) {
  const me = /** @type {import('../protocol.js').View} */ (s.view).seats[viewer];
  const legal = s.prompt?.legal ?? [];
  const out = refusedWin(s, me.drawn, true, legal);
  if (!s.prompt || legal.some((a) => a.type === 'kong')) return out;
  const kinds = kindsOf(me.hand ?? []);
  const four = [...kinds.keys()].find((kind) => kinds.get(kind)?.length === 4);
  if (four) out.push({ word: 'kong', tile: four, action: { type: 'kong', form: 'concealed', tile: four }, loud: true, reason: '' });
  const fifth = me.melds.flatMap((meld) => (meld.kind === 'pung' && kinds.get(kindOf(meld.tiles[0]))) || [])[0];
  if (fifth) out.push({ word: 'kong', tile: fifth, action: { type: 'kong', form: 'added', tile: fifth }, loud: true, reason: '' });
  return out;
}

/** @param {Session} s @param {number} viewer @param {import('../state/chance.js').Chance} chance @returns {Missed[]} */
function ofChance(s, viewer, chance) {
  const { tile, answered, taken } = chance;
  if (answered && answered.type !== 'pass') {
    return taken === null ? [] : [{ word: 'lost', tile, action: answered, loud: true, reason: 'outranked' }];
  }
  // The question may still be on its way to the page.
  if (s.pending) return [];
  const { hand, drawn, ready } = /** @type {import('../protocol.js').View} */ (s.view).seats[viewer];
  const out = refusedWin(s, tile, false, chance.offered);
  const shapes = chance.robbed ? [] : shapesOf((hand ?? []).filter((each, i, all) => each !== drawn || all.indexOf(each) !== i), tile);
  for (const { word, action } of shapes) {
    if (chance.offered.some((a) => a.type === action.type)) continue;
    // Whoever let others go, or has declared, or sits elsewhere, does not expect it: he need not be bothered.
    const loud = !answered && ready === null && (word !== 'chow' || ((chance.from + 1) & 3) === viewer);
    out.push({ word, tile, action, loud, reason: '' });
  }
  return out;
}

/** The sets that own tiles make with a tile, whatever the rules say to it.
 * @param {string[]} hand @param {string} tile @returns {{word: 'kong' | 'pung' | 'chow', action: Action}[]} */
export function shapesOf(hand, tile) {
  const kinds = kindsOf(hand);
  const same = kinds.get(kindOf(tile)) ?? [];
  /** @type {{word: 'kong' | 'pung' | 'chow', action: Action}[]} */
  const out = [];
  if (same.length >= 3) out.push({ word: 'kong', action: { type: 'kong', form: 'exposed', tile: kindOf(tile) } });
  if (same.length >= 2) out.push({ word: 'pung', action: { type: 'pung', tiles: [same[0], same[1]] } });
  const [n, suit] = [Number(kindOf(tile)[0]), tile[1]];
  if (suit === 'z' || suit === 'f') return out;
  for (const [a, b] of [[n - 2, n - 1], [n - 1, n + 1], [n + 1, n + 2]]) {
    const [low, high] = [kinds.get(`${a}${suit}`), kinds.get(`${b}${suit}`)];
    if (low && high) {
      out.push({ word: 'chow', action: { type: 'chow', tiles: [low[0], high[0]] } });
      break;
    }
  }
  return out;
}

/** @param {string[]} hand @returns {Map<string, string[]>} the tiles of each kind */
function kindsOf(hand) {
  /** @type {Map<string, string[]>} */
  const out = new Map();
  for (const tile of hand) out.set(kindOf(tile), [...(out.get(kindOf(tile)) ?? []), tile]);
  return out;
}

/** @param {Session} s @param {import('../i18n/catalogue.js').Catalogue} words @returns {WhyNot | null} */
export function whyNotOf(s, words) {
  const missed = missedOf(s);
  const first = missed.find((each) => each.loud) ?? missed[0];
  if (!first) return null;
  return { word: `why_not.${first.word}`, tile: first.tile, reason: first.reason ? words.refusal(first.reason) : '', loud: first.loud, missed };
}

/** What a key for a choice that is not offered asks about; null where there is nothing it could mean.
 * @param {Session} s @param {string} key @returns {Action | null} */
export function triedBy(s, key) {
  const { view, viewer } = s;
  if (!view || viewer === null) return null;
  const own = view.phase === 'turn' && view.turn === viewer;
  const me = view.seats[viewer];
  const tile = own ? me.drawn : (s.chance?.tile ?? null);
  if (key === 'w') return { type: 'win' };
  if (!tile) return null;
  if (key === 'r') return own ? { type: 'declare_ready', tile } : null;
  if (key === 'k') return own ? { type: 'kong', form: 'concealed', tile: kindOf(tile) } : { type: 'kong', form: 'exposed', tile: kindOf(tile) };
  if (own) return null;
  const found = shapesOf(me.hand ?? [], tile).find((each) => each.word === (key === 'u' ? 'pung' : 'chow'));
  if (found) return found.action;
  return key === 'u' ? { type: 'pung', tiles: [tile, tile] } : { type: 'chow', tiles: [tile, tile] };
}
