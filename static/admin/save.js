// One match: who plays it, where it stood at any event, and what an admin may do about it.

import { byId, el, enable } from "../lobby/dom.js";
import { number, t } from "../lobby/texts.js";
import { actButton, dialog, perform } from "./act.js";
import { askNewcomer } from "./newcomer.js";
import { about, ask, begin, refocus, seatName, show, time } from "./page.js";
import { positionBox } from "./position.js";

/** @typedef {import("./newcomer.js").SeatOfMatch} SeatOfMatch */
/** @typedef {{match: string, code: string, state: string, ruleset: string, seats: SeatOfMatch[], last: number, last_ms: number, deals: {number: number, seq: number}[], connections: number}} Opened */

const match = byId("save").dataset.match ?? "";
/** @type {Opened} */
let opened;

/** @param {string} id @returns {HTMLInputElement | HTMLSelectElement} */
function field(id) {
  const found = byId(id);
  if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement) return found;
  throw new Error(`#${id} is no field`);
}

const at = () => Number(field("at").value);

function drawFacts() {
  const facts = [
    [t("admin.saves.code"), opened.code],
    [t("admin.saves.state"), t(`admin.state.${opened.state}`)],
    [t("admin.saves.ruleset"), opened.ruleset],
    [t("admin.save.events"), number(opened.last)],
    [t("admin.save.last"), time(opened.last_ms)],
    [t("admin.tables.connected"), number(opened.connections)],
  ];
  byId("facts").replaceChildren(...facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
}

/** What may be ordered now. @param {boolean} paused  whether an admin has paused the match */
function drawActs(paused) {
  /** @param {string} name @param {Record<string, unknown>} [more] */
  const button = (name, more = {}) => actButton(t(`admin.do.${name}`), () => ({ do: name, match, ...more }), load);
  const rewind = actButton(t("admin.do.rewind"), () => ({ do: "rewind", match, to: at() }), load);
  rewind.id = "rewind";
  const running = opened.state !== "over";
  byId("acts").replaceChildren(...(running ? [button(paused ? "resume" : "pause"), button("reset_deal"), rewind, button("end_match")] : [el("p", { class: "muted" }, t("admin.save.over"))]));
  byId("rewind-help").hidden = !running;
  allowRewind();
}

/** Going back to where the match stands is no going back. */
function allowRewind() {
  const rewind = document.getElementById("rewind");
  if (rewind instanceof HTMLButtonElement) rewind.disabled = !(at() >= 1 && at() < opened.last);
}

/** @param {SeatOfMatch} seat */
function seatItem(seat) {
  const whom = seatName(seat.seat, seat.name);
  const who = seat.bot ? t(`lobby.bot.${seat.bot}`) : (seat.person ?? "");
  const acts = opened.state === "over" ? [] : [moveButton(seat, whom), seat.person ? actButton(t("admin.do.free_seat"), () => ({ do: "free_seat", match, seat: seat.seat }), load, whom) : null];
  return el(
    "li",
    { class: "item" },
    el("div", { class: "what" }, el("div", { class: "title" }, whom, seat.left ? el("span", { class: "tag" }, t("admin.save.left")) : null), el("div", { class: "small muted break" }, who)),
    el("div", { class: "go" }, ...acts),
  );
}

/** Gives a seat to a person of the club, another seat's player, or a bot. @param {SeatOfMatch} seat @param {string} whom */
function moveButton(seat, whom) {
  const title = about(t("admin.do.move_seat"), whom);
  const run = async () => {
    const wish = await askNewcomer(title, opened.seats.filter((each) => each.seat !== seat.seat));
    if (!wish || !(await perform({ ...wish, match, seat: seat.seat }, title))) return;
    await load();
    refocus(title);
  };
  return el("button", { type: "button", class: "btn", "aria-label": title, onclick: () => run().catch(show) }, t("admin.do.move_seat"));
}

function drawLook() {
  const deals = field("deal");
  deals.replaceChildren(...opened.deals.map((deal) => el("option", { value: deal.seq }, t("admin.save.deal_n", { n: deal.number, seq: deal.seq }))), el("option", { value: opened.last }, t("admin.save.now", { seq: opened.last })));
  deals.value = String(opened.last);
  field("at").setAttribute("max", String(opened.last));
  const eyes = field("eyes");
  const before = eyes.value;
  eyes.replaceChildren(el("option", { value: "" }, t("admin.save.spectator")), ...opened.seats.map((seat) => el("option", { value: seat.seat }, seatName(seat.seat, seat.name))));
  eyes.value = before;
}

const names = () => opened.seats.map((seat) => seat.name);

async function showPosition() {
  const seat = field("eyes").value;
  const query = new URLSearchParams({ at: String(at()), ...(seat === "" ? {} : { seat }) });
  const position = await ask("GET", `/matches/${match}/view?${query}`);
  const eyes = seat === "" ? t("admin.save.spectator") : t("admin.position.eyes", { name: opened.seats[Number(seat)].name });
  byId("position").replaceChildren(positionBox(position, names(), eyes));
  byId("as-table").setAttribute("href", `/admin/saves/${match}/table?${query}`);
  allowRewind();
  return position;
}

async function showFully() {
  const message = el("p", { class: "message", role: "alert" });
  await dialog(t("admin.save.full"), [el("p", {}, t("admin.save.full.lead"))], true, t("admin.save.full"), message, async (reason) => {
    const position = await ask("POST", `/matches/${match}/full`, { at: at(), reason });
    byId("position").replaceChildren(positionBox(position, names(), t("admin.position.everything")));
    return true;
  });
}

/** @param {number} by */
function step(by) {
  const input = field("at");
  input.value = String(Math.min(opened.last, Math.max(1, at() + by)));
  showPosition().catch(show);
}

async function load() {
  opened = await ask("GET", `/matches/${match}`);
  drawFacts();
  byId("seats").replaceChildren(...opened.seats.map(seatItem));
  drawLook();
  field("at").value = String(opened.last);
  const position = opened.last ? await showPosition().catch(show) : null;
  drawActs(position?.state.paused === "by_order");
}

void begin(async () => {
  byId("look").addEventListener("submit", (event) => {
    event.preventDefault();
    showPosition().catch(show);
  });
  byId("back").addEventListener("click", () => step(-1));
  byId("forward").addEventListener("click", () => step(1));
  byId("full").addEventListener("click", () => showFully().catch(show));
  field("deal").addEventListener("change", () => {
    field("at").value = field("deal").value;
    showPosition().catch(show);
  });
  field("eyes").addEventListener("change", () => showPosition().catch(show));
  field("at").addEventListener("input", allowRewind);
  await load();
  for (const id of ["back", "forward", "show", "full"]) enable(id);
}, "table");
