// Options of a ruleset in the reader's words. Names and values come from the server, sentences from the catalogue `rules`.

import { hasText, number, t, variantText } from "./texts.js";

/** @typedef {import("./shapes.d.ts").OptionValue} OptionValue */

/** @param {string} variant @param {string} name */
export function optionLabel(variant, name) {
  return variantText("rules", `options.${name}`, variant);
}

/** @param {string} variant @param {string} name */
export function optionHelp(variant, name) {
  return variantText("rules", `options.${name}.help`, variant);
}

/** A value in words: the option's own word, else a common one, else the number. @param {string} variant @param {string} name @param {OptionValue} value */
export function valueText(variant, name, value) {
  if (Array.isArray(value)) return value.map(number).join(" · ");
  const own = `options.${name}.${value}`;
  if (hasText(`rules.${variant}.${own}`) || hasText(`rules.${own}`)) return variantText("rules", own, variant);
  if (typeof value === "boolean") return t(`rules.choice.${value}`);
  return typeof value === "string" ? variantText("rules", `value.${value}`, variant) : number(value);
}
