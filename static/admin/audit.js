// The audit log, newest rows first.

import { byId, el } from "../lobby/dom.js";
import { hasText, number, t } from "../lobby/texts.js";
import { changeText } from "./act.js";
import { ask, begin, time } from "./page.js";

const PAGE = 50;

/** @typedef {{seq: number, at_ms: number, actor: string, action: string, subject: string, reason: string, details: Record<string, any>, hash: string}} AuditOut */

/** @param {AuditOut} row */
function rowItem(row) {
  const name = hasText(`admin.do.${row.action}`) ? t(`admin.do.${row.action}`) : row.action;
  const { changes, ...rest } = row.details;
  const facts = Object.entries(rest).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const lines = [...(changes ?? []).map((/** @type {Record<string, any>} */ { code, ...params }) => changeText({ code, params })), ...facts];
  return el(
    "li",
    { class: "item", "data-seq": row.seq },
    el(
      "div",
      { class: "what" },
      el("div", { class: "title" }, el("span", { class: "num" }, number(row.seq)), el("span", {}, name), row.subject ? el("span", { class: "tag" }, row.subject) : null),
      el("div", { class: "small muted" }, `${time(row.at_ms)} · ${row.actor}`),
      row.reason ? el("div", { class: "break" }, t("admin.audit.reason", { reason: row.reason })) : null,
      lines.length ? el("details", {}, el("summary", {}, t("admin.audit.details")), el("p", { class: "details" }, lines.join("\n")), el("p", { class: "details" }, row.hash)) : null,
    ),
  );
}

void begin(async () => {
  const before = Number(new URLSearchParams(location.search).get("before")) || null;
  /** @type {AuditOut[]} */
  const rows = await ask("GET", before ? `/audit?before=${before}` : "/audit");
  byId("audit").replaceChildren(...(rows.length ? rows.map(rowItem) : [el("li", { class: "empty" }, t("admin.audit.none"))]));
  byId("pager").replaceChildren(
    ...(before ? [el("a", { class: "btn", href: "/admin/audit" }, t("admin.pages.newest"))] : []),
    ...(rows.length === PAGE ? [el("a", { class: "btn", href: `/admin/audit?before=${rows[rows.length - 1].seq}` }, t("admin.pages.older"))] : []),
  );
});
