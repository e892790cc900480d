/** The settings dialog, and what settings change on the page as a whole. */

import { AUTOMATIC } from '../model/automatic.js';
import { CHOICES, SWITCHES } from '../model/settings.js';
import { make, setAttr } from './dom.js';

/** @typedef {import('../model/settings.js').Settings} Settings */
/** @typedef {import('../i18n/catalogue.js').Catalogue} Catalogue */

/** @param {Settings} settings */
export function applySettings(settings) {
  const root = document.documentElement;
  setAttr(root, 'data-theme', settings.theme);
  setAttr(root, 'data-motion', settings.motion);
  setAttr(root, 'data-size', settings.size);
  setAttr(root, 'data-indices', settings.indices);
}

/** @param {string} text @param {boolean} on @param {(on: boolean) => void} onChange */
export function makeSwitch(text, on, onChange) {
  const box = make('input');
  box.type = 'checkbox';
  box.checked = on;
  box.addEventListener('change', () => onChange(box.checked));
  return make('label', 'opt', [box, text]);
}

/** The switches for what the table does by itself.
 * @param {Settings} settings @param {Catalogue} words @param {(changed: Partial<Settings>) => void} onChange */
export function automaticSwitches(settings, words, onChange) {
  let auto = settings.auto;
  return AUTOMATIC.map((name) =>
    makeSwitch(words.t(`auto.${name}`), auto[name], (on) => {
      auto = { ...auto, [name]: on };
      onChange({ auto });
    }),
  );
}

/** @param {Settings} settings @param {Catalogue} words @param {(changed: Partial<Settings>) => void} onChange @returns {HTMLElement[]} */
export function settingsForm(settings, words, onChange) {
  const { t } = words;
  const selects = Object.entries(CHOICES).map(([name, values]) => {
    const select = make('select');
    setAttr(select, 'aria-label', t(`setting.${name}`));
    for (const value of values) {
      const option = make('option', '', [t(`setting.${name}.${value}`)]);
      option.value = value;
      option.selected = settings[/** @type {keyof typeof CHOICES} */ (name)] === value;
      select.append(option);
    }
    select.addEventListener('change', () => onChange({ [name]: select.value }));
    return make('label', 'opt', [t(`setting.${name}`), select]);
  });
  const volume = make('input');
  volume.type = 'range';
  volume.min = '0';
  volume.max = '100';
  volume.value = `${settings.volume}`;
  volume.addEventListener('input', () => onChange({ volume: Number(volume.value) }));
  const switches = SWITCHES.map((name) => makeSwitch(t(`setting.${name}`), settings[name], (on) => onChange({ [name]: on })));
  return [...switches, make('label', 'opt', [t('setting.volume'), volume]), ...selects];
}
