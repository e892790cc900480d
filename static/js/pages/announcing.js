/** What the page says: events for the live region, with their sounds and called words; what is asked of the viewer. */

import { callOf, sentence } from '../model/announce.js';
import { placeOf } from '../model/seats.js';
import { namer } from '../model/table.js';

/** @typedef {import('../state/session.js').Session} Session */
/** @typedef {import('../state/session.js').Line} Line */
/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */

const MOST_HEARD = 24;

/**
 * @typedef {object} Voice
 * @property {import('../ui/screen.js').Screen} screen
 * @property {import('../ui/sound.js').Sound} sound
 * @property {Catalogue} words
 */

/** @param {Line[]} lines  what is new @param {Session} session  after them @param {Voice} voice */
export function announce(lines, session, { screen, sound, words }) {
  const name = namer(session, words);
  // Whoever comes back after a while sees the present; what was called and struck until then is over.
  for (const { event } of lines.length > MOST_HEARD ? [] : lines) {
    sound.play(event, 'seat' in event && event.seat === session.viewer);
    const call = callOf(event);
    if (call && 'seat' in event && event.seat != null) screen.call(placeOf(event.seat, session.viewer ?? session.bottom), words.t(call));
  }
  screen.speak(lines.map((line) => sentence(line.event, line.phase, session.viewer, name, words)).filter(Boolean));
}

/** Says what the viewer may do now.
 * @param {import('../model/table.js').TableModel} m @param {Voice} voice */
export function announcePrompt(m, { screen, words }) {
  if (m.result) return;
  const choices = m.choices.map((c) => `${words.t(`action.${c.word}`)} ${c.tiles.map(words.tile).join(' ')}`.trim());
  const texts = [m.mayDiscard ? words.t('say.your_turn') : '', choices.length ? words.t('say.choice', { choices: choices.join(', ') }) : ''];
  screen.speak(texts.filter(Boolean));
}
