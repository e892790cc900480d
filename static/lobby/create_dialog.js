// The dialog that creates a table. Rulesets, options, clocks and bots are what the server offers.

import { call, sentence } from "./api.js";
import { el } from "./dom.js";
import { pick } from "./pick.js";
import { practiceChoice } from "./practice_choice.js";
import { RulesForm } from "./rules_form.js";
import { t } from "./texts.js";

/** @typedef {import("./shapes.d.ts").Choices} Choices */
/** @typedef {import("./shapes.d.ts").TableOut} TableOut */
/** @typedef {import("./dom.js").Child} Child */

const WINDOWS_MS = [0, 1000, 2000, 3000, 5000, 8000];
const AWAY_AFTER_MS = 30_000;

/** @param {Choices} choices */
function clockChoices(choices) {
  return choices.clocks.map(({ name, clock }) => {
    const params = clock ? { base: clock.base_ms / 1000, bank: clock.bank_ms / 1000 } : {};
    return /** @type {[string, string]} */ ([name, t(`lobby.create.clock.${name}`, params)]);
  });
}

/** @param {Choices} choices */
function windowChoices(choices) {
  const all = [...new Set([...WINDOWS_MS, choices.window_ms])].sort((a, b) => a - b);
  return all.map((ms) => /** @type {[string, string]} */ ([String(ms), ms ? t("lobby.create.window.seconds", { n: ms / 1000 }) : t("lobby.create.window.none")]));
}

/** @param {FormData} form @param {RulesForm} rules */
function wishes(form, rules) {
  const bot = String(form.get("bots"));
  return {
    ...rules.wishes(),
    clock: form.get("clock"),
    away: { policy: form.get("away"), after_ms: AWAY_AFTER_MS },
    window_ms: Number(form.get("window")),
    listed: form.get("listing") === "listed",
    pinned: form.get("pinned") === "kept",
    seating: form.get("seating"),
    bots: bot === "none" ? 0 : 3,
    bot: bot === "none" ? "club" : bot,
    practice: form.get("practice") === "on",
  };
}

/**
 * Lets a person describe a table and creates it. Null when the dialog is closed.
 * @param {Choices} choices
 * @returns {Promise<TableOut | null>}
 */
export function askTable(choices) {
  const rules = new RulesForm(choices);
  const message = el("p", { class: "message", role: "alert" });
  const form = el(
    "form",
    { method: "dialog" },
    el("header", {}, el("h2", { id: "create-title" }, t("lobby.create.title"))),
    el("div", { class: "body" }, message, rules.el, ...fields(choices)),
    el(
      "footer",
      {},
      el("button", { type: "button", class: "btn quiet", onclick: () => dialog.close() }, t("lobby.cancel")),
      el("button", { type: "submit", class: "btn primary" }, t("lobby.create.submit")),
    ),
  );
  const dialog = el("dialog", { "aria-labelledby": "create-title" }, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    /** @type {TableOut | null} */
    let table = null;
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(table);
    });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        table = await call("POST", "/tables", wishes(new FormData(form), rules));
        dialog.close();
      } catch (failure) {
        message.textContent = sentence(failure);
        message.scrollIntoView({ block: "nearest" });
      }
    });
  });
}

/** @param {Choices} choices @returns {Child[]} */
function fields(choices) {
  /** @param {string} group @param {string[]} values @returns {[string, string][]} */
  const texts = (group, values) => values.map((value) => [value, t(`lobby.create.${group}.${value}`)]);
  const bots = pick("bots", t("lobby.create.bots"), texts("bots", ["none", ...[...choices.bots].reverse()]), "none");
  return [
    pick("clock", t("lobby.create.clock"), clockChoices(choices), "relaxed", t("lobby.create.clock.help")),
    bots,
    practiceChoice(bots),
    pick("seating", t("lobby.create.seating"), texts("seating", ["chosen", "drawn"]), "chosen", t("lobby.create.seating.help")),
    pick("listing", t("lobby.create.listing"), texts("listing", ["listed", "private"]), "listed"),
    pick("away", t("lobby.create.away"), texts("away", ["bot", "pause", "wait"]), "bot", t("lobby.create.away.help")),
    pick("pinned", t("lobby.create.pinned"), texts("pinned", ["newest", "kept"]), "newest", t("lobby.create.pinned.help")),
    pick("window", t("lobby.create.window"), windowChoices(choices), String(choices.window_ms), t("lobby.create.window.help")),
  ];
}
