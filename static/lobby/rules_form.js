// The rules of a new table: a variant, a preset of it, and every option with its explanation.

import { el } from "./dom.js";
import { optionHelp, optionLabel, valueText } from "./options.js";
import { pick } from "./pick.js";
import { variantsOf } from "./presets.js";
import { changes } from "./summary.js";
import { t } from "./texts.js";

/** @typedef {import("./shapes.d.ts").Choices} Choices */
/** @typedef {import("./shapes.d.ts").OptionOut} OptionOut */
/** @typedef {import("./shapes.d.ts").OptionValue} OptionValue */
/** @typedef {import("./shapes.d.ts").PresetOut} PresetOut */
/** @typedef {import("./shapes.d.ts").RulesetOut} RulesetOut */

export class RulesForm {
  /** @param {Choices} choices */
  constructor(choices) {
    this.choices = choices;
    const [first] = variantsOf(choices.presets);
    this.presets = el("div", {});
    this.options = el("div", { class: "two" });
    this.summary = el("p", { class: "small changes", role: "status" });
    this.reset = el("button", { type: "button", class: "btn", onclick: () => this.choose(this.preset.id) }, t("lobby.create.reset"));
    const variants = variantsOf(choices.presets).map((variant) => /** @type {const} */ ([variant, t(`lobby.variant.${variant}`)]));
    const lead = el("p", { class: "small muted" }, t("lobby.create.options.lead"));
    const details = el("details", {}, el("summary", {}, t("lobby.create.options")), lead, this.options);
    this.el = el("div", {}, pick("variant", t("lobby.create.variant"), variants, first), this.presets, details, el("div", { class: "row changed" }, this.summary, this.reset));
    this.el.addEventListener("change", (event) => this.#changed(event.target));
    /** @type {PresetOut} */
    this.preset = choices.presets[0];
    this.#showVariant(first);
  }

  /** What the request asks for. */
  wishes() {
    return { ruleset: this.preset.ruleset, options: this.changed() };
  }

  /** What differs from the ruleset. @returns {Record<string, OptionValue>} */
  changed() {
    const selects = [...this.options.querySelectorAll("select")];
    return Object.fromEntries(selects.filter((select) => select.value !== select.dataset.default).map((select) => [select.dataset.option ?? "", JSON.parse(select.value)]));
  }

  /** Takes a preset with its options, whatever was changed. @param {string} id */
  choose(id) {
    const { presets, rulesets } = this.choices;
    this.preset = presets.find((preset) => preset.id === id) ?? this.preset;
    const ruleset = rulesets.find((each) => each.key === this.preset.ruleset);
    this.options.replaceChildren(...(ruleset ? optionFields(ruleset, this.preset.options) : []));
    this.#show();
  }

  /** @param {EventTarget | null} target */
  #changed(target) {
    if (target instanceof HTMLInputElement && target.name === "variant") this.#showVariant(target.value);
    else if (target instanceof HTMLInputElement && target.name === "preset") this.choose(target.value);
    else this.#show();
  }

  /** @param {string} variant */
  #showVariant(variant) {
    const presets = this.choices.presets.filter((preset) => preset.variant === variant);
    const cards = presets.map(({ id }) => /** @type {const} */ ([id, t(`lobby.preset.${id}`), t(`lobby.preset.${id}.about`)]));
    this.presets.replaceChildren(pick("preset", t("lobby.create.preset"), cards, presets[0].id));
    this.choose(presets[0].id);
  }

  #show() {
    const options = this.changed();
    const all = changes({ variant: this.preset.variant, ruleset: this.preset.ruleset, options });
    this.summary.textContent = all.length ? t("lobby.create.changed", { n: all.length, options: all.join(" · ") }) : t("lobby.create.unchanged");
    for (const field of this.options.children) {
      const select = field.querySelector("select");
      field.classList.toggle("differs", select !== null && select.value !== select.dataset.default);
    }
    this.reset.hidden = Object.keys(options).every((name) => JSON.stringify(options[name]) === JSON.stringify(this.preset.options[name])) && all.length === Object.keys(this.preset.options).length;
  }
}

/** @param {RulesetOut} ruleset @param {Record<string, OptionValue>} chosen */
function optionFields(ruleset, chosen) {
  return ruleset.options.filter((option) => option.choices.length > 1).map((option) => optionField(ruleset, option, chosen[option.name] ?? option.default));
}

/** One option: its values, what it means, and the line of the rules. @param {RulesetOut} ruleset @param {OptionOut} option @param {OptionValue} chosen */
function optionField(ruleset, option, chosen) {
  const id = `option-${option.name}`;
  const label = optionLabel(ruleset.variant, option.name);
  const choices = option.choices.map((value) => {
    const text = valueText(ruleset.variant, option.name, value);
    const own = JSON.stringify(value) === JSON.stringify(option.default);
    return el("option", { value: JSON.stringify(value), selected: JSON.stringify(value) === JSON.stringify(chosen) }, own ? t("lobby.create.default", { value: text }) : text);
  });
  const rule = el(
    "a",
    { href: `/rules/${ruleset.id}#options.${option.name}`, target: "_blank", rel: "noopener" },
    t("lobby.create.rule"),
    el("span", { class: "visually-hidden" }, ` ${label}`),
  );
  return el(
    "div",
    { class: "field" },
    el("label", { for: id }, label),
    el("select", { id, "data-option": option.name, "data-default": JSON.stringify(option.default), "aria-describedby": `${id}-help` }, ...choices),
    el("p", { class: "help", id: `${id}-help` }, optionHelp(ruleset.variant, option.name), " ", rule),
  );
}
