/** Going on another day: what that means, the link for the others, and the way to the lobby. */

import { changeSeat } from '../net/seat.js';
import { openDialog } from '../ui/dialog.js';
import { make } from '../ui/dom.js';
import { tellRefusal } from './seat_refusal.js';

/** @typedef {import('./seat_change.js').SeatPage} SeatPage */

/** @param {SeatPage & {game: HTMLElement}} page */
export function openSave(page) {
  const { t } = page.words;
  const call = make('p', '', [t('save.link')]);
  call.id = 'save-link';
  const link = make('input', 'whole');
  link.readOnly = true;
  link.setAttribute('aria-labelledby', call.id);
  link.value = location.origin + location.pathname;
  link.addEventListener('focus', () => link.select());
  const said = make('p', '');
  said.setAttribute('role', 'status');
  const copy = make('button', 'btn', [t('save.copy')]);
  copy.type = 'button';
  copy.addEventListener('click', () => void copied(link).then((done) => (said.textContent = done ? t('save.copied') : '')));
  const go = make('button', 'btn main', [t('menu.save')]);
  go.type = 'button';
  go.autofocus = true;
  const dialog = openDialog(
    page.game,
    t('menu.save'),
    [make('p', '', [t('save.text')]), call, link, said, make('div', 'row', [go, copy])],
    page.words,
  );
  go.addEventListener('click', () => {
    go.disabled = true;
    dialog.close();
    void save(page);
  });
}

/** Into the clipboard, or marked for copying by hand where the browser does not allow that. @param {HTMLInputElement} link */
async function copied(link) {
  try {
    await navigator.clipboard.writeText(link.value);
    return true;
  } catch {
    link.select();
    return false;
  }
}

/** @param {SeatPage} page */
async function save(page) {
  try {
    await changeSeat(page.session.match, 'rest');
    location.assign('/');
  } catch (failure) {
    tellRefusal(page, failure);
  }
}
