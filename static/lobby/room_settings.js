// The settings of a table, as a list of terms.

import { el } from "./dom.js";
import { changes, rulesName } from "./summary.js";
import { t } from "./texts.js";

/** @typedef {import("./shapes.d.ts").Choices} Choices */
/** @typedef {import("./shapes.d.ts").TableOut} TableOut */
/** @typedef {import("./dom.js").Child} Child */

/** @param {TableOut} now @param {Choices | null} choices @returns {Child[]} */
export function settings(now, choices) {
  const changed = changes(now);
  const clock = now.clock ? t("lobby.room.clock.value", { base: now.clock.base_ms / 1000, bank: now.clock.bank_ms / 1000 }) : t("lobby.room.clock.none");
  const away = t(`lobby.create.away.${now.away.policy}`);
  const rules = el("a", { href: `/rules/${now.ruleset}` }, `${t(`lobby.variant.${now.variant}`)} · ${rulesName(now, choices)}`);
  /** @type {[string, Child][]} */
  const rows = [
    [t("lobby.room.rules"), rules],
    [t("lobby.room.options"), changed.length ? el("ul", { class: "plain" }, ...changed.map((each) => el("li", {}, each))) : t("lobby.room.options.none")],
    ...(now.practice ? [/** @type {[string, Child]} */ ([t("lobby.practice.tag"), t("lobby.practice.label")])] : []),
    [t("lobby.room.clock"), clock],
    [t("lobby.room.away"), now.away.after_ms ? t("lobby.room.away.value", { policy: away, n: now.away.after_ms / 1000 }) : away],
    [t("lobby.room.window"), now.window_ms ? t("lobby.create.window.seconds", { n: now.window_ms / 1000 }) : t("lobby.create.window.none")],
    [t("lobby.room.seating"), t(`lobby.create.seating.${now.seating}`)],
    [t("lobby.room.listing"), t(`lobby.create.listing.${now.listed ? "listed" : "private"}`)],
  ];
  return rows.flatMap(([term, value]) => [el("dt", {}, term), el("dd", {}, value)]);
}
