// A match at an event, drawn by the table's own page, as one seat or a spectator saw it. Nothing can be played here.

import { catalogue, loadWords } from "../js/i18n/catalogue.js";
import { bannerOf } from "../js/model/banner.js";
import { namer, tableModel } from "../js/model/table.js";
import { variantOf } from "../js/state/shape.js";
import { fresh } from "../js/state/session.js";
import { Screen } from "../js/ui/screen.js";
import { ApiError, call, sentence } from "../lobby/api.js";
import { byId, el } from "../lobby/dom.js";
import { loadTexts, t } from "../lobby/texts.js";

const { match = "", lang = "en" } = document.body.dataset;
const nothing = () => {};
const asked = new URLSearchParams(location.search);

/** @typedef {{seat: number, name: string, bot: "random" | "club" | null}} SeatOfMatch */

class Look {
  /** @param {{last: number, seats: SeatOfMatch[]}} opened @param {Record<string, any>} raw */
  constructor(opened, raw) {
    this.opened = opened;
    this.raw = raw;
    this.people = opened.seats.map(({ seat, name, bot }) => ({ seat, name, kind: /** @type {"bot" | "person"} */ (bot ? "bot" : "person"), bot, present: true }));
    this.at = Math.min(opened.last, Number(asked.get("at")) || opened.last);
    this.seat = asked.get("seat") ?? "";
    this.sheetHidden = false;
    this.screen = new Screen(byId("table"), {
      onTile: nothing, onChoice: nothing, onWhy: nothing, onContinue: nothing, onSay: nothing, onRetry: nothing, onOrder: nothing, onOver: nothing, onMenu: nothing,
      onSpoken: () => undefined, onSheet: () => {
        this.sheetHidden = !this.sheetHidden;
        this.draw();
      },
      code: "",
      match,
    });
    this.#bar();
  }

  #bar() {
    this.number = el("input", { type: "number", min: 1, max: this.opened.last, "aria-label": t("admin.save.at"), onchange: () => this.go(Number(this.number?.value)) });
    this.eyes = el(
      "select",
      { "aria-label": t("admin.save.eyes"), onchange: () => this.look(this.eyes?.value ?? "") },
      el("option", { value: "" }, t("admin.save.spectator")),
      ...this.opened.seats.map(({ seat, name }) => el("option", { value: seat }, t("admin.seat", { seat: seat + 1, name }))),
    );
    this.eyes.value = this.seat;
    this.message = el("p", { role: "alert" });
    const bar = el(
      "div",
      { class: "look", role: "group", "aria-label": t("admin.save.position") },
      this.message,
      el("button", { type: "button", "aria-label": t("admin.save.back"), onclick: () => this.go(this.at - 1) }, "‹"),
      this.number,
      el("button", { type: "button", "aria-label": t("admin.save.forward"), onclick: () => this.go(this.at + 1) }, "›"),
      this.eyes,
      el("a", { href: `/admin/saves/${match}`, "aria-label": t("admin.save.leave_table") }, el("span", { class: "long" }, t("admin.save.leave_table")), el("span", { class: "short" }, "←")),
    );
    this.screen.acts.el.replaceWith(bar);
    this.screen.talkOpen.remove();
    this.screen.menu.remove();
    this.screen.talk.el.hidden = true;
  }

  /** @param {number} at */
  go(at) {
    this.at = Math.min(this.opened.last, Math.max(1, at || 1));
    void this.load();
  }

  /** @param {string} seat */
  look(seat) {
    this.seat = seat;
    void this.load();
  }

  async load() {
    const query = new URLSearchParams({ at: String(this.at), ...(this.seat === "" ? {} : { seat: this.seat }) });
    if (this.number) this.number.value = String(this.at);
    try {
      this.position = await call("GET", `/admin/matches/${match}/view?${query}`);
      if (this.message) this.message.textContent = "";
      history.replaceState(null, "", `${location.pathname}?${query}`);
    } catch (failure) {
      if (this.message) this.message.textContent = sentence(failure);
      return;
    }
    this.draw();
  }

  draw() {
    const { state } = this.position;
    const words = catalogue(lang, this.raw, variantOf(state.ruleset));
    /** @type {import("../js/state/session.js").Session} */
    const session = { ...fresh(match), connection: "open", viewer: this.seat === "" ? null : Number(this.seat), view: state, people: this.people };
    const model = tableModel(session, { lifted: null, declaring: false, over: null }, words);
    if (!model) return;
    this.screen.update(session, model, words, namer(session, words), { banner: bannerOf(session, words), sheetHidden: this.sheetHidden, now: 0 });
    byId("table").dataset.seq = String(this.position.seq);
  }
}

async function begin() {
  await loadTexts("admin", "errors", "lobby");
  try {
    const [opened, raw] = await Promise.all([call("GET", `/admin/matches/${match}`), loadWords(lang)]);
    await new Look(opened, raw).load();
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === "not_found") location.assign(`/admin/sign-in?next=${encodeURIComponent(location.pathname)}`);
    else byId("table").textContent = sentence(failure);
  }
}

void begin();
