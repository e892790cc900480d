/** What happened, in the reader's words: one sentence an event, for the log and the live region. */

import { meldTile } from './melds.js';

/** @typedef {import('../protocol.js').GameEvent} GameEvent */
/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */

/**
 * @param {GameEvent} event
 * @param {import('../protocol.js').View['phase']} phase  before the event
 * @param {number | null} viewer
 * @param {(seat: number) => string} name
 * @param {Catalogue} words
 * @returns {string} empty where there is nothing to say
 */
export function sentence(event, phase, viewer, name, words) {
  const { t, tile } = words;
  switch (event.type) {
    case 'deal_started':
      return t('say.deal', { n: event.number, name: name(event.dealer) });
    case 'drawn':
      // The deal's own replacements are told by the flowers; another seat's draw only matters to those who watch its turn.
      if (phase === 'opening') return '';
      return event.tile && event.seat === viewer ? t('say.you_drew', { tile: tile(event.tile) }) : '';
    case 'bonus_exposed':
      return t('say.flower', { name: name(event.seat), tile: tile(event.tile) });
    case 'discarded':
      return t(event.ready ? 'say.ready' : event.drawn ? 'say.discard_drawn' : 'say.discard', {
        name: name(event.seat), tile: tile(event.tile),
      });
    case 'meld_claimed':
      return meldSentence(event.meld, event.meld.kind, name(event.seat), words);
    case 'kong_declared':
      return meldSentence(event.meld, `kong_${event.meld.form}`, name(event.seat), words);
    case 'indicator_revealed':
      return t('say.indicator', { tile: tile(event.tile) });
    case 'deposit_paid':
      return t('say.deposit', { name: name(event.seat), n: words.points(event.points) });
    case 'win_offered':
      return t('say.offer', { name: name(event.seat) });
    case 'deal_won':
      return t('say.won', { name: name(event.seat), by: howWon(event, name, words), n: event.total ?? 0 });
    case 'deal_drawn':
      return t('say.draw', { reason: t(`result.reason.${event.reason}`) });
    case 'match_ended':
      return t('say.over', { name: name(event.standings[0].seat) });
    case 'timed_out':
      return t('say.timeout', { name: name(event.seat) });
    case 'seat_left':
      return t('say.left', { name: name(event.seat) });
    case 'seat_returned':
      return t('say.back', { name: name(event.seat) });
    case 'match_paused':
      return event.by ? t('say.paused_by', { by: event.by, reason: event.note ?? '' }) : t('say.paused');
    case 'match_resumed':
      return event.by ? t('say.resumed_by', { by: event.by, reason: event.note ?? '' }) : t('say.resumed');
    case 'match_rewound':
    case 'match_stopped':
    case 'seated':
      return ordered(event, name, words);
    default:
      return '';
  }
}

/** @param {Extract<GameEvent, {type: 'match_rewound' | 'match_stopped' | 'seated'}>} event @param {(seat: number) => string} name
 * @param {Catalogue} words */
function ordered(event, name, { t }) {
  const why = { by: event.by ?? '', reason: event.reason ?? '' };
  if (event.type === 'match_stopped') return t('say.stopped', why);
  if (event.type === 'seated') return t(event.kind === 'bot' ? 'say.seated_bot' : 'say.seated', { name: name(event.seat), ...why });
  if (event.kind === 'undo') return t('say.undone', { name: name(event.seat ?? 0) });
  return t(event.kind === 'reset' ? 'say.reset' : 'say.rewound', why);
}

/** The word that is called with an event, as a key of the catalogue; empty where nothing is called.
 * @param {GameEvent} event */
export function callOf(event) {
  switch (event.type) {
    case 'meld_claimed':
      return event.meld.kind === 'kong' ? 'action.kong_exposed' : `action.${event.meld.kind}`;
    case 'kong_declared':
      return 'action.kong_exposed';
    case 'discarded':
      return event.ready ? 'action.declare_ready' : '';
    case 'deal_won':
      return event.by === 'self_draw' ? 'action.self_draw' : 'action.win';
    default:
      return '';
  }
}

/** @param {import('../protocol.js').Meld} meld @param {string} word @param {string} name @param {Catalogue} words */
function meldSentence(meld, word, name, words) {
  const key = word === 'kong' || word === 'kong_exposed' ? 'kong' : word;
  return words.t(`say.${key}`, { name, tile: words.tile(meldTile(meld.tiles)), tiles: [...meld.tiles].sort().map(words.tile).join(' ') });
}

/** How a deal was won: by self-draw, from whom.
 * @param {{by: string, from_seat?: number | null}} won @param {(seat: number) => string} name @param {Catalogue} words */
export function howWon(won, name, words) {
  return words.t(`result.by.${won.by}`, { from: won.from_seat == null ? '' : name(won.from_seat) });
}
