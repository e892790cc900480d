// The page around verify.js: takes a record by paste, file or address, and shows each check.

import { byId, el } from "./dom.js";
import { hasText, loadTexts, t } from "./texts.js";
import { verifyRecord } from "./verify.js";

/** @typedef {import("./verify.js").Check} Check */

const MARKS = { holds: "✓", fails: "✗", unknown: "…" };

/** @param {string} code */
function refuse(code) {
  byId("result").hidden = true;
  byId("message").textContent = t(hasText(`lobby.verify.error.${code}`) ? `lobby.verify.error.${code}` : "lobby.verify.error.not_a_record");
}

/** @param {string} text */
async function run(text) {
  byId("message").textContent = "";
  let record;
  try {
    record = JSON.parse(text);
  } catch {
    refuse("not_json");
    return;
  }
  byId("status").textContent = t("lobby.verify.working");
  try {
    draw(await verifyRecord(record));
  } catch (failure) {
    refuse(failure instanceof Error ? failure.message : "not_a_record");
  } finally {
    byId("status").textContent = "";
  }
}

/** @param {Check[]} checks */
function draw(checks) {
  const bad = checks.some((check) => check.outcome === "fails");
  const open = checks.some((check) => check.outcome === "unknown");
  const mark = bad ? "bad" : open ? "none" : "";
  byId("verdict").replaceChildren(
    el("span", { class: `mark ${mark}`, "aria-hidden": "true" }, bad ? MARKS.fails : open ? MARKS.unknown : MARKS.holds),
    el("span", {}, t(bad ? "lobby.verify.bad" : open ? "lobby.verify.open" : "lobby.verify.good")),
  );
  byId("checks").replaceChildren(...checks.map(row));
  byId("result").hidden = false;
  byId("result").dataset.outcome = bad ? "fails" : open ? "unknown" : "holds";
  byId("verdict").focus();
}

/** @param {Check} check */
function row({ deal, what, outcome }) {
  const mark = { holds: "", fails: "bad", unknown: "none" }[outcome];
  return el(
    "tr",
    { "data-outcome": outcome },
    el("td", { class: "num" }, deal === null ? t("lobby.verify.match") : t("lobby.record.deal", { n: deal })),
    el("td", {}, t(`lobby.verify.check.${what}`)),
    el("td", { class: "r" }, el("span", { class: `mark ${mark}`, "aria-hidden": "true" }, MARKS[outcome]), " ", el("span", { class: "visually-hidden" }, t(`lobby.verify.${outcome}`))),
  );
}

/** `?match=…` asks the server for that record once. @param {string} match @param {HTMLTextAreaElement} field */
async function load(match, field) {
  const response = await fetch(`/api/v1/matches/${encodeURIComponent(match)}/record`).catch(() => null);
  if (!response?.ok) {
    refuse("not_loaded");
    return;
  }
  field.value = await response.text();
  await run(field.value);
}

async function begin() {
  // A record that is given before the words are there is not lost.
  const words = loadTexts("lobby");
  const field = byId("record");
  const file = byId("file");
  if (!(field instanceof HTMLTextAreaElement) || !(file instanceof HTMLInputElement)) return;
  byId("form").addEventListener("submit", (event) => {
    event.preventDefault();
    void words.then(() => run(field.value));
  });
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    field.value = await chosen.text();
    await words;
    await run(field.value);
  });
  const match = new URLSearchParams(location.search).get("match");
  await words;
  if (match) await load(match, field);
}

void begin();
