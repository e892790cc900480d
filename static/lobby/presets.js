// Presets: named sets of options. Which one a table was made with is told by its options, not stored.

/** @typedef {import("./shapes.d.ts").PresetOut} PresetOut */
/** @typedef {import("./shapes.d.ts").OptionValue} OptionValue */

/** Whether two sets of changed options are the same. @param {Record<string, OptionValue>} one @param {Record<string, OptionValue>} other */
export function sameOptions(one, other) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

/**
 * The preset whose rules these are, or null where a table has options of its own.
 * @param {readonly PresetOut[]} presets @param {string} ruleset its key @param {Record<string, OptionValue>} options what differs from the ruleset
 */
export function presetOf(presets, ruleset, options) {
  return presets.find((preset) => preset.ruleset === ruleset && sameOptions(preset.options, options)) ?? null;
}

/** The variants in the order in which they are offered. @param {readonly PresetOut[]} presets */
export function variantsOf(presets) {
  return [...new Set(presets.map((preset) => preset.variant))];
}
