// Talk in the waiting room: free text, phrases that everybody reads in his own language, and muting. Words become text nodes only.

import { MuteList } from "../js/ui/mutes.js";
import { byId, el, redraw } from "./dom.js";
import { hasText, t } from "./texts.js";

/** @typedef {import("./shapes.d.ts").SaidOut} SaidOut */

const PHRASES = ["hello", "moment", "ready", "thanks"];
const KEPT = 60;

export class RoomTalk {
  /** @param {(word: {text?: string, phrase?: string}) => Promise<boolean>} say whether it was said */
  constructor(say) {
    this.say = say;
    /** @type {SaidOut[]} */
    this.said = [];
    /** @type {string[]} */
    this.people = [];
    this.me = "";
    this.mutes = new MuteList(() => this.#draw());
    byId("mutes").append(this.mutes.el);
    byId("phrases").append(...PHRASES.map((phrase) => el("button", { type: "button", class: "btn", onclick: () => this.say({ phrase }) }, t(`lobby.phrase.${phrase}`))));
    byId("say").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#send();
    });
    this.#draw();
  }

  /** @param {readonly SaidOut[]} said what is new */
  hear(said) {
    if (!said.length) return;
    this.said = [...this.said, ...said].slice(-KEPT);
    this.#draw();
  }

  /** @param {string[]} people names of who sits here @param {string} me */
  meet(people, me) {
    this.people = people;
    this.me = me;
    this.#draw();
  }

  /** What could not be said stays in the field. */
  async #send() {
    const field = byId("word");
    if (!(field instanceof HTMLInputElement)) return;
    const text = field.value.trim();
    if (text && (await this.say({ text }))) field.value = "";
  }

  #draw() {
    const heard = this.said.filter((word) => this.mutes.hears(word.name, word.you));
    const hidden = this.said.length - heard.length;
    const speakers = this.said.filter((word) => !word.you).map((word) => word.name);
    this.mutes.update([...this.people, ...speakers], this.me, { title: t("lobby.talk.mute"), all: t("lobby.talk.mute.all"), name: (name) => name });
    const list = byId("words");
    redraw(list, JSON.stringify([heard, hidden]), () => [
      ...heard.map((word) => el("p", {}, el("b", {}, word.name), " ", wordText(word))),
      hidden ? el("p", { class: "small muted" }, t("lobby.talk.hidden", { n: hidden })) : null,
      !this.said.length && el("p", { class: "small muted" }, t("lobby.talk.empty")),
    ]);
    list.scrollTop = list.scrollHeight;
  }
}

/** @param {SaidOut} word */
function wordText({ text, phrase }) {
  const key = `lobby.phrase.${phrase}`;
  return text ?? (hasText(key) ? t(key) : "…");
}
