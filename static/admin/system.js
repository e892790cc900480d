// Version, configuration and figures; one's own password.

import { byId, el, enable } from "../lobby/dom.js";
import { number, t } from "../lobby/texts.js";
import { ask, begin, say, show, time } from "./page.js";

/** @param {string} id @param {[string, string][]} facts */
function fill(id, facts) {
  byId(id).replaceChildren(...facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
}

/** @param {number} ms */
function duration(ms) {
  const minutes = Math.floor(ms / 60_000);
  return t("admin.system.duration", { d: Math.floor(minutes / 1440), h: Math.floor(minutes / 60) % 24, m: minutes % 60 });
}

/** @param {{login: string, name: string, has_password: boolean, granted_by: string, granted_ms: number, revoked_ms: number | null}} admin */
function adminItem(admin) {
  const state = admin.revoked_ms !== null ? t("admin.system.revoked", { at: time(admin.revoked_ms) }) : admin.has_password ? "" : t("admin.system.no_password");
  return el("li", {}, el("div", {}, admin.login), el("div", { class: "small muted" }, t("admin.system.granted", { by: admin.granted_by, at: time(admin.granted_ms) })), state ? el("div", { class: "small" }, state) : null);
}

/** @param {Event} event */
async function changePassword(event) {
  event.preventDefault();
  const [before, after] = [byId("old"), byId("new")];
  if (!(before instanceof HTMLInputElement) || !(after instanceof HTMLInputElement)) return;
  byId("message").textContent = "";
  try {
    await ask("POST", "/password", { old: before.value, new: after.value });
    before.value = after.value = "";
    say(t("admin.password.done"));
  } catch (failure) {
    show(failure);
  }
}

void begin(async () => {
  byId("password").addEventListener("submit", changePassword);
  enable("change");
  const [system, admins] = await Promise.all([ask("GET", "/system"), ask("GET", "/administrators")]);
  fill("facts", [
    [t("admin.system.program"), system.version],
    [t("admin.system.schema"), system.schema_revision],
    [t("admin.system.database"), system.database],
    ["Python", system.python],
    [t("admin.system.started"), time(system.started_ms)],
    [t("admin.system.uptime"), duration(Date.now() - system.started_ms)],
  ]);
  const counts = /** @type {[string, number][]} */ (Object.entries(system.counts));
  fill("counts", counts.map(([name, n]) => [t(`admin.count.${name}`), number(n)]));
  fill("settings", Object.entries(system.settings).map(([name, value]) => [name, value === null ? "–" : typeof value === "string" ? value : JSON.stringify(value)]));
  byId("admins").replaceChildren(...admins.map(adminItem));
});
