// The lobby: play at once, one's unfinished matches, the open tables, a table of one's own, a code to join with.

import { PAGE, call, follow, sentence } from "./api.js";
import { drawAnnouncements } from "./announcements.js";
import { askTable } from "./create_dialog.js";
import { byId, el, enable, redraw, tilePicture } from "./dom.js";
import { askName, myName, nameOrAsk, nameOrGuest } from "./person.js";
import { variantsOf } from "./presets.js";
import { rulesLine } from "./summary.js";
import { loadTexts, t } from "./texts.js";
import { showAround } from "./tour.js";

/** @typedef {import("./shapes.d.ts").TableRow} TableRow */
/** @typedef {import("./shapes.d.ts").MatchOut} MatchOut */
/** @typedef {import("./shapes.d.ts").Choices} Choices */

const VARIANT_TILES = /** @type {Record<string, string>} */ ({ hong_kong: "7z", taiwanese: "6z", riichi: "0p" });

const PRACTICE = "lobby.practice";
/** @type {Choices | null} */
let choices = null;
/** @type {TableRow[] | null} unknown until the server has told */
let tables = null;

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
  await nameOrGuest();
  drawPerson();
  const practice = byId("practice");
  open((await call("POST", "/quickstart", { variant, practice: practice instanceof HTMLInputElement && practice.checked })).code);
}

/** Whoever practises, practises again next time. */
function rememberPractice() {
  const box = byId("practice");
  if (!(box instanceof HTMLInputElement)) return;
  box.checked = localStorage.getItem(PRACTICE) === "on";
  box.addEventListener("change", () => localStorage.setItem(PRACTICE, box.checked ? "on" : "off"));
}

/** @param {Choices} choices */
function drawQuick(choices) {
  byId("quick").replaceChildren(
    ...variantsOf(choices.presets).map((variant, i) => {
      const name = t("lobby.home.play_variant", { variant: t(`lobby.variant.${variant}`) });
      return el("button", { type: "button", class: i ? "btn gold" : "btn gold big", onclick: guarded(() => playNow(variant)) }, tilePicture(VARIANT_TILES[variant] ?? "5z", "mini"), name);
    }),
  );
}

/** @param {Choices} choices */
async function create(choices) {
  if (!(await nameOrAsk())) return;
  drawPerson();
  await loadTexts("rules");
  const table = await askTable(choices);
  if (table) open(table.code);
}

/** @param {string} variant @param {string} title @param {string[]} details a line each @param {Node[]} actions @param {Node[]} [tags] */
function item(variant, title, details, actions, tags = []) {
  return el(
    "li",
    { class: "item" },
    el("div", { class: "what" }, el("div", { class: "title" }, el("span", {}, title), el("span", { class: "tag gold" }, t(`lobby.variant.${variant}`)), ...tags), ...details.filter(Boolean).map((line) => el("div", { class: "small muted" }, line))),
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
      const link = `/table/${match.code}`;
      return item(match.variant, title, [others.join(" · "), others.length ? t("lobby.mine.help") : ""], [
        el("button", { type: "button", class: "btn quiet", "data-key": `link-${match.id}`, "aria-label": `${t("lobby.mine.link.copy")}: ${title}`, onclick: copyLink(link) }, t("lobby.mine.link")),
        el("button", { type: "button", class: "btn", "data-key": `leave-${match.id}`, "aria-label": `${t("lobby.mine.leave")}: ${title}`, onclick: guarded(() => leave(match.id)) }, t("lobby.mine.leave")),
        el("a", { class: "btn primary", href: `/table/${match.code}`, "data-key": match.id, "aria-label": `${t("lobby.mine.continue")}: ${title}` }, t("lobby.mine.continue")),
      ]);
    }),
  );
}

/** Puts a table's link into the clipboard; where the browser forbids that, shows it. @param {string} path */
function copyLink(path) {
  return async (/** @type {Event} */ event) => {
    const button = event.currentTarget;
    try {
      await navigator.clipboard.writeText(location.origin + path);
      if (button instanceof HTMLButtonElement) button.textContent = t("lobby.mine.link.copied");
    } catch {
      prompt(t("lobby.mine.link.copy"), location.origin + path);
    }
  };
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
  const state = waiting ? (free ? t(free === 1 ? "lobby.tables.free_one" : "lobby.tables.free", { n: free }) : t("lobby.tables.full")) : t("lobby.tables.playing");
  const verb = table.mine ? t("lobby.tables.open") : waiting && free ? t("lobby.tables.join") : t("lobby.tables.watch");
  const pips = Array.from({ length: 4 }, (_, i) => el("span", { class: `pip ${i < table.people.length ? "person" : i < table.taken ? "bot" : ""}` }));
  const seats = t("lobby.tables.seats", { people: table.people.length, bots: table.taken - table.people.length });
  const practice = table.practice ? [el("span", { class: "tag" }, t("lobby.practice.tag"))] : [];
  const tags = [...practice, el("span", { class: `tag ${waiting && free ? "good" : ""}` }, state), el("span", { class: "pips", role: "img", "aria-label": seats }, ...pips)];
  const people = [t("lobby.tables.host", { name: table.host }), ...table.people.filter((name) => name !== table.host)].join(" · ");
  const link = el("a", { class: `btn ${waiting && free ? "primary" : ""}`, href: `/table/${table.code}`, "data-key": table.code, "aria-label": `${verb}: ${t("lobby.room.title", { code: table.code })}` }, verb);
  return item(table.variant, table.code, [rulesLine(table, choices), people, whoIsThere(table)], [link], tags);
}

/** Who of a table's people is ready and there, and how many look on. @param {TableRow} table */
function whoIsThere(table) {
  const waiting = table.state === "waiting" || table.state === "finished";
  return [
    waiting ? t("lobby.tables.ready", { n: table.ready, taken: table.taken }) : "",
    t("lobby.tables.present", { n: table.present, people: table.people.length }),
    table.onlookers ? t("lobby.tables.onlookers", { n: table.onlookers }) : "",
  ].filter(Boolean).join(" · ");
}

async function drawTables() {
  if (tables === null) return;
  const shown = tables;
  if (shown.some((table) => Object.keys(table.options).length)) await loadTexts("rules");
  const key = JSON.stringify([shown, choices !== null]);
  byId("tables").removeAttribute("aria-busy");
  redraw(byId("tables"), key, () => (shown.length ? shown.map(tableItem) : [el("li", { class: "empty" }, t("lobby.tables.empty"))]));
}

async function followTables() {
  /** @type {number | null} */
  let after = null;
  await follow(
    async (signal) => {
      const list = await call("GET", after === null ? "/tables" : `/tables?after=${after}&page=${PAGE}`, undefined, signal);
      const first = after === null || list.revision !== after;
      after = list.revision;
      byId("offline").hidden = true;
      if (!first) return;
      drawAnnouncements(list.announcements);
      byId("here").textContent = list.here ? t("lobby.tables.here", { n: list.here }) : "";
      tables = list.tables.filter((/** @type {TableRow} */ table) => table.state !== "closed");
      await drawTables();
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
  rememberPractice();
  drawPerson();
  void followTables();
  try {
    /** @type {Choices} */
    const offered = await call("GET", "/choices");
    choices = offered;
    drawQuick(offered);
    byId("create").addEventListener("click", guarded(() => create(offered)));
    enable("create");
    await drawTables();
    byId("around").addEventListener("click", () => showAround({ again: true }));
    enable("around");
    showAround();
  } catch (failure) {
    show(failure);
  }
}

void begin();
