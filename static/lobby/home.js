// The lobby: play at once, one's unfinished matches, the open tables, a table of one's own, a code to join with.

import { call, follow, sentence } from "./api.js";
import { drawAnnouncements } from "./announcements.js";
import { askTable } from "./create_dialog.js";
import { byId, el, enable, redraw, tilePicture } from "./dom.js";
import { askName, myName, nameOrAsk } from "./person.js";
import { loadTexts, t } from "./texts.js";

/** @typedef {import("./shapes.d.ts").TableRow} TableRow */
/** @typedef {import("./shapes.d.ts").MatchOut} MatchOut */

const VARIANT_TILES = /** @type {Record<string, string>} */ ({ hong_kong: "7z", taiwanese: "6z", riichi: "0p" });

/** @param {string} code */
function open(code) {
  location.assign(`/table/${encodeURIComponent(code)}`);
}

/** @param {unknown} failure */
function show(failure) {
  const message = byId("message");
  message.textContent = sentence(failure);
  message.scrollIntoView({ block: "nearest" });
}

/** Runs an action once at a time, and shows what goes wrong. @param {() => Promise<void>} action */
function guarded(action) {
  return async (/** @type {Event} */ event) => {
    const button = event.currentTarget;
    if (button instanceof HTMLButtonElement) button.disabled = true;
    byId("message").textContent = "";
    try {
      await action();
    } catch (failure) {
      show(failure);
    } finally {
      if (button instanceof HTMLButtonElement) button.disabled = false;
    }
  };
}

/** Says who one is, with a way to change the name. */
function drawPerson() {
  const name = myName();
  const rename = guarded(async () => {
    if (await askName(myName() ?? "")) drawPerson();
  });
  redraw(byId("person"), name ?? "", () =>
    name ? [el("span", {}, t("lobby.name.you", { name })), el("button", { type: "button", class: "btn on-felt", "data-key": "rename", onclick: rename }, t("lobby.name.change"))] : [],
  );
}

/** @param {string} variant */
async function playNow(variant) {
  if (!(await nameOrAsk())) return;
  drawPerson();
  open((await call("POST", "/quickstart", { variant })).code);
}

/** @param {import("./shapes.d.ts").Choices} choices */
function drawQuick(choices) {
  byId("quick").replaceChildren(
    // One button a variant: its presets are in the dialog.
    ...choices.rulesets.filter((each) => each.id === each.variant).map((each, i) => {
      const name = t("lobby.home.play_variant", { variant: t(`lobby.variant.${each.variant}`) });
      return el("button", { type: "button", class: i ? "btn gold" : "btn gold big", onclick: guarded(() => playNow(each.id)) }, tilePicture(VARIANT_TILES[each.variant] ?? "5z", "mini"), name);
    }),
  );
}

/** @param {import("./shapes.d.ts").Choices} choices */
async function create(choices) {
  if (!(await nameOrAsk())) return;
  drawPerson();
  await loadTexts("rules");
  const table = await askTable(choices);
  if (table) open(table.code);
}

/** @param {string} variant @param {string} title @param {string} details @param {Node[]} actions @param {Node[]} [tags] */
function item(variant, title, details, actions, tags = []) {
  return el(
    "li",
    { class: "item" },
    el("div", { class: "what" }, el("div", { class: "title" }, el("span", {}, title), el("span", { class: "tag gold" }, t(`lobby.variant.${variant}`)), ...tags), el("div", { class: "small muted" }, details)),
    el("div", { class: "go" }, ...actions),
  );
}

/** @param {MatchOut["seats"][number]} seat */
function seatName(seat) {
  return seat.bot ? t("lobby.bot.numbered", { bot: t(`lobby.bot.${seat.bot}`), n: seat.seat + 1 }) : seat.name;
}

/** @param {MatchOut[]} matches */
function drawMine(matches) {
  byId("mine").hidden = matches.length === 0;
  redraw(byId("mine-list"), JSON.stringify(matches), () =>
    matches.map((match) => {
      const others = match.seats.filter((seat) => !seat.you).map(seatName);
      const title = t("lobby.room.title", { code: match.code });
      return item(match.variant, title, others.join(" · "), [
        el("button", { type: "button", class: "btn", "data-key": `leave-${match.id}`, "aria-label": `${t("lobby.mine.leave")}: ${title}`, onclick: guarded(() => leave(match.id)) }, t("lobby.mine.leave")),
        el("a", { class: "btn primary", href: `/table/${match.code}`, "data-key": match.id, "aria-label": `${t("lobby.mine.continue")}: ${title}` }, t("lobby.mine.continue")),
      ]);
    }),
  );
}

/** Gives up the seat in a match, after asking. @param {string} id */
async function leave(id) {
  if (!confirm(t("lobby.mine.leave.sure"))) return;
  await call("POST", `/matches/${id}/leave`);
  drawMine(await call("GET", "/me/matches"));
}

/** @param {TableRow} table */
function tableItem(table) {
  const waiting = table.state === "waiting" || table.state === "finished";
  const free = 4 - table.taken;
  const state = waiting ? (free ? t("lobby.tables.free", { n: free }) : t("lobby.tables.full")) : t("lobby.tables.playing");
  const verb = table.mine ? t("lobby.tables.open") : waiting && free ? t("lobby.tables.join") : t("lobby.tables.watch");
  const pips = Array.from({ length: 4 }, (_, i) => el("span", { class: `pip ${i < table.people.length ? "person" : i < table.taken ? "bot" : ""}` }));
  const seats = t("lobby.tables.seats", { people: table.people.length, bots: table.taken - table.people.length });
  const tags = [el("span", { class: `tag ${waiting && free ? "good" : ""}` }, state), el("span", { class: "pips", role: "img", "aria-label": seats }, ...pips)];
  const details = [t("lobby.tables.host", { name: table.host }), table.people.filter((name) => name !== table.host).join(" · ")].filter(Boolean).join(" · ");
  const link = el("a", { class: `btn ${waiting && free ? "primary" : ""}`, href: `/table/${table.code}`, "data-key": table.code, "aria-label": `${verb}: ${t("lobby.room.title", { code: table.code })}` }, verb);
  return item(table.variant, table.code, details, [link], tags);
}

/** @param {TableRow[]} tables */
function drawTables(tables) {
  redraw(byId("tables"), JSON.stringify(tables), () => (tables.length ? tables.map(tableItem) : [el("li", { class: "empty" }, t("lobby.tables.empty"))]));
}

async function followTables() {
  /** @type {number | null} */
  let after = null;
  await follow(
    async (signal) => {
      const list = await call("GET", after === null ? "/tables" : `/tables?after=${after}`, undefined, signal);
      const first = after === null || list.revision !== after;
      after = list.revision;
      byId("offline").hidden = true;
      if (!first) return;
      drawAnnouncements(list.announcements);
      drawTables(list.tables.filter((/** @type {TableRow} */ table) => table.state !== "closed"));
      drawMine(myName() ? await call("GET", "/me/matches", undefined, signal) : []);
    },
    () => {
      byId("offline").hidden = false;
    },
  );
}

async function begin() {
  await loadTexts("lobby", "errors");
  byId("join").addEventListener("submit", (event) => {
    event.preventDefault();
    const input = byId("code");
    if (input instanceof HTMLInputElement && input.value.trim()) open(input.value.trim().toUpperCase());
  });
  enable("go");
  drawPerson();
  void followTables();
  try {
    const choices = await call("GET", "/choices");
    drawQuick(choices);
    byId("create").addEventListener("click", guarded(() => create(choices)));
    enable("create");
  } catch (failure) {
    show(failure);
  }
}

void begin();
