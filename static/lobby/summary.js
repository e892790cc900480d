// A table's rules in a line: the preset, or what is changed against the club's own.

import { optionLabel, valueText } from "./options.js";
import { presetOf } from "./presets.js";
import { hasText, t } from "./texts.js";

/** @typedef {import("./shapes.d.ts").Choices} Choices */
/** @typedef {import("./shapes.d.ts").OptionValue} OptionValue */
/** @typedef {{ruleset: string, variant: string, options: Record<string, OptionValue>}} Ruled */

/** Changed options that a line shows before it only counts the rest. */
const MOST = 3;

/** Every changed option with its value. @param {Ruled} table */
export function changes({ variant, options }) {
  return Object.entries(options).map(([name, value]) => `${optionLabel(variant, name)}: ${valueText(variant, name, value)}`);
}

/** The name of a table's preset, or of the ruleset where it has options of its own. @param {Ruled} table @param {Choices | null} choices */
export function rulesName(table, choices) {
  const preset = presetOf(choices?.presets ?? [], table.ruleset, table.options);
  if (preset) return t(`lobby.preset.${preset.id}`);
  const id = table.ruleset.split("/")[0];
  // The variant's own name says nothing new beside it.
  return id !== table.variant && hasText(`lobby.ruleset.${id}`) ? t(`lobby.ruleset.${id}`) : t("lobby.rules.own");
}

/** The rules of a table for a list. @param {Ruled} table @param {Choices | null} choices */
export function rulesLine(table, choices) {
  const all = presetOf(choices?.presets ?? [], table.ruleset, table.options) ? [] : changes(table);
  const rest = all.length - MOST;
  const shown = rest > 0 ? [...all.slice(0, MOST), t("lobby.rules.more", { n: rest })] : all;
  return [rulesName(table, choices), ...shown].join(" · ");
}
