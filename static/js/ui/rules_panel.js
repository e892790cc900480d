/** The rules of this match, read without leaving it: the club's rules page in a box over the table. */

import { openDialog } from './dialog.js';
import { make, setAttr } from './dom.js';

/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */

/**
 * @typedef {object} Rules
 * @property {string} address  of the page of this match's ruleset
 * @property {Record<string, unknown>} options  that the match was made with
 * @property {string} [anchor]  the line to show
 */

/** @param {HTMLElement} host @param {Catalogue} words @param {Rules} rules @returns {Promise<void>} */
export async function openRules(host, words, rules) {
  const body = make('div', 'rules-body', [make('p', '', [words.t('rules.loading')])]);
  setAttr(body, 'role', 'document');
  setAttr(body, 'tabindex', 0);
  const dialog = openDialog(host, words.t('menu.rules'), [body], words, 'rules-panel');
  body.addEventListener('click', (e) => followed(e, body));
  try {
    const answer = await fetch(`${rules.address}?lang=${encodeURIComponent(words.lang)}`, { credentials: 'same-origin' });
    if (!answer.ok) throw new Error(`rules: ${answer.status}`);
    body.replaceChildren(...partsOf(await answer.text()));
  } catch {
    body.replaceChildren(make('p', '', [words.t('rules.unreachable')]));
    return;
  }
  if (!dialog.isConnected) return;
  tellOptions(body, rules.options, words);
  if (rules.anchor) show(body, rules.anchor);
  else body.focus();
}

/** The page's own sections, without what leads elsewhere.
 * @param {string} html  as this server wrote it @returns {Node[]} */
function partsOf(html) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const found = page.querySelector('#main .stack');
  if (!found) throw new Error('rules: no sections');
  for (const link of found.querySelectorAll('a.anchor')) link.remove();
  for (const cell of found.querySelectorAll('th:has(.visually-hidden:only-child)')) cell.remove();
  return [...found.children].map((part) => document.importNode(part, true));
}

/** Says what is otherwise in this match than the house has it.
 * @param {HTMLElement} body @param {Record<string, unknown>} options @param {Catalogue} words */
function tellOptions(body, options, words) {
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (body.querySelectorAll('tr[data-option]'))) {
    const { option = '', value = '' } = row.dataset;
    if (!(option in options) || same(value, options[option])) continue;
    const choices = /** @type {HTMLElement[]} */ ([...row.querySelectorAll('[data-value]')]);
    const text = choices.find((each) => same(each.dataset.value ?? '', options[option]))?.textContent ?? `${options[option]}`;
    row.classList.add('changed');
    row.querySelector('th')?.append(make('div', 'here', [words.t('rules.here', { value: text })]));
  }
}

/** @param {string} json @param {unknown} value */
const same = (json, value) => JSON.stringify(JSON.parse(json)) === JSON.stringify(value);

/** A link within the page moves there; the address stays the match's.
 * @param {MouseEvent} e @param {HTMLElement} body */
function followed(e, body) {
  const link = /** @type {Element} */ (e.target).closest('a');
  const anchor = link?.getAttribute('href');
  if (!anchor?.startsWith('#')) return;
  e.preventDefault();
  show(body, decodeURIComponent(anchor.slice(1)));
}

/** @param {HTMLElement} body @param {string} anchor */
function show(body, anchor) {
  const at = body.querySelector(`#${CSS.escape(anchor)}`);
  if (!at) return;
  const line = /** @type {HTMLElement} */ (at.closest('li, tr, section') ?? at);
  for (const old of body.querySelectorAll('.shown')) old.classList.remove('shown');
  line.classList.add('shown');
  setAttr(line, 'tabindex', -1);
  line.scrollIntoView({ block: 'center' });
  line.focus({ preventScroll: true });
}
