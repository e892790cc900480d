/** A modal box over the table that Escape, its button and a press beside it close; one at a time. */

import { make, setAttr } from './dom.js';
import { focusIfNowhere } from './focus.js';

/** @param {HTMLElement} host @param {string} title @param {Node[]} content @param {import('../i18n/catalogue.js').Catalogue} words
 * @param {string} [className] @returns {HTMLDialogElement} */
export function openDialog(host, title, content, words, className = '') {
  const heading = make('h1', '', [title]);
  heading.id = 'dialog-title';
  const close = make('button', 'btn', [words.t('help.close')]);
  const dialog = make('dialog', className, [heading, ...content, make('div', 'row', [close])]);
  setAttr(dialog, 'aria-labelledby', 'dialog-title');
  close.type = 'button';
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (e) => e.target === dialog && dialog.close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    focusIfNowhere(host);
  });
  host.querySelectorAll('dialog').forEach((each) => each.remove());
  host.append(dialog);
  dialog.showModal();
  return dialog;
}
