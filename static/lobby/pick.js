// One choice of several as a row of buttons, or as cards that explain themselves.

import { el } from "./dom.js";

/**
 * @param {string} name @param {string} legend @param {readonly (readonly [string, string, string?])[]} choices value, text and explanation
 * @param {string} chosen @param {string} [help]
 */
export function pick(name, legend, choices, chosen, help) {
  const cards = choices.some(([, , about]) => about);
  const labels = choices.map(([value, text, about]) =>
    el("label", {}, el("input", { type: "radio", name, value, checked: value === chosen }), el("span", {}, about ? el("b", {}, text) : text, about ? el("small", {}, about) : null)),
  );
  return el("fieldset", {}, el("legend", {}, legend), el("div", { class: cards ? "pick cards" : "pick" }, ...labels), help ? el("p", { class: "small muted" }, help) : null);
}
