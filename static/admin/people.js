// Persons: who they are, who is banned, and banning.

import { byId, el } from "../lobby/dom.js";
import { number, t } from "../lobby/texts.js";
import { actButton, dialog, perform } from "./act.js";
import { about, ask, begin, refocus, show, time } from "./page.js";

/** @typedef {{reason: string, by: string, made_ms: number, until_ms: number | null}} BanOut */
/** @typedef {{id: string, kind: string, name: string, owner: string | null, created_ms: number, matches: number, connections: number, ban: BanOut | null}} PersonOfClub */

const MINUTES = [60, 1440, 10080, 43200];
const query = new URLSearchParams(location.search);

/** @param {PersonOfClub} person */
function banButton(person) {
  const run = async () => {
    const minutes = el("select", { id: "ban-for" }, ...MINUTES.map((n) => el("option", { value: n }, t(`admin.minutes.${n}`))), el("option", { value: "" }, t("admin.minutes.ever")));
    /** @type {Record<string, unknown> | null} */
    let action = null;
    const title = about(t("admin.do.ban"), person.name);
    await dialog(title, [el("div", { class: "field" }, el("label", { for: "ban-for" }, t("admin.people.for")), minutes)], false, t("admin.save.look"), el("p", { class: "message", role: "alert" }), async () => {
      action = { do: "ban", person: person.id, minutes: minutes.value ? Number(minutes.value) : null };
      return true;
    });
    if (!action || !(await perform(action, title))) return;
    await refresh();
    refocus(about(t("admin.do.unban"), person.name));
  };
  return el("button", { type: "button", class: "btn", "aria-label": about(t("admin.do.ban"), person.name), onclick: () => run().catch(show) }, t("admin.do.ban"));
}

/** @param {BanOut} ban */
function banText(ban) {
  const until = ban.until_ms === null ? t("admin.minutes.ever") : time(ban.until_ms);
  return t("admin.people.banned", { until, by: ban.by, reason: ban.reason });
}

/** @param {PersonOfClub} person */
function personItem(person) {
  const facts = [person.id, t("admin.people.facts", { since: time(person.created_ms), matches: number(person.matches) })];
  const tags = [person.kind === "bot" ? t("admin.people.bot") : "", person.connections ? t("admin.people.connected", { n: person.connections }) : "", person.ban ? t("admin.people.is_banned") : ""].filter(Boolean);
  return el(
    "li",
    { class: "item", "data-person": person.id },
    el(
      "div",
      { class: "what" },
      el("div", { class: "title" }, el("span", {}, person.name), ...tags.map((tag) => el("span", { class: "tag" }, tag))),
      ...facts.map((fact) => el("div", { class: "small muted break" }, fact)),
      person.ban ? el("div", { class: "small break" }, banText(person.ban)) : null,
    ),
    el(
      "div",
      { class: "go" },
      el("a", { class: "btn", href: `/admin/saves?person=${person.id}`, "aria-label": about(t("admin.people.matches"), person.name) }, t("admin.people.matches")),
      person.connections ? actButton(t("admin.do.kick_person"), () => ({ do: "kick_person", person: person.id }), refresh, person.name) : null,
      person.ban ? actButton(t("admin.do.unban"), () => ({ do: "unban", person: person.id }), refresh, person.name) : banButton(person),
    ),
  );
}

async function refresh() {
  const asked = new URLSearchParams({ q: query.get("q") ?? "", banned: query.get("banned") === "true" ? "true" : "false" });
  const people = await ask("GET", `/people?${asked}`);
  byId("people").replaceChildren(...(people.length ? people.map(personItem) : [el("li", { class: "empty" }, t("admin.people.none"))]));
}

void begin(async () => {
  const [q, banned] = [byId("q"), byId("banned")];
  // What somebody has typed before this page's code was there stays.
  if (q instanceof HTMLInputElement) q.value ||= query.get("q") ?? "";
  if (banned instanceof HTMLInputElement) banned.checked ||= query.get("banned") === "true";
  await refresh();
});
