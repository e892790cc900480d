// The waiting room of a table: seats, invite, commitment, ready, start; after a match its standings and a rematch.

import { PAGE, call, follow, ownEntropy, sentence } from "./api.js";
import { byId, el, redraw, tilePicture } from "./dom.js";
import { myName, nameOrAsk } from "./person.js";
import { invite } from "./room_invite.js";
import { settings } from "./room_settings.js";
import { RoomTalk } from "./room_talk.js";
import { loadTexts, number, t } from "./texts.js";

/** @typedef {import("./shapes.d.ts").TableOut} TableOut */
/** @typedef {import("./shapes.d.ts").SeatOut} SeatOut */
/** @typedef {import("./shapes.d.ts").MatchOut} MatchOut */
/** @typedef {import("./shapes.d.ts").Choices} Choices */
/** @typedef {import("./shapes.d.ts").RoomOut} RoomOut */
/** @typedef {import("./dom.js").Child} Child */

const code = byId("room").dataset.code ?? "";
const path = `/tables/${encodeURIComponent(code)}`;
/** @type {TableOut | null} */
let table = null;
/** @type {MatchOut | null} */
let last = null;
/** @type {RoomOut | null} */
let room = null;
/** @type {Choices | null} */
let choices = null;
/** @type {RoomTalk | null} */
let talk = null;

/** Sends a request about the table and shows the answer. @param {string} method @param {string} rest @param {unknown} [body] */
async function ask(method, rest, body) {
  const message = byId("message");
  message.textContent = "";
  try {
    if (!(await nameOrAsk())) return;
    take(await call(method, path + rest, body));
  } catch (failure) {
    message.textContent = sentence(failure);
    message.scrollIntoView({ block: "nearest" });
  }
}

/** @param {string} text @param {() => unknown} action @param {{kind?: string, key: string, label?: string, disabled?: boolean}} look */
function button(text, action, { kind = "", key, label, disabled = false }) {
  return el("button", { type: "button", class: `btn ${kind}`, "data-key": key, "aria-label": label, disabled, onclick: action }, text);
}

/** @param {TableOut} newer */
function take(newer) {
  if (table && newer.revision < table.revision) return;
  table = newer;
  if (newer.state === "playing" || newer.state === "saved") {
    byId("status").textContent = t("lobby.room.playing");
    location.reload();
    return;
  }
  draw(newer);
}

/** @param {TableOut} now */
function draw(now) {
  const open = now.state !== "closed";
  byId("status").textContent = open ? "" : t("lobby.room.closed");
  byId("waiting").hidden = !open;
  redraw(byId("seats"), JSON.stringify([now.seats, now.you, now.state, room?.present]), () => now.seats.map((seat) => seatCard(now, seat)));
  redraw(byId("actions"), JSON.stringify([now.seats, now.you, now.state]), () => actions(now));
  byId("commitment").textContent = now.commitment;
  redraw(byId("settings"), JSON.stringify([now.options, now.clock, now.away, choices !== null]), () => settings(now, choices));
  talk?.meet(now.seats.flatMap((seat) => (seat.kind === "person" && !seat.you && seat.name ? [seat.name] : [])), myName() ?? "");
  if (now.state === "finished") void drawResult(now);
  else byId("result").hidden = true;
}

/** @param {TableOut} now @param {SeatOut} seat */
function seatCard(now, seat) {
  const title = t("lobby.room.seat", { n: seat.place + 1 });
  const empty = seat.kind === "empty";
  const name = empty ? t("lobby.room.empty") : seat.kind === "bot" ? t(`lobby.bot.${seat.bot}`) : (seat.name ?? "");
  const state = empty ? null : el("span", { class: `tag ${seat.ready ? "good on" : ""}` }, t(seat.ready ? "lobby.room.is_ready" : "lobby.room.not_ready"));
  return el(
    "li",
    { class: `seat ${seat.you ? "mine" : ""} ${seat.ready ? "ready" : ""}` },
    el(
      "div",
      { class: "who" },
      tilePicture(empty ? "back" : `${seat.place + 1}z`, empty ? "back" : ""),
      el("div", {}, el("div", { class: "small muted" }, title), el("div", { class: "name" }, name), seat.you ? el("div", { class: "small muted" }, t("lobby.room.you")) : null),
    ),
    state ? el("div", { class: "tags" }, state, seat.kind === "person" && !seat.you && room ? presence(room.present.includes(seat.place)) : null) : null,
    el("div", { class: "go" }, ...seatButtons(now, seat, title)),
  );
}

/** @param {boolean} here */
function presence(here) {
  return el("span", { class: `tag ${here ? "on" : "away"}` }, t(here ? "lobby.room.here" : "lobby.room.away_now"));
}

/** @param {TableOut} now @param {SeatOut} seat @param {string} title @returns {Child[]} */
function seatButtons(now, seat, title) {
  const at = `/seats/${seat.place}`;
  const key = `seat-${seat.place}`;
  if (seat.kind === "empty") {
    const verb = t(now.you.place === null ? "lobby.room.sit" : "lobby.room.move");
    return [
      button(verb, () => ask("POST", "/seat", { place: seat.place }), { kind: now.you.place === null ? "gold" : "on-felt", key: `${key}-sit`, label: `${verb}: ${title}` }),
      now.you.host && button(t("lobby.room.bot.add"), () => ask("PUT", at, { bot: "club" }), { kind: "on-felt", key: `${key}-bot`, label: `${t("lobby.room.bot.add")}: ${title}` }),
    ];
  }
  if (!now.you.host || seat.you) return [];
  if (seat.kind === "person") return [button(t("lobby.room.free"), () => ask("DELETE", at), { kind: "on-felt", key: `${key}-free`, label: `${t("lobby.room.free")}: ${seat.name}` })];
  const other = seat.bot === "club" ? "random" : "club";
  return [
    button(t(`lobby.room.bot.${other}`), () => ask("PUT", at, { bot: other }), { kind: "on-felt", key: `${key}-other`, label: `${t(`lobby.room.bot.${other}`)}: ${title}` }),
    button(t("lobby.room.bot.remove"), () => ask("DELETE", at), { kind: "on-felt", key: `${key}-free`, label: `${t("lobby.room.bot.remove")}: ${title}` }),
  ];
}

