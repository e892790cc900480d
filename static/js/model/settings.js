/** What a person has set for the table, kept in the browser. */

import { AUTOMATIC, MANUAL } from './automatic.js';

/**
 * @typedef {object} Settings
 * @property {boolean} twoStep
 * @property {boolean} sort
 * @property {boolean} flowers  flowers are replaced without being shown first
 * @property {boolean} resetAuto  what the table does for the person ends with the deal
 * @property {'none' | 'fast' | 'normal'} motion
 * @property {boolean} sound
 * @property {number} volume  0-100
 * @property {'felt' | 'night' | 'wood' | 'paper'} theme
 * @property {'small' | 'normal' | 'large'} size
 * @property {boolean} indices
 * @property {import('./automatic.js').Automatic} auto
 */

export const CHOICES = /** @type {const} */ ({
  motion: ['none', 'fast', 'normal'], theme: ['felt', 'night', 'wood', 'paper'], size: ['small', 'normal', 'large'],
});
export const SWITCHES = /** @type {const} */ (['twoStep', 'sort', 'flowers', 'resetAuto', 'sound', 'indices']);

/** @type {Settings} */
export const STANDARD = {
  twoStep: false, sort: true, flowers: true, resetAuto: true, motion: 'normal', sound: false, volume: 60, theme: 'felt', size: 'normal',
  indices: false, auto: MANUAL,
};

/** What was kept, as far as it makes sense.
 * @param {string | null} text @returns {Settings} */
export function settingsFrom(text) {
  /** @type {Record<string, any>} */
  let kept = {};
  try {
    kept = JSON.parse(text ?? '{}') ?? {};
  } catch {
    return STANDARD;
  }
  /** @type {Record<string, any>} */
  const out = { ...STANDARD };
  for (const name of SWITCHES) if (typeof kept[name] === 'boolean') out[name] = kept[name];
  for (const [name, values] of Object.entries(CHOICES)) if (/** @type {readonly string[]} */ (values).includes(kept[name])) out[name] = kept[name];
  if (typeof kept.volume === 'number' && kept.volume >= 0 && kept.volume <= 100) out.volume = kept.volume;
  out.auto = { ...MANUAL };
  for (const name of AUTOMATIC) if (typeof kept.auto?.[name] === 'boolean') out.auto[name] = kept.auto[name];
  return /** @type {Settings} */ (out);
}
