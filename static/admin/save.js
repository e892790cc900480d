// One match: who plays it, where it stood at any event, and what an admin may do about it.

import { byId, el, enable } from "../lobby/dom.js";
import { number, t } from "../lobby/texts.js";
import { actButton, dialog, perform } from "./act.js";
import { ask, begin, seatName, show, time } from "./page.js";
import { positionBox } from "./position.js";

/** @typedef {{seat: number, name: string, person: string | null, bot: string | null, left: boolean}} SeatOfMatch */
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

function drawActs() {
  /** @param {string} name @param {Record<string, unknown>} [more] */
  const button = (name, more = {}) => actButton(t(`admin.do.${name}`), () => ({ do: name, match, ...more }), load);
  const rewind = actButton(t("admin.do.rewind"), () => ({ do: "rewind", match, to: at() }), load);
  rewind.id = "rewind";
  const running = opened.state !== "over";
  byId("acts").replaceChildren(...(running ? [button("pause"), button("resume"), button("reset_deal"), rewind, button("end_match")] : [el("p", { class: "muted" }, t("admin.save.over"))]));
}

/** @param {SeatOfMatch} seat */
function seatItem(seat) {
  const about = seatName(seat.seat, seat.name);
  const who = seat.bot ? t(`lobby.bot.${seat.bot}`) : (seat.person ?? "");
  const acts = opened.state === "over" ? [] : [moveButton(seat, about), seat.person ? actButton(t("admin.do.free_seat"), () => ({ do: "free_seat", match, seat: seat.seat }), load, about) : null];
  return el(
    "li",
    { class: "item" },
    el("div", { class: "what" }, el("div", { class: "title" }, about, seat.left ? el("span", { class: "tag" }, t("admin.save.left")) : null), el("div", { class: "small muted break" }, who)),
    el("div", { class: "go" }, ...acts),
  );
}

/** Asks who is to have a seat: a person of the club, another seat, or a bot. @param {SeatOfMatch} seat @param {string} about */
function moveButton(seat, about) {
  const run = async () => {
    const wish = await askNewcomer(seat, about);
    if (!wish) return;
    if (await perform({ ...wish, match, seat: seat.seat }, `${t("admin.do.move_seat")}: ${about}`)) await load();
  };
  return el("button", { type: "button", class: "btn", "aria-label": `${t("admin.do.move_seat")}: ${about}`, onclick: () => run().catch(show) }, t("admin.do.move_seat"));
}

/** @param {SeatOfMatch} seat @param {string} about @returns {Promise<Record<string, unknown> | null>} */
function askNewcomer(seat, about) {
  const others = opened.seats.filter((each) => each.seat !== seat.seat);
  const choices = [
    ...others.map((each) => el("option", { value: `seat:${each.seat}` }, t("admin.save.swap", { seat: seatName(each.seat, each.name) }))),
    ...["club", "random"].map((bot) => el("option", { value: `bot:${bot}` }, t(`lobby.bot.${bot}`))),
    el("option", { value: "person" }, t("admin.save.person")),
  ];
  const select = el("select", { id: "to" }, ...choices);
  const person = el("input", { type: "text", id: "newcomer", maxlength: 32, autocomplete: "off", spellcheck: "false" });
  const personField = el("div", { class: "field", hidden: true }, el("label", { for: "newcomer" }, t("admin.save.person_id")), person);
  select.addEventListener("change", () => {
    personField.hidden = select.value !== "person";
    person.required = select.value === "person";
  });
  /** @type {Record<string, unknown> | null} */
  let wish = null;
  const content = [el("div", { class: "field" }, el("label", { for: "to" }, t("admin.save.to")), select), personField];
  return dialog(`${t("admin.do.move_seat")}: ${about}`, content, false, t("admin.save.look"), el("p", { class: "message", role: "alert" }), async () => {
    const [kind, value] = select.value.split(":");
    wish = kind === "seat" ? { do: "swap_seats", other: Number(value) } : kind === "bot" ? { do: "move_seat", bot: value } : { do: "move_seat", person: person.value.trim() };
    return true;
  }).then(() => wish);
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
  drawActs();
  byId("seats").replaceChildren(...opened.seats.map(seatItem));
  drawLook();
  field("at").value = String(opened.last);
  if (opened.last) await showPosition();
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
  await load();
  for (const id of ["back", "forward", "show", "full"]) enable(id);
}, "table");
