// Who is to have a seat: another seat's player, a bot, or a person found by name.

import { el } from "../lobby/dom.js";
import { t } from "../lobby/texts.js";
import { dialog } from "./act.js";
import { ask, seatName } from "./page.js";

/** @typedef {{seat: number, name: string, person: string | null, bot: string | null, left: boolean}} SeatOfMatch */
/** @typedef {{id: string, kind: string, name: string}} Found */

/**
 * Asks for whom; what is chosen is part of an action, null where the dialog was left.
 * @param {string} title @param {SeatOfMatch[]} others  the match's other seats
 * @returns {Promise<Record<string, unknown> | null>}
 */
export async function askNewcomer(title, others) {
  const choices = [
    ...others.map((each) => el("option", { value: `seat:${each.seat}` }, t("admin.save.swap", { seat: seatName(each.seat, each.name) }))),
    ...["club", "random"].map((bot) => el("option", { value: `bot:${bot}` }, t(`lobby.bot.${bot}`))),
    el("option", { value: "person" }, t("admin.save.person")),
  ];
  const select = el("select", { id: "to" }, ...choices);
  const search = personSearch();
  const message = el("p", { class: "message", role: "alert" });
  select.addEventListener("change", () => search.show(select.value === "person"));
  /** @type {Record<string, unknown> | null} */
  let wish = null;
  const content = [el("div", { class: "field" }, el("label", { for: "to" }, t("admin.save.to")), select), ...search.fields];
  await dialog(title, content, false, t("admin.save.look"), message, async () => {
    const [kind, value] = select.value.split(":");
    if (kind === "seat") wish = { do: "swap_seats", other: Number(value) };
    else if (kind === "bot") wish = { do: "move_seat", bot: value };
    else {
      const person = await search.chosen();
      wish = person === null ? null : { do: "move_seat", person };
      message.textContent = wish ? "" : t(search.several() ? "admin.save.several" : "admin.people.none");
    }
    return wish !== null;
  });
  return wish;
}

/** A field for a name or an id, and one for which of several people is meant. */
function personSearch() {
  const text = el("input", { type: "text", id: "newcomer", maxlength: 80, autocomplete: "off", spellcheck: "false" });
  const which = el("select", { id: "which" });
  const fields = [
    el("div", { class: "field", hidden: true }, el("label", { for: "newcomer" }, t("admin.people.who")), text),
    el("div", { class: "field", hidden: true }, el("label", { for: "which" }, t("admin.save.which")), which),
  ];
  const several = () => !fields[1].hidden;
  text.addEventListener("input", () => {
    fields[1].hidden = true;
  });
  return {
    fields,
    several,
    /** @param {boolean} wanted */
    show(wanted) {
      fields[0].hidden = !wanted;
      fields[1].hidden = true;
      text.required = wanted;
    },
    /** The person's id; null where there is none, or more than one to choose from. @returns {Promise<string | null>} */
    async chosen() {
      if (several()) return which.value;
      /** @type {Found[]} */
      const found = (await ask("GET", `/people?${new URLSearchParams({ q: text.value.trim() })}`)).filter((/** @type {Found} */ each) => each.kind === "guest");
      if (found.length === 1) return found[0].id;
      fields[1].hidden = found.length === 0;
      which.replaceChildren(...found.map((each) => el("option", { value: each.id }, `${each.name} · ${each.id}`)));
      if (found.length) which.focus();
      return null;
    },
  };
}
