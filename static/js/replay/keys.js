/** The keyboard of a replay. */

import { keyOf } from '../pages/keys.js';

/**
 * @typedef {object} Driven
 * @property {(way: import('./ui/controls.js').Way) => void} way
 * @property {(end: 'first' | 'last') => void} toEnd
 * @property {(seat: number) => void} lookFrom
 * @property {() => void} toggleOpen
 * @property {(by: -1 | 1) => void} faster
 * @property {(panel: 'options' | 'moves' | 'wall') => void} panel
 * @property {() => void} copy
 * @property {() => void} help
 * @property {() => void} escape
 */

/** @type {Record<string, (page: Driven) => void>} */
const KEYS = {
  ArrowLeft: (page) => page.way('back'),
  ArrowRight: (page) => page.way('on'),
  'Shift+ArrowLeft': (page) => page.way('decision.before'),
  'Shift+ArrowRight': (page) => page.way('decision.next'),
  ',': (page) => page.way('decision.before'),
  '.': (page) => page.way('decision.next'),
  PageUp: (page) => page.way('deal.before'),
  PageDown: (page) => page.way('deal.next'),
  Home: (page) => page.toEnd('first'),
  End: (page) => page.toEnd('last'),
  ' ': (page) => page.way('play'),
  '+': (page) => page.faster(1),
  '=': (page) => page.faster(1),
  '-': (page) => page.faster(-1),
  0: (page) => page.toggleOpen(),
  1: (page) => page.lookFrom(0),
  2: (page) => page.lookFrom(1),
  3: (page) => page.lookFrom(2),
  4: (page) => page.lookFrom(3),
  w: (page) => page.panel('wall'),
  m: (page) => page.panel('moves'),
  o: (page) => page.panel('options'),
  l: (page) => page.copy(),
  '?': (page) => page.help(),
  Escape: (page) => page.escape(),
};

/** @param {Driven} page @param {AbortSignal} signal  of its end */
export function onReplayKeys(page, signal) {
  document.addEventListener('keydown', (e) => {
    const target = /** @type {Element | null} */ (e.target);
    if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing || target?.closest('select, textarea, dialog, input:not([type="range"]):not([type="checkbox"])')) return;
    const plain = keyOf(e);
    const key = e.shiftKey && plain.startsWith('Arrow') ? `Shift+${plain}` : plain;
    // What has the focus keeps the keys it is worked with.
    if (key === ' ' && target?.closest('button, a, input')) return;
    if (target?.matches('input[type="range"]') && ['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) return;
    const act = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
    if (!act) return;
    act(page);
    e.preventDefault();
  }, { signal });
}
