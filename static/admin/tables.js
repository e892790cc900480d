// Tables with who is connected, and announcements.

import { byId, el, enable } from "../lobby/dom.js";
import { t } from "../lobby/texts.js";
import { actButton, dialog, perform } from "./act.js";
import { about, ask, begin, seatName, show, time } from "./page.js";

/** @typedef {{id: number, name: string, person: string | null, seat: number | null, since_ms: number}} ConnectionOut */
/** @typedef {{code: string, state: string, ruleset: string, listed: boolean, host: string, seats: string[], match: string | null, live: boolean, connections: ConnectionOut[]}} LiveTable */

/** @param {ConnectionOut} each */
function connection(each) {
  const name = each.name || t("admin.stranger");
  const where = each.seat === null ? t("admin.tables.watching", { name }) : seatName(each.seat, name);
  const ban = each.person ? [actButton(t("admin.do.kick_person"), () => ({ do: "kick_person", person: each.person }), refresh, name)] : [];
  return el(
    "li",
    {},
    el("span", {}, where, el("span", { class: "small muted" }, ` · ${time(each.since_ms)}`)),
    el("span", { class: "row" }, actButton(t("admin.do.kick"), () => ({ do: "kick", connection: each.id }), refresh, name), ...ban),
  );
}

/** @param {LiveTable} table */
function tableItem(table) {
  const title = t("lobby.room.title", { code: table.code });
  const seats = table.seats.map((name, seat) => seatName(seat, name)).join(" · ");
  const tags = [t(`admin.table.${table.state}`), table.live ? t("admin.tables.live") : "", table.listed ? "" : t("admin.tables.private")].filter(Boolean);
  return el(
    "li",
    { class: "item", "data-code": table.code },
    el(
      "div",
      { class: "what" },
      el("div", { class: "title" }, el("span", {}, table.code), el("span", { class: "tag gold" }, table.ruleset), ...tags.map((tag) => el("span", { class: "tag" }, tag))),
      el("div", { class: "small muted" }, t("lobby.tables.host", { name: table.host })),
      el("div", { class: "small muted" }, seats),
    ),
    el(
      "div",
      { class: "go" },
      table.match ? el("a", { class: "btn", href: `/admin/saves/${table.match}`, "aria-label": about(t("admin.saves.open"), title) }, t("admin.saves.open")) : null,
      table.connections.length ? tellButton(table, title) : null,
      actButton(t("admin.do.close_table"), () => ({ do: "close_table", code: table.code }), refresh, title),
    ),
    table.connections.length ? el("ul", { class: "nested", "aria-label": t("admin.tables.connected") }, ...table.connections.map(connection)) : null,
  );
}

/** @param {LiveTable} table @param {string} title */
function tellButton(table, title) {
  const name = about(t("admin.do.tell_table"), title);
  const run = async () => {
    const text = el("textarea", { class: "prose", id: "table-text", required: true, maxlength: 300, rows: 2 });
    const field = el("div", { class: "field" }, el("label", { for: "table-text" }, t("admin.announce.text")), text);
    const asked = await dialog(name, [field], false, t("admin.save.look"), el("p", { class: "message", role: "alert" }), async () => true);
    if (asked) await perform({ do: "tell_table", match: table.match, text: text.value }, name);
  };
  return el("button", { type: "button", class: "btn", "aria-label": name, onclick: () => run().catch(show) }, t("admin.do.tell_table"));
}

/** @param {{id: string, text: string, by: string, until_ms: number}} each */
function announcement(each) {
  return el(
    "li",
    { class: "item" },
    el("div", { class: "what" }, el("div", { class: "break" }, each.text), el("div", { class: "small muted" }, t("admin.announce.until", { by: each.by, until: time(each.until_ms) }))),
    el("div", { class: "go" }, actButton(t("admin.do.withdraw"), () => ({ do: "withdraw", announcement: each.id }), refresh, each.text)),
  );
}

async function refresh() {
  const [tables, announcements] = await Promise.all([ask("GET", "/tables"), ask("GET", "/announcements")]);
  byId("tables").replaceChildren(...(tables.length ? tables.map(tableItem) : [el("li", { class: "empty" }, t("admin.tables.none"))]));
  byId("announcements").replaceChildren(...(announcements.length ? announcements.map(announcement) : [el("li", { class: "empty" }, t("admin.announce.none"))]));
}

void begin(async () => {
  byId("refresh").addEventListener("click", () => refresh().catch(show));
  const form = byId("announce");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!(form instanceof HTMLFormElement)) return;
    const fields = new FormData(form);
    try {
      if (!(await perform({ do: "tell_lobby", text: fields.get("text"), minutes: Number(fields.get("minutes")) }, t("admin.announce.submit")))) return;
      form.reset();
      await refresh();
    } catch (failure) {
      show(failure);
    }
  });
  enable("refresh");
  enable("tell");
  await refresh();
});
