// The tick that makes a practice table. Nobody can join one: while it is set, its free seats are for bots.

import { el } from "./dom.js";
import { t } from "./texts.js";

/** @param {HTMLElement} bots  the choice of who takes the free seats @returns {HTMLElement} */
export function practiceChoice(bots) {
  const tick = el("input", { type: "checkbox", name: "practice" });
  const reason = el("p", { class: "small", id: "practice-reason", role: "status" });
  const radios = [...bots.querySelectorAll("input")];
  const people = radios.find((each) => each.value === "none");
  const bot = radios.find((each) => each !== people);
  /** Whether the dialog chose bots, and not the person. */
  let moved = false;
  tick.addEventListener("change", () => {
    if (!people || !bot) return;
    if (tick.checked && people.checked) {
      moved = true;
      bot.checked = true;
    } else if (!tick.checked && moved && bot.checked) people.checked = true;
    if (!tick.checked) moved = false;
    people.disabled = tick.checked;
    if (tick.checked) people.setAttribute("aria-describedby", reason.id);
    else people.removeAttribute("aria-describedby");
    reason.textContent = tick.checked ? t("lobby.create.bots.practice") : "";
  });
  bots.append(reason);
  return el("label", { class: "check" }, tick, t("lobby.practice.label"));
}
