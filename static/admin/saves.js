// The save browser: stored matches, filtered by the page's own query.

import { byId, el } from "../lobby/dom.js";
import { number, t } from "../lobby/texts.js";
import { about, ask, begin, time } from "./page.js";

const PAGE = 50;
const FIELDS = ["state", "ruleset", "person", "code", "since", "until"];

/** @typedef {{match: string, code: string, state: string, ruleset: string, people: string[], deals: number, events: number, last_ms: number}} SaveOut */

/** @param {SaveOut} save */
function saveItem(save) {
  const facts = [save.people.join(" · "), t("admin.saves.size", { deals: number(save.deals), events: number(save.events) }), time(save.last_ms)];
  return el(
    "li",
    { class: "item" },
    el(
      "div",
      { class: "what" },
      el("div", { class: "title" }, el("span", {}, save.code), el("span", { class: "tag gold" }, save.ruleset), el("span", { class: "tag" }, t(`admin.state.${save.state}`))),
      ...facts.map((fact) => el("div", { class: "small muted" }, fact)),
      el("div", { class: "small muted break" }, save.match),
    ),
    el("div", { class: "go" }, el("a", { class: "btn primary", href: `/admin/saves/${save.match}`, "aria-label": about(t("admin.saves.open"), `${save.code} ${save.match}`) }, t("admin.saves.open"))),
  );
}

/** @param {URLSearchParams} query @param {number} page @param {string} text */
function pageLink(query, page, text) {
  const there = new URLSearchParams(query);
  there.set("page", String(page));
  return el("a", { class: "btn", href: `/admin/saves?${there}` }, text);
}

void begin(async () => {
  const query = new URLSearchParams([...new URLSearchParams(location.search)].filter(([name, value]) => value && [...FIELDS, "page"].includes(name)));
  for (const name of FIELDS) {
    const field = byId(name);
    const asked = query.get(name);
    // What somebody has typed before this page's code was there stays.
    if (asked && (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) field.value = asked;
  }
  /** @type {SaveOut[]} */
  const saves = await ask("GET", `/matches?${query}`);
  byId("saves").replaceChildren(...(saves.length ? saves.map(saveItem) : [el("li", { class: "empty" }, t("admin.saves.none"))]));
  const page = Number(query.get("page") ?? 1);
  byId("pager").replaceChildren(
    ...(page > 1 ? [pageLink(query, page - 1, t("admin.pages.newer"))] : []),
    ...(saves.length === PAGE ? [pageLink(query, page + 1, t("admin.pages.older"))] : []),
  );
});