/** @param {TableOut} now @returns {Child[]} */
function actions(now) {
  const empty = now.seats.filter((seat) => seat.kind === "empty").length;
  const waiting = now.seats.some((seat) => seat.kind !== "empty" && !seat.ready && !seat.you);
  /** @type {Child[]} */
  const out = [];
  if (now.you.place !== null && !now.you.host) {
    const ready = now.you.ready;
    out.push(button(t(ready ? "lobby.room.unready" : "lobby.room.ready"), () => ask("POST", "/ready", { ready: !ready, entropy: ready ? "" : ownEntropy() }), { kind: ready ? "on-felt" : "gold big", key: "ready" }));
  }
  if (now.you.host) {
    const label = empty ? t("lobby.room.start.fill") : t("lobby.room.start");
    out.push(button(label, () => start(now, empty), { kind: "gold big", key: "start", disabled: waiting }));
  }
  if (now.you.place !== null || now.you.host) out.push(button(t("lobby.room.leave"), leave, { kind: "on-felt", key: "leave" }));
  const hint = now.you.place === null && !now.you.host ? "room.watching" : now.you.host ? "room.start.need" : "room.start.waiting";
  out.push(el("p", { class: "muted grow" }, t(`lobby.${hint}`)));
  return out;
}

/** The host adds entropy like everybody else, then starts. @param {TableOut} now @param {number} empty */
async function start(now, empty) {
  if (now.you.place !== null) await ask("POST", "/ready", { ready: true, entropy: ownEntropy() });
  await ask("POST", "/start", { fill: empty ? "club" : null });
}

async function leave() {
  await ask("POST", "/leave");
  location.assign("/");
}

/** @param {MatchOut["seats"][number] | undefined} seat */
function seatName(seat) {
  if (!seat) return "";
  return seat.bot ? t("lobby.bot.numbered", { bot: t(`lobby.bot.${seat.bot}`), n: seat.seat + 1 }) : seat.name;
}

/** @param {TableOut} now */
async function drawResult(now) {
  if (!now.match) return;
  if (last?.id !== now.match.id) last = await call("GET", `/matches/${now.match.id}`);
  if (!last) return;
  const { id, seats, standings } = last;
  byId("result").hidden = false;
  redraw(byId("standings"), id, () =>
    standings.map((line) =>
      el(
        "tr",
        {},
        el("th", { scope: "row", class: "num" }, String(line.place)),
        el("td", {}, seatName(seats.find((seat) => seat.seat === line.seat))),
        el("td", { class: `r num ${line.score < 0 ? "down" : "up"}` }, number(line.score)),
      ),
    ),
  );
  const joined = now.you.ready;
  redraw(byId("again"), JSON.stringify([now.you, id]), () => [
    now.you.place !== null && button(t(joined ? "lobby.room.rematch.waiting" : "lobby.room.rematch"), () => ask("POST", "/rematch", { entropy: ownEntropy() }), { kind: "gold big", key: "rematch", disabled: joined }),
    el("a", { class: "btn", href: `/records/${id}`, "data-key": "record" }, t("lobby.room.record")),
    el("a", { class: "btn", href: `/replay/${id}`, "data-key": "replay" }, t("lobby.room.replay")),
  ]);
}

/** The room's own news: who is there, what was said. @param {RoomOut} news */
function enter(news) {
  room = news;
  byId("onlookers").textContent = news.onlookers ? t("lobby.tables.onlookers", { n: news.onlookers }) : "";
  talk?.hear(news.said);
  if (table) draw(table);
}

/** @param {{text?: string, phrase?: string}} word */
async function say(word) {
  const message = byId("talk-message");
  message.textContent = "";
  try {
    if (!(await nameOrAsk())) return false;
    await call("POST", `${path}/say`, word);
    return true;
  } catch (failure) {
    message.textContent = sentence(failure);
    return false;
  }
}

/** @param {AbortSignal} signal */
async function round(signal) {
  if (table === null) take(await call("GET", path, undefined, signal));
  else {
    const asker = myName();
    /** @type {import("./shapes.d.ts").TableUpdate} */
    const update = await call("GET", `${path}/updates?after=${table.revision}&heard=${room?.number ?? 0}&page=${PAGE}`, undefined, signal);
    // An answer to the stranger one was when asking does not know one's own seat.
    if (asker !== myName()) return;
    if (update.table && update.table.revision > table.revision) take(update.table);
    if (update.room) enter(update.room);
  }
  byId("offline").hidden = true;
}

async function begin() {
  await loadTexts("lobby", "errors", "rules");
  invite(code);
  talk = new RoomTalk(say);
  call("GET", "/choices").then((/** @type {Choices} */ offered) => {
    choices = offered;
    if (table) draw(table);
  }, () => undefined);
  await follow(round, (failure) => {
    byId("offline").hidden = false;
    byId("offline").textContent = sentence(failure);
  });
}

void begin();
